package runner

import (
	"context"
	"slices"
	"strings"

	"cairn/shared/flow"
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

// hinted finds a target that no name identifies, by the head of its column and by what the page's
// code calls it: the only such element in its row, or beside most of its neighbours.
func (r *run) hinted(ctx context.Context, t *types.FlowTarget, s *scene) *found {
	head := headOf(t)
	if head == "" && t.Hint == "" || t.TestID != "" || r.sight.Dialog != nil {
		return nil
	}
	var fits []*found
	inRow := s.where(func(n *types.A11yNode) bool {
		holds, _ := s.rows[n.Ref].holds(t.Row)
		return alike(t.Role, n.Role) && (t.Row == "" || holds) && (t.Hint == "" || n.Name == "")
	})
	if len(inRow) > maxPointed {
		return nil
	}
	for _, i := range inRow {
		at := r.shownAt(ctx, s.nodes[i].Ref)
		if at == nil {
			return nil
		}
		beside := t.Row != "" || len(t.Near) > 0 && 2*s.near(t, i) >= len(t.Near)
		if beside && (head == "" || labelOf(flow.Header, at.Column) == head) && (t.Hint == "" || at.Hint == t.Hint) {
			fits = append(fits, s.found(t, i, ""))
		}
	}
	if len(fits) != 1 || t.Name != "" && fits[0].node.Name != t.Name && !r.data(ctx, t, s, inRow, fits[0]) {
		return nil
	}
	fits[0].proof.Row = t.Row
	return fits[0]
}

// data reports whether the names in a target's column are data: no two rows have the same, so
// that the name says which row it is and not what the element does.
func (r *run) data(ctx context.Context, t *types.FlowTarget, s *scene, inRow []int, f *found) bool {
	if t.Twins > 0 || len(s.named(t)) > 1 {
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
		if slices.Contains(names, at.Name) {
			return false
		}
		names = append(names, at.Name)
	}
	return len(names) > leastData
}

// leastData is how many rows must have other names: of fewer, the names may be different actions.
const leastData = 2

// standsSo reports whether an element of a row that no name identifies is in the recorded column, and
// called just as it was by the page's code, or alike: an id may have a word of the row. Rows in
// another state have other icons in the same place.
func (r *run) standsSo(ctx context.Context, t *types.FlowTarget, f *found) (same, similar bool) {
	head := headOf(t)
	if t.Hint == "" && head == "" || t.Name != "" || t.TestID != "" || slices.Contains(flow.Cells, t.Role) {
		return true, true
	}
	at := r.shownAt(ctx, f.node.Ref)
	if at == nil || head != "" && at.Column != "" && labelOf(flow.Header, at.Column) != head {
		return at == nil, at == nil
	}
	words := strings.Fields(t.Hint)
	similar = t.Hint == "" || at.Hint == "" || slices.ContainsFunc(strings.Fields(at.Hint), func(w string) bool { return slices.Contains(words, w) })
	return similar && (t.Hint == "" || at.Hint == t.Hint), similar
}

// shownAt returns what the page says of an element, nil where it does not answer.
func (r *run) shownAt(ctx context.Context, ref string) *types.Target {
	at, err := r.driver.Point(ctx, tool.TargetInput{A11yRef: ref})
	if err != nil {
		return nil
	}
	return at
}
