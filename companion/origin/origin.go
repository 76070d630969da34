// Package origin finds how this program was installed: which package manager owns it,
// and with which command other programs should start it.
package origin

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"cairn/companion/version"
)

// Method is a way to install Cairn.
type Method string

const (
	NPX       Method = "npx"
	NPMGlobal Method = "npm for all projects"
	NPMLocal  Method = "npm in a project"
	Homebrew  Method = "Homebrew"
	Scoop     Method = "scoop"
	Winget    Method = "winget"
	Deb       Method = "a Debian package"
	RPM       Method = "an RPM package"
	Docker    Method = "a Docker image"
	Bundle    Method = "a bundle (.mcpb)"
	GoInstall Method = "go install"
	Checkout  Method = "a build from source"
	Archive   Method = "an archive"
)

// Install is one installation.
type Install struct {
	Method Method
	Path   string // of the program
	Dir    string // the project of NPMLocal, the prefix of NPMGlobal, the sources of Checkout
}

// Machine is the information by which an installation is recognised.
type Machine struct {
	Path   string // of the program, with symbolic links resolved
	Getenv func(string) string
	Home   string
	Read   func(name string) ([]byte, error)
}

// This returns how this program was installed.
func This() (Install, error) {
	self, err := os.Executable()
	if err != nil {
		return Install{}, err
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	home, _ := os.UserHomeDir() // without one, nothing is in it
	return Machine{Path: self, Getenv: os.Getenv, Home: home, Read: os.ReadFile}.Find(), nil
}

// Find recognises an installation by the place of the program, and by the files that package
// managers keep beside it.
func (m Machine) Find() Install {
	in := Install{Method: Archive, Path: m.Path}
	at := strings.ReplaceAll(m.Path, `\`, "/")
	has := func(part string) bool { return strings.Contains(strings.ToLower(at), part) }
	exists := func(name string) bool { _, err := m.Read(name); return err == nil }
	project, _, inModules := strings.Cut(at, "/node_modules/")
	switch {
	case inModules && strings.Contains(at, "/_npx/"):
		in.Method = NPX
	case inModules && (path.Base(project) == "lib" || has("/appdata/roaming/npm/") || m.below(at, m.Getenv("npm_config_prefix"))):
		in.Method, in.Dir = NPMGlobal, strings.TrimSuffix(project, "/lib")
	case inModules:
		in.Method, in.Dir = NPMLocal, project
	case has("/cellar/cairn/"):
		in.Method = Homebrew
	case has("/scoop/apps/cairn/"):
		in.Method = Scoop
	case has("/winget/"):
		in.Method = Winget
	case has("/claude extensions/"):
		in.Method = Bundle
	case at == "/usr/local/bin/cairn" && exists("/.dockerenv"): // where the Dockerfile puts it
		in.Method = Docker
	case at == "/usr/bin/cairn" && exists("/var/lib/dpkg/info/cairn.list"):
		in.Method = Deb
	case at == "/usr/bin/cairn":
		in.Method = RPM
	case m.sources(path.Dir(path.Dir(at))):
		in.Method, in.Dir = Checkout, filepath.FromSlash(path.Dir(path.Dir(at)))
	case m.below(at, m.Getenv("GOBIN")), m.below(at, path.Join(m.Getenv("GOPATH"), "bin")), m.Home != "" && m.below(at, path.Join(m.Home, "go", "bin")):
		in.Method = GoInstall
	}
	return in
}

// below reports whether a path lies below dir.
func (m Machine) below(at, dir string) bool {
	dir = strings.TrimSuffix(strings.ReplaceAll(dir, `\`, "/"), "/")
	return path.IsAbs(strings.TrimPrefix(dir, filepath.VolumeName(dir))) && strings.HasPrefix(at, dir+"/")
}

// sources reports whether dir holds Cairn's sources.
func (m Machine) sources(dir string) bool {
	text, err := m.Read(filepath.Join(filepath.FromSlash(dir), "go.mod"))
	return err == nil && bytes.HasPrefix(text, []byte("module cairn\n"))
}

// Command returns the words with which a program that stays, such as an MCP client,
// starts this installation: a path or a name that outlives an upgrade.
func (in Install) Command() []string {
	if in.Method == NPX { // the path lies in a cache
		return in.Shared()
	}
	name := in.Path
	if in.Method == Scoop {
		name = filepath.Join(filepath.Dir(filepath.Dir(in.Path)), "current", filepath.Base(in.Path))
	}
	if found, err := exec.LookPath("cairn"); err == nil && filepath.IsAbs(found) && same(found, in.Path) {
		name = found
	}
	return []string{name}
}

// Shared returns the words with which a program on any machine starts Cairn, such as
// in a file of a project; nil if this installation has none.
func (in Install) Shared() []string {
	switch in.Method {
	case NPX, NPMGlobal, NPMLocal:
		words := []string{"npx", "-y", version.NPM}
		if runtime.GOOS == "windows" { // where npx is a script
			words = append([]string{"cmd", "/c"}, words...)
		}
		return words
	}
	if found, err := exec.LookPath("cairn"); err == nil && same(found, in.Path) {
		return []string{"cairn"}
	}
	return nil
}

func same(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	two, err := os.Stat(b)
	return err == nil && os.SameFile(one, two)
}
