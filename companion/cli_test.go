package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"cairn/extension"
	"cairn/testdata/golden"
)

// TestMain lets transcripts run this package as the command cairn.
func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"cairn": main}) }

// TestTranscripts plays the command lines of testdata/cli and compares their output: help,
// success and failure of every command. Each has a data directory of its own, and
// $MEMORY, two sessions to import.
func TestTranscripts(t *testing.T) {
	memory, err := filepath.Abs("../testdata/cli/memory")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "../testdata/cli",
		UpdateScripts:       golden.Updating(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("CAIRN_HOME", filepath.Join(env.WorkDir, "data"))
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_CONFIG_HOME", "")
			env.Setenv("TZ", "UTC")
			env.Setenv("MEMORY", memory)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "registry": registry, "newer": newer, "occupied": occupied},
		Condition: func(name string) (bool, error) {
			switch name {
			case "root":
				return os.Geteuid() == 0, nil
			case "built":
				_, err := fs.Stat(extension.Files, extension.CorePath)
				return err == nil, nil
			}
			return false, fmt.Errorf("no condition is called %s", name)
		},
	})
}

// exits runs a command that must end with a status, or one of several: exits 0|1 cairn doctor.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND...")
	}
	err := ts.Exec(args[1], args[2:]...)
	status := 0
	if ended := new(exec.ExitError); errors.As(err, &ended) {
		status = ended.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if !slices.Contains(strings.Split(args[0], "|"), strconv.Itoa(status)) {
		ts.Fatalf("%s exits %d, want %s", strings.Join(args[1:], " "), status, args[0])
	}
}

// TestEveryCommandHasATranscript looks for its help and a failure.
func TestEveryCommandHasATranscript(t *testing.T) {
	for _, cmd := range newRoot(&call{}).Commands() {
		if !cmd.IsAvailableCommand() {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../testdata/cli", cmd.Name()+".txt"))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, part := range []string{"exec cairn help " + cmd.Name(), "exits "} {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s.txt has no line with %q", cmd.Name(), part)
			}
		}
	}
}

// copied returns a path at which this test runs as the command: see TestMain.
func copied(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "cairn"+strings.TrimPrefix(filepath.Ext(self), ".test")) // .exe on Windows
	if err := os.WriteFile(path, program, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}
