package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A shell without Go on PATH, such as that of su -, finds it where installers leave it.
func TestBuildFindsGoInItsUsualPlaces(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	root(t)
	home := filepath.Join(t.TempDir(), "home of ann")
	dir := filepath.Join(home, "sdk", "go1.99.0", "bin")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte("#!/bin/sh\necho \"found: $*\" >&2\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(home, "bin") // without Go, which /usr/bin may have
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"bash", "dirname", "sed", "grep", "awk", "git", "cut", "head", "cat", "uname"} {
		if at, err := exec.LookPath(tool); err == nil {
			if err := os.Symlink(at, filepath.Join(path, tool)); err != nil {
				t.Skip(err)
			}
		}
	}
	cmd := exec.CommandContext(t.Context(), bash, "build.sh", "build")
	cmd.Env = []string{"HOME=" + home, "PATH=" + path}
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "found: version\nbuild.sh: Go ") || !strings.Contains(string(out), "is needed\n  install it: https://go.dev/dl/") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestReleaseTakesNoPlatformsForAll holds for --check, which passes its own --only on.
func TestReleaseTakesNoPlatformsForAll(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	root(t)
	mine := t.TempDir()
	if err := os.WriteFile(filepath.Join(mine, "letter.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), bash, "build.sh", "release", "--only", "", "--out", mine).CombinedOutput()
	if err == nil || !strings.Contains(string(out), mine+" holds something else") {
		t.Errorf("%v\n%s", err, out)
	}
}
