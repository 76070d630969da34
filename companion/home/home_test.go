package home

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

func TestSecretsAreMadeOnceAndKeptPrivate(t *testing.T) {
	h, err := Open(filepath.Join(t.TempDir(), "deep", "home"))
	if err != nil {
		t.Fatal(err)
	}
	first, err := h.Secret(PairingKeyFile)
	if err != nil || len(first) != 32 || bytes.Equal(first, make([]byte, 32)) {
		t.Fatalf("first secret %x, %v", first, err)
	}
	again, err := h.Secret(PairingKeyFile)
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("second reading %x, %v; want %x", again, err, first)
	}
	for _, path := range []string{string(h), h.Path(PairingKeyFile)} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s may be read by others: %v", path, info.Mode())
		}
	}
	if err := os.WriteFile(h.Path(PairingKeyFile), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Secret(PairingKeyFile); err == nil || types.AsError(err).Hint == "" {
		t.Errorf("a damaged key gives %v, want an error with a hint", err)
	}
}

func TestScreenshotNamesCannotLeaveTheirDirectory(t *testing.T) {
	h, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ session, name, want string }{
		{"mm-abcd", "after send", "mm-abcd/*-after-send.png"},
		{"mm-abcd", "../../etc/passwd", "mm-abcd/*-----etcpasswd.png"},
		{"..", "", "--/*-screen.png"},
		{"", "снимок", "session/*-screen.png"},
	} {
		path, err := h.SaveImage(tc.session, tc.name, tool.Image{Data: []byte("png"), MIME: "image/png"})
		if err != nil {
			t.Errorf("%q: %v", tc.name, err)
			continue
		}
		if ok, _ := filepath.Match(filepath.Join(string(h), "screenshots", tc.want), path); !ok {
			t.Errorf("session %q, name %q went to %s, want %s", tc.session, tc.name, path, tc.want)
		}
	}
}
