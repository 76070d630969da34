//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// goStandIn is a Go that compiles nothing: it writes the file of -o, and notes its arguments.
const goStandIn = `#!/usr/bin/env bash
echo "$@" >>"$HOME/calls"
while (($#)); do
  case $1 in
  -o) mkdir -p "$(dirname "$2")" && echo built >"$2" && chmod 755 "$2" ;;
  ./extension/pack) mkdir -p "$2" ;;
  version) echo go version go1.99 ;;
  esac
  shift
done
`

// TestBuildInAReadOnlyCheckout builds as a user who may not write into the checkout, whose
// home directory has a space, and whose Go is not on PATH.
func TestBuildInAReadOnlyCheckout(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("build.sh needs bash")
	}
	dir, err := os.MkdirTemp("", "cairn-checkout-") // below directories that all may enter
	if err != nil {
		t.Fatal(err)
	}
	checkout, home, tools := filepath.Join(dir, "check out"), filepath.Join(dir, "home of ann"), filepath.Join(dir, "tools")
	golang := filepath.Join(home, "sdk", "go1.99", "bin")
	for _, d := range []string{filepath.Join(checkout, "extension", "core"), golang, tools} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	script, err := os.ReadFile("../build.sh")
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{filepath.Join(checkout, "build.sh"): string(script), filepath.Join(checkout, "go.mod"): "module cairn\n\ngo 1.26.0\n", filepath.Join(golang, "go"): goStandIn} {
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, tool := range []string{"awk", "bash", "cat", "chmod", "dirname", "env", "git", "gzip", "mkdir", "sed"} {
		if path, err := exec.LookPath(tool); err == nil {
			if err := os.Symlink(path, filepath.Join(tools, tool)); err != nil {
				t.Fatal(err)
			}
		}
	}
	build := exec.CommandContext(t.Context(), bash, filepath.Join(checkout, "build.sh"), "build")
	build.Dir, build.Env = "/", []string{"HOME=" + home, "PATH=" + tools}
	asAnotherUser(t, build, dir, home)
	readOnly(t, checkout)
	out, err := build.CombinedOutput()
	built := filepath.Join(home, ".cache", "cairn-build")
	for _, want := range []string{"==> building into " + built, "==> extension: " + built + "/dist/extension", "==> companion: " + built + "/bin/cairn"} {
		if !strings.Contains(string(out), want+"\n") {
			t.Errorf("it does not print %q", want)
		}
	}
	if info, missing := os.Stat(filepath.Join(built, "bin", "cairn")); err != nil || missing != nil || info.Mode()&0o100 == 0 {
		t.Errorf("%v, %v:\n%s", err, missing, out)
	}
}

// asAnotherUser has root run a command as a user without rights, to whom home belongs.
func asAnotherUser(t *testing.T, cmd *exec.Cmd, dir, home string) {
	t.Helper()
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // the directory for temporary files is cleared anyway
	if os.Geteuid() != 0 {
		return
	}
	const nobody = 65532
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := filepath.WalkDir(home, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(path, nobody, nobody)
	}); err != nil {
		t.Fatal(err)
	}
}

// readOnly takes the right to write into a directory, and below it, until the end of the test.
func readOnly(t *testing.T, dir string) {
	t.Helper()
	mode := func(mode os.FileMode) {
		for _, d := range []string{dir, filepath.Join(dir, "extension"), filepath.Join(dir, "extension", "core")} {
			if err := os.Chmod(d, mode); err != nil {
				t.Error(err)
			}
		}
	}
	mode(0o555)
	t.Cleanup(func() { mode(0o755) })
}
