package pilot

import (
	"slices"
	"strings"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// Pages replace elements when they render again: the new ones have other refs and
// the same content. So observations are compared by role, name, test id, place and
// position among equal elements.

// paired returns, for each element, the index of the same element in an earlier
// observation, -1 if it is new.
func paired(was, is []types.A11yNode) []int {
	pairs := make([]int, len(is))
	taken := make([]bool, len(was))
	for i := range pairs {
		pairs[i] = -1
	}
	// Each pass pairs the remaining elements, in order, by a weaker key.
	for _, key := range []func(*types.A11yNode) string{refKey, placeKey, nameKey, testIDKey} {
		left := map[string][]int{}
		for i := range was {
			if k := key(&was[i]); !taken[i] && k != "" {
				left[k] = append(left[k], i)
			}
		}
		for i := range is {
			k := key(&is[i])
			if pairs[i] >= 0 || len(left[k]) == 0 {
				continue
			}
			pairs[i], left[k] = left[k][0], left[k][1:]
			taken[pairs[i]] = true
		}
	}
	return pairs
}

func refKey(n *types.A11yNode) string { return n.Ref + "\x00" + n.Role }

func placeKey(n *types.A11yNode) string {
	return strings.Join(append([]string{n.Role, n.Name, n.TestID}, n.Path...), "\x00")
}

func nameKey(n *types.A11yNode) string {
	if n.Name == "" {
		return ""
	}
	return n.Role + "\x00" + n.Name + "\x00" + n.TestID
}

func testIDKey(n *types.A11yNode) string {
	if n.TestID == "" {
		return ""
	}
	return n.Role + "\x00" + n.TestID
}

// compare returns the changes of earlier elements, and the new or changed ones. It
// returns nil if more than half changed: a full description is shorter then.
func compare(was, is []types.A11yNode, pairs []int) (*tool.Changes, []types.A11yNode) {
	c := &tool.Changes{Added: []string{}, Changed: []string{}, Gone: []types.A11yNode{}}
	changed := []types.A11yNode{}
	kept := make([]bool, len(was))
	for i := range is {
		n := &is[i]
		switch {
		case pairs[i] < 0:
			c.Added = append(c.Added, n.Ref)
		case !alike(&was[pairs[i]], n):
			c.Changed = append(c.Changed, n.Ref)
			kept[pairs[i]] = true
		default:
			c.Unchanged++
			kept[pairs[i]] = true
			continue
		}
		changed = append(changed, *n)
	}
	for i := range was {
		if !kept[i] {
			c.Gone = append(c.Gone, was[i])
		}
	}
	if c.Unchanged*2 < len(is) {
		return nil, nil
	}
	return c, changed
}

// alike reports whether two elements read the same.
func alike(a, b *types.A11yNode) bool {
	return a.Name == b.Name && a.TestID == b.TestID && a.Disabled == b.Disabled && a.Checked == b.Checked &&
		a.Expanded == b.Expanded && a.Filled == b.Filled && a.Unseen == b.Unseen && slices.Equal(a.Path, b.Path)
}

// redrawn maps refs that the agent knows to the current refs of elements that were
// rendered again, which diffs do not list.
type redrawn map[string]string

// look is an observation's elements and lines.
type look struct {
	nodes []types.A11yNode
	lines *types.Outline
}

// note adds the elements of which only the ref changed: those that one place has in both looks.
func (r *redrawn) note(old, current look) {
	is := current.places()
	present := map[string]bool{}
	for i := range current.nodes {
		present[current.nodes[i].Ref] = true
	}
	for at, was := range old.places() {
		now := is[at]
		if now == nil || present[was.Ref] || !alike(was, now) {
			continue
		}
		if *r == nil {
			*r = redrawn{}
		}
		for known, ref := range *r {
			if ref == was.Ref {
				(*r)[known] = now.Ref
			}
		}
		(*r)[was.Ref] = now.Ref
	}
}

// place identifies an element of a look without its ref. line is the text of its line, after the heading above it: the
// only button left may be that of another record.
type place struct {
	key, line string
	nth, of   int // among its equals in the line
}

// places returns the elements by their places. It leaves out those with equals in other lines of the same text, which
// cannot be distinguished.
func (l look) places() map[place]*types.A11yNode {
	names, above := nameByRef(l.nodes), ""
	headings, at := map[string]bool{}, map[string]string{}
	for i := range l.nodes {
		headings[l.nodes[i].Ref] = l.nodes[i].Role == "heading"
	}
	lines := map[string]int{}
	for _, line := range textLines(l.lines) {
		said := line.says(names)
		if line.has(headings) {
			above = said
		}
		said = above + "\x00" + said
		lines[said]++
		for _, it := range line {
			at[it.Ref] = said
		}
	}
	equals, places := map[place]int{}, map[place]*types.A11yNode{}
	keyOf := func(n *types.A11yNode) place { return place{key: placeKey(n), line: at[n.Ref]} }
	for i := range l.nodes {
		equals[keyOf(&l.nodes[i])]++
	}
	seen := map[place]int{}
	for i := range l.nodes {
		n := &l.nodes[i]
		p := keyOf(n)
		seen[p]++
		if of := equals[p]; of == 1 && lines[p.line] <= 1 || lines[p.line] == 1 {
			places[place{p.key, p.line, seen[p], of}] = n
		}
	}
	return places
}

func (r redrawn) target(t tool.TargetInput) *tool.TargetInput {
	if ref := r[t.A11yRef]; ref != "" {
		t.A11yRef = ref
	}
	if t.Within != nil {
		t.Within = r.target(*t.Within)
	}
	return &t
}
