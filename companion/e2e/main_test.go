// Package e2e proves Cairn's promises to its users, with nothing replaced: the
// cairn binary as a process, real Chromium with the unpacked extension, real
// MCP clients, real files on disk, real pages.
package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"cairn/companion/chromium"
)

// cairnBinary is the program under test, built once for all tests.
var cairnBinary string

// repoRoot is the checkout.
var repoRoot string

func TestMain(m *testing.M) {
	if file := os.Getenv(replayed); file != "" {
		os.Exit(replayDriver(file))
	}
	flag.Parse()
	if testing.Short() {
		fmt.Println("end-to-end tests need a browser and are left out by -short")
		os.Exit(0)
	}
	os.Exit(runAll(m))
}

func runAll(m *testing.M) int {
	dir, err := os.MkdirTemp("", "cairn-e2e-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if repoRoot, err = filepath.Abs("../.."); err != nil {
		panic(err)
	}
	cairnBinary = filepath.Join(dir, "cairn")
	if err := build(); err != nil {
		fmt.Println(err)
		return 1
	}
	if err := compileWasmOnce(dir); err != nil {
		fmt.Println(err)
		return 1
	}
	code := m.Run()
	if !endWorlds() {
		return 1
	}
	return code
}

// compileWasmOnce has all tests start their browser by a script in dir that adds a switch: V8
// then compiles the core once, without optimising it. Five tests take 47 s of processor time
// with it and 53 without. Benchmarks do without it.
func compileWasmOnce(dir string) error {
	if flag.Lookup("test.bench").Value.String() != "" {
		return nil
	}
	browser, err := chromium.Find()
	if err != nil {
		return err
	}
	script := filepath.Join(dir, "browser")
	if err := os.WriteFile(script, fmt.Appendf(nil, "#!/bin/sh\nexec '%s' --js-flags=--liftoff-only \"$@\"\n", browser), 0o700); err != nil {
		return err
	}
	return os.Setenv(chromium.EnvBinary, script)
}

// build compiles the Wasm core into the extension and the extension into the
// binary, as build.sh does. Where the core is up to date it is left alone:
// other tests may be reading it.
func build() error {
	core := filepath.Join(repoRoot, "extension", "core", "core.wasm")
	fresh := filepath.Join(filepath.Dir(cairnBinary), "core.wasm")
	if err := goBuild([]string{"GOOS=wasip1", "GOARCH=wasm"}, "-buildmode=c-shared", "-ldflags", "-s -w", "-o", fresh, "./wasm"); err != nil {
		return err
	}
	made, err := os.ReadFile(fresh)
	if err != nil {
		return err
	}
	if had, err := os.ReadFile(core); err != nil || !bytes.Equal(had, made) {
		if err := os.WriteFile(core, made, 0o644); err != nil {
			return err
		}
	}
	return goBuild(nil, "-ldflags", "-s -w", "-o", cairnBinary, "./companion")
}

func goBuild(env []string, args ...string) error {
	cmd := exec.Command("go", append([]string{"build", "-trimpath"}, args...)...)
	cmd.Dir, cmd.Env = repoRoot, append(append(os.Environ(), "CGO_ENABLED=0"), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%s", cmd.Args, err, out)
	}
	return nil
}
