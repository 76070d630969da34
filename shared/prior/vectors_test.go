package prior

import (
	"slices"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/vectors"
)

// vectorContext is the asker's page as the vectors write it.
type vectorContext struct {
	CurrentScreen          string           `json:"currentScreen"`
	CurrentURL             string           `json:"currentUrl"`
	VisibleTestIDs         []types.TestID   `json:"visibleTestIds"`
	A11yNodes              []types.A11yNode `json:"a11yNodes"`
	CurrentSessionFlowTags []string         `json:"currentSessionFlowTags"`
}

func (c vectorContext) request() types.PriorRequest {
	return types.PriorRequest{FlowTags: c.CurrentSessionFlowTags, Observation: types.Observation{
		State:   types.State{CurrentURL: c.CurrentURL, CurrentScreen: c.CurrentScreen},
		TestIDs: c.VisibleTestIDs, A11y: types.A11y{Nodes: c.A11yNodes}}}
}

type vectorStore struct {
	Sessions []struct {
		Dir      string         `json:"dir"`
		Metadata *types.Session `json:"metadata"`
		Steps    []*types.Step  `json:"steps"`
	} `json:"sessions"`
}

// fixture loads the vectors' store; a session without metadata comes as the
// core would bring it, foreign.
func fixture(t testing.TB) (*Engine, map[string][]*types.Step) {
	var store vectorStore
	vectors.Read(t, "fixture_store.json", &store)
	e := New()
	steps := map[string][]*types.Step{}
	for _, s := range store.Sessions {
		meta := s.Metadata
		if meta == nil {
			meta = &types.Session{SessionID: s.Dir, CreatedAt: s.Steps[0].Timestamp, Foreign: true}
		}
		e.PutSession(meta)
		for _, step := range s.Steps {
			step.SessionID = meta.SessionID
			e.PutStep(step)
		}
		steps[meta.SessionID] = s.Steps
	}
	return e, steps
}

// TestSimilarityVectors holds the documented base to spec 002's weights. One
// case differs on purpose: elements without a name are not alike.
func TestSimilarityVectors(t *testing.T) {
	var v struct {
		Cases []struct {
			ID            string
			ContextName   string
			Context       vectorContext
			Session       string
			StepIndex     int
			ExpectedScore int
		}
	}
	vectors.Read(t, "similarity.json", &v)
	_, steps := fixture(t)
	for _, c := range v.Cases {
		want := c.ExpectedScore
		if c.ContextName == `empty a11y name overlaps (status "")` {
			want -= simName
		}
		req := c.Context.request()
		if got := plainSimilarity(steps[c.Session][c.StepIndex], &req.Observation); got != want {
			t.Errorf("%s (%s): similarity %d, want %d", c.ID, c.ContextName, got, want)
		}
	}
}

// TestPriorKnowledgeVectors checks the answers of spec and design where the earlier
// implementation's output was a known fault.
func TestPriorKnowledgeVectors(t *testing.T) {
	var v struct {
		Now   types.Time
		Cases []struct {
			ID               string
			Name             string
			Context          vectorContext
			CurrentSessionID string
		}
	}
	vectors.Read(t, "prior_knowledge.json", &v)
	want := map[string]struct {
		suggested, related, similar []string
		window                      int
	}{
		// Failures never recommend, and steps that are only remotely like the
		// screen are left out. Two failures with different codes are no warning.
		"home, no tags": {suggested: []string{"coin-overview-send", "coin-overview-swap"},
			related: []string{"mm-a1-send", "mm-b2-swap"}, similar: []string{"coin-overview-send", "coin-overview-swap"}, window: 48},
		// The tagged flow comes first; the others are not shut out (DESIGN 9.19).
		"home, flowTag swap (failed bridge clicks)": {suggested: []string{"coin-overview-swap", "coin-overview-send"},
			related: []string{"mm-b2-swap", "mm-a1-send"}, similar: []string{"coin-overview-swap", "coin-overview-send"}, window: 48},
		"send screen": {suggested: []string{"send-recipient-input", "send-amount-input", "sendContinueButton"},
			related: []string{"mm-a1-send"}, similar: []string{"sendContinueButton", "send-amount-input", "send-recipient-input"}, window: 48},
		"testId no longer visible": {related: []string{"mm-a1-send"},
			similar: []string{"sendContinueButton", "send-amount-input", "send-recipient-input"}, window: 48},
		// The only other session here is tagged as another flow; it has another
		// goal, too, so that its actions are shown and not suggested.
		"excludes current session": {related: []string{"mm-b2-swap"}, similar: []string{"coin-overview-swap"}, window: 48},
		"shop outside 48h": {suggested: []string{"checkoutButton"}, related: []string{"mm-d4-checkout"},
			similar: []string{"coupon_code_input"}, window: 720},
		// The second was used while the page did not list it: that it does not now
		// says nothing.
		"fallback with empty-named node first": {suggested: []string{"connectButton", "confirm-btn"}, related: []string{"mm-g7-connect"},
			similar: []string{"connectButton", "confirm-btn"}, window: 48},
	}
	for _, c := range v.Cases {
		t.Run(c.Name, func(t *testing.T) {
			w, ok := want[c.Name]
			if !ok {
				t.Fatalf("no expectation for %s", c.Name)
			}
			e, _ := fixture(t)
			req := c.Context.request()
			req.SessionID = c.CurrentSessionID
			p := e.Suggest(v.Now, req)
			if p == nil {
				t.Fatal("got nothing")
			}
			checkAnswer(t, p)
			var suggested, related, similar []string
			for _, s := range p.SuggestedNextActions {
				suggested = append(suggested, labelOf(s))
			}
			if len(p.Avoid) > 0 {
				t.Errorf("avoids %+v", p.Avoid)
			}
			for _, s := range p.RelatedSessions {
				related = append(related, s.SessionID)
			}
			for _, s := range p.SimilarSteps {
				similar = append(similar, s.Target.TestID)
			}
			same(t, "suggested", suggested, w.suggested)
			same(t, "related", related, w.related)
			same(t, "similar", similar, w.similar)
			if p.Query.WindowHours != w.window {
				t.Errorf("window %d h, want %d", p.Query.WindowHours, w.window)
			}
		})
	}
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// plainSimilarity returns spec 002's score of an earlier step against the present page, 0 to
// 29, without an index.
func plainSimilarity(step *types.Step, now *types.Observation) int {
	var then types.Observation
	if step.Observation != nil {
		then = *step.Observation
	}
	was, is := readPage(&then), readPage(now)
	score := 0
	if sameScreen(then.State.CurrentScreen, now.State.CurrentScreen) {
		score += simScreen
	}
	if sharesAny(route(then.State.CurrentURL), route(now.State.CurrentURL)) {
		score += simRoute
	}
	score += simTestID * min(simTestIDs, common(was.testIDs, is))
	score += simName * min(simNames, common(was.names, is))
	if actionOf(step.Tool.Name).direct() {
		score += simAction
	}
	return score
}

// common returns how many of the names of one page another one shows, too.
func common(names []*name, shown *pageView) (n int) {
	for _, x := range names {
		if shown.count(x.key) > 0 {
			n++
		}
	}
	return n
}

// readPage reads the first maxPageNodes elements of each kind, for a page without an
// origin.
func readPage(obs *types.Observation) *pageView {
	v := &pageView{}
	v.read(obs, newLexicon(), 1)
	return v
}
