package runner

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// rowed returns the only element with a target's role and name around which the page has a row of
// the recorded role that holds its text. The lines of an observation differ from these rows: a card
// has several lines, a list item may hold a list, and a line may have several labels with their fields.
func (r *run) rowed(ctx context.Context, t *types.FlowTarget, s *scene) *found {
	named := s.where(func(n *types.A11yNode) bool { return n.Role == t.Role && n.Name == t.Name })
	bare := t.Name == "" && t.RowRole != "" // the only field in the row, or the only element of its hint
	if field := slices.Contains(flow.Fields, t.Role); bare && (!field && t.Hint == "" || t.Of > 1) || len(named) > maxPointed || r.sight.Dialog != nil {
		return nil
	}
	var inRow, whole []*found
	others := map[string]bool{} // whose rows are other ones than the recorded
	for _, i := range named {
		at := r.shownAt(ctx, s.nodes[i].Ref)
		if at == nil {
			return nil
		}
		if bare && t.Hint != "" && (at.Hint != t.Hint || !flow.HasCell(at.Row, t.Row)) {
			continue
		}
		if at.RowRole == t.RowRole && !(bare && at.RowOf > 1) && flow.HoldsRow(t.Row, at.Row) && (t.Of < 2 || at.RowNth == t.Nth && at.RowOf == t.Of) {
			f := s.foundInRow(t, i)
			inRow, others[f.node.Ref] = append(inRow, f), s.differs(t, &row{parts: capture.RowCells(at.Row)})
			if flow.HasCell(at.Row, t.Row) {
				whole = append(whole, f)
			}
		}
	}
	if len(whole) == 1 {
		inRow = whole
	}
	if len(inRow) != 1 || others[inRow[0].node.Ref] {
		return nil
	}
	return inRow[0]
}

// celled finds a cell that the page does not list, as those that open an editor when they are
// clicked: the one in the recorded column of the only row with the recorded text. The page is asked
// for each cell of that row, because only it knows in which column a cell is.
func (r *run) celled(ctx context.Context, t *types.FlowTarget, s *scene) *found {
	head := headOf(t)
	if head == "" || !slices.Contains(flow.Cells, t.Role) || t.Name != "" || t.TestID != "" || r.sight.Dialog != nil {
		return nil
	}
	css := fmt.Sprintf("[role=%q]", t.Role)
	if t.Tag == "td" {
		css = t.Tag
	}
	var cell *found
	for nth, missing := 1, 0; nth <= maxPointed && missing < 2; nth++ { // the page waits a while for each that is missing
		in := tool.TargetInput{Selector: fmt.Sprintf("%s:nth-child(%d)", css, nth), Frame: t.Origin, Within: &tool.TargetInput{Role: t.RowRole, Name: t.Row}}
		at, err := r.pointed(ctx, t, in)
		if err != nil {
			missing++
			continue
		}
		missing = 0 // one may be a heading of the row
		if at.Role != t.Role || labelOf(flow.Header, at.Column) != head || !flow.HoldsRow(t.Row, at.Row) || s.differs(t, &row{parts: capture.RowCells(at.Row)}) {
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

// drawn finds a picture that the page does not list: of all with its tag in the only row with the recorded
// text, as many as were recorded, the only one that the page's code calls the same.
func (r *run) drawn(ctx context.Context, t *types.FlowTarget, s *scene) *found {
	if !flow.Drawn(t) || r.sight.Dialog != nil {
		return nil
	}
	all := []*types.Target{r.pictureCalled(ctx, t)}
	if all[0] == nil {
		all = nil
		for nth := 1; nth <= max(t.Of, 1); nth++ {
			all = append(all, r.pictureAt(ctx, t, nth))
		}
	}
	var picture *types.Target
	for _, at := range all {
		if at == nil || at.RowRole != t.RowRole || max(at.RowOf, 1) != max(t.Of, 1) || !flow.HoldsRow(t.Row, at.Row) || s.differs(t, &row{parts: capture.RowCells(at.Row)}) {
			return nil
		}
		if at.Role != "" || at.Name != "" || at.Hint != t.Hint {
			continue
		}
		if picture != nil {
			return nil // their place alone is no proof
		}
		picture = at
	}
	if picture == nil {
		return nil
	}
	f := foundAt(t, picture)
	f.proof.Row, f.proof.Target.Hint = t.Row, t.Hint
	return f
}

// classWords matches a hint of words that may be parts of classes.
var classWords = regexp.MustCompile(`^[\w-]+( [\w-]+)*$`)

// pictureCalled returns the only element in a target's row with its tag and classes of its words.
func (r *run) pictureCalled(ctx context.Context, t *types.FlowTarget) *types.Target {
	if !classWords.MatchString(t.Hint) {
		return nil
	}
	css := t.Tag
	for _, word := range strings.Fields(t.Hint) {
		css += fmt.Sprintf("[class*=%q]", word)
	}
	at, err := r.pointed(ctx, t, tool.TargetInput{Selector: css, Frame: t.Origin, Within: &tool.TargetInput{Text: t.Row}})
	if err != nil || at.Tag != t.Tag {
		return nil
	}
	return at
}

// pictureAt returns the n-th element with a target's tag in its row: one of several siblings, or the
// only one in one of several siblings.
func (r *run) pictureAt(ctx context.Context, t *types.FlowTarget, nth int) *types.Target {
	for _, css := range []string{fmt.Sprintf("%s:nth-of-type(%d)", t.Tag, nth), fmt.Sprintf(":nth-child(%d) > %s:only-of-type", nth, t.Tag)} {
		at, err := r.pointed(ctx, t, tool.TargetInput{Selector: css, Frame: t.Origin, Within: &tool.TargetInput{Text: t.Row}})
		if err == nil && at.Tag == t.Tag {
			return at
		}
	}
	return nil
}
