package flow

import (
	"testing"

	"cairn/shared/types"
)

// TestAStepSaysHowItClicks: a person or agent does the step of a run that stopped, and a click is no double click.
func TestAStepSaysHowItClicks(t *testing.T) {
	for want, how := range map[string]*types.Clicking{
		`click row "Oak"`:               nil,
		`double-click row "Oak"`:        {Count: 2},
		`click 3 times row "Oak"`:       {Count: 3},
		`right-click row "Oak"`:         {Button: "right"},
		`Control+Shift+click row "Oak"`: {Modifiers: []string{"Control", "Shift"}},
	} {
		f := &types.Flow{Steps: []types.FlowStep{{Tool: "click", Click: how, Targets: []types.FlowTarget{{Role: "row", Name: "Oak"}}}}}
		if got := Words(f, 0, nil); got != want {
			t.Errorf("%+v is %s, want %s", how, got, want)
		}
	}
}
