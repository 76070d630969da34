package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cairn/companion/home"
	"cairn/companion/home/hometest"
	"cairn/companion/store"
)

// cairnStore runs `cairn store` in process.
func cairnStore(dir string, args ...string) (status int, said string) {
	var out bytes.Buffer
	status = run(context.Background(), append(append([]string{"store"}, args...), "--data", dir), &out, &out)
	return status, out.String()
}

func TestStoreIsVerifiedSalvagedAndBackedUp(t *testing.T) {
	dir := hometest.Remembered(t)
	file := filepath.Join(home.Dir(dir).Store(), "store")
	says := func(verb string, status int, want string) {
		t.Helper()
		if got, said := cairnStore(dir, verb); got != status || !strings.Contains(said, want) {
			t.Errorf("store %s exits %d with\n%s\nwant %d with %q", verb, got, said, status, want)
		}
	}
	says("verify", 0, "the store is sound")
	says("salvage", 0, "nothing to salvage")
	says("backup", 0, "wrote ")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text[bytes.Index(text, []byte("c/0000000000002"))+60] ^= 1
	if err := os.WriteFile(file, append(text, "*3\r\n$3\r\nset"...), 0o600); err != nil {
		t.Fatal(err)
	}
	says("verify", 1, "cairn store salvage")
	says("salvage", 0, "salvaged 0 sessions and 2 steps")
	says("verify", 0, "the store is sound")
	if kept, err := filepath.Glob(file + ".damaged-*"); err != nil || len(kept) != 1 {
		t.Errorf("damaged files: %q, %v", kept, err)
	}
}

func TestStoreCommandsWithoutOrBesideOthers(t *testing.T) {
	dir := t.TempDir()
	for _, verb := range []string{"verify", "salvage"} {
		if status, said := cairnStore(dir, verb); status != 0 || !strings.Contains(said, "nothing is stored yet") {
			t.Errorf("store %s of nothing exits %d with %s", verb, status, said)
		}
	}
	dir = hometest.Remembered(t)
	s, err := store.Open(home.Dir(dir).Store(), store.Options{Holder: "another"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if status, said := cairnStore(dir, "verify"); status != 0 {
		t.Errorf("verify beside a daemon exits %d with %s", status, said)
	}
	for _, verb := range []string{"salvage", "backup"} {
		if status, said := cairnStore(dir, verb); status != 1 || !strings.Contains(said, "hint: end the daemon first: cairn stop") {
			t.Errorf("store %s beside another process exits %d with %s", verb, status, said)
		}
	}
}

// TestAnswersFromADamagedStoreSaySo searches once the store has been salvaged: "nothing
// found" would not be the whole truth.
func TestAnswersFromADamagedStoreSaySo(t *testing.T) {
	dir, cairn := hometest.Remembered(t), copied(t)
	ask := func() (said string) {
		t.Helper()
		cmd := exec.Command(cairn, "search", "nowhere", "--data", dir)
		var errw bytes.Buffer
		cmd.Stderr = &errw
		if out, err := cmd.Output(); err != nil || string(out) != "nothing found\n" {
			t.Errorf("%v, %s", err, out)
		}
		return errw.String()
	}
	if said := ask(); said != "" {
		t.Errorf("of a sound store it says %q", said)
	}
	file := filepath.Join(home.Dir(dir).Store(), "store")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text[bytes.Index(text, []byte("c/0000000000002"))+60] ^= 1
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if said := ask(); !strings.HasPrefix(said, "cairn: the store was damaged, and this answer may lack what was lost; the file as it was is kept: store.damaged-") {
		t.Errorf("of a damaged one it says %q", said)
	}
}
