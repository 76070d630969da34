package runner

import (
	"fmt"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/flow"
	"cairn/shared/text"
	"cairn/shared/types"
)

// rows maps the ref of each element to its row.
type rows map[string]*row

// row is a line of a page: the texts and the names of elements that are read
// together, and which of these elements are checked.
type row struct{ parts, checked []string }

// rowsOf returns the rows of a page's outline that have elements. A nil outline has no rows.
func rowsOf(o *types.Outline, nodes []types.A11yNode) rows {
	all, _ := readRows(o, nodes)
	return all
}

// readRows returns the rows of a page's outline by their elements, and all in their order.
func readRows(o *types.Outline, nodes []types.A11yNode) (all rows, order []*row) {
	if o == nil {
		return nil, nil
	}
	byRef := make(map[string]*types.A11yNode, len(nodes))
	for i := range nodes {
		byRef[nodes[i].Ref] = &nodes[i]
	}
	all = rows{}
	type line struct {
		row    int
		origin string
	}
	lines := map[line]*row{}
	for _, it := range o.Items {
		at := line{it.Row, it.Origin}
		r := lines[at]
		if it.Row == 0 || r == nil {
			r = &row{}
			order = append(order, r)
			if it.Row != 0 {
				lines[at] = r
			}
		}
		part := it.Text
		if n := byRef[it.Ref]; n != nil && it.Ref != "" { // drivers list a disabled button without one
			part += n.Name
			if n.Checked != "" {
				r.checked = append(r.checked, n.Checked)
			}
		}
		if part = strings.TrimSpace(part); part != "" {
			r.parts = append(r.parts, part)
		}
		if it.Ref != "" {
			all[it.Ref] = r
		}
	}
	return all, order
}

// holds reports whether a row contains a text; whole reports whether the text is one complete
// part.
func (r *row) holds(value string) (holds, whole bool) {
	if r == nil {
		return false, false
	}
	for _, p := range r.parts {
		whole = whole || strings.EqualFold(p, value)
	}
	return flow.HoldsRow(value, append(r.parts, strings.Join(r.parts, capture.RowJoin), strings.Join(r.parts, " "))...), whole
}

// proveInRow finds the target in the only row that contains its text: the only one of its role
// and name there, or the n-th of as many as were recorded. A target without a name and without
// a place in a row is an element that contains the text itself, or is in such a row.
func proveInRow(t *types.FlowTarget, s *scene) (*found, *doubt) {
	fits := s.where(func(n *types.A11yNode) bool {
		return flow.UsedAlike(t.Role, n.Role) && (t.Name == "" || strings.EqualFold(n.Name, t.Name) || s.otherValue(t.Name, n.Name) && s.othersKnown(t, n, n.Role == "button")) // another row has another value
	})
	if len(fits) == 0 && t.TestID != "" && !numbered.MatchString(t.TestID) { // its text changed in every row
		fits = s.where(func(n *types.A11yNode) bool { return n.TestID == t.TestID && flow.UsedAlike(t.Role, n.Role) })
	}
	weak := false
	if len(fits) == 0 && t.Name != "" {
		weak = true
		fits = s.where(func(n *types.A11yNode) bool {
			return n.Role == t.Role && (sameSense(t.Name, n.Name, text.Related) || sameSense(t.Name, n.Name, widely) && s.onlyNew(t, n))
		})
	}
	var own, inRow, whole []int
	cell := slices.Contains(flow.Cells, t.Role)
	for _, i := range fits {
		n := &s.nodes[i]
		if t.Name == "" && text.HoldsWhole(n.Name, t.Row) {
			if t.RowRole == "" && t.Of == 0 {
				own = append(own, i)
			} else if !cell {
				continue // the name of the row, which may stand alone while the row is late
			}
		}
		holds, all := s.rows[n.Ref].holds(t.Row)
		if !holds {
			for _, around := range n.Path {
				holds = holds || text.HoldsWhole(around, t.Row)
			}
		}
		if holds {
			inRow = append(inRow, i)
		}
		if all {
			whole = append(whole, i)
		}
	}
	if len(whole) > 0 { // Ann, and not Ann Lee
		inRow = whole
	}
	if just := func(n *types.A11yNode) bool { return n.Name == t.Name }; len(s.only(inRow, just)) > 0 { // Star beside STAR
		inRow = s.only(inRow, func(n *types.A11yNode) bool { return just(n) || !strings.EqualFold(n.Name, t.Name) })
	}
	if t.Name == "" && (t.RowRole != "" || t.Of == 1) && !cell { // an element with a name is another one
		if bare := s.only(inRow, func(n *types.A11yNode) bool { return n.Name == "" }); len(bare) > 0 {
			inRow = bare
		}
	}
	if len(own) > 1 {
		var just []int
		for _, i := range own {
			if strings.EqualFold(s.nodes[i].Name, t.Row) {
				just = append(just, i)
			}
		}
		if len(just) == 1 {
			own = just
		}
	}
	switch {
	case len(own) == 1:
		return s.foundInRow(t, own[0]), nil
	case len(own) > 1:
		return nil, s.doubt(types.FlowAmbiguous, own, "%d elements are %s", len(own), said(t))
	case len(inRow) == 1 && t.Of <= 1:
		f := s.foundInRow(t, inRow[0])
		if f.weak = weak; weak {
			f.healed = fmt.Sprintf("it was named %q", t.Name)
		}
		return f, nil
	case len(inRow) > 0:
		if t.TestID != "" {
			if ids := s.both(t, s.only(inRow, func(n *types.A11yNode) bool { return n.TestID == t.TestID })); len(ids) == 1 {
				return s.foundInRow(t, ids[0]), nil
			}
		}
		if len(inRow) == t.Of && !weak && (s.oneRow(inRow) || slices.Contains(flow.Fields, t.Role)) { // a field's value can be checked
			nth, d := s.columnOf(t)
			if d != nil {
				return nil, d
			}
			return s.foundInRow(t, inRow[nth-1]), nil
		}
		reason := types.FlowAmbiguous
		if len(inRow) < t.Of {
			reason = types.FlowMissing // one of them may be late
		}
		return nil, s.doubt(reason, inRow, "%d elements are %s", len(inRow), said(t))
	}
	return nil, &doubt{reason: types.FlowMissing, message: said(t) + " is not on the page"}
}

// onlyNew reports whether all other elements of a role in an element's row have names that the
// recorded rows say. So no other one can be the target, which is called differently now.
func (s *scene) onlyNew(t *types.FlowTarget, n *types.A11yNode) bool {
	return !recordedIn(t, n.Name) && s.othersKnown(t, n, false)
}

// othersKnown reports the same of the other elements; icons reports that one without a name has no value.
func (s *scene) othersKnown(t *types.FlowTarget, n *types.A11yNode, icons bool) bool {
	row := s.rows[n.Ref]
	return row != nil && len(t.Rows) > 0 && !slices.ContainsFunc(s.nodes, func(o types.A11yNode) bool {
		return o.Ref != n.Ref && o.Role == n.Role && s.rows[o.Ref] == row && !recordedIn(t, o.Name) && !(icons && o.Name == "")
	})
}

func recordedIn(t *types.FlowTarget, name string) bool {
	return name != "" && slices.ContainsFunc(t.Rows, func(r string) bool { return text.HoldsWhole(r, name) })
}

// columnOf returns the number of a cell in its row, from 1: that of its header, wherever the
// column stands now, else the recorded one.
func (s *scene) columnOf(t *types.FlowTarget) (nth int, d *doubt) {
	if headOf(t) == "" || !slices.Contains(flow.Cells, t.Role) {
		return t.Nth, nil
	}
	heads := s.where(func(n *types.A11yNode) bool { return n.Role == flow.Header })
	at := slices.IndexFunc(heads, func(i int) bool { return labelOf(flow.Header, s.nodes[i].Name) == t.Near[0] })
	if len(heads) != t.Of || at < 0 {
		return 0, s.doubt(types.FlowChanged, heads, "the columns changed: %s is not above %s", t.Near[0], said(t))
	}
	return at + 1, nil
}

// oneRow reports whether elements are in the same row.
func (s *scene) oneRow(at []int) bool {
	row := s.rows[s.nodes[at[0]].Ref]
	return row != nil && !slices.ContainsFunc(at, func(i int) bool { return s.rows[s.nodes[i].Ref] != row })
}

func (s *scene) foundInRow(t *types.FlowTarget, i int) *found {
	f := s.found(t, i, "")
	f.proof.Row, f.proof.Around = t.Row, nil // rows may move meanwhile
	return f
}

func (s *scene) only(at []int, fits func(n *types.A11yNode) bool) (some []int) {
	for _, i := range at {
		if fits(&s.nodes[i]) {
			some = append(some, i)
		}
	}
	return some
}
