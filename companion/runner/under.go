package runner

import (
	"fmt"

	"cairn/shared/flow"
	"cairn/shared/types"
)

// proveUnder finds the target below its heading: the one of its role and name there, or
// the n-th of as many as were recorded. Where the page has the heading twice, or not at all,
// it proves nothing.
func proveUnder(t *types.FlowTarget, s *scene) (*found, *doubt) {
	heads := s.where(func(n *types.A11yNode) bool { return flow.Heads(n.Role) && n.Name == t.Under })
	switch {
	case len(heads) == 0:
		return nil, &doubt{reason: types.FlowMissing, message: fmt.Sprintf("the heading or question %q is not on the page", t.Under)}
	case len(heads) > 1:
		return nil, s.doubt(types.FlowAmbiguous, heads, "%d headings are %q", len(heads), t.Under)
	}
	end := heads[0] + 1
	for end < len(s.nodes) && !flow.Heads(s.nodes[end].Role) {
		end++
	}
	var below []int
	for _, i := range s.named(t) {
		if i > heads[0] && i < end && (t.TestID == "" || s.nodes[i].TestID == t.TestID) {
			below = append(below, i)
		}
	}
	switch {
	case len(below) == 0:
		return nil, &doubt{reason: types.FlowMissing, message: said(t) + " is not on the page"}
	case len(below) != max(t.Of, 1):
		return nil, s.doubt(types.FlowAmbiguous, below, "%d elements are %s, and there were %d", len(below), said(t), max(t.Of, 1))
	}
	return s.found(t, below[max(t.Nth, 1)-1], ""), nil
}

// otherCard reports whether an element below a target's heading may be another thing's of that name, in a list of several
// pages: other elements stand around it. In a dialog over such a list it is no part of it.
func (s *scene) otherCard(t *types.FlowTarget, f *found) bool {
	_, several := pager(s.nodes)
	return several && !inDialog(&f.node) && s.unmoved(t, s.placesOf(f)) < 0
}
