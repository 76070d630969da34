package core

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/shared/exchange"
	"cairn/shared/redact"
	"cairn/shared/types"
)

const shop = "https://shop.test"

// bought puts a session that buys something, done where so is set.
func bought(t testing.TB, c *Core, id, thing string, done bool) {
	t.Helper()
	s := &types.Session{SchemaVersion: 1, SessionID: id, CreatedAt: noon, Goal: "Buy " + thing + " for the team", FlowTags: []string{}, Tags: []string{}}
	if err := c.PutSession(s); err != nil {
		t.Fatal(err)
	}
	page := types.Observation{State: types.State{CurrentScreen: "shop", CurrentURL: shop + "/shop", Origin: shop}, TestIDs: []types.TestID{},
		A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "searchbox", Name: "Search"}, {Ref: "e2", Role: "button", Name: "Buy"}}}}
	for i, tool := range []types.Tool{
		{Name: "mm_type", Target: &types.Target{Role: "searchbox", Name: "Search"}, Input: map[string]any{"text": thing}},
		{Name: "mm_click", Target: &types.Target{Role: "button", Name: "Buy"}},
	} {
		o := page
		err := c.PutStep(&types.Step{SessionID: id, StepID: fmt.Sprintf("%s-%d", id, i), Timestamp: noon + types.Time(i+1), Actor: types.ActorAgent, Tool: tool, Outcome: types.Outcome{OK: true}, Observation: &o})
		if err != nil {
			t.Fatal(err)
		}
	}
	if done {
		ended := *s
		ended.Statement = types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByAgent, OutcomeAt: noon + 10}
		if err := c.PutSession(&ended); err != nil {
			t.Fatal(err)
		}
	}
}

func flowIDs(c *Core) string {
	var ids []string
	for _, f := range c.Flows("") {
		ids = append(ids, f.ID)
	}
	return strings.Join(ids, " ")
}

func TestFlowsFollowWhatIsRememberedAndForgotten(t *testing.T) {
	c := New()
	bought(t, c, "mm-0001", "tea", false)
	if got := flowIDs(c); got != "" {
		t.Fatalf("a session that is not done made %s", got)
	}
	bought(t, c, "mm-0001", "tea", true)
	if got := flowIDs(c); got != "buy-search-team" {
		t.Fatalf("the flow is %q", got)
	}
	bought(t, c, "mm-0002", "coffee", true)
	if f := c.Flow("buy-search-team"); len(f.Evidence) != 2 {
		t.Fatalf("the second session is no evidence: %v", f.Evidence)
	}
	ask := func() *types.FlowCall {
		known, err := c.Ask(types.Question{Now: noon, Goal: "Buy sugar for the team"}, &types.Observation{State: types.State{CurrentURL: shop + "/shop", Origin: shop}})
		if err != nil {
			t.Fatal(err)
		}
		return known.Flow
	}
	if call := ask(); call == nil || call.Flow != "buy-search-team" || call.Params["search"] != "sugar" || call.Confidence < 0.9 {
		t.Errorf("the call is %+v", call)
	}
	found, err := c.KBSearch(types.KBSearchRequest{Query: "Buy sugar for the team", URL: shop})
	if err != nil || found.Flow == nil || found.Flow.Flow != "buy-search-team" {
		t.Errorf("kb_search has %+v (%v)", found.Flow, err)
	}
	recalled, err := c.Recall(noon, types.RecallRequest{URL: shop, TaskHint: "Buy sugar for the team"})
	if err != nil || recalled.Flow == nil || recalled.Flow.Flow != "buy-search-team" {
		t.Errorf("recall has %+v (%v)", recalled.Flow, err)
	}
	if calls := c.FlowFor("https://other.test/", "Buy sugar for the team", 3); len(calls) > 0 {
		t.Errorf("another site has %v", calls)
	}
	c.Forget(types.Forget{SessionID: "mm-0001"})
	if f := c.Flow("buy-search-team"); f == nil || slices.Contains(f.Evidence, "mm-0001") {
		t.Errorf("after one session was forgotten: %+v", f)
	}
	c.Forget(types.Forget{StepID: "mm-0002-0"})
	if f := c.Flow("buy-coffee-team"); f == nil || len(f.Steps) != 1 {
		text, _ := json.Marshal(c.Flows(""))
		t.Errorf("after one step was forgotten: %s", text)
	}
	c.Forget(types.Forget{Origin: shop})
	if got := flowIDs(c); got != "" {
		t.Errorf("after the site was forgotten there is %s", got)
	}
}

// TestAFlowTakesTheWordsThatAnOpenSessionIsStoredWithout asks in an open session, whose stored goal lacks what may be a password.
func TestAFlowTakesTheWordsThatAnOpenSessionIsStoredWithout(t *testing.T) {
	for name, x := range map[string]struct{ stored, want string }{
		"stored without them": {redact.Reserved("Buy usersugar for the team"), "usersugar"},
		"changed by a person": {"Buy cocoa for the team", "cocoa"},
		"stored as it was":    {"Buy usersugar for the team", "usersugar"},
	} {
		t.Run(name, func(t *testing.T) {
			c := New()
			bought(t, c, "mm-0001", "tea", true)
			bought(t, c, "mm-0002", "coffee", true)
			if err := c.PutSession(&types.Session{SchemaVersion: 1, SessionID: "mm-0003", CreatedAt: noon, Goal: x.stored, FlowTags: []string{}, Tags: []string{}}); err != nil {
				t.Fatal(err)
			}
			known, err := c.Ask(types.Question{Now: noon, SessionID: "mm-0003", Goal: "Buy usersugar for the team"}, &types.Observation{State: types.State{CurrentURL: shop + "/shop", Origin: shop}})
			if err != nil || known.Flow == nil || known.Flow.Params["search"] != x.want {
				t.Errorf("the flow of %q is %+v, %v; want %q", x.stored, known.Flow, err, x.want)
			}
		})
	}
}

func edited(t *testing.T, c *Core, id string, e types.FlowEdit) error {
	t.Helper()
	edit := &types.Edit{EditID: id, At: noon + 100, Flow: &e}
	c.Complete(edit)
	if err := c.CheckEdit(edit); err != nil {
		return err
	}
	return c.PutEdit(edit)
}

func TestEditsOfFlows(t *testing.T) {
	given := func(site string) *types.Flow {
		return &types.Flow{Title: "Cancel the order", Site: site, Start: "/orders", Runs: types.FlowRuns{OK: 9, Allowed: 9}, Evidence: []string{"mm-9999"},
			Steps: []types.FlowStep{{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Cancel"}}}}}
	}
	for name, x := range map[string]struct {
		edit  types.FlowEdit
		fault string
		flows string
	}{
		"put":                        {types.FlowEdit{Op: types.FlowPut, ID: "cancel", Flow: given(shop)}, "", "buy-search-team cancel"},
		"put in the place of one":    {types.FlowEdit{Op: types.FlowPut, ID: "buy-search-team", Flow: given(shop)}, "", "buy-search-team"},
		"put as another site's":      {types.FlowEdit{Op: types.FlowPut, ID: "buy-search-team", Flow: given("https://other.test")}, "there is a flow buy-search-team of https://shop.test already", "buy-search-team"},
		"put nothing":                {types.FlowEdit{Op: types.FlowPut, ID: "cancel"}, "there is no flow to put", "buy-search-team"},
		"put what cannot be run":     {types.FlowEdit{Op: types.FlowPut, ID: "cancel", Flow: &types.Flow{Title: "x", Site: shop, Start: "/"}}, "steps: there are 0", "buy-search-team"},
		"rename":                     {types.FlowEdit{Op: types.FlowRename, ID: "buy-search-team", To: "buy", Title: "Buy {search}"}, "", "buy"},
		"rename what there is not":   {types.FlowEdit{Op: types.FlowRename, ID: "cancel", To: "buy"}, `there is no flow "cancel"`, "buy-search-team"},
		"rename to what is no name":  {types.FlowEdit{Op: types.FlowRename, ID: "buy-search-team", To: "../x"}, `"../x" is no name of a flow`, "buy-search-team"},
		"forget":                     {types.FlowEdit{Op: types.FlowForget, ID: "buy-search-team"}, "", ""},
		"forget what there is not":   {types.FlowEdit{Op: types.FlowForget, ID: "cancel"}, `there is no flow "cancel"`, "buy-search-team"},
		"what nobody does to a flow": {types.FlowEdit{Op: "run", ID: "buy-search-team"}, `"run" can be done with no flow`, "buy-search-team"},
	} {
		t.Run(name, func(t *testing.T) {
			c := New()
			bought(t, c, "mm-0001", "tea", true)
			fault := ""
			if err := edited(t, c, "edit-1", x.edit); err != nil {
				fault = types.AsError(err).Message
			}
			if got := flowIDs(c); fault != x.fault || got != x.flows {
				t.Errorf("fault %q and flows %q, want %q and %q", fault, got, x.fault, x.flows)
			}
			for _, f := range c.Flows("") {
				if f.Runs != (types.FlowRuns{}) {
					t.Errorf("%s brought runs: %+v", f.ID, f.Runs)
				}
			}
			replica := New()
			bought(t, replica, "mm-0001", "tea", true)
			for _, e := range c.Edits() {
				if err := replica.PutEdit(e); err != nil {
					t.Fatal(err)
				}
			}
			one, _ := json.Marshal(c.Flows(""))
			if other, _ := json.Marshal(replica.Flows("")); string(one) != string(other) {
				t.Errorf("a replica has\n%s\nnot\n%s", other, one)
			}
			c.Forget(types.Forget{Origin: shop})
			if edits := c.Edits(); len(edits) > 0 {
				t.Errorf("after the site was forgotten an edit is left: %+v", edits[0].Flow)
			}
		})
	}
}

func TestAForgottenFlowComesAgainWithANewSessionAlone(t *testing.T) {
	c := New()
	bought(t, c, "mm-0001", "tea", true)
	if err := edited(t, c, "edit-1", types.FlowEdit{Op: types.FlowForget, ID: "buy-search-team"}); err != nil {
		t.Fatal(err)
	}
	bought(t, c, "mm-0002", "milk", true)
	if f := c.Flow("buy-search-team"); f == nil || fmt.Sprint(f.Evidence) != "[mm-0002]" {
		t.Errorf("the flow is %+v", f)
	}
}

func TestRunsOfASessionSurviveItsOlderRecords(t *testing.T) {
	c := New()
	bought(t, c, "mm-0001", "tea", true)
	bought(t, c, "mm-0002", "milk", true)
	older := *c.Session("mm-0002")
	ran := older
	ran.FlowRuns = []types.FlowRun{{Flow: "buy-search-team", From: noon, To: noon + 50, OK: true}}
	began := older
	began.FlowRuns = []types.FlowRun{{Flow: "buy-search-team", From: noon}}
	for _, s := range []*types.Session{&began, &ran, &began, &older} {
		if err := c.PutSession(s); err != nil {
			t.Fatal(err)
		}
	}
	if f := c.Flow("buy-search-team"); f.Runs.OK != 1 || f.Runs.Stopped != 0 {
		t.Errorf("runs: %+v", f.Runs)
	}
}

// BenchmarkAskWithManyFlows asks a site of 10,000 steps in 2,000 tasks and in one, after
// each session that ends.
func BenchmarkAskWithManyFlows(b *testing.B) {
	for name, thing := range map[string]func(i int) string{
		"one task":    func(i int) string { return fmt.Sprint("item ", i) },
		"2,000 tasks": func(i int) string { return "tea" },
	} {
		b.Run(name, func(b *testing.B) {
			c := New()
			for i := range 5000 {
				bought(b, c, fmt.Sprintf("mm-%05d", i), thing(i), true)
				if name != "one task" && i%2 == 0 {
					s := *c.Session(fmt.Sprintf("mm-%05d", i))
					s.Goal = fmt.Sprintf("Handle case alpha%dx", i)
					_ = c.PutSession(&s)
				}
			}
			page := &types.Observation{State: types.State{CurrentURL: shop + "/shop", Origin: shop}}
			ask := func() { _, _ = c.Ask(types.Question{Now: noon, Goal: "Buy sugar for the team"}, page) }
			ask()
			b.Run("same", func(b *testing.B) {
				for b.Loop() {
					ask()
				}
			})
			n := 0
			b.Run("after a session", func(b *testing.B) {
				for b.Loop() {
					n++
					bought(b, c, fmt.Sprintf("mm-new-%05d", n), "sugar", true)
					c.Flows(shop)
				}
			})
			b.Run("prior alone", func(b *testing.B) {
				for b.Loop() {
					_, _ = c.Ask(types.Question{Now: noon}, page)
				}
			})
		})
	}
}

func TestAFlowIsExportedByItsName(t *testing.T) {
	c := New()
	bought(t, c, "mm-0001", "tea", true)
	for format, holds := range map[exchange.Format]string{exchange.Playwright: "@playwright/test", exchange.Skill: "Buy"} {
		files, err := c.ExportFlow("buy-search-team", format)
		if err != nil || len(files) != 1 || !strings.Contains(files[0].Text, holds) {
			t.Errorf("as %s it is %v, %v", format, files, err)
		}
	}
	var fault *types.Error
	if _, err := c.ExportFlow("no-such-flow", exchange.Playwright); !errors.As(err, &fault) || fault.Code != types.CodeNotFound {
		t.Errorf("an unknown flow gives %v", err)
	}
}
