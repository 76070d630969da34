package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"cairn/companion/chromium"
	"cairn/companion/install"
)

// TestInstallBrowserGetsOneThatRunFinds fetches from a server on this machine.
func TestInstallBrowserGetsOneThatRunFinds(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the archive has the form that Linux has")
	}
	for _, tc := range []struct {
		name, program string
		exit          int
		says, hint    string
	}{
		{"whole", "echo Google Chrome for Testing 150.0.7871.24", 0, "installed Chrome for Testing 150.0.7871.24: ", ""},
		{"without its libraries", "echo 'error while loading shared libraries: libnss3.so' >&2; exit 127", 1, "is installed and does not start: error while loading shared libraries: libnss3.so (exit status 127)", "hint: install the libraries of browsers"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cache := t.TempDir()
			t.Setenv("XDG_CACHE_HOME", cache)
			t.Setenv(chromium.EnvBinary, "")
			site := publish(t, tc.program)
			var out, errw bytes.Buffer
			if exit := run(t.Context(), []string{"install-browser", "--from", site}, &out, &errw); exit != tc.exit || !strings.Contains(out.String()+errw.String(), tc.says) || !strings.Contains(errw.String(), tc.hint) {
				t.Fatalf("exit %d, %s%s", exit, out.String(), errw.String())
			}
			b, err := chromium.ThisMachine().Choose("")
			if want := filepath.Join(cache, "cairn", "browsers", "chrome-150.0.7871.24", "chrome-linux64", "chrome"); err != nil || b.Path != want || b.Why != "it was installed for Cairn" {
				t.Errorf("then %+v is chosen, %v", b, err)
			}
			out.Reset()
			if exit := run(t.Context(), []string{"install-browser", "--from", site}, &out, &errw); exit != 0 || !strings.HasPrefix(out.String(), "Chrome for Testing 150.0.7871.24 is installed already: ") {
				t.Errorf("again: exit %d, %s%s", exit, out.String(), errw.String())
			}
		})
	}
}

func TestInstallBrowserSaysThatNobodyAnswers(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var out, errw bytes.Buffer
	exit := run(t.Context(), []string{"install-browser", "--from", "http://127.0.0.1:1"}, &out, &errw)
	const want = "cairn: 127.0.0.1:1 cannot be reached: dial tcp 127.0.0.1:1: connect: connection refused\nhint: see whether this computer is online, and HTTPS_PROXY is set where it needs one; or install Google Chrome or Chromium by hand\n"
	if exit != 1 || errw.String() != want {
		t.Errorf("exit %d, %s", exit, errw.String())
	}
}

// publish serves a list with one version of a browser, and its archive.
func publish(t *testing.T, program string) string {
	t.Helper()
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	h := &zip.FileHeader{Name: "chrome-linux64/chrome"}
	h.SetMode(0o755)
	w, err := z.CreateHeader(h)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(w, "#!/bin/sh\n%s\n", program)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	var site *httptest.Server
	site = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".zip") {
			_, _ = w.Write(archive.Bytes())
			return
		}
		fmt.Fprintf(w, `{"channels":{"Stable":{"version":"150.0.7871.24","downloads":{"chrome":[{"platform":%q,"url":"%s/chrome.zip"}]}}}}`, install.Platform("linux", runtime.GOARCH), site.URL)
	}))
	t.Cleanup(site.Close)
	return site.URL
}
