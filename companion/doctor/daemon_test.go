package doctor

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/companion/bridge"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/home/hometest"
	"cairn/companion/store"
	"cairn/extension"
	"cairn/shared/types"
)

func TestDoctorTellsWhoHoldsAPort(t *testing.T) {
	b := httptest.NewServer(bridge.New(make([]byte, 32), "chrome-extension://"+extension.ID, nil, bridge.Options{}))
	defer b.Close()
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	silent, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	go func() {
		for {
			conn, err := silent.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
	for want, address := range map[listener]net.Addr{listenerCairn: b.Listener.Addr(), listenerOther: other.Listener.Addr()} {
		if got := whoListens(context.Background(), address.(*net.TCPAddr).Port); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := whoListens(context.Background(), silent.Addr().(*net.TCPAddr).Port); got != listenerOther {
		t.Errorf("silent: %s", got)
	}
	if got := whoListens(context.Background(), freePort()); got != listenerNone {
		t.Errorf("free: %s", got)
	}
}

func TestDoctorTellsWhatTheStoreSuffered(t *testing.T) {
	h := hometest.New(t)
	d := New(h, time.Now())
	d.health = &control.Health{Store: store.Stats{Quarantined: 3, Renewed: 6, Partial: 2, Lost: 7, DamagedFile: "store.damaged-x", LastError: "no room"}, Unfit: 4, Ignored: 5}
	d.checkStore()
	l, says, _ := worst(d.found)
	for _, want := range []string{"3 damaged values", "6 values went bad", "2 steps", "7 records", "store.damaged-x", "no room", "4 stored records", "5 steps were sent"} {
		if l != LevelWarning || !strings.Contains(says, want) {
			t.Errorf("%s, no %q in %q", l, want, says)
		}
	}
	d.found, d.health.Store.ReadOnly = nil, "STORE_FSYNC_FAILED"
	d.checkStore()
	if l, says, mend := worst(d.found); l != LevelWrong || mend == "" || !strings.Contains(says, "STORE_FSYNC_FAILED") {
		t.Errorf("read-only: %s %q %q", l, says, mend)
	}
}

func TestDoctorReadsAStoreThatNobodyHasOpen(t *testing.T) {
	h := hometest.New(t)
	s, err := store.Open(h.Store(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	look := func() (Level, string, string) {
		d := New(h, time.Now())
		d.checkStore()
		return worst(d.found)
	}
	if l, says, _ := look(); l != LevelOK || !strings.Contains(says, "all sound") {
		t.Errorf("sound: %s %q", l, says)
	}
	file := filepath.Join(h.Store(), "store")
	sound := hometest.Read(t, file)
	hometest.Put(t, file, sound+"garbage in the middle\r\n"+sound)
	if l, says, mend := look(); l != LevelWarning || mend != "cairn store salvage --data "+string(h) {
		t.Errorf("damaged: %s %q %q", l, says, mend)
	}
	if got := hometest.Read(t, file); got != sound+"garbage in the middle\r\n"+sound {
		t.Error("the doctor changed the store")
	}
	if s, err = store.Open(h.Store(), store.Options{}); err != nil || s.Close() != nil { // as cairn store salvage does
		t.Errorf("what it advises: %v", err)
	}
	if l, says, mend := look(); l != LevelWarning || !strings.Contains(says, "all sound") || !strings.HasPrefix(mend, "rm ") {
		t.Errorf("after what it advises: %s %q %q", l, says, mend)
	}
}

func TestDoctorJudgesLinks(t *testing.T) {
	now := time.Now()
	link := bridge.Info{Version: embeddedManifest().Version, Browser: "Chromium 156", Since: types.At(now), Heard: types.At(now)}
	older, newer, silent := link, link, link
	older.Version, newer.Version = "0.0.9", "100.0.0"
	silent.Heard = types.At(now.Add(-time.Minute))
	for _, tc := range []struct {
		name   string
		health control.Health
		level  Level
		says   string
	}{
		{"connected", control.Health{Links: []bridge.Info{link}}, LevelOK, "Chromium 156 is connected"},
		{"an older extension", control.Health{Links: []bridge.Info{older}}, LevelWarning, "update the extension"},
		{"a newer extension", control.Health{Links: []bridge.Info{newer}}, LevelWarning, "which is newer than this cairn (" + embeddedManifest().Version + "): update cairn"},
		{"silent", control.Health{Links: []bridge.Info{silent}}, LevelWarning, "has said nothing"},
		{"none yet", control.Health{}, LevelWarning, "none has been"},
		{"none any more", control.Health{Left: types.At(now)}, LevelWarning, "the last left now"},
		{"another key", control.Health{Links: []bridge.Info{link}, Mispaired: types.At(now)}, LevelWarning, "another pairing key"},
		{"an extension that is too old to link", control.Health{Links: []bridge.Info{link}, Outdated: types.At(now)}, LevelWarning, "press reload"},
		{"an extension that is too new to link", control.Health{Links: []bridge.Info{link}, Ahead: types.At(now)}, LevelWarning, "too new for this cairn: update cairn"},
	} {
		d := New(home.Dir(t.TempDir()), now)
		d.health = &tc.health
		d.checkLink()
		if l, says, _ := worst(d.found); l != tc.level || !strings.Contains(says, tc.says) {
			t.Errorf("%s: %s %q, want %s %q", tc.name, l, says, tc.level, tc.says)
		}
	}
}
