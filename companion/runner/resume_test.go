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
