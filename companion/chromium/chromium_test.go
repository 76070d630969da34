package chromium

import (
	"slices"
	"strings"
	"testing"
)

func TestArgs(t *testing.T) {
	for _, tc := range []struct {
		name      string
		o         Options
		want, not []string
	}{
		{"leaves the extension to the pipe", Options{Extension: "/x", DevToolsPort: -1},
			[]string{"--password-store=basic", "--use-mock-keychain", "about:blank"}, []string{"--headless=new", "--load-extension=/x"}},
		{"loads only our extension", Options{Extension: "/x", BySwitch: true, DevToolsPort: -1},
			[]string{"--load-extension=/x", "--disable-extensions-except=/x"}, nil},
		{"loads it beside those under test", Options{Extension: "/x", Tested: []Extension{{Dir: "/y"}}, BySwitch: true, DevToolsPort: -1},
			[]string{"--load-extension=/x,/y", "--extensions-on-extension-urls"}, nil},
		{"opens the keyring", Options{Keyring: true, DevToolsPort: -1}, nil, []string{"--password-store=basic", "--use-mock-keychain"}},
		{"headless", Options{Headless: true, DevToolsPort: -1}, []string{"--headless=new"}, nil},
		{"debugging port", Options{DevToolsPort: 0, URL: "http://localhost:1/"},
			[]string{"--remote-debugging-port=0", "http://localhost:1/"}, []string{"about:blank"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := args(tc.o)
			for _, w := range tc.want {
				if !slices.Contains(got, w) {
					t.Errorf("args lack %q: %q", w, got)
				}
			}
			for _, n := range tc.not {
				if slices.Contains(got, n) {
					t.Errorf("args have %q", n)
				}
			}
			if strings.HasPrefix(got[len(got)-1], "--") {
				t.Errorf("the page must stand last, got %q", got[len(got)-1])
			}
		})
	}
}
