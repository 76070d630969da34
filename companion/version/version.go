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

// Text is everything that a report of a fault needs.
func Text() string {
	built := Commit
	if Date != "" {
		built += " of " + Date
	}
	return fmt.Sprintf("cairn %s (%s, %s/%s, %s, protocol %d)", Number(), built, runtime.GOOS, runtime.GOARCH, runtime.Version(), wire.Proto)
}
