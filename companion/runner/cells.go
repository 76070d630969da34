package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/flow"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// ofRows asks the page which row an element is in. It selects, from several rows with one text, the
// one in which the element's selector finds it, such as an id of a field.
func (r *run) ofRows(ctx context.Context, t *types.FlowTarget, s *scene, f *found, d *doubt) (*found, *doubt) {
	same, similar := false, false
	if d == nil {
		same, similar = r.standsSo(ctx, t, s, f)
	}
	if !same {
		if better := r.hinted(ctx, t, s); better != nil {
			return better, nil
		}
	}
	if d != nil {
		if row := r.rowed(ctx, t, s); row != nil {
			return row, nil
		}
		if row := r.wholeCell(ctx, t, s, d); row != nil {
			return row, nil
		}
		if named := r.byCell(ctx, t, s); named != nil {
			return named, nil
		}
	}
	if d != nil || !similar {
		if cell := r.celled(ctx, t, s); cell != nil {
			return cell, nil
		}
		if picture := r.drawn(ctx, t, s); picture != nil {
			return picture, nil
		}
	}
	if d == nil && !similar {
		return nil, s.doubt(types.FlowChanged, nil, "%s is another one now", said(t))
	}
	if d == nil || d.reason != types.FlowAmbiguous || t.Selector == "" || numbered.MatchString(t.Selector) || r.sight.Dialog != nil {
		return f, d
	}
	at, err := r.pointed(ctx, t, tool.TargetInput{Selector: t.Selector, Frame: t.Origin})
	if err != nil || !slices.Contains(d.candidates, at.A11yRef) {
		return nil, d
	}
	return s.foundInRow(t, slices.IndexFunc(s.nodes, func(n types.A11yNode) bool { return n.Ref == at.A11yRef })), nil
}

// wholeCell returns the only one of several elements whose row has a target's text as a complete cell, where sessions chose
// rows so: the book Dune, beside Dune Messiah.
func (r *run) wholeCell(ctx context.Context, t *types.FlowTarget, s *scene, d *doubt) (one *found) {
	if d.reason != types.FlowAmbiguous || t.Cell == 0 || t.Of > 1 || len(d.candidates) >= maxCandidates {
		return nil
	}
	for i := range s.nodes {
		if !slices.Contains(d.candidates, s.nodes[i].Ref) {
			continue
		}
		at := r.shownAt(ctx, s.nodes[i].Ref)
		switch {
		case at == nil || one != nil && flow.HasCell(at.Row, t.Row):
			return nil
		case flow.HasCell(at.Row, t.Row):
			one = s.foundInRow(t, i)
		}
	}
	return one
}

// otherRow says why a row that holds a target's text may be another one: in a list of several pages it says other things,
// however it was found; or, where sessions chose rows by a complete cell, the cell says more, as Report 2024 does, or it is
// another of the row, as the owner Ann is once the row of Ann is gone. Columns may stand in another order.
func (r *run) otherRow(ctx context.Context, t *types.FlowTarget, s *scene, f *found) string {
	_, several := pager(s.nodes)
	if f == nil || t.Cell == 0 && !(several && len(t.Rows) > 0) {
		return ""
	}
	at := r.shownAt(ctx, f.node.Ref)
	switch {
	case at == nil:
		return ""
	case s.differs(t, &row{parts: capture.RowCells(at.Row)}):
		return fmt.Sprintf("the row with %q says other things than it did, and the list has several pages", rowText(t))
	case t.Row == "":
		return ""
	}
	cells := capture.RowCells(at.Row)
	if flow.HasCell(at.Row, t.Row) {
		if t.Cell < 1 || t.Cell > len(cells) || flow.HasCell(cells[t.Cell-1], t.Row) || !s.tells(t, f.node.Ref, cells[t.Cell-1]) {
			return ""
		}
		return fmt.Sprintf("no row has %q where it stood, but one has it beside %.80q", t.Row, cells[t.Cell-1])
	}
	if i := slices.IndexFunc(cells, func(cell string) bool { return text.HoldsWhole(cell, t.Row) }); i >= 0 {
		return fmt.Sprintf("no row has %q, but one has %.80q", t.Row, cells[i])
	}
	return ""
}

// tells reports whether a cell may tell which row it is in: it has letters besides the names of the row's
// buttons, and no recorded row has it in another column.
func (s *scene) tells(t *types.FlowTarget, ref, cell string) bool {
	for i := range s.nodes {
		if n := &s.nodes[i]; n.Role == "button" && n.Name != "" && s.rows[n.Ref] == s.rows[ref] {
			cell = strings.ReplaceAll(cell, n.Name, "")
		}
	}
	return strings.ContainsFunc(cell, unicode.IsLetter) && !slices.ContainsFunc(t.Rows, func(row string) bool {
		nth := flow.CellOf(row, cell)
		return nth > 0 && nth != t.Cell
	})
}
