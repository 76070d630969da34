package runner

import (
	"context"
	"slices"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// celled finds a cell that the page does not list, as those that open an editor when they are
// clicked: the one in the recorded column of the only row with the recorded text. The page is asked
// for each text of that row, because only it knows in which column a text is.
func (r *run) celled(ctx context.Context, t *types.FlowTarget) *found {
	head := headOf(t)
	if head == "" || !slices.Contains(flow.Cells, t.Role) || t.Name != "" || t.TestID != "" || r.sight.Dialog != nil {
		return nil
	}
	_, order := readRows(r.sight.Outline, r.sight.Page.A11y.Nodes)
	order = slices.DeleteFunc(order, func(o *row) bool { holds, _ := o.holds(t.Row); return !holds || len(o.parts) < 2 })
	if len(order) != 1 || len(order[0].parts) > maxPointed {
		return nil
	}
	var cell *found
	for _, part := range order[0].parts {
		in := tool.TargetInput{Text: part, Frame: t.Origin, Within: &tool.TargetInput{Role: t.RowRole, Name: t.Row}}
		at, err := r.driver.Point(ctx, in)
		if err != nil || at.Origin != t.Origin || at.Role != t.Role || labelOf(flow.Header, at.Column) != head || !flow.HoldsRow(t.Row, at.Row) {
			continue
		}
		if cell != nil && cell.node.Ref != at.A11yRef {
			return nil // a column of several texts
		}
		cell = foundAt(t, at)
		cell.proof.Row = t.Row
	}
	return cell
}
