package main

import (
	"cairn/companion/store"
	"cairn/shared/types"
	"cairn/shared/wire"
	"context"
	"os"
	"path/filepath"
	"testing"
)

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// testHome is a data directory as the first start leaves it.
func testHome(t *testing.T) home {
	t.Helper()
	h, err := openHome(filepath.Join(t.TempDir(), "home"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{pairingKeyFile, bearerTokenFile} {
		if _, err := h.secret(name); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// remembered makes a data directory with a few steps in its store.
func remembered(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	s, err := store.Open(home(dir).store(), store.Options{})
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
