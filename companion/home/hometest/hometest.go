// Package hometest creates data directories for the tests of other packages.
package hometest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"cairn/companion/home"
	"cairn/companion/store"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Put writes a file, and creates its parent directories.
func Put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Read returns the content of a file.
func Read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// New returns a data directory in its state after the first start.
func New(t *testing.T) home.Dir {
	t.Helper()
	h, err := home.Open(filepath.Join(t.TempDir(), "home"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{home.PairingKeyFile, home.BearerTokenFile} {
		if _, err := h.Secret(name); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// Remembered creates a data directory with a few steps in its store.
func Remembered(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	s, err := store.Open(home.Dir(dir).Store(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var recs []wire.Record
	for _, id := range []string{"s-00000001", "s-00000002", "s-00000003"} {
		recs = append(recs, wire.Record{Step: &types.Step{SchemaVersion: 1, StepID: id, SessionID: "mm-1234", Timestamp: 1_700_000_000_000,
			Tool: types.Tool{Name: "mm_click"}, Outcome: types.Outcome{OK: true}}})
	}
	if _, err := s.Put(context.Background(), "", "", recs, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}
