package upgrade

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"cairn/companion/origin"
	"cairn/companion/version"
	"cairn/shared/types"
)

func TestNewestVersionOfARegistry(t *testing.T) {
	ours := `"repository":{"url":"git+` + version.Repository + `.git"}`
	for name, tc := range map[string]struct {
		status       int
		entry        string
		newest, says string
	}{
		"usual":        {200, `{"name":"cairn-mcp","version":"1.20.3",` + ours + `,"dist":{}}`, "1.20.3", ""},
		"no package":   {404, `{"error":"Not found"}`, "", "has no package cairn-mcp"},
		"of another":   {200, `{"name":"cairn-mcp","version":"9.0.0","repository":{"url":"git+https://github.com/else/cairn.git"}}`, "", "not from " + version.Repository},
		"no address":   {200, `{"name":"cairn-mcp","version":"9.0.0"}`, "", "not from " + version.Repository},
		"another name": {200, `{"name":"cairn","version":"9.0.0",` + ours + `}`, "", "does not answer as a registry does (200 OK)"},
		"a page":       {200, `<html>Sign in</html>`, "", "does not answer as a registry does (200 OK)"},
		"a shell":      {200, `{"name":"cairn-mcp","version":"1.0.0; rm -rf /",` + ours + `}`, "", "does not answer as a registry does"},
		"an option":    {200, `{"name":"cairn-mcp","version":"--force",` + ours + `}`, "", "does not answer as a registry does"},
		"before":       {200, `{"name":"cairn-mcp","version":"1.0.0-rc.1",` + ours + `}`, "", "does not answer as a registry does"},
		"broken":       {500, ``, "", "(500 Internal Server Error)"},
		"endless":      {200, `{"name":"cairn-mcp","version":"1.0.0",` + ours + `,"a":"` + strings.Repeat("a", maxEntry) + `"}`, "", "does not answer as a registry does"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method != "GET" || r.URL.String() != "/npm/cairn-mcp/latest" || r.UserAgent() != "cairn" {
					t.Errorf("it asks %s %s as %s", r.Method, r.URL, r.UserAgent())
				}
				w.WriteHeader(tc.status)
				fmt.Fprint(w, tc.entry)
			}))
			defer server.Close()
			newest, err := Newest(t.Context(), server.URL+"/npm/")
			if newest != tc.newest || tc.says == "" && err != nil || tc.says != "" && (err == nil || !strings.Contains(err.Error(), tc.says)) {
				t.Errorf("it is %q, %v", newest, err)
			}
			if err != nil && strings.Contains(types.AsError(err).Hint, "OWNER") {
				t.Errorf("the hint names no address: %s", types.AsError(err).Hint)
			}
		})
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	if _, err := Newest(t.Context(), gone.URL); err == nil || !strings.Contains(err.Error(), "cannot be reached: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("without a server: %v", err)
	}
	for _, registry := range []string{"", "npmjs", "file:///etc", "https://"} {
		if _, err := Newest(t.Context(), registry); err == nil || !strings.Contains(err.Error(), "is no address of a registry") {
			t.Errorf("%q: %v", registry, err)
		}
	}
}

func TestStepsOfEachInstallation(t *testing.T) {
	for method, want := range map[origin.Method]string{
		origin.NPX:       "npx --yes cairn-mcp@latest (npx keeps a version until a newer one is named)",
		origin.NPMGlobal: "npm install --global --prefix '/src/my app' cairn-mcp@1.2.3",
		origin.NPMLocal:  "npm install --prefix '/src/my app' cairn-mcp@1.2.3",
		origin.Homebrew:  "brew upgrade cairn",
		origin.Scoop:     "scoop update cairn (after cairn stop",
		origin.Winget:    "winget upgrade Cairn.Cairn (after cairn stop",
		origin.Deb:       ".deb from " + version.Repository + "/releases/tag/v1.2.3, then: sudo apt install ./cairn_1.2.3_",
		origin.RPM:       "sudo rpm --upgrade cairn_1.2.3_",
		origin.Docker:    "build the image from the archive of version 1.2.3",
		origin.Bundle:    ".mcpb from " + version.Repository,
		origin.GoInstall: "git pull && ./build.sh build",
		origin.Checkout:  "git -C '/src/my app' pull && ",
		origin.Archive:   "unpack cairn_1.2.3_" + runtime.GOOS + "_" + runtime.GOARCH,
	} {
		steps := To(origin.Install{Method: method, Path: "/opt/cairn/cairn", Dir: "/src/my app"}, "1.2.3")
		if !strings.Contains(strings.Replace(steps.Text, "npm.cmd", "npm", 1), want) {
			t.Errorf("%s: %s", method, steps.Text)
		}
		if run := method == origin.NPMGlobal || method == origin.NPMLocal || method == origin.Homebrew; run != (len(steps.Command) > 0) {
			t.Errorf("%s: runs %q", method, steps.Command)
		}
	}
}

func TestNewer(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want bool
	}{{"0.2.0", "0.1.9", true}, {"0.10.0", "0.9.0", true}, {"1.0.0", "1.0.0", false}, {"0.1.0", "0.2.0", false}, {"1.0", "0.9.0", false}, {"", "0.1.0", false}, {"01.0.0", "0.1.0", false}} {
		if got := Newer(tc.a, tc.b); got != tc.want {
			t.Errorf("Newer(%q, %q) = %v", tc.a, tc.b, got)
		}
	}
}
