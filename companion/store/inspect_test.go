package store

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

func TestLookingAtAStoreFromOutside(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	if o, err := Inspect(dir); err != nil || o.Exists {
		t.Errorf("of nothing: %+v, %v", o, err)
	}
	if pid, err := Holder(dir); err != nil || pid != 0 {
		t.Errorf("nobody has it open: %d, %v", pid, err)
	}
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if pid, err := Holder(dir); err != nil || pid != os.Getpid() {
		t.Errorf("held by %d, %v; want %d", pid, err, os.Getpid())
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if pid, err := Holder(dir); err != nil || pid != 0 {
		t.Errorf("after Close: %d, %v", pid, err)
	}
	if err := os.WriteFile(filepath.Join(dir, prefDamaged+"x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := Inspect(dir)
	if err != nil || !o.Exists || o.Newer || !o.Clean() || len(o.SetAside) != 1 {
		t.Errorf("found %+v, %v", o, err)
	}
	body := []byte("9")
	value := binary.BigEndian.AppendUint32([]byte{schemaVersion + 1}, checksum(keySchema, schemaVersion+1, body))
	newer := appendSet(nil, keySchema, string(append(value, body...)))
	if err := os.WriteFile(filepath.Join(dir, fileStore), newer, 0o600); err != nil {
		t.Fatal(err)
	}
	if o, err := Inspect(dir); err != nil || !o.Newer {
		t.Errorf("a newer store is %+v, %v", o, err)
	}
	if free, low, err := Space(dir); err != nil || free <= 0 || low != (free < minFreeOf(1<<62)) {
		t.Errorf("space %d, low %v, %v", free, low, err)
	}
}

func TestReadingTellsHowFarItIs(t *testing.T) {
	dir := filled(t, 20)
	edit(t, dir, func(b []byte) []byte { clear(b[len(b)/2 : len(b)/2+8]); return b })
	var done, total int64
	tell := func(d, of int64) {
		if d < 0 || d > of {
			t.Errorf("%d of %d bytes", d, of)
		}
		done, total = d, of
	}
	if _, err := Verify(dir, tell); err != nil || done == 0 || total == 0 {
		t.Errorf("verifying reported %d of %d, %v", done, total, err)
	}
	done = 0
	s, err := Open(dir, Options{Progress: tell})
	must(t, err)
	defer s.Close()
	if done == 0 || done != total {
		t.Errorf("a salvage reported %d of %d", done, total)
	}
}
