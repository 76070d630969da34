package chromium

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

func TestFindRefusesAnOverrideThatCannotRun(t *testing.T) {
	t.Setenv(EnvBinary, t.TempDir()+"/no-browser")
	_, err := Find()
	var fault *types.Error
	if !errors.As(err, &fault) || fault.Code != types.CodeNotFound || fault.Hint == "" {
		t.Fatalf("Find() = %v, want %s with a hint", err, types.CodeNotFound)
	}
}

func TestArgs(t *testing.T) {
	for _, tc := range []struct {
		name      string
		o         Options
		want, not []string
	}{
		{"loads only our extension", Options{Extension: "/x", DevToolsPort: -1},
			[]string{"--load-extension=/x", "--disable-extensions-except=/x", "about:blank"}, []string{"--headless=new"}},
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
