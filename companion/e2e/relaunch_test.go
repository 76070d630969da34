package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestARelaunchUsesTheBrowserThatIsThere ends the daemon in both ways under a
// browser that a person opened, and launches as soon as the next one answers, when
// that browser may not have linked again.
func TestARelaunchUsesTheBrowserThatIsThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.start()
	a := w.stdioAgent("relauncher")
	for round := range 6 {
		a.do("mm_launch", map[string]any{"url": w.site})
		if out := w.mustCairn("status"); strings.Count(out, "browser    ") != 1 {
			t.Errorf("round %d: the browsers are %s", round, out)
		}
		if _, err := os.Stat(filepath.Join(w.home, "profile")); err == nil {
			t.Fatalf("round %d: Cairn opened a browser of its own", round)
		}
		if round%2 == 0 {
			w.killDaemon()
		} else {
			w.stopDaemon()
		}
		w.startDaemon("--headless")
	}
}
