package runner

import (
	"slices"
	"strings"

	"cairn/shared/flow"
	"cairn/shared/types"
)

// nearest returns the number of a target's neighbours that the best element and the next one
// have, and the best element.
func (s *scene) nearest(t *types.FlowTarget, all []int) (best, second, at int) {
	best, second, at = -1, -1, -1
	for _, i := range all {
		switch near := s.near(t, i); {
		case near > best:
			best, second, at = near, best, i
		case near > second:
			second = near
		}
	}
	return best, second, at
}

// unmoved returns the only one of several equals that has exactly the recorded neighbours, in
// their order, -1 for none. An equal close by has some of them too, on its other side.
func (s *scene) unmoved(t *types.FlowTarget, equals []int) int {
	at := -1
	for _, i := range equals {
		if len(t.Near) < 2 || !slices.Equal(flow.Neighbours(s.nodes, i), t.Near) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// belowFilled returns the only one of several equals below the heading of the field that the run filled last: each part of a
// page may have got a button that saves it. It returns -1 for none.
func (s *scene) belowFilled(equals []int) int {
	if len(s.filled) == 0 {
		return -1
	}
	last := s.where(func(n *types.A11yNode) bool { return n.Ref == s.filled[len(s.filled)-1] })
	if len(last) == 0 {
		return -1
	}
	head := flow.HeadAt(s.nodes, last[0])
	below := slices.DeleteFunc(slices.Clone(equals), func(i int) bool { return head < 0 || i < last[0] || flow.HeadAt(s.nodes, i) != head })
	if len(below) != 1 {
		return -1
	}
	return below[0]
}

// near counts the recorded neighbours that are still near an element.
func (s *scene) near(t *types.FlowTarget, at int) (near int) {
	around := map[string]bool{}
	for j := max(0, at-reach); j < min(len(s.nodes), at+reach+1); j++ {
		if j != at {
			around[labelOf(s.nodes[j].Role, s.nodes[j].Name)] = true
		}
	}
	for _, l := range t.Near {
		if around[l] {
			near++
		}
	}
	return near
}

// nextTo reports whether an element has most of a target's neighbours, and first, in their order, those
// that stood next to it: another one close by has them too, on its other side. A control that only some
// sessions had beside it may stand there.
func (s *scene) nextTo(t *types.FlowTarget, i int) bool {
	kept := slices.DeleteFunc(flow.Neighbours(s.nodes, i), func(l string) bool { return !slices.Contains(t.Near, l) })
	return len(kept) > 0 && 2*len(kept) >= len(t.Near) && slices.Equal(kept[:min(2, len(kept))], t.Near[:min(2, len(t.Near))])
}

// shape reports whether most recorded neighbours have one of their role near an
// element. Where all texts changed, only the roles are left to identify a place.
func (s *scene) shape(t *types.FlowTarget, at int) bool {
	roles := map[string]int{}
	for j := max(0, at-reach); j < min(len(s.nodes), at+reach+1); j++ {
		if j != at {
			roles[s.nodes[j].Role]++
		}
	}
	same := 0
	for _, l := range t.Near {
		role, _, _ := strings.Cut(l, " ")
		if roles[role] > 0 {
			roles[role]--
			same++
		}
	}
	return len(t.Near) >= 2 && 4*same >= 3*len(t.Near)
}

// isThere reports whether the only element of its name stands where a target did: of the recorded neighbours
// that the page still has, one is next to it, and as many are next to it or in its part as there are. An
// equal that came elsewhere has some of them near too; a link of a navigation leads where its equal does.
// Where all texts changed, their roles have to be near.
func (s *scene) isThere(t *types.FlowTarget, at int) bool {
	if t.Role == "link" && inNavigation(&s.nodes[at]) && s.near(t, at) > 0 {
		return true
	}
	left, beside, inPart := 0, 0, 0
	neighbours := flow.Neighbours(s.nodes, at)
	for _, l := range t.Near {
		all := s.where(func(n *types.A11yNode) bool { return labelOf(n.Role, n.Name) == l })
		if len(all) > 0 {
			left++
		}
		if slices.Contains(neighbours, l) || slices.ContainsFunc(all, func(i int) bool { return apart(i, at) <= leastReach }) {
			beside++
		}
		if slices.ContainsFunc(all, func(i int) bool { return slices.Equal(s.nodes[i].Path, s.nodes[at].Path) }) {
			inPart++
		}
	}
	return left == 0 && s.shape(t, at) || beside > 0 && beside+inPart >= left
}

func inNavigation(n *types.A11yNode) bool {
	return slices.ContainsFunc(n.Path, func(part string) bool { return strings.HasPrefix(part, "navigation") })
}
