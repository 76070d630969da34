package install

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/md5" //nolint:gosec // it is the checksum that the server publishes
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

// entry is a file of an archive.
type entry struct {
	name, text string
	mode       fs.FileMode
}

var usual = []entry{
	{"chrome-linux64/chrome", "#!/bin/sh\necho Google Chrome for Testing 150.0.7871.24\n", 0o755},
	{"chrome-linux64/locales/en.pak", "words", 0o644},
	{"chrome-linux64/Current", "locales", 0o777 | fs.ModeSymlink},
}

func archive(t *testing.T, entries []entry) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		h.SetMode(e.mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(e.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// publisher serves lists of versions and one archive, as Google does.
func publisher(t *testing.T, serveZip http.HandlerFunc) (Fetcher, *[]string) {
	t.Helper()
	asked := &[]string{}
	mux := http.NewServeMux()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.URL.Path)
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	of := func(version, platform string) string {
		return fmt.Sprintf(`{"version":%q,"revision":"1","downloads":{"chrome":[{"platform":"mac-x64","url":"https://example.com/"},{"platform":%q,"url":"%s/%s.zip"}],"chromedriver":[]}}`, version, platform, server.URL, version)
	}
	mux.HandleFunc("/"+channelsFile, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"timestamp":"t","channels":{"Beta":%s,"Stable":%s}}`, of("151.0.1.1", "linux64"), of("150.0.7871.24", "linux64"))
	})
	mux.HandleFunc("/"+versionsFile, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"timestamp":"t","versions":[%s,%s,%s,%s,%s]}`, of("149.0.7800.9", "linux64"), of("149.0.7800.10", "linux64"), of("149.0.7900.1", "win64"), of("1490.0.1.1", "linux64"), of("149.0.../../x", "linux64"))
	})
	mux.HandleFunc("/", serveZip)
	return Fetcher{List: server.URL, Dir: filepath.Join(t.TempDir(), "browsers"), Platform: "linux64"}, asked
}

func TestInstallPutsABrowserInItsPlace(t *testing.T) {
	zipped := archive(t, usual)
	sum := md5.Sum(zipped)
	f, asked := publisher(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Goog-Hash", "crc32c=AAAAAA==,md5="+base64.StdEncoding.EncodeToString(sum[:]))
		_, _ = w.Write(zipped)
	})
	abandoned := filepath.Join(f.Dir, "unfinished-149.0.1.1-1")
	if err := os.MkdirAll(abandoned, 0o755); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * abandonedAfter)
	if err := os.Chtimes(abandoned, old, old); err != nil {
		t.Fatal(err)
	}
	var last, total int64
	f.Progress = func(done, all int64) { last, total = done, all }
	b, err := f.Install(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if b.Version != "150.0.7871.24" || b.Already || last != int64(len(zipped)) || total != last {
		t.Errorf("installed %+v; progress of %d of %d bytes", b, last, total)
	}
	binary := filepath.Join(f.Dir, "chrome-150.0.7871.24", "chrome-linux64", "chrome")
	info, err := os.Stat(binary)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o755 {
		t.Fatalf("the program is %v, %v", info, err)
	}
	if to, err := os.Readlink(filepath.Join(filepath.Dir(binary), "Current")); err != nil || to != "locales" {
		t.Errorf("the link is %q, %v", to, err)
	}
	wantAlone(t, f.Dir, "chrome-150.0.7871.24")

	*asked = nil
	if again, err := f.Install(t.Context(), ""); err != nil || !again.Already || !slices.Equal(*asked, []string{"/" + channelsFile}) {
		t.Errorf("the second time %+v, %v, asked for %q", again, err, *asked)
	}
}

func TestAVersionIsChosenByItsBeginning(t *testing.T) {
	for wanted, got := range map[string]string{"149": "149.0.7800.10", "149.0.7800.9": "149.0.7800.9", "149.0": "149.0.7800.10"} {
		f, _ := publisher(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(archive(t, usual)) })
		if b, err := f.Install(t.Context(), wanted); err != nil || b.Version != got {
			t.Errorf("for %s: %+v, %v; want %s", wanted, b, err, got)
		}
	}
}

// TestABrokenInstallLeavesNothing holds each way in which it can go wrong to its
// text, and to a directory as it was.
func TestABrokenInstallLeavesNothing(t *testing.T) {
	whole := archive(t, usual)
	write := func(text []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(text) }
	}
	const again = "run it again: nothing of it is kept"
	for _, tc := range []struct {
		name          string
		wanted        string
		zip           http.HandlerFunc
		change        func(*Fetcher)
		message, hint string
	}{
		{"broken off", "", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(len(whole)))
			_, _ = w.Write(whole[:100])
		}, nil, fmt.Sprintf("broke off after 100 of %d bytes", len(whole)), again},
		{"damaged on the way", "", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Goog-Hash", "md5="+base64.StdEncoding.EncodeToString(make([]byte, md5.Size)))
			_, _ = w.Write(whole)
		}, nil, "is damaged: its checksum is another one than the server states", again},
		{"no archive", "", write([]byte("<html>sign in</html>")), nil, "the archive cannot be unpacked: zip: not a valid zip file", again},
		{"a damaged file in it", "", write(corrupt(whole)), nil, "the archive cannot be unpacked: ", again},
		{"an empty archive", "", write(archive(t, nil)), nil, "it has 0 files", again},
		{"a file that leads out", "", write(archive(t, []entry{{"../evil", "x", 0o644}})), nil, `the archive cannot be unpacked: "../evil" leads out of it`, again},
		{"a link that leads out", "", write(archive(t, []entry{{"a/b", "../../evil", 0o777 | fs.ModeSymlink}})), nil, `the archive cannot be unpacked: the link "a/b" leads out of it`, again},
		{"a full path in a link", "", write(archive(t, []entry{{"a", "/etc/passwd", 0o777 | fs.ModeSymlink}})), nil, `the archive cannot be unpacked: the link "a" leads out of it`, again},
		{"a device", "", write(archive(t, []entry{{"a", "", fs.ModeDevice}})), nil, `the archive cannot be unpacked: "a" is no plain file`, again},
		{"gone", "", func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }, nil, "150.0.7871.24.zip answers 404 Not Found", "see whether this computer is online"},
		{"a version from the future", "999", write(whole), nil, "there is no Chrome for Testing 999", "leave the version out"},
		{"a version that is none", "../..", write(whole), nil, "there is no Chrome for Testing ../..", "leave the version out"},
		{"no build for this computer", "", write(whole), func(f *Fetcher) { f.Platform = "linux-arm64" }, "there is no Chrome for Testing 150.0.7871.24 for this kind of computer (linux-arm64)", "install Chromium with"},
		{"an unknown computer", "", write(whole), func(f *Fetcher) { f.Platform = Platform("plan9", "mips") }, "there is no Chrome for Testing for this kind of computer", "install Chromium with"},
		{"nobody there", "", write(whole), func(f *Fetcher) { f.List = "http://127.0.0.1:1" }, "127.0.0.1:1 cannot be reached: dial tcp 127.0.0.1:1: connect: connection refused", "see whether this computer is online, and HTTPS_PROXY is set where it needs one; or install Google Chrome or Chromium by hand"},
		{"a download that others could change", "", write(whole), func(f *Fetcher) { f.List = strings.Replace(f.List, "127.0.0.1", "localhost", 1) }, "which is no https address", "see whether --from names the right place"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, _ := publisher(t, tc.zip)
			if tc.change != nil {
				tc.change(&f)
			}
			_, err := f.Install(t.Context(), tc.wanted)
			fault := types.AsError(err)
			if err == nil || !strings.Contains(fault.Message, tc.message) || !strings.HasPrefix(fault.Hint, tc.hint) {
				t.Errorf("got %v, hint %q; want %q, hint %q", err, fault.Hint, tc.message, tc.hint)
			}
			wantAlone(t, f.Dir)
		})
	}
}

// corrupt changes a byte of the first file's content.
func corrupt(zipped []byte) []byte {
	bad := bytes.Clone(zipped)
	bad[bytes.Index(bad, []byte("chrome-linux64/chrome"))+len("chrome-linux64/chrome")+8] ^= 0xff
	return bad
}

func TestAnInstallThatIsStoppedLeavesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f, _ := publisher(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000000")
		_, _ = w.Write(make([]byte, 1000))
		w.(http.Flusher).Flush()
		cancel()
		<-r.Context().Done()
	})
	if _, err := f.Install(ctx, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	wantAlone(t, f.Dir)
}

// wantAlone wants a directory to hold these names and no others.
func wantAlone(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, names) {
		t.Errorf("%s holds %q, want %q", dir, got, names)
	}
}
