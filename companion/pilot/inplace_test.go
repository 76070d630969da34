package pilot

import (
	"testing"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestAnElementThatAPageUsesForAnotherIsNotTheProvedOne chooses one of two equals by its neighbour.
func TestAnElementThatAPageUsesForAnotherIsNotTheProvedOne(t *testing.T) {
	page := func(first, second string) []types.A11yNode {
		return []types.A11yNode{{Role: "heading", Name: first, Ref: "e1"}, {Role: "button", Name: "Open", Ref: "e2"}, {Role: "heading", Name: second, Ref: "e3"}, {Role: "button", Name: "Open", Ref: "e4"}}
	}
	around, numbered := flow.Around(page("Ann", "Bea"), 1), flow.Around(page("Invoice 12", "Bea"), 1)
	for name, c := range map[string]struct {
		around []string
		now    []types.A11yNode
		want   bool
	}{
		"as it was":               {around, page("Ann", "Bea"), true},
		"a list was scrolled":     {around, page("Bea", "Cara"), false},
		"another number above it": {numbered, page("Invoice 13", "Bea"), false},
		"the element is gone":     {around, nil, false},
		"it had no equals before": {nil, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			at := &attempt{before: &types.Observation{A11y: types.A11y{Nodes: c.now}}}
			at.target, at.given.Proof = &tool.TargetInput{A11yRef: "e2"}, &tool.Proof{Around: c.around}
			if got := inPlace(at); got != c.want {
				t.Errorf("it is in place: %v, want %v", got, c.want)
			}
		})
	}
}
