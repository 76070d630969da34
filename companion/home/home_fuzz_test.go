package home

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
	h := Dir(f.TempDir())
	f.Fuzz(func(t *testing.T, text []byte) {
		write := func(path string) {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write(h.LimitsFile())
		if l, err := h.Retention(); err == nil && l.Check() != nil {
			t.Errorf("limits %+v", l)
		}
		write(h.DaemonFile())
		if info, err := h.ReadDaemonInfo(); err == nil && (info.PID <= 0 || info.Port <= 0 || info.Port > 65535) {
			t.Errorf("daemon %+v", info)
		}
		write(h.Path(PairingKeyFile))
		if key, err := h.Secret(PairingKeyFile); err == nil && len(key) != 32 {
			t.Errorf("a key of %d bytes", len(key))
		}
		write(h.Path(PairingFile))
		_, _ = ReadPairing(string(h)) // it is compared with the key by who reads it
		write(h.droppedFile())
		_ = h.LastDropped()
		if err := os.MkdirAll(h.Store(), 0o700); err != nil {
			t.Fatal(err)
		}
		write(filepath.Join(h.Store(), "store.lock"))
		if pid, err := store.Holder(h.Store()); err == nil && pid < 0 {
			t.Errorf("held by process %d", pid)
		}
	})
}
