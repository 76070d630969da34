// Package version says which build of Cairn this is, and where it comes from.
package version

import (
	"fmt"
	"runtime"
	"strings"

	"cairn/extension"
	"cairn/shared/wire"
)

// Repository is the address of the project. It is set here alone: packages, lists
// of package managers and links are written from it.
const Repository = "https://github.com/OWNER/cairn"

// NPM is the package of npm that starts Cairn.
const NPM = "cairn-mcp"

// Known reports whether the address of the project is known: until then, no
// package can be published.
func Known() bool { return !strings.Contains(Repository, "OWNER") }

// Commit and Date are set by the build (-ldflags "-X cairn/companion/version.Commit=…").
var (
	Commit = "dev"
	Date   = "" // of the commit, such as 2026-11-23
)

// Number is the version: that of the extension's manifest, which is the one place
// where it is written. A tag of a release is "v" and the same.
func Number() string { return extension.Version() }

// Info is everything that a report of a fault needs.
type Info struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Date     string `json:"date,omitempty"`
	Platform string `json:"platform"`
	Go       string `json:"go"`
	Protocol int    `json:"protocol"` // that it speaks with extensions
}

// Read returns the version and origin of this binary.
func Read() Info {
	return Info{Version: Number(), Commit: Commit, Date: Date, Platform: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(), Protocol: wire.Proto}
}

// String says it in one line.
func (i Info) String() string {
	built := i.Commit
	if i.Date != "" {
		built += " of " + i.Date
	}
	return fmt.Sprintf("cairn %s (%s, %s, %s, protocol %d)", i.Version, built, i.Platform, i.Go, i.Protocol)
}
