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

// TestTeamStandsBelowOnesOwn holds suggestions to the bounds of actions that were not done here,
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
		}, 0.6, false, "; team: 5 sessions of ana; not yet done here"},
		{"two members", func(e *Engine) {
			for i := range 5 {
				clicks(e, fmt.Sprintf("t-%d", i), member([]string{"ana", "eve"}[i%2]), label)
			}
		}, 0.8, false, "; team: 5 sessions of 2 members; not yet done here"},
		{"one member, and often again", func(e *Engine) {
			from := member("ana")
			from.Again = &types.Repeats{Count: 40, Last: day}
			clicks(e, "t-0", from, label)
		}, 0.6, false, "; team: 41 sessions of ana; not yet done here"},
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

// TestRiskyActionsOfATeam needs two members for an action that cannot be taken back, and never
// suggests it with confidence before it worked here.
func TestRiskyActionsOfATeam(t *testing.T) {
	page := types.Observation{State: types.State{CurrentURL: "https://app.acme.test/pay", CurrentScreen: "pay", Origin: "https://app.acme.test"}, A11y: types.A11y{Nodes: []types.A11yNode{
		{Ref: "e1", Role: "button", Name: "Delete account", TestID: "gone"}, {Ref: "e2", Role: "button", Name: "Show details", TestID: "show"}, {Ref: "e3", Role: "textbox", Name: "Password", TestID: "pw", Sensitive: true}}}}
	for name, test := range map[string]struct {
		target types.Target
		risky  bool
	}{
		"deletes":            {types.Target{TestID: "gone", Role: "button", Name: "Delete account"}, true},
		"name did not leave": {types.Target{TestID: "delete-account", Role: "button"}, true},
		"sensitive field":    {types.Target{TestID: "pw", Role: "textbox", Name: "Password", Sensitive: true}, true},
		"harmless":           {types.Target{TestID: "show", Role: "button", Name: "Show details"}, false},
	} {
		e := New()
		put := func(id string, from *types.From) {
			e.PutSession(&types.Session{SessionID: id, CreatedAt: day, Goal: "clean up", From: from})
			e.PutStep(step(id, id+"-0", day, "mm_click", &test.target, &page))
		}
		sure := func() float64 {
			p := e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: page, Goal: "clean up"})
			if p == nil || len(p.SuggestedNextActions) == 0 {
				return -1
			}
			return p.SuggestedNextActions[0].Confidence
		}
		for range 3 {
			put(fmt.Sprintf("t-%d", len(e.sessions)), member("ana"))
		}
		if got := sure(); got < 0 != test.risky {
			t.Errorf("%s: one member's confidence is %.2f", name, got)
		}
		for range 3 {
			put(fmt.Sprintf("t-%d", len(e.sessions)), member("eve"))
		}
		if got := sure(); got < 0 || test.risky && got > 0.4 {
			t.Errorf("%s: two members' confidence is %.2f", name, got)
		}
		put("mm-own", nil)
		if got := sure(); got < 0.4 && name != "name did not leave" {
			t.Errorf("%s: after it worked here, the confidence is %.2f", name, got)
		}
	}
}

// advised puts an own session that had a member's suggestion, and did it or something else.
func advised(e *Engine, id, by string, at time.Duration, rank int, ok bool) {
	advisedOn(e, walletOrigin, id, by, at, rank, ok)
}

func advisedOn(e *Engine, origin, id, by string, at time.Duration, rank int, ok bool) {
	e.PutSession(&types.Session{SessionID: id, CreatedAt: day.Add(at), Goal: "another task"})
	s := step(id, id+"-0", day.Add(at), "mm_click", &types.Target{Role: "button", Name: "Elsewhere"}, page(origin, "elsewhere", button("Elsewhere")))
	s.Actor, s.Advice = types.ActorAgent, &types.Advice{Shown: 1, Rank: rank, By: by, Given: []types.Given{{Action: "click"}}}
	if !ok {
		failing(s, types.CodeClickFailed)
	}
	e.PutStep(s)
}

// TestAMemberWhoseSuggestionsFailIsSetAside until the results are old, and for as long as
// they are stored.
func TestAMemberWhoseSuggestionsFailIsSetAside(t *testing.T) {
	now := day.Add(time.Hour)
	for name, test := range map[string]struct {
		results []bool
		by      string
		rank    int
		aside   bool
	}{
		"one failed":             {[]bool{false}, "eve", 1, false},
		"two failed":             {[]bool{false, false}, "eve", 1, true},
		"two were not done":      {[]bool{true, true}, "eve", 0, true},
		"another member's":       {[]bool{false, false, false}, "ana", 1, false},
		"as many worked":         {[]bool{true, true, false, false}, "eve", 1, false},
		"worked, then four fail": {[]bool{true, true, true, true, true, true, false, false, false, false}, "eve", 1, true},
	} {
		e := New()
		clicks(e, "t-1", member("eve"), "Details")
		for i, ok := range test.results {
			advised(e, fmt.Sprintf("mm-%d", i), test.by, time.Duration(i)*time.Second, test.rank, ok)
		}
		p := askHome(e)
		suggested := p != nil && len(p.SuggestedNextActions) > 0
		if suggested == test.aside || (len(e.Authors(now)["eve"].AsideAt) > 0) != test.aside {
			t.Errorf("%s: suggested is %v, set aside %v, want %v", name, suggested, e.Authors(now), test.aside)
		}
		if suggested && p.SuggestedNextActions[0].By != "eve" {
			t.Errorf("%s: the suggestion is by %q", name, p.SuggestedNextActions[0].By)
		}
		if late := e.Authors(now.Add(authorWindow))["eve"]; test.by == "eve" && len(late.AsideAt)+late.Worked+late.Failed > 0 {
			t.Errorf("%s: still set aside after 30 days: %v", name, late)
		}
		for i := range test.results {
			e.RemoveSession(fmt.Sprintf("mm-%d", i))
		}
		if len(e.Authors(now)) > 0 || askHome(e) == nil {
			t.Errorf("%s: deleted results still count", name)
		}
	}
}

// TestTwoSitesSetAMemberAsideEverywhere, and one that changed does not.
func TestTwoSitesSetAMemberAsideEverywhere(t *testing.T) {
	for _, test := range []struct {
		failedOn []string
		aside    bool
	}{
		{[]string{"https://a.test", "https://a.test", "https://a.test", "https://a.test"}, false},
		{[]string{"https://a.test", "https://b.test"}, false},
		{[]string{"https://a.test", "https://a.test", "https://b.test", "https://b.test"}, true},
	} {
		e := New()
		clicks(e, "t-1", member("eve"), "Details")
		for i, origin := range test.failedOn {
			advisedOn(e, origin, fmt.Sprintf("mm-%d", i), "eve", time.Duration(i)*time.Second, 1, false)
		}
		if p := askHome(e); (p != nil && len(p.SuggestedNextActions) > 0) == test.aside {
			t.Errorf("failed on %q: suggested is %v", test.failedOn, !test.aside)
		}
		if at := e.Authors(day.Add(time.Hour))["eve"].AsideAt; (len(at) == 1 && at[0] == walletOrigin) != test.aside {
			t.Errorf("failed on %q: it is said that the member is set aside on %q", test.failedOn, at)
		}
		e.RemoveSession("mm-0")
		if p := askHome(e); p == nil || len(p.SuggestedNextActions) == 0 {
			t.Errorf("failed on %q: a deleted result still counts", test.failedOn)
		}
	}
}

// TestAPersonSetsAMemberAside and takes that back.
func TestAPersonSetsAMemberAside(t *testing.T) {
	e := New()
	clicks(e, "t-1", member("eve"), "Details")
	for _, aside := range []bool{true, false} {
		from := member("eve")
		from.Aside = aside
		e.PutSession(&types.Session{SessionID: "t-1", CreatedAt: day, Goal: "Change ETH", From: from})
		if p := askHome(e); (p == nil) != aside {
			t.Errorf("set aside is %v, and the answer %+v", aside, p)
		}
	}
}

// TestRepetitionByAMemberIsNoEvidence holds a member's third session to the weight of two.
func TestRepetitionByAMemberIsNoEvidence(t *testing.T) {
	for _, most := range []int{2, 3, 40} {
		e := New()
		for i := range 2 {
			clicks(e, fmt.Sprintf("t-ana-%d", i), member("ana"), "History")
			clicks(e, fmt.Sprintf("t-bob-%d", i), member("bob"), "History")
		}
		for i := range most {
			clicks(e, fmt.Sprintf("t-eve-%d", i), member("eve"), "Details")
		}
		if p := askHome(e); p == nil || p.SuggestedNextActions[0].PreferredTarget.Hint.Name != "History" {
			t.Errorf("%d sessions: %+v leads", most, p)
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

// TestAPageThatListsNothingMayBeThisOne has two sessions do different things on a screen. The page of the later one listed
// other elements, that of the earlier one none, as members share a page on which nothing that they used was listed.
func TestAPageThatListsNothingMayBeThisOne(t *testing.T) {
	e := New()
	for i, one := range []struct {
		name string
		on   *types.Observation
	}{{"Details", page(walletOrigin, "home")}, {"History", page(walletOrigin, "home", button("History"), button("Alpha"), button("Beta"), button("Gamma"))}} {
		id, at := fmt.Sprint("mm-", i), day.Add(time.Duration(i)*time.Hour)
		e.PutSession(&types.Session{SessionID: id, CreatedAt: at, Goal: "Change ETH", Statement: types.Statement{Outcome: types.SessionDone}})
		e.PutStep(step(id, id+"-0", at, "mm_click", &types.Target{Role: "button", Name: one.name}, one.on))
	}
	if p := askHome(e); p == nil || len(p.SuggestedNextActions) != 2 || labelOf(p.SuggestedNextActions[0]) != "Details" {
		t.Errorf("suggested %+v", p)
	}
}
