package gateway

import (
	"slices"
	"testing"

	"cairn/shared/types"
)

// TestTheButtonsOfAQuestionAreBelowIt wants a dialog's buttons below its message, also where that has quotation marks: flows
// know by it that they answer this question.
func TestTheButtonsOfAQuestionAreBelowIt(t *testing.T) {
	nodes := boxed(pageOf("https://a.test/", "Notes", nil), &types.Dialog{Type: "confirm", Message: `Delete "Plan"?`}).obs.A11y.Nodes
	if got := nodes[len(nodes)-1].Path; !slices.Equal(got, []string{nodes[0].Label()}) {
		t.Errorf("the path is %q", got)
	}
}
