package core

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

var noon = types.At(time.Date(2026, 1, 16, 12, 0, 0, 0, time.UTC))

func step(session, id, page, testID string) *types.Step {
	return &types.Step{SessionID: session, StepID: id, Timestamp: noon, Outcome: types.Outcome{OK: true},
		Tool: types.Tool{Name: "click", Target: &types.Target{TestID: testID}},
		Observation: &types.Observation{State: types.State{CurrentScreen: "home", CurrentURL: page + "/home", Origin: page},
			A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: testID}}}}}
}

func put(t *testing.T, c *Core, steps ...*types.Step) {
	t.Helper()
	for _, s := range steps {
		if err := c.PutStep(s); err != nil {
			t.Fatal(err)
		}
	}
}

func find(t *testing.T, c *Core, query string) []types.StepSummary {
	t.Helper()
	got, err := c.Search(noon, types.SearchRequest{Query: query})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestRequestsOutOfBoundsAreRefusedWithAHint(t *testing.T) {
	c := New()
	all := types.Scope{Kind: types.ScopeAll}
	search := func(r types.SearchRequest) error { _, err := c.Search(noon, r); return err }
	for name, err := range map[string]error{
		"query of 2001 characters": search(types.SearchRequest{Query: strings.Repeat("界", 2001)}),
		"query of a megabyte":      search(types.SearchRequest{Query: strings.Repeat("a", 1<<20)}),
		"limit 101":                search(types.SearchRequest{Query: "a", Limit: 101}),
		"limit -1":                 search(types.SearchRequest{Query: "a", Limit: -1}),
		"no such ranker":           search(types.SearchRequest{Query: "a", Ranker: "best"}),
		"no such scope":            search(types.SearchRequest{Query: "a", Scope: types.Scope{Kind: "every"}}),
		"a path as session id":     search(types.SearchRequest{Query: "a", Scope: types.Scope{Kind: types.ScopeSession, SessionID: "../x"}}),
		"sinceHours 721":           search(types.SearchRequest{Query: "a", Scope: all, Filters: types.Filters{SinceHours: 721}}),
		"n 201":                    second(c.Last(noon, types.LastRequest{N: 201})),
		"51 sessions":              second(c.Sessions(noon, types.SessionsRequest{Limit: 51})),
		"recipe of a path":         second(c.Recipe("../../etc/passwd")),
		"prior of a path":          second(c.Prior(noon, types.PriorRequest{SessionID: "../x"})),
		"session with a bad id":    c.PutSession(&types.Session{SessionID: "a b"}),
		"step with a bad session":  c.PutStep(&types.Step{SessionID: "", Tool: types.Tool{Name: "click"}}),
		"step without a tool":      c.PutStep(&types.Step{SessionID: "mm-one"}),
		"no session":               c.PutSession(nil),
		"no step":                  c.PutStep(nil),
		"nothing to capture":       second(c.Capture(noon, nil, types.KeepFull)),
	} {
		var fault *types.Error
		if !errors.As(err, &fault) || fault.Code != types.CodeInvalidInput || fault.Hint == "" {
			t.Errorf("%s: the error is %v, want MM_INVALID_INPUT with a hint", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestHarmlessRequestsAreAnswered(t *testing.T) {
	c := New()
	for _, q := range []string{"", "   ", "the a of", strings.Repeat("界", 200), "*a*a*a*", "(a+)+$", "constructor", "\x00\u202e\xff"} {
		if got := find(t, c, q); got == nil || len(got) > 0 {
			t.Errorf("%q gives %v, want an empty list", q, got)
		}
	}
	if got, err := c.Recipe("mm-none"); err != nil || got.StepCount != 0 || got.Recipe == nil {
		t.Errorf("the recipe of an unknown session is %v, %v", got, err)
	}
}

func TestStepsBringTheirSession(t *testing.T) {
	c := New()
	put(t, c, step("mm-one", "s1", "https://a.example", "send-button"))
	if s := c.Session("mm-one"); s == nil || !s.Foreign {
		t.Fatalf("the session is %+v, want a foreign one", s)
	}
	if got := find(t, c, "send"); len(got) != 1 || got[0].Tool != "mm_click" {
		t.Errorf("found %+v", got)
	}
	if err := c.PutSession(&types.Session{SessionID: "mm-one", CreatedAt: noon, Goal: "Send money"}); err != nil {
		t.Fatal(err)
	}
	if got := find(t, c, "money"); len(got) != 1 || got[0].SessionGoal != "Send money" {
		t.Errorf("found %+v", got)
	}
}

func TestPuttingTwiceAddsNothing(t *testing.T) {
	c := New()
	unnamed := step("mm-one", "", "https://a.example", "send-button")
	put(t, c, step("mm-one", "s1", "https://a.example", "x"), step("mm-one", "s1", "https://a.example", "x"), unnamed, unnamed)
	if got := c.Status(); got.Steps != 2 || got.Sessions != 1 {
		t.Errorf("status is %+v, want 2 steps in 1 session", got)
	}
}

func TestForgettingIsExact(t *testing.T) {
	a, b := "https://a.example", "https://b.example:8080"
	fill := func() *Core {
		c := New()
		leads := step("mm-two", "s3", a, "gamma")
		leads.After = &types.After{CurrentURL: b + "/x"}
		goes := step("mm-two", "s4", a, "delta")
		goes.Tool.Input = map[string]any{"url": b + "/start"}
		put(t, c, step("mm-one", "s1", a, "alpha"), step("mm-one", "s2", b, "beta"), leads, goes, step("mm-three", "s5", b, "omega"))
		return c
	}
	for name, tt := range map[string]struct {
		forget types.Forget
		want   types.ForgetReceipt
		left   string
	}{
		"a step":         {types.Forget{StepID: "s1"}, types.ForgetReceipt{Steps: 1}, "beta gamma delta omega"},
		"no such step":   {types.Forget{StepID: "s9"}, types.ForgetReceipt{}, "alpha beta gamma delta omega"},
		"a session":      {types.Forget{SessionID: "mm-one"}, types.ForgetReceipt{Sessions: 1, Steps: 2}, "gamma delta omega"},
		"an origin":      {types.Forget{Origin: b}, types.ForgetReceipt{Sessions: 2, Steps: 4, Sites: 1}, "alpha"},
		"by its address": {types.Forget{Origin: "HTTPS://B.example:8080/page"}, types.ForgetReceipt{Sessions: 2, Steps: 4, Sites: 1}, "alpha"},
		"a site":         {types.Forget{Origin: "b.example:8080"}, types.ForgetReceipt{Sessions: 2, Steps: 4, Sites: 1}, "alpha"},
		"an element":     {types.Forget{Element: types.Element{Origin: a, TestID: "gamma"}}, types.ForgetReceipt{Steps: 1}, "alpha beta delta omega"},
		"elsewhere":      {types.Forget{Element: types.Element{Origin: "https://c.example", TestID: "gamma"}}, types.ForgetReceipt{}, "alpha beta gamma delta omega"},
		"a span of time": {types.Forget{From: 1, To: 1 << 60}, types.ForgetReceipt{Sessions: 3, Steps: 5, Sites: 2}, ""},
		"an empty span":  {types.Forget{From: 1 << 60}, types.ForgetReceipt{}, "alpha beta gamma delta omega"},
		"said before":    {types.Forget{Origin: b, At: 1}, types.ForgetReceipt{}, "alpha beta gamma delta omega"},
		"taken back":     {types.Forget{Origin: b, Undo: true}, types.ForgetReceipt{}, "alpha beta gamma delta omega"},
		"everything":     {types.Forget{All: true}, types.ForgetReceipt{Sessions: 3, Steps: 5, Sites: 2}, ""},
		"nothing":        {types.Forget{}, types.ForgetReceipt{}, "alpha beta gamma delta omega"},
	} {
		t.Run(name, func(t *testing.T) {
			c := fill()
			if got := fill().Forget(sealedOf(t, tt.forget)); got != tt.want {
				t.Errorf("sealed: receipt %+v, want %+v", got, tt.want)
			}
			if got := c.Forget(tt.forget); got != tt.want {
				t.Errorf("receipt %+v, want %+v", got, tt.want)
			}
			for _, word := range strings.Fields("alpha beta gamma delta omega") {
				if found := len(find(t, c, word)) > 0; found != strings.Contains(tt.left, word) {
					t.Errorf("%s found: %v", word, found)
				}
			}
		})
	}
}

func TestAnswersAreListsInJSON(t *testing.T) {
	c := New()
	for name, v := range map[string]any{
		"search":   first(c.Search(noon, types.SearchRequest{Query: "x"})),
		"last":     first(c.Last(noon, types.LastRequest{})),
		"sessions": first(c.Sessions(noon, types.SessionsRequest{})),
	} {
		if b, _ := json.Marshal(v); string(b) != "[]" {
			t.Errorf("%s gives %s, want []", name, b)
		}
	}
}

func first[T any](v T, _ error) T { return v }

// TestAForgottenElementIsNamedNowhere: the step on it goes, and the pages of
// the others no longer show it.
func TestAForgottenElementIsNamedNowhere(t *testing.T) {
	c := New()
	site := "https://a.example"
	seen := func() *types.Observation {
		return &types.Observation{State: types.State{CurrentScreen: "home", CurrentURL: site, Origin: site},
			TestIDs: []types.TestID{{TestID: "secret-vault", Visible: true}, {TestID: "pay", Visible: true}},
			A11y:    types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: "Vault of Ann", TestID: "secret-vault"}, {Ref: "e2", Role: "button", Name: "Pay", TestID: "pay"}}}}
	}
	on, beside := step("mm-one", "s1", site, "secret-vault"), step("mm-one", "s2", site, "pay")
	on.Observation, beside.Observation = seen(), seen()
	on.Tool.Target.Role, on.Tool.Target.Name = "button", "Vault of Ann"
	beside.After = &types.After{CurrentURL: site, Appeared: []string{`button "Vault of Ann"`, `button "Done"`}}
	put(t, c, on, beside)
	if got := c.Forget(types.Forget{Element: types.Element{Origin: site, TestID: "secret-vault", Role: "button", Name: "Vault of Ann"}}); got != (types.ForgetReceipt{Steps: 1, Cleaned: 1}) {
		t.Errorf("receipt %+v", got)
	}
	left, err := json.Marshal(c.Step("s2"))
	if err != nil || c.Step("s1") != nil || strings.Contains(string(left), "ault") || !strings.Contains(string(left), "Done") || !strings.Contains(string(left), `"pay"`) {
		t.Errorf("left: %s, %v", left, err)
	}
	if got := find(t, c, "vault"); len(got) != 0 {
		t.Errorf("found %+v", got)
	}
	if len(beside.Observation.A11y.Nodes) != 2 {
		t.Error("the record that was put has been changed")
	}
}

// TestAPersonsWordsForASessionStay: a running session's recorder knows nothing
// of them.
func TestAPersonsWordsForASessionStay(t *testing.T) {
	c := New()
	began := &types.Session{SessionID: "mm-one", CreatedAt: 5, Goal: "old", FlowTags: []string{"send"}, Tags: []string{}}
	if err := c.PutSession(began); err != nil {
		t.Fatal(err)
	}
	amended, err := c.Amend(9, "mm-one", "new\u202e goal", []string{"swap", ""}, nil)
	if err != nil || amended.Goal != "new goal" || len(amended.FlowTags) != 1 || amended.EditedAt != 9 || c.Session("mm-one").Goal != "old" {
		t.Fatalf("amended %+v, %v", amended, err)
	}
	ended := *began
	ended.EndedAt = 20
	for _, s := range []*types.Session{amended, &ended} {
		if err := c.PutSession(s); err != nil {
			t.Fatal(err)
		}
	}
	if got := c.Session("mm-one"); got.Goal != "new goal" || got.FlowTags[0] != "swap" || got.EndedAt != 20 {
		t.Errorf("session %+v", got)
	}
	if _, err := c.Amend(9, "mm-none", "x", nil, nil); types.AsError(err).Code != types.CodeNotFound {
		t.Errorf("no such session: %v", err)
	}
}
