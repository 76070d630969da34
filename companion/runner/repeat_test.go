package runner

import (
	"slices"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
)

// TestARunRepeatsNothingThatItsAgentDid runs a flow in a session whose agent did steps of it by
// hand, and then continues.
func TestARunRepeatsNothingThatItsAgentDid(t *testing.T) {
	all := []string{"navigate /", "click Team", "click Invite", "type Email", "type Role", "click Send invitation"}
	click := func(role, name string) types.Tool {
		return types.Tool{Name: "mm_click", Target: &types.Target{Role: role, Name: name}}
	}
	for _, tc := range []struct {
		name        string
		actions     []types.Tool
		step, later int // of the stop, 0 for none
		from        int
		did         []string
	}{
		{name: "nothing was done", did: all},
		{name: "another button", actions: []types.Tool{click("button", "Refresh")}, did: all},
		{name: "a link that only leads there", actions: []types.Tool{click("link", "Team")}, did: all},
		{name: "typed text", actions: []types.Tool{{Name: "mm_type", Target: &types.Target{Role: "textbox", Name: "Email"}}}, did: all},
		{name: "the last step", actions: []types.Tool{click("button", "Send invitation")}, step: 5, did: all},
		{name: "a step before", actions: []types.Tool{click("button", "Invite")}, step: 2, later: 3, from: 3, did: all[3:]},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				pages["team"].nodes[2].Role, f.Steps[1].Targets[0].Role = "button", "button"
				h := newFakeDriver(t, pages)
				h.session, h.at, h.deeds = "mm-1", "form", tc.actions
				if tc.from == 0 {
					h.at = "sent"
				}
				r := New(h, NewBook())
				values := map[string]string{"email": "ann@x.com", "role": "Admin"}
				if tc.step > 0 {
					for range 2 { // the same call again changes nothing
						result, err := r.Run(t.Context(), f, values, Options{AllowRisky: true})
						if err != nil || result.Stop == nil || result.Stop.Reason != types.FlowDoneBefore || result.Stop.Step != tc.step || result.Stop.Later != tc.later || len(h.did) > 0 {
							t.Fatalf("stops with %+v, %v, did %v; want a stop because of step %d, going on at %d", result.Stop, err, h.did, tc.step, tc.later)
						}
					}
					if _, err := r.Continue(t.Context(), nil, Options{AllowRisky: true, From: tc.from}); err != nil {
						t.Fatal(err)
					}
				} else if _, err := r.Run(t.Context(), f, values, Options{AllowRisky: true}); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(h.did, tc.did) {
					t.Errorf("did %v, want %v", h.did, tc.did)
				}
				h.did, h.at = nil, "sent"
				if result, err := r.Run(t.Context(), f, values, Options{AllowRisky: true}); err != nil || !slices.Equal(h.did, all) {
					t.Errorf("another run after it: did %v, %+v, %v; want %v", h.did, result.Stop, err, all)
				}
			})
		})
	}
}

// TestStepsThatChangeSomething wants a step that only leads somewhere to be the only kind that may be repeated.
func TestStepsThatChangeSomething(t *testing.T) {
	link := []types.FlowTarget{{Role: "link", Name: "Team"}}
	for name, x := range map[string]struct {
		step types.FlowStep
		want bool
	}{
		"a link":                {types.FlowStep{Tool: "click", Targets: link}, false},
		"a link that signs":     {types.FlowStep{Tool: "click", Targets: link, Risk: "signs"}, true},
		"a link by its name":    {types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "link", Name: "Delete"}}}, true},
		"a text":                {types.FlowStep{Tool: "type", Targets: link}, false},
		"a text that is sent":   {types.FlowStep{Tool: "type", Targets: link, Submit: true}, true},
		"a file":                {types.FlowStep{Tool: "upload", Targets: link}, false},
		"a file that is sent":   {types.FlowStep{Tool: "upload", Targets: link, Risk: "sends"}, true},
		"a drag":                {types.FlowStep{Tool: "drag", Targets: link}, true},
		"an address":            {types.FlowStep{Tool: "navigate"}, false},
		"a button":              {types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Go"}}}, true},
		"a key that sends it":   {types.FlowStep{Tool: "press", Targets: link, Risk: "sends"}, true},
		"a button to move over": {types.FlowStep{Tool: "hover", Targets: []types.FlowTarget{{Role: "button", Name: "Go"}}}, false},
	} {
		if got := changes(&x.step); got != x.want {
			t.Errorf("%s: %t, want %t", name, got, x.want)
		}
	}
}

// TestARunRepeatsNothingOfOneThatStopped makes the call of a stopped run once more.
func TestARunRepeatsNothingOfOneThatStopped(t *testing.T) {
	for _, tc := range []struct {
		email string
		step  int // of the second stop
	}{{"ann@x.com", 5}, {"bob@x.com", 0}} {
		synctest.Test(t, func(t *testing.T) {
			pages, f := inviting()
			leads := pages["form"].leads
			pages["form"].leads = map[string]string{"Send invitation": "member"}
			h := newFakeDriver(t, pages)
			h.session, h.at = "mm-1", "home"
			r := New(h, NewBook())
			if result, err := r.Run(t.Context(), f, ann, Options{AllowRisky: true}); err != nil || result.Stop == nil {
				t.Fatalf("the first run does not stop: %+v, %v", result, err)
			}
			pages["form"].leads, h.did = leads, nil
			for range 2 { // a call that was stopped changes nothing
				result, err := r.Run(t.Context(), f, map[string]string{"email": tc.email, "role": "Admin"}, Options{AllowRisky: true})
				if err != nil || (tc.step == 0) != (result.Stop == nil) || tc.step > 0 && (result.Stop.Reason != types.FlowDoneBefore || result.Stop.Step != tc.step || len(h.did) > 0) {
					t.Errorf("for %s: stops with %+v, %v, did %v", tc.email, result.Stop, err, h.did)
				}
			}
			if tc.step == 0 {
				return
			}
			if result, err := r.Continue(t.Context(), nil, Options{AllowRisky: true}); err != nil || result.Stop != nil || len(h.did) == 0 {
				t.Errorf("continued: %+v, %v, did %v", result, err, h.did)
			}
		})
	}
}

// TestAMenuMayBeOpenedAgain wants a step that only opens a menu not to count as done by the agent.
func TestAMenuMayBeOpenedAgain(t *testing.T) {
	opens := types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Actions"}}, Expect: types.FlowScreen{Appeared: []string{`menuitem "Remove"`, `button "Close"`}}}
	does := opens
	does.Risk = "sends"
	entry := func(role, name string) types.FlowStep {
		return types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: role, Name: name}}}
	}
	for _, tc := range []struct {
		name  string
		steps []types.FlowStep
		want  bool
	}{
		{"its entry is next", []types.FlowStep{opens, entry("menuitem", "Remove")}, true},
		{"another entry is next", []types.FlowStep{opens, entry("menuitem", "Rename")}, false},
		{"a button is next", []types.FlowStep{opens, entry("button", "Close")}, false},
		{"it does more", []types.FlowStep{does, entry("menuitem", "Remove")}, false},
		{"an address is next", []types.FlowStep{opens, {Tool: "navigate"}}, false},
		{"it is the last", []types.FlowStep{opens}, false},
	} {
		for deed, done := range map[string]bool{"Actions": !tc.want, "Help": false} {
			h := newFakeDriver(t, nil)
			h.deeds = []types.Tool{{Name: "mm_click", Target: &types.Target{Role: "button", Name: deed}}}
			r := &run{driver: h, flow: &types.Flow{Steps: tc.steps}}
			if got := r.doneBefore(t.Context()) != nil; got != done {
				t.Errorf("%s, and the agent pressed %s: done before: %t, want %t", tc.name, deed, got, done)
			}
		}
	}
}
