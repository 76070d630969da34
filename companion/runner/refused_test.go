package runner

import (
	"testing"
	"testing/synctest"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestARefusedRequestIsNoSuccess runs a flow whose last step leads to another page, with a request that the server answered
// with an error. Only a recorded message proves the effect then, and a refused page stops the run.
func TestARefusedRequestIsNoSuccess(t *testing.T) {
	for name, x := range map[string]struct {
		refused *tool.Refusal
		said    []string // recorded for the end
		want    tool.FlowProof
		stop    types.FlowReason
	}{
		"none":                       {nil, nil, tool.ProofAddress, ""},
		"a form":                     {&tool.Refusal{Request: "POST /done 422", Status: 422, Page: true, Writes: true}, nil, "", types.FlowError},
		"a page":                     {&tool.Refusal{Request: "GET /done 500", Status: 500, Page: true}, nil, "", types.FlowError},
		"a page that a script draws": {&tool.Refusal{Request: "GET /done 404", Status: 404, Page: true}, nil, tool.ProofNone, ""},
		"a request of a script":      {&tool.Refusal{Request: "POST /api 500", Status: 500, Writes: true}, nil, tool.ProofNone, ""},
		"a message all the same":     {&tool.Refusal{Request: "POST /log 404", Status: 404, Writes: true}, []string{`status "Saved"`}, tool.ProofShown, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := newFakeDriver(t, map[string]*fakePage{"notes": notes(nil), "end": {path: "/done", nodes: []types.A11yNode{node("status", "Saved")}}})
			h.session, h.at, h.refused = "mm-1", "notes", x.refused
			f := &types.Flow{ID: "save", Title: "Save", Site: testSite, Start: "/notes", End: types.FlowScreen{Path: "/done", Appeared: x.said},
				Steps: []types.FlowStep{{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Save"}}}}}
			if x.said == nil {
				h.pages["end"].nodes = nil
			}
			result, err := New(h, NewBook()).Run(t.Context(), f, nil, Options{})
			if err != nil {
				t.Fatal(err)
			}
			reason := types.FlowReason("")
			if result.Stop != nil {
				reason = result.Stop.Reason
			}
			if result.Proof != x.want || result.Verified != (x.want != "" && x.want != tool.ProofNone) || reason != x.stop {
				t.Errorf("%s: evidence %q, verified %t, stop %+v; want %q, stop %q", name, result.Proof, result.Verified, result.Stop, x.want, x.stop)
			}
		})
	}
}

// TestASwitchNamedAfterItsNextPressIsNotPressed wants a run to stop where the element of a step has the name that it had
// after the step.
func TestASwitchNamedAfterItsNextPressIsNotPressed(t *testing.T) {
	f := &types.Flow{ID: "follow", Title: "Follow the project", Site: testSite, Start: "/", Steps: []types.FlowStep{{Tool: "click",
		Targets: []types.FlowTarget{{Role: "button", Name: "Follow", TestID: "watch", Near: []string{`heading "Project"`}}}, Expect: types.FlowScreen{Appeared: []string{`button "Watched by you"`}}}}}
	for name, want := range map[string]types.FlowReason{"Follow": "", "Follow now": "", "Watched by you": types.FlowChanged} {
		synctest.Test(t, func(t *testing.T) {
			h := newFakeDriver(t, map[string]*fakePage{"home": {path: "/", nodes: []types.A11yNode{node("heading", "Project"), node("button", name, "id=watch")}}})
			h.session, h.at = "mm-1", "home"
			result, err := New(h, NewBook()).Run(t.Context(), f, nil, Options{})
			if err != nil {
				t.Fatal(err)
			}
			reason := types.FlowReason("")
			if result.Stop != nil && !(want == "" && len(h.did) > 0) {
				reason = result.Stop.Reason
			}
			if reason != want || (want != "") != (len(h.did) == 0) {
				t.Errorf("%s: did %q, stop %+v; want stop %q", name, h.did, result.Stop, want)
			}
		})
	}
}

// TestWorkThatGoesOnIsAwaited wants a run to wait for the end of the work that its last step began.
func TestWorkThatGoesOnIsAwaited(t *testing.T) {
	for end, want := range map[string]types.FlowReason{`status "Article published"`: "", `alert "Could not publish: no connection"`: types.FlowError} {
		synctest.Test(t, func(t *testing.T) {
			role, name := labelParts(end)
			h := newFakeDriver(t, map[string]*fakePage{
				"article": {path: "/", nodes: []types.A11yNode{node("button", "Publish")}, leads: map[string]string{"Publish": "working"}},
				"working": {path: "/", nodes: []types.A11yNode{node("button", "Publishing…")}, turns: 25, into: "end"},
				"end":     {path: "/", nodes: []types.A11yNode{node("button", "Publish"), node(role, name)}}})
			h.session, h.at = "mm-1", "article"
			f := &types.Flow{ID: "publish", Title: "Publish", Site: testSite, Start: "/", End: types.FlowScreen{Path: "/"},
				Steps: []types.FlowStep{{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Publish"}}}}}
			result, err := New(h, NewBook()).Run(t.Context(), f, nil, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if h.at != "end" || result.Verified != (want == "") || want != "" && (result.Stop == nil || result.Stop.Reason != want) {
				t.Errorf("%s: ended on %q, verified %t, stop %+v", end, h.at, result.Verified, result.Stop)
			}
		})
	}
}
