package pilot

import (
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// TestWhereASuggestedTargetIsLookedFor: a suggestion for the page is not
// looked for in a foreign frame, which may show anything under the same name.
func TestWhereASuggestedTargetIsLookedFor(t *testing.T) {
	const page, frame = "https://shop.example", "https://pay.example"
	suggested := func(origin string) types.SuggestedAction {
		return types.SuggestedAction{Action: "click", PreferredTarget: types.PriorTarget{Type: types.TargetTestID, Text: "pay"}, Origin: origin}
	}
	for name, c := range map[string]struct {
		advice []types.SuggestedAction
		asked  tool.TargetInput
		want   string
	}{
		"nothing suggested":             {nil, tool.TargetInput{TestID: "pay"}, ""},
		"suggested of the page":         {[]types.SuggestedAction{suggested("")}, tool.TargetInput{TestID: "pay"}, page},
		"suggested of the frame":        {[]types.SuggestedAction{suggested(frame)}, tool.TargetInput{TestID: "pay", Frame: frame}, frame},
		"of the frame, none is given":   {[]types.SuggestedAction{suggested(frame)}, tool.TargetInput{TestID: "pay"}, ""},
		"of the page, frame is given":   {[]types.SuggestedAction{suggested("")}, tool.TargetInput{TestID: "pay", Frame: frame}, frame},
		"something else was suggested":  {[]types.SuggestedAction{suggested("")}, tool.TargetInput{TestID: "cancel"}, ""},
		"a ref says itself where it is": {[]types.SuggestedAction{suggested("")}, tool.TargetInput{A11yRef: "f3e1"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := &Agent{advice: c.advice}
			at := &attempt{action: action{target: &c.asked}, before: &types.Observation{State: types.State{Origin: page}}}
			if got := a.scoped(at).Origin; got != c.want {
				t.Errorf("looked for in %q, want %q", got, c.want)
			}
		})
	}
}

// TestTheAgentsOwnNameIsKept: the selector, or the row to look within, that has
// just found one element.
func TestTheAgentsOwnNameIsKept(t *testing.T) {
	found := types.Target{Role: "button", Name: "Delete", Selector: "li:nth-of-type(2) > button", RowRole: "listitem", Row: "Bob · Admin"}
	bob := &tool.TargetInput{Role: "listitem", Name: "Bob"}
	for name, c := range map[string]struct {
		asked         tool.TargetInput
		matches       int
		selector, row string
	}{
		"its selector":                {tool.TargetInput{Selector: ".del"}, 1, ".del", "Bob · Admin"},
		"a selector of several":       {tool.TargetInput{Selector: ".del"}, 2, found.Selector, "Bob · Admin"},
		"a selector that needs a row": {tool.TargetInput{Selector: ".del", Within: bob}, 1, found.Selector, "Bob"},
		"a name within a row":         {tool.TargetInput{Role: "button", Name: "Delete", Within: bob}, 1, found.Selector, "Bob"},
		"a name":                      {tool.TargetInput{Role: "button", Name: "Delete"}, 1, found.Selector, "Bob · Admin"},
	} {
		t.Run(name, func(t *testing.T) {
			at := &attempt{action: action{target: &c.asked}}
			if got := (&Agent{}).asNamed(at, &wire.Located{Target: found, Matches: c.matches}); got.Selector != c.selector || got.Row != c.row {
				t.Errorf("kept are %q and %q", got.Selector, got.Row)
			}
		})
	}
}
