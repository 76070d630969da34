package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"cairn/companion/version"
	"cairn/testdata/golden"
)

// TestMain lets transcripts run this package as the command cairn.
func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"cairn": main}) }

// TestTranscripts plays the command lines of testdata/cli and compares what they print: help,
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
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "registry": registry},
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

// registry serves a registry of npm with one version of Cairn that is a script without
// content: registry VERSION.
func registry(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: registry VERSION")
	}
	var tarball bytes.Buffer
	zipped := gzip.NewWriter(&tarball)
	files := tar.NewWriter(zipped)
	manifest := fmt.Sprintf(`{"name":%q,"version":%q,"bin":{"cairn":"cairn.js"},"repository":{"url":"git+%s.git"}}`, version.NPM, args[0], version.Repository)
	for name, text := range map[string]string{"package/package.json": manifest, "package/cairn.js": "#!/usr/bin/env node\n"} {
		ts.Check(files.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}))
		_, err := io.WriteString(files, text)
		ts.Check(err)
	}
	ts.Check(errors.Join(files.Close(), zipped.Close()))
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		entry := strings.TrimSuffix(manifest, "}") + fmt.Sprintf(`,"dist":{"tarball":"%s/cairn.tgz"}}`, server.URL)
		switch r.URL.Path {
		case "/" + version.NPM + "/latest":
			fmt.Fprint(w, entry)
		case "/" + version.NPM:
			fmt.Fprintf(w, `{"name":%q,"dist-tags":{"latest":%q},"versions":{%q:%s}}`, version.NPM, args[0], args[0], entry)
		case "/cairn.tgz":
			_, _ = w.Write(tarball.Bytes()) // npm reports what is missing
		default:
			http.NotFound(w, r)
		}
	})
	server.Start()
	ts.Defer(server.Close)
	ts.Setenv("npm_config_registry", server.URL)
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
