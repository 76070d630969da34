package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

func now() types.Time { return types.At(time.Now()) }

// password opens the sample wallet; no trace of it may ever be found.
const password = "correct horse"

// sendFlow lists the actions of session A, as an agent that has explored before.
var sendFlow = []struct {
	tool string
	args map[string]any
}{
	{"mm_type", map[string]any{"testId": "unlock-password", "text": password}},
	{"mm_click", map[string]any{"testId": "unlock-submit"}},
	{"mm_click", map[string]any{"testId": "coin-overview-send"}},
	{"mm_type", map[string]any{"testId": "send-recipient", "text": "0x9c41ee07"}},
	{"mm_type", map[string]any{"testId": "send-amount", "text": "0.1"}},
	{"mm_click", map[string]any{"testId": "send-continue"}},
	{"mm_click", map[string]any{"testId": "fee-fast"}}, // in a shadow root
	{"mm_click", map[string]any{"testId": "confirm-footer-button"}},
	{"mm_click", map[string]any{"role": "button", "name": "Approve"}}, // in a dialog, no test id
}

// sendFirst plays session A and returns its id.
func (w *world) sendFirst() string {
	w.t.Helper()
	a := w.stdioAgent("agent-a")
	var launched tool.LaunchResult
	a.do("mm_launch", map[string]any{"goal": "Send 0.1 ETH to another account", "flowTags": []string{"send"}, "url": w.site}).into(w.t, &launched)
	for _, step := range sendFlow {
		a.do(step.tool, step.args)
	}
	a.do("mm_wait_for", map[string]any{"testId": "activity-list"})
	a.do("mm_cleanup", map[string]any{"outcome": "done", "evidence": "the activity list shows it"})
	return launched.SessionID
}

func TestTheSecondRunGoesStraightThrough(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	zero := w.stdioAgent("agent-0")
	zero.launch(map[string]any{"url": w.site, "goal": "Unlock the wallet with its password"})
	if d := zero.describe(); d.PriorKnowledge != nil {
		t.Errorf("without a memory something is suggested: %s", asJSON(t, d.PriorKnowledge))
	}
	zero.do("mm_cleanup", nil)
	sessionA := w.sendFirst()

	w.stopDaemon()
	w.startDaemon()
	w.waitLinked()

	b := w.stdioAgent("agent-b")
	b.do("mm_launch", map[string]any{"url": w.site})
	first := b.describe()
	expectFirstScreen(t, first, sessionA)

	words := map[string]string{"password": password, "recipient": "0x2f00aa11", "amount": "0.1"}
	steps, at := 0, first
	for ; steps < 2*len(sendFlow) && at.State.CurrentScreen != "activity"; steps++ {
		if !b.follow(at, words) {
			t.Fatalf("nothing was suggested on screen %q after %d steps", at.State.CurrentScreen, steps)
		}
		at = b.describe()
	}
	if at.State.CurrentScreen != "activity" || steps != len(sendFlow) {
		t.Fatalf("B stands on screen %q after %d steps, want activity after %d", at.State.CurrentScreen, steps, len(sendFlow))
	}
	var sent bool
	for _, n := range at.A11y.Nodes {
		sent = sent || strings.HasPrefix(n.Name, "Sent ETH 70")
	}
	if !sent {
		t.Errorf("B's transfer is not in the activity list: %+v", at.A11y.Nodes)
	}
	for _, lookup := range []string{"mm_knowledge_search", "mm_list_testids", "mm_accessibility_snapshot", "mm_screenshot"} {
		if b.calls[lookup] != 0 {
			t.Errorf("B called %s", lookup)
		}
	}
	online := b.search(t, "transfer tokens")
	if !hasSession(online, sessionA) {
		t.Errorf("search for \"transfer tokens\" finds %+v, want a step of %s", online, sessionA)
	}

	t.Run("the extension alone answers the same", func(t *testing.T) { extensionAlone(t, w, first, online) })
	t.Run("what a person does offline arrives exactly once", func(t *testing.T) { offlineSteps(t, w) })
	t.Run("the password is nowhere", func(t *testing.T) { w.wantNoTrace(t, password) })
}

func expectFirstScreen(t *testing.T, d described, sessionA string) {
	t.Helper()
	if d.PriorKnowledge == nil {
		t.Fatal("B is shown nothing on the first screen")
	}
	related := false
	for _, s := range d.PriorKnowledge.RelatedSessions {
		related = related || s.SessionID == sessionA
	}
	if !related {
		t.Errorf("related sessions %+v lack %s", d.PriorKnowledge.RelatedSessions, sessionA)
	}
	if len(d.PriorKnowledge.SuggestedNextActions) == 0 {
		t.Fatal("B gets no suggestion on the first screen")
	}
	s := d.PriorKnowledge.SuggestedNextActions[0]
	want := types.PriorTarget{Type: types.TargetTestID, Text: "unlock-password"}
	if s.Action != "type" || !reflect.DeepEqual(s.PreferredTarget, want) {
		t.Errorf("first suggestion is %s %+v, want to type into %+v", s.Action, s.PreferredTarget, want)
	}
	hint := types.PriorTarget{Type: types.TargetA11yHint, Hint: &types.A11yHint{Role: "textbox", Name: "Password"}}
	found := false
	for _, f := range s.FallbackTargets {
		found = found || reflect.DeepEqual(f, hint)
	}
	if !found {
		t.Errorf("fallbacks %+v lack %+v", s.FallbackTargets, hint)
	}
}

// search calls mm_knowledge_search.
func (a *agent) search(t *testing.T, query string) []types.StepSummary {
	t.Helper()
	var found struct {
		Matches []types.StepSummary `json:"matches"`
	}
	a.do("mm_knowledge_search", map[string]any{"query": query}).into(t, &found)
	return found.Matches
}

func hasSession(steps []types.StepSummary, id string) bool {
	for _, s := range steps {
		if s.SessionID == id {
			return true
		}
	}
	return false
}

// extensionAlone stops the companion and puts the same questions to the Wasm
// core inside the extension.
func extensionAlone(t *testing.T, w *world, first described, online []types.StepSummary) {
	ext := w.inExtension()
	status := w.coreSteps()
	w.eventually("the replica is complete", func() bool { return ext.health().Steps >= status })
	w.stopDaemon()
	offline := ext.core(wire.CoreRequest{Op: wire.OpSearch, Search: &types.SearchRequest{Query: "transfer tokens"}}).Steps
	if got, want := asJSON(t, offline), asJSON(t, online); got != want {
		t.Errorf("offline search answers\n%s\nwant\n%s", got, want)
	}
	prior := ext.core(wire.CoreRequest{Op: wire.OpPrior, Prior: &types.PriorRequest{Observation: first.observation()}}).Prior
	if prior == nil || len(prior.SuggestedNextActions) == 0 {
		t.Fatalf("offline the core suggests nothing: %+v", prior)
	}
	got, want := prior.SuggestedNextActions[0], first.PriorKnowledge.SuggestedNextActions[0]
	if got.Action != want.Action || !reflect.DeepEqual(got.PreferredTarget, want.PreferredTarget) {
		t.Errorf("offline the first suggestion is %+v, want %+v", got, want)
	}
}

// offlineSteps lets a person act while the companion is away.
func offlineSteps(t *testing.T, w *world) {
	p := w.person(w.site)
	p.write(`[data-testid="unlock-password"]`, password)
	p.click(`[data-testid="unlock-submit"]`)
	p.click(`[data-testid="coin-overview-send"]`)
	p.write(`[data-testid="send-recipient"]`, "0x77aa")
	p.click(`a[data-testid="nav-home"]`)
	want := []string{"mm_type unlock-password", "mm_click unlock-submit", "mm_click coin-overview-send", "mm_type send-recipient", "mm_click nav-home"}

	ext := w.inExtension()
	w.eventually("the steps are recorded offline", func() bool {
		h := ext.health()
		last := ext.core(wire.CoreRequest{Op: wire.OpSearch, Search: &types.SearchRequest{Query: "nav-home"}}).Steps
		return h.Outbox >= len(want) && h.Pending == 0 && slices.ContainsFunc(last, func(s types.StepSummary) bool { return strings.Contains(s.Snippet, "testId: nav-home") })
	})
	w.startDaemon()

	var got []string
	for _, s := range w.exportedTo(t, "nav-home") {
		if s.Actor == types.ActorObserved && s.Tool.Name != "mm_navigate" {
			got = append(got, s.Tool.Name+" "+s.Tool.Target.TestID)
			if s.Observation == nil || s.Observation.State.Origin != strings.TrimSuffix(w.site, "/") {
				t.Errorf("step %s lacks the observation before it, or its origin: %+v", s.StepID, s.Observation)
			}
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the companion holds %q, want %q", got, want)
	}
}

// exported reads every step out of the store, in time order, and fails on one
// that is there twice.
func (w *world) exported(t testing.TB) []*types.Step {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "export")
	w.mustCairn("export", dir)
	files, err := filepath.Glob(filepath.Join(dir, "*", "steps", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var steps []*types.Step
	seen := map[string]bool{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var s types.Step
		if err := json.Unmarshal(data, &s); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		if seen[s.StepID] {
			t.Errorf("step %s is stored twice", s.StepID)
		}
		seen[s.StepID] = true
		steps = append(steps, &s)
	}
	sortByTime(steps)
	return steps
}
