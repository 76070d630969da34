package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
)

// build is the program for one platform.
type build struct {
	goos, goarch string
	node         string // npm's name of the platform
	path         string // of the built program
	archiveName  string
	archiveSum   string
	mcpbName     string
	mcpbSum      string
}

// platforms lists those of a release.
var platforms = []build{
	{goos: "linux", goarch: "amd64", node: "linux-x64"},
	{goos: "linux", goarch: "arm64", node: "linux-arm64"},
	{goos: "darwin", goarch: "amd64", node: "darwin-x64"},
	{goos: "darwin", goarch: "arm64", node: "darwin-arm64"},
	{goos: "windows", goarch: "amd64", node: "win32-x64"},
	{goos: "windows", goarch: "arm64", node: "win32-arm64"},
}

func (b *build) program() string {
	if b.goos == "windows" {
		return "cairn.exe"
	}
	return "cairn"
}

// goBuild builds the program. The result contains no path of this machine, and no
// state of the checkout except the commit.
func goBuild(ctx context.Context, r *release, b build, path string) error {
	flags := fmt.Sprintf("-s -w -buildid= -X cairn/companion/version.Commit=%s -X cairn/companion/version.Date=%s", r.commit, r.date.Format("2006-01-02"))
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=" + flags}
	if r.overlay != "" {
		args = append(args, "-overlay", r.overlay)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "-o", path, "./companion")...)
	cmd.Env = append(os.Environ(), "GOOS="+b.goos, "GOARCH="+b.goarch, "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}
