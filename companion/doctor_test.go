package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"cairn/companion/chromium"
	"cairn/extension"
	"cairn/shared/types"
)

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
		}, levelWarning, "the next start rewrites it"},
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

func TestDoctorFindsABrowserThatWasLeftOpen(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	for _, tc := range []struct {
		lock string
		want level
	}{
		{fmt.Sprintf("%s-%d", host, os.Getpid()), levelWarning},
		{fmt.Sprintf("%s-%d", host, 1<<30), ""}, // no such process
		{fmt.Sprintf("elsewhere-%d", os.Getpid()), ""},
		{"nonsense", ""},
	} {
		h := testHome(t)
		if err := os.MkdirAll(h.profile(), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(tc.lock, filepath.Join(h.profile(), "SingletonLock")); err != nil {
			t.Skip(err)
		}
		d := newDoctor(h, time.Now())
		d.checkLeftBrowser("browser")
		if l, says, mend := worst(d.found); l != tc.want || l != "" && !strings.HasPrefix(mend, "kill ") {
			t.Errorf("lock %q: %s %q %q, want %q", tc.lock, l, says, mend, tc.want)
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

// TestDoctorSaysOneThingOfWhatIsNoDirectory: all else would be about what is not
// there, and its commands would fail.
func TestDoctorSaysOneThingOfWhatIsNoDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data")
	put(t, file, "not a directory")
	t.Setenv(chromium.EnvBinary, "/nonexistent/chromium")
	report := newDoctor(home(file), time.Now()).examine(context.Background())
	mends := map[string]string{}
	for _, f := range report.Findings {
		if f.Level == levelWrong {
			mends[f.Check] = f.Mend
		}
	}
	want := map[string]string{"data": "mv " + file + " " + file + ".aside", "browser": "unset " + chromium.EnvBinary}
	if report.OK || !maps.Equal(mends, want) {
		t.Errorf("wrong: %q, want %q", mends, want)
	}
}
