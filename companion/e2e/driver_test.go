package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestAnotherDriverTeachesAgents lets plain Playwright drive a flow in a
// browser with the extension. Cairn is never told, and yet its next session is
// shown the way.
func TestAnotherDriverTeachesAgents(t *testing.T) {
	w := newWorld(t)
	w.start()
	dir := installed(t, "playwright")
	script, err := os.ReadFile(filepath.Join(repoRoot, "testdata", "apps", "playwright", "drive.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "drive.mjs"), script, 0o644); err != nil {
		t.Fatal(err)
	}
	runIn(t, dir, nil, "node", "drive.mjs", "http://"+w.devtool, w.site)
	ext := w.inExtension()
	w.eventually("what Playwright did is stored", func() bool {
		h := ext.health()
		return h.Outbox == 0 && h.Pending == 0 && h.Steps >= 5
	})
	for _, s := range w.exported(t) {
		if s.Actor != types.ActorObserved {
			t.Errorf("step %s %s is said to be done by %q", s.StepID, s.Tool.Name, s.Actor)
		}
	}

	a := w.stdioAgent("after-playwright")
	a.launch(map[string]any{"url": w.site})
	want := []string{"unlock-password", "Unlock", "nav-settings", "settings-currency", "Hide small balances"}
	for i, target := range want {
		d := a.describe()
		if d.PriorKnowledge == nil || len(d.PriorKnowledge.SuggestedNextActions) == 0 {
			t.Fatalf("step %d: nothing is suggested on screen %q", i+1, d.State.CurrentScreen)
		}
		if s := asJSON(t, d.PriorKnowledge.SuggestedNextActions[0]); !strings.Contains(s, target) {
			t.Fatalf("step %d: the first suggestion is %s, want %s", i+1, s, target)
		}
		a.follow(d, map[string]string{"password": password, "currency": "Euro"})
	}
	w.wantNoTrace(t, password)
}
