package chromium

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"cairn/shared/types"
)

// EnvBinary names the environment variable that overrides the search.
const EnvBinary = "CAIRN_CHROMIUM"

// Install is the command that installs a browser if none is found.
const Install = "cairn install-browser"

// Installed is a browser on this machine.
type Installed struct {
	Name    string `json:"name"` // as --browser takes it; empty if it was given by path
	Title   string `json:"title"`
	Path    string `json:"path"`
	By      string `json:"by,omitempty"`      // the tool that installed it
	Sandbox string `json:"sandbox,omitempty"` // Snap or Flatpak
	Why     string `json:"-"`                 // the reason of the choice
}

// String formats the browser for people.
func (b Installed) String() string {
	text := fmt.Sprintf("%s at %s (--browser %s)", b.Title, b.Path, b.Name)
	switch {
	case b.Sandbox != "":
		return text + ", a " + b.Sandbox
	case b.By != "":
		return text + ", from " + b.By
	}
	return text
}

// Machine is the search's view of a computer.
type Machine struct {
	GOOS string
	Env  func(name string) string
	Home string // the user's directory
	Runs func(path string) bool
	Glob func(pattern string) []string
}

// ThisMachine returns the computer that this program runs on.
func ThisMachine() Machine {
	home, _ := os.UserHomeDir() // without one, the search skips the paths below it
	return Machine{GOOS: runtime.GOOS, Env: os.Getenv, Home: home,
		Runs: func(path string) bool { _, err := exec.LookPath(path); return err == nil },
		Glob: func(pattern string) []string { list, _ := filepath.Glob(pattern); return list }}
}

// Browsers lists the browsers of the machine, the preferred one first.
func (m Machine) Browsers() []Installed {
	var all []Installed
	for _, p := range places {
		for _, path := range m.in(p) {
			if !slices.ContainsFunc(all, func(i Installed) bool { return i.Path == path }) {
				all = append(all, Installed{Name: p.name, Title: p.title, Path: path, By: p.by, Sandbox: p.sandbox})
			}
		}
	}
	return all
}

// in returns the path of the build in a place, as a list of at most one: for the first
// matching pattern, that of the newest version.
func (m Machine) in(p place) []string {
	patterns := map[string][]string{"linux": p.linux, "darwin": p.darwin, "windows": p.windows}[m.GOOS]
	for _, pattern := range patterns {
		for _, path := range m.look(pattern) {
			if m.Runs(path) && !m.startsSnap(p, path) {
				return []string{path}
			}
		}
	}
	return nil
}

// startsSnap reports whether a command on PATH starts a snap: Ubuntu's
// chromium-browser is a script that does.
func (m Machine) startsSnap(p place, path string) bool {
	return p.sandbox == "" && m.GOOS == "linux" &&
		(strings.Contains(path, "/snap/bin/") || filepath.Base(path) == "chromium-browser" && strings.HasPrefix(path, "/usr/bin/") && m.Runs("/snap/bin/chromium"))
}

// look lists the paths that match a pattern, the newest version first.
func (m Machine) look(pattern string) []string {
	if !strings.ContainsAny(pattern, "/$") {
		return m.onPath(pattern)
	}
	path := m.expand(pattern)
	if path == "" {
		return nil
	}
	if !strings.Contains(path, "*") {
		return []string{path}
	}
	list := m.Glob(path)
	slices.SortFunc(list, func(a, b string) int { return slices.Compare(numbers(b), numbers(a)) })
	return list
}

func (m Machine) onPath(name string) (list []string) {
	for dir := range strings.SplitSeq(m.Env("PATH"), ":") {
		if dir != "" {
			list = append(list, dir+"/"+name)
		}
	}
	return list
}

// expand replaces the variable at the start of a pattern. It returns nothing if the
// variable is unknown.
func (m Machine) expand(pattern string) string {
	if name, rest, ok := strings.Cut(strings.TrimPrefix(pattern, "$"), "/"); ok && strings.HasPrefix(pattern, "$") {
		base := m.variable(name)
		if base == "" {
			return ""
		}
		pattern = base + "/" + rest
	}
	if m.GOOS == "windows" {
		return strings.ReplaceAll(pattern, "/", `\`)
	}
	return pattern
}

func (m Machine) variable(name string) string {
	switch name {
	case "HOME":
		return m.Home
	case "BROWSERS":
		return m.Cache("cairn/browsers")
	case "PLAYWRIGHT":
		return cmp.Or(m.Env("PLAYWRIGHT_BROWSERS_PATH"), m.Cache("ms-playwright"))
	case "PUPPETEER":
		return cmp.Or(m.Env("PUPPETEER_CACHE_DIR"), m.below(".cache/puppeteer"))
	}
	return m.Env(name)
}

// Cache returns a directory for data that can be downloaded again.
func (m Machine) Cache(name string) string {
	switch m.GOOS {
	case "darwin":
		return m.below("Library/Caches/" + name)
	case "windows":
		if base := m.Env("LOCALAPPDATA"); base != "" {
			return base + "/" + name
		}
		return ""
	}
	if base := m.Env("XDG_CACHE_HOME"); strings.HasPrefix(base, "/") {
		return base + "/" + name
	}
	return m.below(".cache/" + name)
}

func (m Machine) below(path string) string {
	if m.Home == "" {
		return ""
	}
	return m.Home + "/" + path
}

func numbers(path string) (list []int) {
	for _, digits := range strings.FieldsFunc(path, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.Atoi(digits) // a number that is too large is no version
		list = append(list, n)
	}
	return list
}

// Choose returns the browser to use: the one that --browser names, by a name or a
// path, else the one that [EnvBinary] names, else the first one found. Its error is a
// *types.Error with a hint.
func (m Machine) Choose(name string) (Installed, error) {
	if path := m.Env(EnvBinary); name == "" && path != "" {
		if !m.Runs(path) {
			return Installed{}, types.Fault(types.CodeNotFound, fmt.Sprintf("%s names %s, which cannot be run", EnvBinary, path), "unset "+EnvBinary)
		}
		return Installed{Title: "browser", Path: path, Why: EnvBinary + " names it"}, nil
	}
	if strings.ContainsAny(name, `/\`) {
		if !m.Runs(name) {
			return Installed{}, types.Fault(types.CodeNotFound, fmt.Sprintf("--browser names %s, which cannot be run", name), "name a browser's program, or one of: "+strings.Join(Names(), ", "))
		}
		return Installed{Title: "browser", Path: name, Why: "--browser names it"}, nil
	}
	if name != "" && !slices.Contains(Names(), name) {
		return Installed{}, types.Invalid(fmt.Sprintf("--browser %.60q is no browser that Cairn knows", name), "use one of: "+strings.Join(Names(), ", ")+"; or the path of a Chromium-family browser")
	}
	return m.pick(name)
}

func (m Machine) pick(name string) (Installed, error) {
	all := m.Browsers()
	for _, b := range all {
		if name != "" && b.Name != name {
			continue
		}
		if b.Why = "--browser names it"; name == "" {
			b.Why = b.reason()
		}
		return b, nil
	}
	switch {
	case len(all) == 0:
		return Installed{}, types.Fault(types.CodeNotFound, "no Chromium-family browser was found on this machine, and "+EnvBinary+" names none", Install)
	case name == Testing:
		return Installed{}, types.Fault(types.CodeNotFound, Testing+" was not found on this machine", Install)
	}
	return Installed{}, types.Fault(types.CodeNotFound, name+" was not found on this machine", "leave --browser out, or use one that is here: "+strings.Join(namesOf(all), ", "))
}

// reason returns why a browser precedes those after it.
func (b Installed) reason() string {
	switch {
	case b.Sandbox != "":
		return "no browser outside a sandbox was found"
	case b.By == Install:
		return "it was installed for Cairn"
	case b.By != "":
		return "only " + b.By + " has a browser here that can be used"
	case b.Name == Plain || b.Name == Testing:
		return "it is separate from the browser that you use yourself"
	}
	return "it is the first one found; Cairn opens it with a profile of its own"
}

// Names lists the values of --browser, in order of preference.
func Names() (names []string) {
	for _, p := range places {
		if !slices.Contains(names, p.name) {
			names = append(names, p.name)
		}
	}
	return names
}

func namesOf(all []Installed) (names []string) {
	for _, b := range all {
		if !slices.Contains(names, b.Name) {
			names = append(names, b.Name)
		}
	}
	return names
}

// Find returns the path of the default browser.
func Find() (string, error) {
	b, err := ThisMachine().Choose("")
	return b.Path, err
}

// CanRead reports whether the browser may read dir, and describes the remedy if it may
// not. A snap reads files that are not hidden in the user's directory, and a flatpak
// reads nothing there.
func (m Machine) CanRead(b Installed, dir string) error {
	if b.Sandbox == "" {
		return nil
	}
	rest, inHome := strings.CutPrefix(dir, m.Home+"/")
	if b.Sandbox == Snap && inHome && m.Home != "" && !strings.HasPrefix(rest, ".") {
		return nil
	}
	hint := Install + ", or name a data directory that it may read: --data " + m.below("cairn")
	if b.Sandbox == Flatpak {
		hint = Install + ", or use another browser"
	}
	return types.Fault(types.CodeNotFound, fmt.Sprintf("%s at %s is a %s and may not read %s, where Cairn's extension lies", b.Title, b.Path, b.Sandbox, dir), hint)
}
