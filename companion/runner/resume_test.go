package runner

import (
	"slices"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
)

// TestAStopNamesALaterStep runs a flow that was learnt with a login where one is signed in,
// and continues it at the step that the stop names, or at another.
func TestAStopNamesALaterStep(t *testing.T) {
	for _, tc := range []struct {
		name    string
		before  func(pages map[string]*fakePage)
		later   int
		from    int
		did     []string
		reason  types.FlowReason
		refused bool
	}{
		{name: "go on at the named step", later: 3, from: 3, did: all},
		{name: "go on where it stopped", later: 3, reason: types.FlowMissing},
		{name: "go on at a step that is not possible either", later: 3, from: 2, reason: types.FlowMissing},
		{name: "a step that the flow does not have", later: 3, from: 8, refused: true},
		{name: "a step that comes before", later: 3, from: -1, refused: true},
		{name: "two elements of the later step", before: func(pages map[string]*fakePage) {
			pages["home"].nodes = append(pages["home"].nodes, node("link", "Team"))
		}, reason: types.FlowMissing},
		{name: "no later step on the page", before: func(pages map[string]*fakePage) { pages["home"].nodes = pages["home"].nodes[1:] }, reason: types.FlowMissing},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				if tc.before != nil {
					tc.before(pages)
				}
				f.Params = append(f.Params, types.FlowParam{Name: "password", Kind: types.FlowSecret})
				f.Steps = slices.Insert(f.Steps, 0,
					types.FlowStep{Tool: "type", Value: "{password}", Targets: []types.FlowTarget{{Role: "textbox", Name: "Password"}}, Screen: types.FlowScreen{Path: "/"}},
					types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Log in"}}, Screen: types.FlowScreen{Path: "/"}})
				h := newFakeDriver(t, pages)
				h.session, h.at = "mm-1", "home"
				r := New(h, NewBook())
				result, err := r.Run(t.Context(), f, map[string]string{"email": "ann@x.com", "role": "Admin", "password": "hidden"}, Options{AllowRisky: true})
				if err != nil || result.Stop == nil || result.Stop.Step != 1 || result.Stop.Later != tc.later {
					t.Fatalf("the first run: %+v, %v, did %v; want a stop at step 1 with later step %d", result.Stop, err, h.did, tc.later)
				}
				h.did = nil
				result, err = r.Continue(t.Context(), nil, Options{AllowRisky: true, From: tc.from})
				if (err != nil) != tc.refused {
					t.Fatalf("continued with error %v", err)
				}
				if !slices.Equal(h.did, tc.did) {
					t.Errorf("did %v, want %v", h.did, tc.did)
				}
				if tc.refused {
					return
				}
				reason := types.FlowReason("")
				if result.Stop != nil {
					reason = result.Stop.Reason
				}
				if reason != tc.reason || reason == "" && !slices.Equal(result.Skipped, []int{1, 2}) {
					t.Errorf("ends with %q, left out %v; want %q and 1, 2", reason, result.Skipped, tc.reason)
				}
			})
		})
	}
}

// TestTheAgentsElement wants an element on which the agent acted to be known as a step's by its row, where it
// has no name: the run would do the step again.
func TestTheAgentsElement(t *testing.T) {
	more := types.FlowTarget{Role: "button", Row: "Elbling", Nth: 2, Of: 3, Hint: "ellipsis", Near: []string{`columnheader "Actions"`}}
	row := types.FlowTarget{Role: "row", Row: "Elbling"}
	cell := types.FlowTarget{Role: "cell", Row: "Elbling", Nth: 3, Of: 6}
	for _, tc := range []struct {
		name string
		is   types.FlowTarget
		at   types.Target
		want bool
	}{
		{"its row", more, types.Target{Role: "button", Row: "Elbling · Mosel"}, true},
		{"its row, place and hint", more, types.Target{Role: "button", Row: "Elbling · Mosel", RowNth: 2, RowOf: 3, Hint: "menu ellipsis", Column: "Actions"}, true},
		{"another row", more, types.Target{Role: "button", Row: "Elblings · Mosel"}, false},
		{"another place in the row", more, types.Target{Role: "button", Row: "Elbling · Mosel", RowNth: 1, RowOf: 3}, false},
		{"another hint", more, types.Target{Role: "button", Row: "Elbling · Mosel", Hint: "trash"}, false},
		{"another column", more, types.Target{Role: "button", Row: "Elbling · Mosel", Column: "Notes"}, false},
		{"another role", more, types.Target{Role: "switch", Row: "Elbling · Mosel"}, false},
		{"one with a name", more, types.Target{Role: "button", Name: "Edit", Row: "Elbling · Mosel"}, false},
		{"the row itself", row, types.Target{Role: "row", Name: "Elbling Mosel 6"}, true},
		{"another row itself", row, types.Target{Role: "row", Name: "Auslese Mosel 12"}, false},
		{"a cell of the row", cell, types.Target{Role: "cell", Name: "6", Row: "Elbling · Mosel · 6", RowNth: 3, RowOf: 6}, true},
		{"another cell of the row", cell, types.Target{Role: "cell", Name: "Mosel", Row: "Elbling · Mosel · 6", RowNth: 2, RowOf: 6}, false},
		{"a field without a row", types.FlowTarget{Role: "textbox", Near: []string{`button "Send"`}}, types.Target{Role: "textbox"}, false},
	} {
		r := &run{flow: &types.Flow{}}
		if got := r.isTarget(&types.FlowStep{Tool: "click", Targets: []types.FlowTarget{tc.is}}, &tc.at); got != tc.want {
			t.Errorf("%s: %t, want %t", tc.name, got, tc.want)
		}
	}
}
