package runner

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/flow"
	"cairn/shared/risk"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// maxPointed bounds the elements whose column and hint a run asks the page for.
const maxPointed = 16

// headOf returns the recorded header above an element in a row, as `role "name"`, empty for none.
func headOf(t *types.FlowTarget) string {
	if t.Row == "" || len(t.Near) != 1 || !strings.HasPrefix(t.Near[0], flow.Header+" ") {
		return ""
	}
	return t.Near[0]
}

// hinted finds a target that no name identifies, by the head of its column and by its name in the page's
// code: the only such element in its row, or between the neighbours next to it.
func (r *run) hinted(ctx context.Context, t *types.FlowTarget, s *scene) *found {
	head := headOf(t)
	if head == "" && t.Hint == "" || t.TestID != "" || r.sight.Dialog != nil {
		return nil
	}
	inRow, equals := s.inRow(t), 0
	if len(inRow) > maxPointed {
		return nil
	}
	var fits, named []*found
	var last *types.Target // that fits
	for _, i := range inRow {
		at := r.shownAt(ctx, s.nodes[i].Ref)
		if at == nil {
			return nil
		}
		if at.Name == t.Name {
			equals++
		}
		elsewhere := at.RowRole != "" && at.RowRole == t.RowRole && !flow.HoldsRow(t.Row, at.Row) // a line may have several rows
		if elsewhere || !s.fits(t, s.nodes[i].Ref, at) || t.Row == "" && !s.nextTo(t, i) {
			continue
		}
		f := s.found(t, i, "")
		fits, last = append(fits, f), at
		if f.node.Name == t.Name {
			named = append(named, f)
		}
	}
	if t.Name != "" && len(named) > 0 {
		fits = named
	}
	if len(fits) != 1 || s.differs(t, s.rows[fits[0].node.Ref]) || equals < t.Of && !r.apart(ctx, t, s) || t.Name != "" && len(named) == 0 && !r.data(ctx, t, s, inRow, fits[0]) && !saysCell(t, last) {
		return nil
	}
	fits[0].proof.Row = t.Row
	return fits[0]
}

// fits reports whether an element is in a target's column, and called just as it was by the page's
// code: an id may have a word of the row.
func (s *scene) fits(t *types.FlowTarget, ref string, at *types.Target) bool {
	head := headOf(t)
	called := t.Hint == "" || at.Hint == t.Hint || at.Hint != "" && slices.Equal(s.hintHere(ref, at.Hint), hintThen(t))
	return called && !acts(t, at) && (head == "" || labelOf(flow.Header, at.Column) == head)
}

// acts reports whether an element has a name that is no value, while a target has none at all.
func acts(t *types.FlowTarget, at *types.Target) bool {
	return t.Name == "" && t.Hint == "" && riskOf(at.Name) != risk.None
}

// inRow returns the elements in a target's row that may be the target, or those of the page for none.
func (s *scene) inRow(t *types.FlowTarget) []int {
	return s.where(func(n *types.A11yNode) bool {
		holds, _ := s.rows[n.Ref].holds(t.Row)
		return flow.UsedAlike(t.Role, n.Role) && (t.Row == "" || holds) && (t.Hint == "" || n.Name == "")
	})
}

// apart reports whether just one of the equals of a row fits, where a row has as many as were
// recorded: else nothing says which one is left.
func (r *run) apart(ctx context.Context, t *types.FlowTarget, s *scene) bool {
	all := s.where(func(n *types.A11yNode) bool {
		return flow.UsedAlike(t.Role, n.Role) && n.Name == t.Name && s.rows[n.Ref] != nil
	})
	for len(all) > 0 {
		row := s.rows[s.nodes[all[0]].Ref]
		equals := s.only(all, func(n *types.A11yNode) bool { return s.rows[n.Ref] == row })
		if len(equals) == t.Of {
			return len(slices.DeleteFunc(equals, func(i int) bool {
				at := r.shownAt(ctx, s.nodes[i].Ref)
				return at != nil && !s.fits(t, s.nodes[i].Ref, at)
			})) == 1
		}
		all = s.only(all, func(n *types.A11yNode) bool { return s.rows[n.Ref] != row })
	}
	return false
}

// saysCell reports whether the name of an element differs from a target's only in the text of its
// cell, as Expand "Rosa" does from Expand "Nobody": then it does the same to another value.
func saysCell(t *types.FlowTarget, now *types.Target) bool {
	was, is := strings.FieldsFunc(t.Name, isMark), strings.FieldsFunc(now.Name, isMark)
	frame := 0
	for ; len(was) > 0 && len(is) > 0 && was[0] == is[0]; frame++ {
		was, is = was[1:], is[1:]
	}
	for ; len(was) > 0 && len(is) > 0 && was[len(was)-1] == is[len(is)-1]; frame++ {
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	then, value := strings.Join(was, " "), strings.Join(is, " ")
	if frame == 0 || then == "" || value == "" || orders(then) || orders(value) {
		return false
	}
	cells := capture.RowCells(now.Row)
	return slices.ContainsFunc(t.Rows, func(row string) bool {
		for i, cell := range capture.RowCells(row) {
			if i < len(cells) && text.HoldsWhole(cell, then) && text.HoldsWhole(cells[i], value) && !text.HoldsWhole(cell, t.Name) && !text.HoldsWhole(cells[i], now.Name) {
				return true
			}
		}
		return false
	})
}

// byCell finds a target that is named after another cell of its row: Select Ada, in the row with her letter. It is the only
// element of the row whose name differs from the recorded one just in that cell.
func (r *run) byCell(ctx context.Context, t *types.FlowTarget, s *scene) (one *found) {
	inRow := s.inRow(t)
	if t.Row == "" || t.Name == "" || t.TestID != "" || r.sight.Dialog != nil || len(inRow) > maxPointed {
		return nil
	}
	for _, i := range inRow {
		at := r.shownAt(ctx, s.nodes[i].Ref)
		if at == nil || s.nodes[i].Role != t.Role || !flow.HoldsRow(t.Row, at.Row) || !saysCell(t, at) {
			continue
		}
		if one != nil || s.differs(t, s.rows[s.nodes[i].Ref]) {
			return nil
		}
		one = s.foundInRow(t, i)
	}
	return one
}

func isMark(c rune) bool { return !text.Alnum(c) }

// data reports whether the names in a target's column are data: no two rows have the same, so
// that the name tells the row and not the element's effect.
func (r *run) data(ctx context.Context, t *types.FlowTarget, s *scene, inRow []int, f *found) bool {
	if t.Twins > 0 || len(s.named(t)) > 1 || orders(t.Name) || orders(f.node.Name) {
		return false
	}
	names := []string{f.node.Name}
	others := s.where(func(n *types.A11yNode) bool { return n.Role == f.node.Role && s.rows[n.Ref] != nil })
	others = slices.DeleteFunc(others, func(i int) bool { return slices.Contains(inRow, i) })
	for _, i := range others[:min(len(others), maxPointed)] {
		at := r.shownAt(ctx, s.nodes[i].Ref)
		if at == nil || labelOf(flow.Header, at.Column) != headOf(t) {
			continue
		}
		if slices.Contains(names, at.Name) || orders(at.Name) {
			return false
		}
		names = append(names, at.Name)
	}
	return len(names) > leastData
}

// leastData is how many rows must have other names: of fewer, the names may be different actions.
const leastData = 2

// orders reports whether the name of an element tells its effect: it begins with a verb, and has no
// number. Rows in different states may have one such control each.
func orders(name string) bool {
	all := stems(name)
	return riskOf(name) != risk.None || len(all) > 0 && text.Verb(all[0]) && !strings.ContainsFunc(name, unicode.IsDigit)
}

// standsSo reports whether an element of a row that others in it equal, or that no name identifies, is
// in the recorded column and called just as it was by the page's code, or alike. Rows in another
// state have other icons in the same place.
func (r *run) standsSo(ctx context.Context, t *types.FlowTarget, s *scene, f *found) (same, similar bool) {
	head := headOf(t)
	cell := slices.Contains(flow.Cells, t.Role)
	if t.Hint == "" && head == "" || t.TestID != "" || cell && t.Of > 1 { // columnOf counts the cells of a row
		return true, true
	}
	at := r.shownAt(ctx, f.node.Ref)
	if at == nil || cell && at.Column == "" {
		return true, true // a driver that says nothing of elements
	}
	bare := t.Name == "" && t.Hint == ""
	if acts(t, at) {
		return false, false
	}
	if s.fits(t, f.node.Ref, at) && (!bare || at.Hint == "") {
		return true, true
	}
	inColumn := head == "" || labelOf(flow.Header, at.Column) == head
	if !inColumn && r.hasHead(head) {
		return false, false // its column is elsewhere
	}
	var others [][]string // words of those in its row
	asked := 0
	for _, i := range s.where(func(n *types.A11yNode) bool {
		return flow.UsedAlike(t.Role, n.Role) && n.Ref != f.node.Ref && s.rows[n.Ref] != nil
	}) {
		inRow := s.rows[s.nodes[i].Ref] == s.rows[f.node.Ref]
		if !inRow && asked == maxPointed {
			continue
		}
		o := r.shownAt(ctx, s.nodes[i].Ref)
		switch {
		case o == nil:
		case inRow:
			others = append(others, s.called(s.nodes[i].Ref, o))
		case o.Name == t.Name && (!bare || o.Hint == "") && s.fits(t, s.nodes[i].Ref, o):
			return false, false // other rows have the recorded name
		default:
			asked++
		}
	}
	if t.Hint == "" {
		return false, (inColumn || at.Column == "" || t.Name != "" && t.Of <= 1) && (!bare || at.Hint == "" || !slices.ContainsFunc(others, func(words []string) bool { return len(words) == 0 }))
	}
	return false, calledAlike(t, s.called(f.node.Ref, at), others)
}

// hasHead reports whether the page shows the head of a column.
func (r *run) hasHead(head string) bool {
	return showsLabel(r.sight.Page, head) || r.sight.Outline != nil && slices.ContainsFunc(r.sight.Outline.Items, func(it types.OutlineItem) bool {
		return it.Kind == types.TextHeader && labelOf(flow.Header, it.Text) == head
	})
}

// shownAt returns the page's description of an element, nil where it does not answer. It asks once for each
// look, because several rules want the same.
func (r *run) shownAt(ctx context.Context, ref string) *types.Target {
	if r.onPage.of != r.sight {
		r.onPage.of, r.onPage.at = r.sight, map[string]*types.Target{}
	}
	at, known := r.onPage.at[ref]
	if !known {
		if said, err := r.driver.Point(ctx, tool.TargetInput{A11yRef: ref}); err == nil {
			at = said
		}
		r.onPage.at[ref] = at
	}
	return at
}
