package core

import (
	"fmt"
	"reflect"
	"testing"

	"cairn/shared/types"
)

const anchorOrigin = "http://127.0.0.1:1"

// anchorStep is a click on a save button between two others.
func anchorStep(id string, at types.Time, change func(*types.Step)) *types.Step {
	s := &types.Step{
		StepID: id, SessionID: "mm-anchors", Timestamp: at, Actor: types.ActorAgent, Outcome: types.Outcome{OK: true},
		Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: "save", Selector: "#save", Role: "button", Name: "Save", Tag: "button"}},
		Observation: &types.Observation{
			State:   types.State{CurrentURL: anchorOrigin + "/edit", CurrentScreen: "edit", Origin: anchorOrigin},
			TestIDs: []types.TestID{{TestID: "title"}, {TestID: "save"}, {TestID: "drop"}},
			A11y: types.A11y{Nodes: []types.A11yNode{
				{Ref: "e1", Role: "textbox", Name: "Title", TestID: "title"},
				{Ref: "e2", Role: "button", Name: "Save", TestID: "save", Path: []string{"main"}},
				{Ref: "e3", Role: "button", Name: "Discard", TestID: "drop"},
			}},
		},
	}
	if change != nil {
		change(s)
	}
	return s
}

func TestAnchorsTellHowAnElementWasRecorded(t *testing.T) {
	known := types.Anchored{
		Target: types.Target{TestID: "save", Selector: "#save", Role: "button", Name: "Save", Tag: "button"},
		Path:   []string{"main"}, Beside: []string{`textbox "Title"`, `button "Discard"`}, Others: []string{"title", "drop"}, Times: 2, LastSeen: 2000,
	}
	renamed := known
	renamed.Target.Name, renamed.Times, renamed.LastSeen = "Keep", 1, 3000
	twin := known
	twin.Twins, twin.Times, twin.LastSeen = 1, 1, 1000
	twin.Beside = append([]string{}, known.Beside...)
	twin.Beside = append(twin.Beside, `button "Save"`)
	asked := types.AnchorRequest{Origin: anchorOrigin, Screen: "edit", TestID: "save"}

	for name, c := range map[string]struct {
		steps []*types.Step
		req   types.AnchorRequest
		want  []types.Anchored
	}{
		"twice the same":   {[]*types.Step{anchorStep("s-1", 1000, nil), anchorStep("s-2", 2000, nil)}, asked, []types.Anchored{known}},
		"by its selector":  {[]*types.Step{anchorStep("s-1", 1000, nil), anchorStep("s-2", 2000, nil)}, types.AnchorRequest{Origin: anchorOrigin, Screen: "edit", Selector: "#save"}, []types.Anchored{known}},
		"nothing recorded": {nil, asked, nil},
		"another origin":   {[]*types.Step{anchorStep("s-1", 1000, nil)}, types.AnchorRequest{Origin: "http://127.0.0.1:2", Screen: "edit", TestID: "save"}, nil},
		"another screen":   {[]*types.Step{anchorStep("s-1", 1000, nil)}, types.AnchorRequest{Origin: anchorOrigin, Screen: "home", TestID: "save"}, nil},
		"unknown screen": {[]*types.Step{anchorStep("s-1", 1000, func(s *types.Step) { s.Observation.State.CurrentScreen = types.UnknownScreen })},
			types.AnchorRequest{Origin: anchorOrigin, Screen: types.UnknownScreen, TestID: "save"}, nil},
		"no anchor": {[]*types.Step{anchorStep("s-1", 1000, nil)}, types.AnchorRequest{Origin: anchorOrigin, Screen: "edit"}, nil},
		"it failed": {[]*types.Step{anchorStep("s-1", 1000, func(s *types.Step) { s.Outcome.OK = false })}, asked, nil},
		"no name":   {[]*types.Step{anchorStep("s-1", 1000, func(s *types.Step) { s.Tool.Target.Name = "" })}, asked, nil},
		"no look":   {[]*types.Step{anchorStep("s-1", 1000, func(s *types.Step) { s.Observation = nil })}, asked, nil},
		"its newest name comes first": {[]*types.Step{anchorStep("s-1", 1000, nil), anchorStep("s-2", 2000, nil), anchorStep("s-3", 3000, func(s *types.Step) {
			s.Tool.Target.Name, s.Observation.A11y.Nodes[1].Name = "Keep", "Keep"
		})}, asked, []types.Anchored{renamed, known}},
		"a twin on the page": {[]*types.Step{anchorStep("s-1", 1000, func(s *types.Step) {
			s.Observation.A11y.Nodes = append(s.Observation.A11y.Nodes, types.A11yNode{Role: "button", Name: "Save"})
		})}, asked, []types.Anchored{twin}},
	} {
		t.Run(name, func(t *testing.T) {
			core := New()
			for _, s := range c.steps {
				if err := core.PutStep(s); err != nil {
					t.Fatal(err)
				}
			}
			if got := core.Anchors(c.req); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func TestAnchorsOfManyNamesAreBounded(t *testing.T) {
	core := New()
	for i := range 3 * maxAnchored {
		if err := core.PutStep(anchorStep(fmt.Sprintf("s-%02d", i), types.Time(1000+i), func(s *types.Step) {
			s.Tool.Target.Name = fmt.Sprintf("Save %d", i)
		})); err != nil {
			t.Fatal(err)
		}
	}
	got := core.Anchors(types.AnchorRequest{Origin: anchorOrigin, Screen: "edit", TestID: "save"})
	if len(got) != maxAnchored || got[0].Target.Name != fmt.Sprintf("Save %d", 3*maxAnchored-1) {
		t.Errorf("%d names, the first %q", len(got), got[0].Target.Name)
	}
}
