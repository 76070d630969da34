package pilot

import (
	"slices"
	"strings"

	"cairn/shared/types"
)

// Pages draw their parts anew: every element is another one then, with another
// ref, and shows what the one before it showed. So two looks are compared by
// what elements are to a reader: role, name, test id and place, and which of its
// equals it is.

// paired finds for each element of a look the one of an earlier look that it was
// (its index), -1 where it is new.
func paired(was, is []types.A11yNode) []int {
	pairs := make([]int, len(is))
	taken := make([]bool, len(was))
	for i := range pairs {
		pairs[i] = -1
	}
	// Each pass pairs what is left, in order, by a weaker likeness.
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

// compare says what became of the elements of an earlier look, and which are
// new or otherwise now. It answers nil when more than half is: then the whole
// screen says it shorter.
func compare(was, is []types.A11yNode, pairs []int) (*types.Changes, []types.A11yNode) {
	c := &types.Changes{Added: []string{}, Changed: []string{}, Gone: []types.A11yNode{}}
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

// alike reports whether an agent would see no difference.
func alike(a, b *types.A11yNode) bool {
	return a.Name == b.Name && a.TestID == b.TestID && a.Disabled == b.Disabled && a.Checked == b.Checked &&
		a.Expanded == b.Expanded && a.Filled == b.Filled && a.Unseen == b.Unseen && slices.Equal(a.Path, b.Path)
}

// redrawn holds the present refs of elements that an agent knows by older ones:
// differences do not name what only was drawn anew.
type redrawn map[string]string

// note takes the elements that nothing but their refs changed of. One that has
// equals is left out: nobody can say that it is not the one beside it.
func (r *redrawn) note(was, is []types.A11yNode, pairs []int) {
	before, now := count(was), count(is)
	present := map[string]bool{}
	for i := range is {
		present[is[i].Ref] = true
	}
	for i, p := range pairs {
		if p < 0 || present[was[p].Ref] || was[p].Ref == is[i].Ref || before[placeKey(&was[p])] != 1 || now[placeKey(&is[i])] != 1 || !alike(&was[p], &is[i]) {
			continue
		}
		if *r == nil {
			*r = redrawn{}
		}
		for known, ref := range *r {
			if ref == was[p].Ref {
				(*r)[known] = is[i].Ref
			}
		}
		(*r)[was[p].Ref] = is[i].Ref
	}
}

func count(nodes []types.A11yNode) map[string]int {
	n := map[string]int{}
	for i := range nodes {
		n[placeKey(&nodes[i])]++
	}
	return n
}

// target is a target with the present refs.
func (r redrawn) target(t types.TargetInput) *types.TargetInput {
	if ref := r[t.A11yRef]; ref != "" {
		t.A11yRef = ref
	}
	if t.Within != nil {
		t.Within = r.target(*t.Within)
	}
	return &t
}
