package doctor

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
	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/home/hometest"
	"cairn/extension"
	"cairn/shared/types"
)

// worst returns the most serious finding, all of them in words, and the remedy.
func worst(found []finding) (l Level, says, mend string) {
	order := map[Level]int{"": 0, LevelOK: 1, LevelWarning: 2, LevelWrong: 3}
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
		do         func(t *testing.T, h home.Dir)
		level      Level
		says, mend string
	}{
		{"as it should be", func(*testing.T, home.Dir) {}, LevelOK, "only you can read", ""},
		{"open to others", func(t *testing.T, h home.Dir) { chmod(t, string(h), 0o755) }, LevelWrong, "may be read by other users", "chmod -R go-rwx "},
		{"an open key", func(t *testing.T, h home.Dir) { chmod(t, h.Path(home.PairingKeyFile), 0o644) }, LevelWrong, home.PairingKeyFile, "chmod -R go-rwx "},
		{"an open log", func(t *testing.T, h home.Dir) {
			hometest.Put(t, h.Log(), "")
			chmod(t, h.Log(), 0o644)
		}, LevelWarning, "cairn.log could be read", "chmod -R go-rwx "},
		{"the browser's own files", func(t *testing.T, h home.Dir) {
			hometest.Put(t, filepath.Join(h.Profile(), "Local State"), "{}")
			chmod(t, filepath.Join(h.Profile(), "Local State"), 0o644)
		}, LevelOK, "only you can read", ""},
		{"a file in its place", func(t *testing.T, h home.Dir) {
			if err := os.RemoveAll(string(h)); err != nil {
				t.Fatal(err)
			}
			hometest.Put(t, string(h), "")
		}, LevelWrong, "not a directory", "mv "},
		{"not there", func(t *testing.T, h home.Dir) {
			if err := os.RemoveAll(string(h)); err != nil {
				t.Fatal(err)
			}
		}, LevelOK, "does not exist yet", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := hometest.New(t)
			tc.do(t, h)
			d := New(h, time.Now())
			d.checkData()
			l, says, mend := worst(d.found)
			if l != tc.level || !strings.Contains(says, tc.says) || !strings.HasPrefix(mend, tc.mend) {
				t.Errorf("finds %s %q, mend %q; want %s %q, mend %q", l, says, mend, tc.level, tc.says, tc.mend)
			}
		})
	}
}

func TestDoctorSaysWhenASocketHasNoRoom(t *testing.T) {
	d := New(home.Dir(filepath.Join(t.TempDir(), strings.Repeat("x", maxSocketPath))), time.Now())
	if err := os.Mkdir(string(d.home), 0o700); err != nil {
		t.Fatal(err)
	}
	d.checkData()
	if l, says, mend := worst(d.found); l != LevelWrong || !strings.Contains(says, "too many for a socket") || mend == "" {
		t.Errorf("finds %s %q %q", l, says, mend)
	}
}

// writePaired writes an extension with that pairing, with a core that stands in
// for the built one where there is none.
func writePaired(t *testing.T, dir string, p home.Pairing) {
	t.Helper()
	err := fs.WalkDir(extension.Files, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := readEmbedded(path)
		hometest.Put(t, filepath.Join(dir, path), string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	hometest.Put(t, filepath.Join(dir, home.PairingFile), string(text))
}

func TestDoctorComparesThePairing(t *testing.T) {
	for _, tc := range []struct {
		name  string
		do    func(t *testing.T, h home.Dir, loaded string, p home.Pairing)
		level Level
		says  string
	}{
		{"as it should be", func(*testing.T, home.Dir, string, home.Pairing) {}, LevelOK, "holds the same key"},
		{"no key", func(t *testing.T, h home.Dir, _ string, _ home.Pairing) { _ = os.Remove(h.Path(home.PairingKeyFile)) }, LevelWrong, "no key yet"},
		{"a short key", func(t *testing.T, h home.Dir, _ string, _ home.Pairing) {
			hometest.Put(t, h.Path(home.PairingKeyFile), "abc\n")
		}, LevelWrong, "64 hex digits"},
		{"a token of words", func(t *testing.T, h home.Dir, _ string, _ home.Pairing) {
			hometest.Put(t, h.Path(home.BearerTokenFile), strings.Repeat("zz", 32))
		}, LevelWrong, home.BearerTokenFile},
		{"another key in the extension", func(t *testing.T, _ home.Dir, loaded string, p home.Pairing) {
			p.Key = strings.Repeat("00", 32)
			writePaired(t, loaded, p)
		}, LevelWrong, "another pairing key"},
		{"a pairing that is no JSON", func(t *testing.T, _ home.Dir, loaded string, _ home.Pairing) {
			hometest.Put(t, filepath.Join(loaded, home.PairingFile), "{")
		}, LevelWrong, "cannot be read"},
		{"no pairing", func(t *testing.T, _ home.Dir, loaded string, _ home.Pairing) {
			_ = os.Remove(filepath.Join(loaded, home.PairingFile))
		}, LevelWrong, "has no pairing.json"},
		{"a port it does not know", func(t *testing.T, _ home.Dir, loaded string, p home.Pairing) {
			p.Port, p.Ports = 1, nil
			writePaired(t, loaded, p)
		}, LevelWrong, "does not know the daemon's port"},
		{"the managed one with another key", func(t *testing.T, h home.Dir, _ string, p home.Pairing) {
			p.Key, p.Managed = strings.Repeat("00", 32), true
			writePaired(t, h.ManagedExtension(), p)
		}, LevelWarning, "the next start rewrites it"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h, loaded := hometest.New(t), filepath.Join(t.TempDir(), "loaded")
			key, err := h.Secret(home.PairingKeyFile)
			if err != nil {
				t.Fatal(err)
			}
			p := home.Pairing{Port: 17837, Ports: home.Ports(17837), Key: hex.EncodeToString(key)}
			writePaired(t, loaded, p)
			tc.do(t, h, loaded, p)
			d := New(h, time.Now())
			d.Loaded, d.health = loaded, &control.Health{DaemonInfo: home.DaemonInfo{Port: 17837}}
			d.checkPairing()
			if l, says, mend := worst(d.found); l != tc.level || !strings.Contains(says, tc.says) || l != LevelOK && mend == "" {
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
	writePaired(t, dir, home.Pairing{})
	if state, file := compareExtension(dir); state != extensionSame {
		t.Errorf("of the same: %v, %s", state, file)
	}
	hometest.Put(t, filepath.Join(dir, "worker", "main.js"), "// older\n")
	if state, file := compareExtension(dir); state != extensionOther || file != "worker/main.js" {
		t.Errorf("of another: %v, %s", state, file)
	}
}

func TestDoctorJudgesBrowsers(t *testing.T) {
	for _, tc := range []struct {
		says  string
		level Level
		want  string
	}{
		{"Chromium 156.0.8078.79 built on Debian GNU/Linux 13 (trixie)", LevelOK, "Chromium 156.0.8078.79 at /bin/browser is used: --browser names it\n"},
		{"Google Chrome 156.0.8078.79", LevelOK, "Google Chrome 156.0.8078.79 at /bin/browser is used: --browser names it\n"},
		{"Chromium 119.0.6045.105", LevelWrong, "Chromium 119.0.6045.105 at /bin/browser is too old: the extension needs 123\n"},
		{"Chromium 152.0.7977.64", LevelWrong, "Chromium 152.0.7977.64 at /bin/browser is of a range that registers unpacked extensions and then never loads them\n"},
	} {
		v, _ := chromium.ParseVersion(tc.says)
		d := New("", time.Now())
		d.judgeBrowser("browser", chromium.Installed{Path: "/bin/browser", Why: "--browser names it"}, v)
		if l, says, mend := worst(d.found); l != tc.level || says != tc.want || l == LevelWrong && mend != "cairn install-browser" {
			t.Errorf("%q: %s %q %q, want %s %q", tc.says, l, says, mend, tc.level, tc.want)
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
		want Level
	}{
		{fmt.Sprintf("%s-%d", host, os.Getpid()), LevelWarning},
		{fmt.Sprintf("%s-%d", host, 1<<30), ""}, // no such process
		{fmt.Sprintf("elsewhere-%d", os.Getpid()), ""},
		{"nonsense", ""},
	} {
		h := hometest.New(t)
		if err := os.MkdirAll(h.Profile(), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(tc.lock, filepath.Join(h.Profile(), "SingletonLock")); err != nil {
			t.Skip(err)
		}
		d := New(h, time.Now())
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
		level  Level
	}{
		{"in order", now, now.Add(-time.Hour), LevelOK},
		{"a battery that ran out", time.Unix(0, 0), time.Time{}, LevelWrong},
		{"a far future", time.Date(2101, 1, 1, 0, 0, 0, 0, time.UTC), time.Time{}, LevelWrong},
		{"set back", now, now.Add(time.Hour), LevelWarning},
		{"set a little", now, now.Add(time.Minute), LevelOK},
	} {
		d := New(home.Dir(t.TempDir()), tc.now)
		d.health = &control.Health{Newest: types.At(tc.newest)}
		d.checkClock()
		if l, says, mend := worst(d.found); l != tc.level || l != LevelOK && mend == "" {
			t.Errorf("%s: %s %q, want %s", tc.name, l, says, tc.level)
		}
	}
}

func TestCheckupIsPrintedWithWhatMends(t *testing.T) {
	var out bytes.Buffer
	r := Checkup{Findings: []finding{{"port", LevelOK, "is free", ""}, {"extension", LevelWrong, "is old", "cairn extension 'a b'"}}}
	if err := r.Print(&out); err != nil {
		t.Fatal(err)
	}
	const want = "ok     port       is free\nwrong  extension  is old\n                  fix: cairn extension 'a b'\n\nok: 1, warning: 0, wrong: 1\n"
	if out.String() != want {
		t.Errorf("printed\n%s\nwant\n%s", out.String(), want)
	}
	if got := console.QuoteArg("/a b'c"); got != `'/a b'\''c'` {
		t.Errorf("quoted as %s", got)
	}
}

// TestDoctorSaysOneThingOfWhatIsNoDirectory: all else would be about missing
// files, and its commands would fail.
func TestDoctorSaysOneThingOfWhatIsNoDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data")
	hometest.Put(t, file, "not a directory")
	t.Setenv(chromium.EnvBinary, "/nonexistent/chromium")
	report := New(home.Dir(file), time.Now()).Examine(context.Background())
	mends := map[string]string{}
	for _, f := range report.Findings {
		if f.Level == LevelWrong && f.Mend != "./build.sh build" { // a checkout may be unbuilt
			mends[f.Check] = f.Mend
		}
	}
	want := map[string]string{"data": "mv " + file + " " + file + ".aside", "browser": "unset " + chromium.EnvBinary}
	if report.OK || !maps.Equal(mends, want) {
		t.Errorf("wrong: %q, want %q", mends, want)
	}
}
