package daemon

import (
	"cmp"

	"cairn/companion/chromium"
	"cairn/companion/profile"
	"cairn/shared/types"
)

// BrowserChoice says which browser the daemon uses when it needs one.
type BrowserChoice struct {
	Name    string // as chromium.Choose takes it; empty for the usual one
	Attach  string // address of the debugging port of one that runs
	Profile string // a person's profile, of which a copy is used
}

// Check refuses what does not go together, and what is not there, before
// anything is started. started are flags given for a browser that is started.
func (b BrowserChoice) Check(started ...string) error {
	if b.Attach != "" {
		for _, f := range append(started, b.flag("browser", b.Name), b.flag("profile", b.Profile)) {
			if f != "" {
				return types.Fault(types.CodeInvalidInput, f+" is for a browser that Cairn starts, and --attach joins one that runs", "leave one of both out")
			}
		}
		return nil
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

// flag is the flag's name where it was given.
func (BrowserChoice) flag(name, value string) string {
	if value == "" {
		return ""
	}
	return "--" + name
}

// Given is the first of the flags that was given.
func (b BrowserChoice) Given() string {
	return cmp.Or(b.flag("browser", b.Name), b.flag("attach", b.Attach), b.flag("profile", b.Profile))
}
