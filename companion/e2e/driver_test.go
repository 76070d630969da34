package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestAnotherDriverTeachesAgents lets plain Playwright drive a flow in a
// browser with the extension. Cairn takes no part, and yet its next session is
// shown the way.
func TestAnotherDriverTeachesAgents(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	dir := installed(t, "playwright")
	script, err := os.ReadFile(filepath.Join(repoRoot, "testdata", "apps", "playwright", "drive.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "drive.mjs"), script, 0o644); err != nil {
		t.Fatal(err)
	}
	runIn(t, dir, nil, "node", "drive.mjs", "http://"+w.devtool, w.site)
	for _, s := range w.exportedTo(t, "Hide small balances") {
		if s.Actor != types.ActorObserved {
			t.Errorf("step %s %s is said to be done by %q", s.StepID, s.Tool.Name, s.Actor)
		}
	}

	w.followsTo("unlock-password", "Unlock", "nav-settings", "settings-currency", "Hide small balances")
}

// exportedTo waits until a step on the named element is stored, and all before it, and
// returns the stored steps. A number of steps would not do: navigations count too.
func (w *world) exportedTo(t testing.TB, last string) (steps []*types.Step) {
	t.Helper()
	ext := w.inExtension()
	w.eventually("the step on "+last+" is stored", func() bool {
		h := ext.health() // first: an export that was read before the last message lacks it
		steps = w.exported(t)
		return h.Outbox == 0 && h.Pending == 0 && slices.ContainsFunc(steps, func(s *types.Step) bool {
			return s.Tool.Target != nil && (s.Tool.Target.Name == last || s.Tool.Target.TestID == last)
		})
	})
	return steps
}

// followsTo lets a new agent follow the suggestions on the sample wallet, and
// wants each first suggestion to be for its target.
func (w *world) followsTo(want ...string) {
	w.t.Helper()
	a := w.stdioAgent("after-another")
	a.launch(map[string]any{"url": w.site})
	for i, target := range want {
		d := a.describe()
		if d.PriorKnowledge == nil || len(d.PriorKnowledge.SuggestedNextActions) == 0 {
			w.t.Fatalf("step %d: nothing is suggested on screen %q", i+1, d.State.CurrentScreen)
		}
		if s := asJSON(w.t, d.PriorKnowledge.SuggestedNextActions[0]); !strings.Contains(s, target) {
			w.t.Fatalf("step %d: the first suggestion is %s, want %s", i+1, s, target)
		}
		a.follow(d, map[string]string{"password": password, "currency": "Euro"})
	}
	w.wantNoTrace(w.t, password)
}

// TestVerbsOfAnotherDriver lets Playwright use each of its verbs once: those that
// use real input, and those with a script of its own (fill of a date,
// selectOption), while it holds the tab.
func TestVerbsOfAnotherDriver(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	dir := installed(t, "playwright")
	copyFile(t, filepath.Join(repoRoot, "testdata", "apps", "playwright", "verbs.mjs"), filepath.Join(dir, "verbs.mjs"))
	site := w.hostile() + "fields.html"
	runIn(t, dir, nil, "node", "verbs.mjs", "http://"+w.devtool, site)
	var did []string
	for _, s := range w.exportedTo(t, "Save") {
		what := s.Tool.Name
		if s.Tool.Target != nil {
			what += " " + s.Tool.Target.TestID
			if s.Tool.Target.TestID == "" {
				what += s.Tool.Target.Name
			}
		}
		if s.Actor != types.ActorObserved || s.Tool.Input["text"] != nil {
			t.Errorf("%s is said to be done by %q, with text %v", what, s.Actor, s.Tool.Input["text"])
		}
		if len(did) == 0 || did[len(did)-1] != what {
			did = append(did, what)
		}
	}
	want := []string{"mm_navigate", "mm_type text", "mm_type lines", "mm_type rich", "mm_type number", "mm_type currency", "mm_click agree", "mm_type date", "mm_type many", "mm_type range", "mm_click range", "mm_drag card", "mm_click Save"}
	if len(did) < len(want) || !slices.Equal(did[:len(want)], want) {
		t.Errorf("recorded are %q, want %q", did, want)
	}

	a := w.stdioAgent("after-the-verbs")
	a.launch(map[string]any{"url": site})
	for i, target := range []string{"text", "lines", "rich", "number", "currency"} {
		d := a.describe()
		if d.PriorKnowledge == nil || len(d.PriorKnowledge.SuggestedNextActions) == 0 || d.PriorKnowledge.SuggestedNextActions[0].PreferredTarget.Text != target {
			t.Fatalf("step %d: the knowledge is %s, want %s first", i+1, asJSON(t, d.PriorKnowledge), target)
		}
		a.follow(d, map[string]string{"number": "3", "currency": "Euro"})
	}
}
