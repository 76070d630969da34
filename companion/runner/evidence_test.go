package runner

import (
	"testing"
	"testing/synctest"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestEvidenceOfTheEnd runs a flow whose last step leads to a page, and compares the evidence that
// the run reports.
func TestEvidenceOfTheEnd(t *testing.T) {
	const path = "/notes"
	list := func(rows map[string][]string, more ...types.A11yNode) *fakePage {
		return &fakePage{path: path, rows: rows, leads: map[string]string{"Save": "end"},
			nodes: append([]types.A11yNode{node("textbox", "Title"), node("button", "Save"), node("checkbox", "Public", "checked=false")}, more...)}
	}
	had := map[string][]string{"e3": {"Lunch", "open"}}
	for name, x := range map[string]struct {
		end  types.FlowScreen
		page *fakePage
		want tool.FlowProof
		stop types.FlowReason
		says string // a message that the last step causes
	}{
		"the same page":                    {types.FlowScreen{Path: path}, list(had), tool.ProofNone, "", ""},
		"nothing is recorded":              {types.FlowScreen{}, list(had), tool.ProofNone, "", ""},
		"a time that passed":               {types.FlowScreen{Path: path}, list(map[string][]string{"e3": {"Lunch", "open"}, "e2": {"5 s ago"}}), tool.ProofNone, "", ""},
		"a recorded element, there before": {types.FlowScreen{Path: path, Appeared: []string{`checkbox "Public"`}}, list(had), tool.ProofNone, "", ""},
		"a recorded element":               {types.FlowScreen{Path: path, Appeared: []string{`status "Saved"`}}, list(had, node("status", "Saved")), tool.ProofShown, "", ""},
		"the value in a new row":           {types.FlowScreen{Path: path}, list(map[string][]string{"e1": {"Lunch"}, "e3": {"Lunch", "open"}}), tool.ProofShown, "", ""},
		"its row says something else":      {types.FlowScreen{Path: path}, list(map[string][]string{"e3": {"Lunch", "done"}}), tool.ProofShown, "", ""},
		"its row is gone":                  {types.FlowScreen{Path: path}, list(nil), tool.ProofShown, "", ""},
		"the value in an error":            {types.FlowScreen{Path: path}, list(map[string][]string{"e3": {"Lunch", "open"}, "e2": {"Lunch is already taken"}}), tool.ProofNone, "", ""},
		"a message":                        {types.FlowScreen{Path: path}, list(had), tool.ProofShown, "", `status "8 entries"`},
		"a message of an error":            {types.FlowScreen{Path: path}, list(had), tool.ProofNone, "", `status "Saving failed"`},
		"a message of work that goes on":   {types.FlowScreen{Path: path}, list(had), tool.ProofNone, "", `status "Saving…"`},
		"an alert":                         {types.FlowScreen{Path: path}, list(had, node("alert", "Saving failed")), "", types.FlowError, ""},
		"another address":                  {types.FlowScreen{Path: "/done"}, &fakePage{path: "/done"}, tool.ProofAddress, "", ""},
		"another address than recorded":    {types.FlowScreen{Path: "/done"}, &fakePage{path: "/lost"}, "", types.FlowNoEffect, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &types.Flow{ID: "add", Title: "Add {title}", Site: testSite, Start: path, Params: []types.FlowParam{{Name: "title", Kind: types.FlowText}}, End: x.end,
					Steps: []types.FlowStep{
						{Tool: "type", Targets: []types.FlowTarget{{Role: "textbox", Name: "Title"}}, Value: "{title}", Screen: types.FlowScreen{Path: path}},
						{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Save"}}, Screen: types.FlowScreen{Path: path}, Expect: x.end}}}
				h := newFakeDriver(t, map[string]*fakePage{"list": list(had), "end": x.page})
				h.session, h.at = "mm-1", "list"
				if x.says != "" {
					h.appears = map[string][]string{"click Save": {x.says}}
				}
				result, err := New(h, NewBook()).Run(t.Context(), f, map[string]string{"title": "Lunch"}, Options{})
				if err != nil {
					t.Fatal(err)
				}
				reason := types.FlowReason("")
				if result.Stop != nil {
					reason = result.Stop.Reason
				}
				verified := x.want == tool.ProofShown || x.want == tool.ProofAddress
				if result.Proof != x.want || reason != x.stop || result.Verified != verified || h.runs[len(h.runs)-1].OK != (x.stop == "") {
					t.Errorf("the evidence is %q, verified %t, stop %+v, noted %+v; want %q, stop %q", result.Proof, result.Verified, result.Stop, h.runs, x.want, x.stop)
				}
			})
		})
	}
}
