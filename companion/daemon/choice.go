package daemon

import (
	"cmp"

	"cairn/companion/bridge"
	"cairn/companion/chromium"
	"cairn/companion/profile"
	"cairn/shared/types"
)

// BrowserChoice names the browser that the daemon uses when it needs one.
type BrowserChoice struct {
	Name    string // as chromium.Choose takes it; empty for the default
	Attach  string // address of a running browser's debugging port
	Profile string // a person's profile, which Cairn copies
}

// Check refuses conflicting options, and missing files or browsers, before anything
// starts. started lists given flags that need a browser that Cairn starts.
func (b BrowserChoice) Check(started ...string) error {
	if b.Attach != "" {
		for _, f := range append(started, b.flag("browser", b.Name), b.flag("profile", b.Profile)) {
			if f != "" {
				return types.Invalid(f+" is for a browser that Cairn starts, and --attach joins one that runs", "leave one of both out")
			}
		}
		return bridge.CheckDevTools(b.Attach)
	}
	if b.Name != "" || b.Profile != "" {
		if _, err := chromium.ThisMachine().Choose(b.Name); err != nil {
			return err
		}
	}
	if b.Profile != "" {
		_, err := profile.Find(b.Profile)
		return err
	}
	return nil
}

// flag returns the flag's name if it was given.
func (BrowserChoice) flag(name, value string) string {
	if value == "" {
		return ""
	}
	return "--" + name
}

// Given returns the first of the given flags.
func (b BrowserChoice) Given() string {
	return cmp.Or(b.flag("browser", b.Name), b.flag("attach", b.Attach), b.flag("profile", b.Profile))
}
