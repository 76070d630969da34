package runner

import (
	"slices"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
)

// TestAFieldThatThePageEmptiedIsFilledAgain wants a text to be typed a second time where the page emptied its field, and a
// run to stop before the press where that happens again.
func TestAFieldThatThePageEmptiedIsFilledAgain(t *testing.T) {
	for losing, x := range map[int]struct {
		did  []string
		stop types.FlowReason
	}{
		0: {[]string{"type Title", "click Save"}, ""},
		1: {[]string{"type Title", "type Title", "click Save"}, ""},
		2: {[]string{"type Title", "type Title"}, types.FlowNoEffect},
	} {
		synctest.Test(t, func(t *testing.T) {
			first := notes(nil)
			f := &types.Flow{ID: "add", Title: "Add {title}", Site: testSite, Start: first.path, Params: []types.FlowParam{{Name: "title", Kind: types.FlowText}},
				Steps: []types.FlowStep{
					{Tool: "type", Targets: []types.FlowTarget{{Role: "textbox", Name: "Title"}}, Value: "{title}"},
					{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Save"}}}}}
			h := newFakeDriver(t, map[string]*fakePage{"list": first, "end": {path: "/done"}})
			h.session, h.at, h.losing = "mm-1", "list", losing
			result, err := New(h, NewBook()).Run(t.Context(), f, map[string]string{"title": "Lunch"}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			reason := types.FlowReason("")
			if result.Stop != nil {
				reason = result.Stop.Reason
			}
			if !slices.Equal(h.did, x.did) || reason != x.stop {
				t.Errorf("the page empties the field %d times: did %q, stop %+v; want %q, stop %q", losing, h.did, result.Stop, x.did, x.stop)
			}
		})
	}
}

// TestAnEntryThatIsAnotherBeforeThePress wants the same where the page empties the field later, while the next one is filled,
// writes another text into it, or takes a tick back. A page that makes a chip of the text shows it elsewhere.
func TestAnEntryThatIsAnotherBeforeThePress(t *testing.T) {
	tag, box := types.FlowStep{Tool: "type", Value: "{tag}"}, types.FlowStep{Tool: "click", Sets: "on", Targets: []types.FlowTarget{{Role: "checkbox", Name: "Bug"}}}
	filled := []types.A11yNode{node("textbox", "Tag", "filled"), node("button", "Save")}
	for name, x := range map[string]struct {
		step  types.FlowStep
		nodes []types.A11yNode
		held  string
		want  bool
	}{
		"empty":             {tag, []types.A11yNode{node("textbox", "Tag"), node("button", "Save")}, "", true},
		"a text not known":  {tag, filled, "", false},
		"another text":      {tag, filled, "later", true},
		"in capitals":       {tag, filled, "URGENT", false},
		"a part of another": {tag, filled, "is:urgent", false},
		"a chip":            {tag, []types.A11yNode{node("textbox", "Tag"), node("button", "Remove urgent")}, "", false},
		"not there":         {tag, []types.A11yNode{node("button", "Save")}, "", false},
		"a box off":         {box, []types.A11yNode{node("checkbox", "Bug", "checked=false"), node("button", "Save")}, "", true},
		"a box on":          {box, []types.A11yNode{node("checkbox", "Bug", "checked=true"), node("button", "Save")}, "", false},
		"a box not there":   {box, []types.A11yNode{node("button", "Save")}, "", false},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := newFakeDriver(t, map[string]*fakePage{"form": {path: "/", nodes: x.nodes}})
			h.session, h.at, h.held = "mm-1", "form", x.held
			f := &types.Flow{Params: []types.FlowParam{{Name: "tag", Kind: types.FlowText}}, Steps: []types.FlowStep{x.step, {Tool: "click"}}}
			r := newRun(h, f, map[string]string{"tag": "urgent"}, Options{}, testSite)
			r.at, r.entered, r.arrived = 1, []entry{{ref: "e1", took: true}}, now()
			if _, err := r.look(t.Context(), true); err != nil {
				t.Fatal(err)
			}
			again, lost := r.unkept(t.Context())
			if again != x.want || lost != nil || again && r.at != 0 {
				t.Errorf("%s: typed again %t at step %d, stop %+v; want %t", name, again, r.at, lost, x.want)
			}
			if !again {
				return
			}
			r.at, r.entered = 1, []entry{{ref: "e1", took: true}}
			if again, lost = r.unkept(t.Context()); again || lost == nil || lost.reason != types.FlowChanged {
				t.Errorf("%s a second time: typed again %t, stop %+v", name, again, lost)
			}
		})
	}
}
