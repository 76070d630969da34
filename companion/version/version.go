// Package version holds what the build says of this binary.
package version

// Commit is set by the build (-ldflags "-X cairn/companion/version.Commit=…").
var Commit = "dev"
