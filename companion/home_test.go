package main

import (
	"bytes"
	"context"
	"flag"
	"io"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/types"
)

func TestSecretsAreMadeOnceAndKeptPrivate(t *testing.T) {
	h, err := openHome(filepath.Join(t.TempDir(), "deep", "home"))
	if err != nil {
		t.Fatal(err)
	}
	first, err := h.secret(pairingKeyFile)
	if err != nil || len(first) != 32 || bytes.Equal(first, make([]byte, 32)) {
		t.Fatalf("first secret %x, %v", first, err)
	}
	again, err := h.secret(pairingKeyFile)
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("second reading %x, %v; want %x", again, err, first)
	}
	for _, path := range []string{string(h), h.path(pairingKeyFile)} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s may be read by others: %v", path, info.Mode())
		}
	}
	if err := os.WriteFile(h.path(pairingKeyFile), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := h.secret(pairingKeyFile); err == nil || types.AsError(err).Hint == "" {
		t.Errorf("a damaged key gives %v, want an error with a hint", err)
	}
}

func TestListen(t *testing.T) {
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, tc := range []struct {
		name string
		port int
		code types.Code // empty for success
	}{
		{"any", -1, ""},
		{"taken", taken.Addr().(*net.TCPAddr).Port, types.CodePortInUse},
		{"too large", 65536, types.CodeInvalidInput},
		{"negative", -2, types.CodeInvalidInput},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l, err := listen(tc.port)
			if err == nil {
				defer l.Close()
				if !l.Addr().(*net.TCPAddr).IP.IsLoopback() {
					t.Errorf("listens on %s", l.Addr())
				}
			}
			fault := types.AsError(err)
			if (fault == nil) != (tc.code == "") || fault != nil && (fault.Code != tc.code || fault.Hint == "") {
				t.Errorf("listen(%d) = %v, want code %q", tc.port, err, tc.code)
			}
		})
	}
}

func TestFlagsMayStandAnywhere(t *testing.T) {
	for _, tc := range []struct {
		args     []string
		operands []string
		limit    int
	}{
		{[]string{"--limit", "3", "send", "eth"}, []string{"send", "eth"}, 3},
		{[]string{"send", "--limit=3", "eth"}, []string{"send", "eth"}, 3},
		{[]string{"send", "eth", "--limit", "3"}, []string{"send", "eth"}, 3},
		{[]string{"send", "--", "--limit", "3"}, []string{"send", "--limit", "3"}, 1},
		{nil, nil, 1},
	} {
		flags := flag.NewFlagSet("x", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		limit := flags.Int("limit", 1, "")
		got, err := parseAnywhere(flags, tc.args)
		if err != nil || !reflect.DeepEqual(got, tc.operands) || *limit != tc.limit {
			t.Errorf("%q gives %q, limit %d, %v; want %q, %d", tc.args, got, *limit, err, tc.operands, tc.limit)
		}
	}
}

func TestScreenshotNamesCannotLeaveTheirDirectory(t *testing.T) {
	h, err := openHome(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ session, name, want string }{
		{"mm-abcd", "after send", "mm-abcd/*-after-send.png"},
		{"mm-abcd", "../../etc/passwd", "mm-abcd/*-----etcpasswd.png"},
		{"..", "", "--/*-screen.png"},
		{"", "снимок", "session/*-screen.png"},
	} {
		path, err := h.saveImage(tc.session, tc.name, types.Image{Data: []byte("png"), MIME: "image/png"})
		if err != nil {
			t.Errorf("%q: %v", tc.name, err)
			continue
		}
		if ok, _ := filepath.Match(filepath.Join(string(h), "screenshots", tc.want), path); !ok {
			t.Errorf("session %q, name %q went to %s, want %s", tc.session, tc.name, path, tc.want)
		}
	}
}

func TestGitOfNoWorkingTree(t *testing.T) {
	for _, dir := range []string{"", filepath.Join(t.TempDir(), "absent")} {
		if got := readGit(context.Background(), dir); got != nil {
			t.Errorf("readGit(%q) = %+v, want nil", dir, got)
		}
	}
}

func TestMistakesOnTheCommandLineSayWhatToDo(t *testing.T) {
	for _, tc := range []struct {
		args []string
		exit int
		want string
	}{
		{[]string{"fly"}, 2, "cairn help lists them"},
		{[]string{"search"}, 2, "usage: cairn search"},
		{[]string{"search", "--limit", "many", "x"}, 2, "usage: cairn search"},
		{[]string{"status", "--data", t.TempDir()}, 1, "hint: start one"},
	} {
		var out, errw bytes.Buffer
		if exit := run(context.Background(), tc.args, &out, &errw); exit != tc.exit || !strings.Contains(errw.String(), tc.want) {
			t.Errorf("cairn %q exits %d saying %q, want %d and %q", tc.args, exit, errw.String(), tc.exit, tc.want)
		}
	}
}
