package main

import (
	"os"
	"path/filepath"
	"testing"

	"cairn/companion/store"
)

// FuzzHomeFiles puts anything into the small files of the data directory, which
// people edit and crashes cut short. Each is read, or refused in words.
func FuzzHomeFiles(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `null`, `{"days": 90, "bytes": 268435456}`, `{"days": -1}`, `{"days": 1e9}`,
		`{"port": 17837, "ports": [17837], "key": "00"}`, `{"pid": 1, "port": 17837, "version": "1", "startedAt": "2026-01-01T00:00:00Z"}`,
		"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n", `{"version":1,"sites":[]}`, "\x00\xff",
	} {
		f.Add([]byte(seed))
	}
	h := home(f.TempDir())
	f.Fuzz(func(t *testing.T, text []byte) {
		write := func(path string) {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write(h.limitsFile())
		if l, err := h.limits(); err == nil && l.Check() != nil {
			t.Errorf("limits %+v", l)
		}
		write(h.daemonFile())
		if info, err := h.readDaemonInfo(); err == nil && (info.PID <= 0 || info.Port <= 0 || info.Port > 65535) {
			t.Errorf("daemon %+v", info)
		}
		write(h.path(pairingKeyFile))
		if key, err := h.secret(pairingKeyFile); err == nil && len(key) != 32 {
			t.Errorf("a key of %d bytes", len(key))
		}
		write(h.path(pairingFile))
		_, _ = readPairing(string(h)) // it is compared with the key by who reads it
		write(h.droppedFile())
		_ = h.lastDropped()
		if err := os.MkdirAll(h.store(), 0o700); err != nil {
			t.Fatal(err)
		}
		write(filepath.Join(h.store(), "store.lock"))
		if pid, err := store.Holder(h.store()); err == nil && pid < 0 {
			t.Errorf("held by process %d", pid)
		}
	})
}
