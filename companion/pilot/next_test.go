package pilot

import (
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// nextIs has memory suggest one step with a confidence.
func nextIs(s types.SuggestedAction, confidence float64) *types.PriorKnowledge {
	s.Rank, s.Confidence = 1, confidence
	return &types.PriorKnowledge{SchemaVersion: 1, SuggestedNextActions: []types.SuggestedAction{s, {Rank: 2, Action: "click", Confidence: 0.1, PreferredTarget: types.PriorTarget{Type: types.TargetTestID, Text: "send"}}}}
}

func clickID(id string) types.SuggestedAction {
	return types.SuggestedAction{Action: "click", PreferredTarget: types.PriorTarget{Type: types.TargetTestID, Text: id}}
}

func typeName(role, name string) types.SuggestedAction {
	return types.SuggestedAction{Action: "type", PreferredTarget: types.PriorTarget{Type: types.TargetA11yHint, Hint: &types.A11yHint{Role: role, Name: name}}}
}

func (r *rig) clickFor(next bool) *tool.ActResult {
	r.t.Helper()
	result, err := r.Click(r.t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{TestID: "send"}, ActInput: tool.ActInput{Next: next}})
	if err != nil {
		r.t.Fatal(err)
	}
	return result
}

// TestTheNextStepIsShownToBeThere clicks on pages that show the element of the next
// step, do not, or show something else by its name.
func TestTheNextStepIsShownToBeThere(t *testing.T) {
	row := &types.A11yHint{Role: "row", Name: "Ann"}
	within := typeName("textbox", "Amount")
	within.Within = row
	selected := types.SuggestedAction{Action: "type", PreferredTarget: types.PriorTarget{Type: types.TargetSelector, Text: "#amount"}, FallbackTargets: []types.PriorTarget{typeName("textbox", "Amount").PreferredTarget}}
	framed := clickID("send")
	framed.Origin = "http://127.0.0.1:2"
	twice := func(o *types.Observation) { o.A11y.Nodes = append(o.A11y.Nodes, o.A11y.Nodes[1]) }
	for name, c := range map[string]struct {
		step       types.SuggestedAction
		confidence float64
		page       func(*types.Observation)
		want       bool
	}{
		"sure of a test id":            {clickID("send"), 0.9, nil, true},
		"sure of a name":               {typeName("textbox", "Amount"), leastNext, nil, true},
		"not sure":                     {clickID("send"), leastNext - 0.01, nil, false},
		"a test id gone":               {clickID("confirm"), 0.9, nil, false},
		"a name gone":                  {typeName("button", "Amount"), 0.9, nil, false},
		"twice there":                  {typeName("textbox", "Amount"), 0.9, twice, false},
		"twice there, in a row":        {within, 0.9, twice, true},
		"a selector, and a name":       {selected, 0.9, nil, true},
		"a selector, and a name twice": {selected, 0.9, twice, false},
		"in another frame":             {framed, 0.9, nil, false},
		"disabled":                     {clickID("send"), 0.9, func(o *types.Observation) { o.A11y.Nodes[0].Disabled = true }, false},
		"not to be pressed":            {clickID("send"), 0.9, func(o *types.Observation) { o.A11y.Nodes[0].Unseen = types.Hidden }, false},
		"a test id alone": {clickID("balance"), 0.9, func(o *types.Observation) {
			o.TestIDs = append(o.TestIDs, types.TestID{TestID: "balance", Visible: true})
		}, true},
		"a test id out of sight": {clickID("balance"), 0.9, func(o *types.Observation) { o.TestIDs = append(o.TestIDs, types.TestID{TestID: "balance"}) }, false},
		"by selector":            {types.SuggestedAction{Action: "click", PreferredTarget: types.PriorTarget{Type: types.TargetSelector, Text: "#send"}}, 0.9, nil, false},
		"a shortcut":             {types.SuggestedAction{Action: "press", Key: "Escape", PreferredTarget: types.PriorTarget{Type: types.TargetSelector, Text: types.PageSelector}}, 0.9, nil, true},
		"an address":             {types.SuggestedAction{Action: "navigate", PreferredTarget: types.PriorTarget{Type: types.TargetURL, Text: "http://127.0.0.1:1/a"}}, 0.9, nil, true},
		"news":                   {types.SuggestedAction{Action: "wait_for_notification", PreferredTarget: types.PriorTarget{Type: types.TargetText, Text: "done"}}, 0.9, nil, false},
		"a text for a name": {typeName("link", strings.Repeat("a", maxNextName+1)), 0.9, func(o *types.Observation) {
			o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: "e9", Role: "link", Name: strings.Repeat("a", maxNextName+1)})
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			r.memory.prior = nextIs(c.step, c.confidence)
			if c.page != nil {
				r.input.then = func() {
					for _, o := range r.browser.tabs {
						c.page(o)
					}
				}
			}
			if got := r.clickFor(true).Next; got == nil == c.want || got != nil && got.PreferredTarget != c.step.PreferredTarget && !slices.Contains(c.step.FallbackTargets, got.PreferredTarget) {
				t.Errorf("next is %+v, want one: %v", got, c.want)
			}
		})
	}
}

// TestTheNextStepCountsAsAdvice follows the end of an answer, and then does
// something that no answer ended with.
func TestTheNextStepCountsAsAdvice(t *testing.T) {
	r := launched(t)
	r.memory.prior = nextIs(clickID("send"), 0.9)
	calls := func() (n int) {
		for _, k := range r.browser.kinds() {
			if k == wire.KindObserve || k == wire.KindSettle {
				n++
			}
		}
		return n
	}
	before := calls()
	r.clickFor(false)
	looks := calls() - before
	if r.memory.asks != 0 {
		t.Errorf("memory was asked %d times for an answer that wants no next step", r.memory.asks)
	}
	r.clickFor(true)
	if n := calls() - before; r.memory.asks != 1 || n != 2*looks {
		t.Errorf("memory was asked %d times, want 1; two clicks looked at the page %d times, one %d", r.memory.asks, n, looks)
	}
	if q := r.memory.asked; q.SessionID != r.SessionID() || q.Goal != "send" || q.Briefed != home().State.Origin || q.Likened != q.Briefed {
		t.Errorf("memory was asked %+v", q)
	}
	r.memory.prior = nil
	r.clickFor(true)
	r.clickFor(true)
	var ranks []int
	for _, s := range r.memory.steps {
		rank := -1
		if s.Advice != nil {
			rank = s.Advice.Rank
			if s.Advice.Shown != 1 || len(s.Advice.Given) != 1 {
				t.Errorf("logged %+v, want what the answer said alone", s.Advice)
			}
		}
		ranks = append(ranks, rank)
	}
	if want := []int{-1, -1, 1, -1}; len(ranks) != 4 || ranks[2] != 1 || ranks[0]+ranks[1]+ranks[3] != -3 {
		t.Errorf("logged ranks %v, want %v", ranks, want)
	}
}

// TestAFailedStepSaysNoNext has memory or the page fail: an answer is right without
// its last line.
func TestAFailedStepSaysNoNext(t *testing.T) {
	r := launched(t)
	r.memory.prior = nextIs(clickID("send"), 0.9)
	r.memory.fail = types.Fault(types.CodeInternal, "the disk is full", "make room")
	if got := r.clickFor(true); got.Next != nil || got.NotRecorded == nil {
		t.Errorf("a step that was not recorded is followed by %+v", got.Next)
	}
	r.memory.fail = nil
	r.input.box = &types.Dialog{Type: "alert", Open: true}
	if got, err := r.Back(t.Context(), tool.BackInput{ActInput: tool.ActInput{Next: true}}); err == nil && got.Next != nil {
		t.Errorf("with a dialog in front the next step is %+v", got.Next)
	}
}

// TestASessionBeginsWithTheFirstStep launches where the known way begins at once,
// begins in a moment, or is not known surely.
func TestASessionBeginsWithTheFirstStep(t *testing.T) {
	for name, c := range map[string]struct {
		step       types.SuggestedAction
		confidence float64
		shows      int // the look that shows the element
		looks      int
		want       bool
	}{
		"at once":       {clickID("send"), 0.9, 1, 1, true},
		"in a moment":   {clickID("send"), 0.4, 2, 2, true},
		"not sure":      {clickID("send"), 0.5, 1, 1, false},
		"not likely":    {clickID("confirm"), leastAwaited - 0.01, 1, 1, false},
		"nothing known": {types.SuggestedAction{}, 0, 1, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			if c.confidence > 0 {
				r.memory.prior = nextIs(c.step, c.confidence)
			}
			looks := 0
			r.browser.answer[wire.KindObserve] = func(e wire.Envelope) (*wire.Reply, error) {
				page := *home()
				if looks++; looks < c.shows {
					page.TestIDs, page.A11y.Nodes = nil, page.A11y.Nodes[1:2]
				} else if c.shows > 1 {
					r.memory.prior = nextIs(c.step, 0.9) // it is surer once it is seen
				}
				return &wire.Reply{Page: &wire.Page{TabID: e.Observe.TabID, Observation: page}}, nil
			}
			got, err := r.Launch(t.Context(), tool.LaunchInput{Goal: "send", URL: "http://127.0.0.1:1/", Next: true})
			if err != nil || (got.Next != nil) != c.want || looks != c.looks {
				t.Errorf("after %d looks the first step is %+v, %v", looks, got.Next, err)
			}
			if got != nil && (len(r.advice) == 1) != c.want {
				t.Errorf("noted as advice: %+v", r.advice)
			}
		})
	}
}

// TestAPageMayGoByItselfToTheFirstStep launches a page that goes to the address where the known task begins, and one that does not.
func TestAPageMayGoByItselfToTheFirstStep(t *testing.T) {
	for _, goes := range []bool{true, false} {
		r := newRig(t)
		r.memory.prior = nextIs(types.SuggestedAction{Action: "navigate", PreferredTarget: types.PriorTarget{Type: types.TargetURL, Text: "http://127.0.0.1:1/list"}}, 0.9)
		looks := 0
		r.browser.answer[wire.KindObserve] = func(e wire.Envelope) (*wire.Reply, error) {
			if looks++; looks > 1 && goes {
				r.memory.prior = nextIs(clickID("send"), 0.9)
			}
			return &wire.Reply{Page: &wire.Page{TabID: e.Observe.TabID, Observation: *home()}}, nil
		}
		want := map[bool]string{true: "click", false: "navigate"}[goes]
		if got, err := r.Launch(t.Context(), tool.LaunchInput{Goal: "send", URL: "http://127.0.0.1:1/", Next: true}); err != nil || got.Next == nil || got.Next.Action != want {
			t.Errorf("the first step is %+v, %v, want to %s", got.Next, err, want)
		}
	}
}
