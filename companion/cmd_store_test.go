package main

import (
	"bytes"
	"context"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/companion/store"
)

// cairnStore runs `cairn store` in process.
func cairnStore(dir string, args ...string) (status int, said string) {
	var out bytes.Buffer
	status = run(context.Background(), append(append([]string{"store"}, args...), "--data", dir), &out, &out)
	return status, out.String()
}

func TestStoreIsVerifiedSalvagedAndBackedUp(t *testing.T) {
	dir := remembered(t)
	file := filepath.Join(home(dir).store(), "store")
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
	says("salvage", 0, "salvaged 0 sessions, 2 steps")
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
	dir = remembered(t)
	s, err := store.Open(home(dir).store(), store.Options{Holder: "another"})
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

func TestStatusSaysWhatIsWrongWithTheStore(t *testing.T) {
	var sound, hurt bytes.Buffer
	printStoreHealth(&sound, "/data", store.Stats{Steps: 5})
	if sound.Len() > 0 {
		t.Errorf("of a sound store it is said: %s", sound.String())
	}
	printStoreHealth(&hurt, "/data", store.Stats{ReadOnly: "the disk did not take it", DamagedFile: "store.damaged-x", Quarantined: 3, Partial: 4, Lost: 5, LastError: "no room"})
	for _, want := range []string{"the disk did not take it", "cairn stop", "/data/store/store.damaged-x", "3 damaged records", "4 steps", "5 records never came", "no room"} {
		if !strings.Contains(hurt.String(), want) {
			t.Errorf("nothing is said of %q:\n%s", want, hurt.String())
		}
	}
}

func TestLongReadingTellsHowFarItIs(t *testing.T) {
	var out bytes.Buffer
	at := time.Unix(0, 0)
	tell := progress(&out, "reading", func() time.Time { return at })
	for done := int64(0); done <= 10; done++ {
		tell(done<<20, 10<<20)
		at = at.Add(300 * time.Millisecond)
	}
	if want := "cairn: reading: 4 of 10 MiB\ncairn: reading: 8 of 10 MiB\n"; out.String() != want {
		t.Errorf("told %q, want %q", out.String(), want)
	}
}

func TestTheLogSaysWhatTheStoreSuffered(t *testing.T) {
	var out bytes.Buffer
	d := &daemon{log: log.New(&out, "", 0)}
	d.tellStore(store.Stats{Steps: 5})
	if out.Len() > 0 {
		t.Errorf("of a sound store it says %q", out.String())
	}
	d.tellStore(store.Stats{Steps: 5, TornBytes: 12, DamagedFile: "store.damaged-x", Quarantined: 3})
	for _, want := range []string{"12 bytes", "5 steps", "3 values", "store.damaged-x"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing is said of %q: %s", want, out.String())
		}
	}
}
