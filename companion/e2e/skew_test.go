package e2e

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/shared/wire"
)

var otherBuild = flag.String("other", "", "cairn of another version, to test beside this one: see ./build.sh skew")

// TestAnotherBuildLinks has the companion of this build work with the extension of
// another, and the reverse: people update them at different times.
func TestAnotherBuildLinks(t *testing.T) {
	if *otherBuild == "" {
		t.Skip("./build.sh skew builds another version")
	}
	for name, other := range map[string]func(*world){
		"its extension, our companion": func(w *world) { w.writer = *otherBuild },
		"our extension, its companion": func(w *world) { w.binary = *otherBuild },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			other(w)
			w.start()
			a := w.stdioAgent("beside another build")
			a.launch(map[string]any{"url": w.site, "goal": "Open the settings", "flowTags": []string{"settings"}})
			a.unlock()
			a.do("mm_click", map[string]any{"testId": "nav-settings"})
			a.do("mm_cleanup", map[string]any{"outcome": "done", "evidence": "the settings are shown"})
			found := w.mustRun(w.binary, "search", "settings")
			if !strings.Contains(found, "nav-settings") {
				t.Errorf("what was done is not found: %s", found)
			}
		})
	}
}

// TestExtensionsOfOtherVersionsLink gives a browser extensions of the protocol before
// and after this one, as the Web Store does when it updates one day earlier or later.
func TestExtensionsOfOtherVersionsLink(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name           string
		oldest, newest int
		says           string // by cairn doctor, of one that cannot link
	}{
		{"the next", wire.OldestProto, wire.Proto + 1, ""},
		{"the next without this one", wire.Proto + 1, wire.Proto + 1, "too new for this cairn: update cairn"},
		{"one that is too old", wire.OldestProto - 1, wire.OldestProto - 1, "from before this version tried to connect; then press reload"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.editExtension = append(w.editExtension, func(dir string) error {
				file := filepath.Join(dir, "lib", "limits.js")
				text, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				changed := strings.NewReplacer(
					fmt.Sprintf("export const Proto = %d;", wire.Proto), fmt.Sprintf("export const Proto = %d;", tc.newest),
					fmt.Sprintf("export const OldestProto = %d;", wire.OldestProto), fmt.Sprintf("export const OldestProto = %d;", tc.oldest)).Replace(string(text))
				if changed == string(text) {
					return fmt.Errorf("%s has no versions of the protocol", file)
				}
				return os.WriteFile(file, []byte(changed), 0o600)
			})
			if tc.says == "" {
				w.start()
				a := w.stdioAgent("of another version")
				a.launch(map[string]any{"url": w.site})
				a.unlock()
				return
			}
			w.startDaemon()
			w.openBrowser()
			w.eventually("the doctor says which side is to be updated", func() bool {
				out, _ := w.cairn("doctor")
				return strings.Contains(out, tc.says)
			})
		})
	}
}
