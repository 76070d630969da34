// Package e2e proves what Cairn promises its users, with nothing replaced: the
// cairn binary as a process, real Chromium with the unpacked extension, real
// MCP clients, real files on disk, real pages.
package e2e

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// cairnBinary is the program under test, built once for all tests.
var cairnBinary string

// repoRoot is the checkout.
var repoRoot string

func TestMain(m *testing.M) {
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
	return m.Run()
}

// build compiles the Wasm core into the extension and the extension into the
// binary, as build.sh does.
func build() error {
	core := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-ldflags", "-s -w",
		"-o", filepath.Join(repoRoot, "extension", "core", "core.wasm"), "./wasm")
	core.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	binary := exec.Command("go", "build", "-trimpath", "-o", cairnBinary, "./companion")
	for _, cmd := range []*exec.Cmd{core, binary} {
		cmd.Dir = repoRoot
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %w\n%s", cmd.Args, err, out)
		}
	}
	return nil
}
