//go:build unix

package main

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestASignalEndsACommand interrupts commands while they wait: for a server, for an
// answer, and for a browser.
func TestASignalEndsACommand(t *testing.T) {
	asked := make(chan struct{}, 1)
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	}))
	t.Cleanup(silent.Close)
	cairn := copied(t)
	mute := filepath.Join(filepath.Dir(cairn), "mute")
	if err := os.WriteFile(mute, []byte("#!/bin/sh\nexec sleep 600\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name   string
		args   []string
		until  string // the command's words, after which the signal is sent; empty for a request to the server
		signal os.Signal
		exit   int
		said   string
	}{
		{"a list of browsers", []string{"install-browser", "--from", silent.URL}, "", os.Interrupt, 130, "cairn: interrupted\n"},
		{"by another program", []string{"install-browser", "--from", silent.URL}, "", syscall.SIGTERM, 143, "cairn: interrupted\n"},
		{"a version", []string{"upgrade"}, "", os.Interrupt, 130, "cairn: interrupted\n"},
		{"a question", []string{"setup", "cursor"}, "Change this file? [y/N] ", os.Interrupt, 130, "cairn: interrupted\n"},
		{"a browser", []string{"run", "--headless", "--browser", mute}, "Starting a browser", os.Interrupt, 130, "cairn: interrupted\n"},
		{"for what it serves", []string{"serve"}, "ready: ", os.Interrupt, 0, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			home := t.TempDir()
			cmd := exec.CommandContext(t.Context(), cairn, tc.args...)
			cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "TMPDIR=" + home, "CAIRN_HOME=" + filepath.Join(home, "data"), "PATH=" + os.Getenv("PATH"), "npm_config_registry=" + silent.URL}
			var said bytes.Buffer
			var shown marked
			shown.until, shown.seen = tc.until, make(chan struct{}, 1)
			cmd.Stdout, cmd.Stderr = &shown, &said
			if tc.name == "for what it serves" {
				cmd.Stdout, cmd.Stderr = &said, &shown
			}
			answers, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer answers.Close()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if tc.until == "" {
				<-asked
			} else {
				<-shown.seen
			}
			if err := cmd.Process.Signal(tc.signal); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // its status is compared
			if exit := cmd.ProcessState.ExitCode(); exit != tc.exit || said.String() != tc.said {
				t.Errorf("exit %d, want %d; %q, want %q", exit, tc.exit, said.String(), tc.said)
			}
			if left := unfinished(t, home); len(left) > 0 {
				t.Errorf("it leaves %q", left)
			}
		})
	}
}

// marked tells when a text was written to it.
type marked struct {
	text  bytes.Buffer
	until string
	seen  chan struct{}
}

func (m *marked) Write(b []byte) (int, error) {
	before := strings.Contains(m.text.String(), m.until)
	m.text.Write(b)
	if !before && strings.Contains(m.text.String(), m.until) {
		m.seen <- struct{}{}
	}
	return len(b), nil
}

// unfinished lists the files below a home directory, except those of the data directory
// that every command keeps there.
func unfinished(t *testing.T, home string) (left []string) {
	t.Helper()
	if err := fs.WalkDir(os.DirFS(home), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && name == "data" {
			return fs.SkipDir
		}
		if err == nil && !d.IsDir() {
			left = append(left, name)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cairn.sock", "daemon.json"} {
		if _, err := os.Stat(filepath.Join(home, "data", name)); err == nil {
			left = append(left, name)
		}
	}
	return left
}
