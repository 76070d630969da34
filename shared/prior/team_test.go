package prior

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

func teamPage() *types.Observation {
	return page(walletOrigin, "home", button("Details"), button("History"))
}

// clicks puts a session with one click on a button.
func clicks(e *Engine, id string, from *types.From, name string) {
	at := day.Add(time.Duration(len(e.sessions)) * time.Second)
	e.PutSession(&types.Session{SessionID: id, CreatedAt: at, Goal: "Change ETH", From: from, Statement: types.Statement{Outcome: types.SessionDone}})
	e.PutStep(step(id, id+"-0", at, "mm_click", &types.Target{Role: "button", Name: name}, teamPage()))
}

func askHome(e *Engine) *types.PriorKnowledge {
	return e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: *teamPage(), Goal: "Change ETH"})
}

func member(name string) *types.From { return &types.From{Team: "team", Author: name} }

// TestTeamStandsBelowOnesOwn holds suggestions to the bounds of what was not done here,
// and to saying so.
func TestTeamStandsBelowOnesOwn(t *testing.T) {
	const label = "Details"
	for _, test := range []struct {
		name string
		put  func(*Engine)
		most float64
		more bool // above it with the last session
		says string
	}{
		{"one member", func(e *Engine) {
			for i := range 5 {
				clicks(e, fmt.Sprintf("t-%d", i), member("ana"), label)
			}
		}, 0.6, false, "; team: 5 sessions of 1 member; not yet done here"},
		{"two members", func(e *Engine) {
			for i := range 5 {
				clicks(e, fmt.Sprintf("t-%d", i), member([]string{"ana", "eve"}[i%2]), label)
			}
		}, 0.8, false, "; team: 5 sessions of 2 members; not yet done here"},
		{"once here", func(e *Engine) {
			for i := range 5 {
				clicks(e, fmt.Sprintf("t-%d", i), member("ana"), label)
			}
			clicks(e, "mm-own", nil, label)
		}, 1, true, ""},
	} {
		e := New()
		test.put(e)
		p := askHome(e)
		if p == nil || len(p.SuggestedNextActions) == 0 {
			t.Fatalf("%s: no suggestion", test.name)
		}
		s := p.SuggestedNextActions[0]
		if s.Confidence > test.most || test.more && s.Confidence <= 0.6 {
			t.Errorf("%s: confidence %.2f, at most %.2f", test.name, s.Confidence, test.most)
		}
		if !strings.HasSuffix(s.Rationale, test.says) || test.says == "" && strings.Contains(s.Rationale, "team") {
			t.Errorf("%s: it says %q, want %q", test.name, s.Rationale, test.says)
		}
		if p.RelatedSessions[0].From == nil && test.most < 1 {
			t.Errorf("%s: the session is shown as one's own", test.name)
		}
	}
}

// TestOneOwnSessionOutweighsAMember has the own way lead, though a member went another
// one as often.
func TestOneOwnSessionOutweighsAMember(t *testing.T) {
	e := New()
	clicks(e, "mm-own", nil, "Details")
	clicks(e, "t-0001", member("ana"), "History")
	if p := askHome(e); p == nil || p.SuggestedNextActions[0].PreferredTarget.Hint.Name != "Details" {
		t.Errorf("the team's way leads: %+v", p)
	}
}

// TestRiskyActionsOfATeamAreNotSuggested until they worked here.
func TestRiskyActionsOfATeamAreNotSuggested(t *testing.T) {
	page := types.Observation{State: types.State{CurrentURL: "https://app.acme.test/pay", CurrentScreen: "pay", Origin: "https://app.acme.test"}, A11y: types.A11y{Nodes: []types.A11yNode{
		{Ref: "e1", Role: "button", Name: "Delete account", TestID: "gone"}, {Ref: "e2", Role: "button", Name: "Show details", TestID: "show"}, {Ref: "e3", Role: "textbox", Name: "Password", TestID: "pw", Sensitive: true}}}}
	for name, test := range map[string]struct {
		target types.Target
		want   bool
	}{
		"deletes":            {types.Target{TestID: "gone", Role: "button", Name: "Delete account"}, false},
		"name did not leave": {types.Target{TestID: "delete-account", Role: "button"}, false},
		"sensitive field":    {types.Target{TestID: "pw", Role: "textbox", Name: "Password", Sensitive: true}, false},
		"harmless":           {types.Target{TestID: "show", Role: "button", Name: "Show details"}, true},
	} {
		e := New()
		put := func(id string, from *types.From) {
			e.PutSession(&types.Session{SessionID: id, CreatedAt: day, Goal: "clean up", From: from})
			e.PutStep(step(id, id+"-0", day, "mm_click", &test.target, &page))
		}
		asked := func() bool {
			p := e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: page, Goal: "clean up"})
			return p != nil && len(p.SuggestedNextActions) > 0
		}
		put("t-0001", member("ana"))
		put("t-0002", member("eve"))
		if got := asked(); got != test.want {
			t.Errorf("%s: suggested is %v, want %v", name, got, test.want)
		}
		put("mm-own", nil)
		if !asked() {
			t.Errorf("%s: not suggested after it worked here", name)
		}
	}
}

// TestAMembersFailuresWarnOfNothing keeps one member from talking a good way down.
func TestAMembersFailuresWarnOfNothing(t *testing.T) {
	e := New()
	clicks(e, "mm-own", nil, "Details")
	for i := range 6 {
		id := fmt.Sprintf("t-%d", i)
		e.PutSession(&types.Session{SessionID: id, CreatedAt: day.Add(time.Minute), Goal: "Change ETH", From: member("eve")})
		e.PutStep(failing(step(id, id+"-0", day.Add(time.Minute), "mm_click", &types.Target{Role: "button", Name: "Details"}, teamPage()), types.CodeClickFailed))
	}
	if p := askHome(e); p == nil || len(p.Avoid) != 0 || len(p.SuggestedNextActions) == 0 || p.SuggestedNextActions[0].PreferredTarget.Hint.Name != "Details" {
		t.Errorf("a member's failures count: %+v", p)
	}
}
