package runner

import (
	"context"
	"fmt"
	"slices"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// celled finds a cell that the page does not list, as those that open an editor when they are
// clicked: the one in the recorded column of the only row with the recorded text. The page is asked
// for each cell of that row, because only it knows in which column a cell is.
func (r *run) celled(ctx context.Context, t *types.FlowTarget) *found {
	head := headOf(t)
	if head == "" || !slices.Contains(flow.Cells, t.Role) || t.Name != "" || t.TestID != "" || r.sight.Dialog != nil {
		return nil
	}
	css := fmt.Sprintf("[role=%q]", t.Role)
	if t.Tag == "td" {
		css = t.Tag
	}
	var cell *found
	for nth, missing := 1, 0; nth <= maxPointed && missing < 2; nth++ { // the first may be a heading of the row
		in := tool.TargetInput{Selector: fmt.Sprintf("%s:nth-child(%d)", css, nth), Frame: t.Origin, Within: &tool.TargetInput{Role: t.RowRole, Name: t.Row}}
		at, err := r.pointed(ctx, t, in)
		if err != nil {
			missing++
			continue
		}
		missing = 0
		if at.Role != t.Role || labelOf(flow.Header, at.Column) != head || !flow.HoldsRow(t.Row, at.Row) {
			continue
		}
		if cell != nil {
			return nil // two columns have the same head
		}
		cell = foundAt(t, at)
		cell.proof.Row = t.Row
	}
	return cell
}
