package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestARelaunchUsesTheBrowserThatIsThere ends the link of a browser that a person
// opened, then the daemon in both ways, and launches as soon as one answers, when
// that browser may not have linked again.
func TestARelaunchUsesTheBrowserThatIsThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.start()
	a := w.stdioAgent("relauncher")
	for round := range 6 {
		w.eventually("the launch meets the new link, not the one that ends", func() bool {
			got := a.call("mm_launch", within(longTime, map[string]any{"url": w.site}))
			if !got.OK && (round != 1 || got.Error.Code != types.CodeNoBrowser) {
				t.Fatalf("round %d: %s", round, got.Text)
			}
			return got.OK
		})
		if out := w.mustCairn("status"); strings.Count(out, "browser    ") != 1 {
			t.Errorf("round %d: the browsers are %s", round, out)
		}
		if _, err := os.Stat(filepath.Join(w.home, "profile")); err == nil {
			t.Fatalf("round %d: Cairn opened a browser of its own", round)
		}
		if round == 0 {
			browser := w.attach("")
			w.eventually("the link ends", func() bool { return browser.closeTargets("background_page") > 0 })
			continue
		}
		if round%2 == 0 {
			w.killDaemon()
		} else {
			w.stopDaemon()
		}
		w.startDaemon("--headless")
	}
}
