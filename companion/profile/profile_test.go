package profile

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

// browserData writes files into a user data directory.
func browserData(t *testing.T, files map[string]string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "data")
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

var usual = map[string]string{
	"Local State":         `{"profile":{"last_used":"Profile 1","info_cache":{"Default":{"user_name":"eve@example.com"}}},"os_crypt":{"encrypted_key":"abc"}}`,
	"Last Version":        "156.0.8078.79\n",
	"Default/Preferences": "{}",

	"Profile 1/Preferences":                 "{}",
	"Profile 1/Network/Cookies":             "cookies",
	"Profile 1/Network/Cookies-journal":     "journal",
	"Profile 1/Local Storage/leveldb/1.ldb": "local",
	"Profile 1/Local Storage/leveldb/LOCK":  "",
	"Profile 1/IndexedDB/a.leveldb/1.ldb":   "indexed",

	"Profile 1/Login Data":             "passwords",
	"Profile 1/Web Data":               "cards",
	"Profile 1/History":                "history",
	"Profile 1/Bookmarks":              "bookmarks",
	"Profile 1/Secure Preferences":     "{}",
	"Profile 1/Sessions/Session_1":     "tabs",
	"Profile 1/Extensions/a/1/file.js": "",
	"Profile 1/Cache/Cache_Data/f_1":   "cache",
}

func TestCopyKeepsASignInAndLeavesTheRest(t *testing.T) {
	root := browserData(t, usual)
	before := list(t, root)
	s, err := Find(root)
	if err != nil || s.Name != "Profile 1" || s.Version != "156.0.8078.79" {
		t.Fatalf("found %+v, %v", s, err)
	}
	copied := filepath.Join(t.TempDir(), "profiles", "one")
	report, err := s.Copy(t.Context(), copied)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Default/IndexedDB/a.leveldb/1.ldb", "Default/Local Storage/leveldb/1.ldb", "Default/Network/Cookies", "Default/Network/Cookies-journal", "Default/Preferences", "Local State"}
	if got := list(t, copied); !slices.Equal(got, want) {
		t.Errorf("the copy holds %q, want %q", got, want)
	}
	if report.Files != 5 || report.Bytes != int64(len("{}cookiesjournallocalindexed")) {
		t.Errorf("reported %+v", report)
	}
	state, err := os.ReadFile(filepath.Join(copied, "Local State"))
	if err != nil || string(state) != `{"os_crypt":{"encrypted_key":"abc"}}` {
		t.Errorf("Local State is %s, %v", state, err)
	}
	if got := list(t, root); !slices.Equal(got, before) {
		t.Errorf("the original changed to %q", got)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(copied), "unfinished-*")); len(left) > 0 {
		t.Errorf("left behind %q", left)
	}
}

func TestFindTakesTheProfileThatIsNamed(t *testing.T) {
	root := browserData(t, usual)
	if s, err := Find(filepath.Join(root, "Default")); err != nil || s.Name != "Default" || filepath.Base(s.Root) != "data" {
		t.Errorf("found %+v, %v", s, err)
	}
}

func TestCopyRefuses(t *testing.T) {
	const hint = "name the directory that chrome://version shows as Profile Path"
	for _, tc := range []struct {
		name          string
		files         map[string]string
		message, hint string
	}{
		{"a directory of something else", map[string]string{"notes.txt": ""}, "is no profile of a Chromium-family browser", hint},
		{"a browser that was never used", map[string]string{"Local State": "{}"}, "is no profile of a Chromium-family browser", hint},
		{"a profile that leads out", map[string]string{"Local State": `{"profile":{"last_used":"../../x"}}`}, "is no profile of a Chromium-family browser", hint},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Find(browserData(t, tc.files))
			wantFault(t, err, tc.message, tc.hint)
		})
	}
	_, err := Find(filepath.Join(t.TempDir(), "absent"))
	wantFault(t, err, "there is no profile", hint)
}

func TestAProfileInUseIsNotCopied(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("locks are files there")
	}
	host, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	for _, tc := range []struct{ lock, want string }{
		{fmt.Sprintf("%s-%d", host, os.Getpid()), fmt.Sprintf("is in use by a browser (process %d)", os.Getpid())},
		{"elsewhere-7", "is in use by a browser (on the computer elsewhere)"},
		{fmt.Sprintf("%s-%d", host, 1<<30), ""}, // it was killed
		{"nonsense", ""},
	} {
		root := browserData(t, usual)
		if err := os.Symlink(tc.lock, filepath.Join(root, "SingletonLock")); err != nil {
			t.Fatal(err)
		}
		s, err := Find(root)
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(t.TempDir(), "copy")
		if _, err = s.Copy(t.Context(), to); tc.want == "" {
			if err != nil {
				t.Errorf("lock %q: %v", tc.lock, err)
			}
			continue
		}
		wantFault(t, err, tc.want, "close that browser and run this again; the copy stays for the next time")
		if exists(to) {
			t.Errorf("lock %q: a copy is there", tc.lock)
		}
	}
}

func TestACopyThatFailsLeavesNothing(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, tc := range []struct {
		name, state string
		ctx         context.Context
	}{
		{"a broken state", "{", t.Context()},
		{"a copy that the person stops", "{}", stopped},
	} {
		root := browserData(t, usual)
		s, err := Find(root)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, "Local State"), []byte(tc.state), 0o600); err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(t.TempDir(), "copy")
		if _, err := s.Copy(tc.ctx, to); err == nil || exists(to) {
			t.Errorf("%s: %v", tc.name, err)
		}
		if left, _ := os.ReadDir(filepath.Dir(to)); len(left) > 0 {
			t.Errorf("%s: left %v", tc.name, left)
		}
	}
}

func wantFault(t *testing.T, err error, message, hint string) {
	t.Helper()
	fault := types.AsError(err)
	if err == nil || !strings.Contains(fault.Message, message) || fault.Hint != hint {
		t.Errorf("got %v, hint %q; want %q, hint %q", err, fault.Hint, message, hint)
	}
}

// list are the files below a directory, in order.
func list(t *testing.T, root string) (files []string) {
	t.Helper()
	if err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}
