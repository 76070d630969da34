package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"cairn/companion/bridge"
	"cairn/companion/store"
	"cairn/extension"
	"cairn/shared/types"
)

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

// worst is the most serious finding, all of them in words, and what mends it.
func worst(found []finding) (l level, says, mend string) {
	order := map[level]int{"": 0, levelOK: 1, levelWarning: 2, levelWrong: 3}
	for _, f := range found {
		says += f.Says + "\n"
		if order[f.Level] > order[l] {
			l, mend = f.Level, f.Mend
		}
	}
	return l, says, mend
}

func chmod(t *testing.T, path string, mode fs.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func TestDoctorLooksAtTheDataDirectory(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes mean nothing there")
	}
	for _, tc := range []struct {
		name       string
		do         func(t *testing.T, h home)
		level      level
		says, mend string
	}{
		{"as it should be", func(*testing.T, home) {}, levelOK, "yours alone", ""},
		{"open to others", func(t *testing.T, h home) { chmod(t, string(h), 0o755) }, levelWrong, "may be read by other users", "chmod -R go-rwx "},
		{"an open key", func(t *testing.T, h home) { chmod(t, h.path(pairingKeyFile), 0o644) }, levelWrong, pairingKeyFile, "chmod -R go-rwx "},
		{"an open log", func(t *testing.T, h home) {
			put(t, h.log(), "")
			chmod(t, h.log(), 0o644)
		}, levelWarning, "cairn.log could be read", "chmod -R go-rwx "},
		{"the browser's own files", func(t *testing.T, h home) {
			put(t, filepath.Join(h.profile(), "Local State"), "{}")
			chmod(t, filepath.Join(h.profile(), "Local State"), 0o644)
		}, levelOK, "yours alone", ""},
		{"a file in its place", func(t *testing.T, h home) {
			if err := os.RemoveAll(string(h)); err != nil {
				t.Fatal(err)
			}
			put(t, string(h), "")
		}, levelWrong, "not a directory", "mv "},
		{"not there", func(t *testing.T, h home) {
			if err := os.RemoveAll(string(h)); err != nil {
				t.Fatal(err)
			}
		}, levelOK, "not there yet", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := testHome(t)
			tc.do(t, h)
			d := newDoctor(h, time.Now())
			d.checkData()
			l, says, mend := worst(d.found)
			if l != tc.level || !strings.Contains(says, tc.says) || !strings.HasPrefix(mend, tc.mend) {
				t.Errorf("finds %s %q, mend %q; want %s %q, mend %q", l, says, mend, tc.level, tc.says, tc.mend)
			}
		})
	}
}

func TestDoctorSaysWhenASocketHasNoRoom(t *testing.T) {
	d := newDoctor(home(filepath.Join(t.TempDir(), strings.Repeat("x", maxSocketPath))), time.Now())
	if err := os.Mkdir(string(d.home), 0o700); err != nil {
		t.Fatal(err)
	}
	d.checkData()
	if l, says, mend := worst(d.found); l != levelWrong || !strings.Contains(says, "too many for a socket") || mend == "" {
		t.Errorf("finds %s %q %q", l, says, mend)
	}
}

// writePaired writes an extension with that pairing, with a core that stands in
// for the built one where there is none.
func writePaired(t *testing.T, dir string, p pairing) {
	t.Helper()
	err := fs.WalkDir(extension.Files, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := readEmbedded(path)
		put(t, filepath.Join(dir, path), string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, pairingFile), string(text))
}

func TestDoctorComparesThePairing(t *testing.T) {
	for _, tc := range []struct {
		name  string
		do    func(t *testing.T, h home, loaded string, p pairing)
		level level
		says  string
	}{
		{"as it should be", func(*testing.T, home, string, pairing) {}, levelOK, "holds the same key"},
		{"no key", func(t *testing.T, h home, _ string, _ pairing) { _ = os.Remove(h.path(pairingKeyFile)) }, levelWrong, "no key is there yet"},
		{"a short key", func(t *testing.T, h home, _ string, _ pairing) { put(t, h.path(pairingKeyFile), "abc\n") }, levelWrong, "64 hex digits"},
		{"a token of words", func(t *testing.T, h home, _ string, _ pairing) {
			put(t, h.path(bearerTokenFile), strings.Repeat("zz", 32))
		}, levelWrong, bearerTokenFile},
		{"another key in the extension", func(t *testing.T, _ home, loaded string, p pairing) {
			p.Key = strings.Repeat("00", 32)
			writePaired(t, loaded, p)
		}, levelWrong, "another pairing key"},
		{"a pairing that is no JSON", func(t *testing.T, _ home, loaded string, _ pairing) {
			put(t, filepath.Join(loaded, pairingFile), "{")
		}, levelWrong, "cannot be read"},
		{"no pairing", func(t *testing.T, _ home, loaded string, _ pairing) {
			_ = os.Remove(filepath.Join(loaded, pairingFile))
		}, levelWrong, "has no pairing.json"},
		{"a port it does not know", func(t *testing.T, _ home, loaded string, p pairing) {
			p.Port, p.Ports = 1, nil
			writePaired(t, loaded, p)
		}, levelWrong, "does not know the daemon's port"},
		{"the managed one with another key", func(t *testing.T, h home, _ string, p pairing) {
			p.Key, p.Managed = strings.Repeat("00", 32), true
			writePaired(t, h.managedExtension(), p)
		}, levelWarning, "the next start writes it anew"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h, loaded := testHome(t), filepath.Join(t.TempDir(), "loaded")
			key, err := h.secret(pairingKeyFile)
			if err != nil {
				t.Fatal(err)
			}
			p := pairing{Port: 17837, Ports: ports(17837), Key: hex.EncodeToString(key)}
			writePaired(t, loaded, p)
			tc.do(t, h, loaded, p)
			d := newDoctor(h, time.Now())
			d.loaded, d.health = loaded, &daemonHealth{daemonInfo: daemonInfo{Port: 17837}}
			d.checkPairing()
			if l, says, mend := worst(d.found); l != tc.level || !strings.Contains(says, tc.says) || l != levelOK && mend == "" {
				t.Errorf("finds %s %q, mend %q; want %s %q", l, says, mend, tc.level, tc.says)
			}
		})
	}
}

func TestDoctorComparesTheExtensionFileByFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "extension")
	if state, _ := compareExtension(dir); state != extensionAbsent {
		t.Errorf("of nothing: %v", state)
	}
	writePaired(t, dir, pairing{})
	if state, file := compareExtension(dir); state != extensionSame {
		t.Errorf("of the same: %v, %s", state, file)
	}
	put(t, filepath.Join(dir, "worker", "main.js"), "// older\n")
	if state, file := compareExtension(dir); state != extensionOther || file != "worker/main.js" {
		t.Errorf("of another: %v, %s", state, file)
	}
}

func TestDoctorJudgesBrowsers(t *testing.T) {
	for _, tc := range []struct {
		says  string
		level level
	}{
		{"Chromium 156.0.8078.79 built on Debian GNU/Linux 13 (trixie)", levelOK},
		{"Google Chrome for Testing 150.0.7871.24", levelOK},
		{"Google Chrome 136.0.7103.113", levelOK},
		{"Google Chrome 137.0.7151.55 ", levelWrong},
		{"Google Chrome 156.0.8078.79", levelWrong},
		{"Chromium 119.0.6045.105", levelWrong},
		{"Chromium 152.0.7977.64", levelWrong},
		{"Chromium 152.0.7977.76", levelOK},
	} {
		b, ok := parseBrowser(tc.says)
		if !ok {
			t.Errorf("%q is not understood", tc.says)
			continue
		}
		d := newDoctor("", time.Now())
		d.judgeBrowser("browser", "/bin/browser", b)
		if l, says, mend := worst(d.found); l != tc.level || l == levelWrong && mend == "" {
			t.Errorf("%q: %s %q %q, want %s", tc.says, l, says, mend, tc.level)
		}
	}
	for _, says := range []string{"", "error: no display", "1.2.3.4", "Chromium 156"} {
		if b, ok := parseBrowser(says); ok {
			t.Errorf("%q is understood as %+v", says, b)
		}
	}
}

func TestDoctorDoubtsTheClock(t *testing.T) {
	now := time.Now()
	for _, tc := range []struct {
		name   string
		now    time.Time
		newest time.Time
		level  level
	}{
		{"in order", now, now.Add(-time.Hour), levelOK},
		{"a battery that ran out", time.Unix(0, 0), time.Time{}, levelWrong},
		{"a far future", time.Date(2101, 1, 1, 0, 0, 0, 0, time.UTC), time.Time{}, levelWrong},
		{"set back", now, now.Add(time.Hour), levelWarning},
		{"set a little", now, now.Add(time.Minute), levelOK},
	} {
		d := newDoctor(home(t.TempDir()), tc.now)
		d.health = &daemonHealth{Newest: types.At(tc.newest)}
		d.checkClock()
		if l, says, mend := worst(d.found); l != tc.level || l != levelOK && mend == "" {
			t.Errorf("%s: %s %q, want %s", tc.name, l, says, tc.level)
		}
	}
}

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
	h := testHome(t)
	d := newDoctor(h, time.Now())
	d.health = &daemonHealth{Store: store.Stats{Quarantined: 3, Partial: 2, Lost: 7, DamagedFile: "store.damaged-x", LastError: "no room"}, Unfit: 4}
	d.checkStore()
	l, says, _ := worst(d.found)
	for _, want := range []string{"3 damaged values", "2 steps", "7 records", "store.damaged-x", "no room", "4 stored records"} {
		if l != levelWarning || !strings.Contains(says, want) {
			t.Errorf("%s, no %q in %q", l, want, says)
		}
	}
	d.found, d.health.Store.ReadOnly = nil, "STORE_FSYNC_FAILED"
	d.checkStore()
	if l, says, mend := worst(d.found); l != levelWrong || mend == "" || !strings.Contains(says, "STORE_FSYNC_FAILED") {
		t.Errorf("read-only: %s %q %q", l, says, mend)
	}
}

func TestDoctorReadsAStoreThatNobodyHasOpen(t *testing.T) {
	h := testHome(t)
	s, err := store.Open(h.store(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	look := func() (level, string, string) {
		d := newDoctor(h, time.Now())
		d.checkStore()
		return worst(d.found)
	}
	if l, says, _ := look(); l != levelOK || !strings.Contains(says, "all sound") {
		t.Errorf("sound: %s %q", l, says)
	}
	file := filepath.Join(h.store(), "store")
	sound := read(t, file)
	put(t, file, sound+"garbage in the middle\r\n"+sound)
	if l, says, mend := look(); l != levelWarning || mend == "" {
		t.Errorf("damaged: %s %q %q", l, says, mend)
	}
	if got := read(t, file); got != sound+"garbage in the middle\r\n"+sound {
		t.Error("the doctor changed the store")
	}
}

func TestDoctorJudgesLinks(t *testing.T) {
	now := time.Now()
	link := bridge.Info{Version: extensionVersion(), Browser: "Chromium 156", Since: types.At(now), Heard: types.At(now)}
	older, silent := link, link
	older.Version = "0.0.1"
	silent.Heard = types.At(now.Add(-time.Minute))
	for _, tc := range []struct {
		name   string
		health daemonHealth
		level  level
		says   string
	}{
		{"connected", daemonHealth{Links: []bridge.Info{link}}, levelOK, "Chromium 156 is connected"},
		{"an older extension", daemonHealth{Links: []bridge.Info{older}}, levelWarning, "0.0.1"},
		{"silent", daemonHealth{Links: []bridge.Info{silent}}, levelWarning, "has said nothing"},
		{"none yet", daemonHealth{}, levelWarning, "none has been"},
		{"none any more", daemonHealth{Left: types.At(now)}, levelWarning, "the last left at"},
		{"another key", daemonHealth{Links: []bridge.Info{link}, Mispaired: types.At(now)}, levelWarning, "another pairing key"},
	} {
		d := newDoctor(home(t.TempDir()), now)
		d.health = &tc.health
		d.checkLink()
		if l, says, _ := worst(d.found); l != tc.level || !strings.Contains(says, tc.says) {
			t.Errorf("%s: %s %q, want %s %q", tc.name, l, says, tc.level, tc.says)
		}
	}
}

func TestCheckupIsPrintedWithWhatMends(t *testing.T) {
	var out bytes.Buffer
	r := checkup{Findings: []finding{{"port", levelOK, "is free", ""}, {"extension", levelWrong, "is old", "cairn extension 'a b'"}}}
	if err := r.print(&out); err != nil {
		t.Fatal(err)
	}
	const want = "ok     port       is free\nwrong  extension  is old\n                  mend: cairn extension 'a b'\n\nok: 1, warning: 0, wrong: 1\n"
	if out.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", out.String(), want)
	}
	if got := quoteArg("/a b'c"); got != `'/a b'\''c'` {
		t.Errorf("quoted as %s", got)
	}
}
