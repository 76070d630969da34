package pilot

import (
	"fmt"
	"slices"
	"strings"

	"cairn/shared/types"
)

// chosen are the elements that a description is to hold; what is special about
// them is noted in the result.
func (a *Agent) chosen(o *types.Observation, in types.DescribeInput, result *types.DescribeResult) ([]types.A11yNode, error) {
	nodes := o.A11y.Nodes
	switch {
	case in.Part():
		var err error
		if in.Expand != "" {
			if nodes, err = expand(nodes, in.Expand); err != nil {
				return nil, err
			}
		}
		nodes = withWords(nodes, in.Find)
		result.Total = len(o.A11y.Nodes)
	case in.Diff && a.comparable(o):
		changes, changed := compare(a.described.A11y.Nodes, nodes)
		if changes != nil {
			result.Changes, result.Total, nodes = changes, len(nodes), changed
		}
	}
	return nodes, nil
}

// comparable reports whether the last description was one of this page.
func (a *Agent) comparable(o *types.Observation) bool {
	return a.described != nil && page(a.described.State.CurrentURL) == page(o.State.CurrentURL)
}

// page is a URL without its fragment, which is a place in the same document.
func page(url string) string {
	before, _, _ := strings.Cut(url, "#")
	return before
}

// compare says what became of the elements of an earlier look, and which are
// new or otherwise now. It answers nil when more than half is: then the whole
// screen says it shorter.
func compare(was, is []types.A11yNode) (*types.Changes, []types.A11yNode) {
	earlier := map[string]*types.A11yNode{}
	for i := range was {
		earlier[was[i].Ref] = &was[i]
	}
	c := &types.Changes{Added: []string{}, Changed: []string{}, Gone: []types.A11yNode{}}
	changed := []types.A11yNode{}
	for i := range is {
		n := &is[i]
		old := earlier[n.Ref]
		delete(earlier, n.Ref)
		switch {
		case old == nil || old.Role != n.Role:
			c.Added = append(c.Added, n.Ref)
		case !alike(old, n):
			c.Changed = append(c.Changed, n.Ref)
		default:
			c.Unchanged++
			continue
		}
		changed = append(changed, *n)
	}
	for i := range was {
		if earlier[was[i].Ref] != nil {
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
		a.Expanded == b.Expanded && a.Filled == b.Filled && slices.Equal(a.Path, b.Path)
}

// expand keeps what is in a region, or everything from a ref on.
func expand(nodes []types.A11yNode, what string) ([]types.A11yNode, error) {
	if i := slices.IndexFunc(nodes, func(n types.A11yNode) bool { return n.Ref == what }); i >= 0 {
		return nodes[i:], nil
	}
	region := strings.ToLower(what)
	var inside []types.A11yNode
	for _, n := range nodes {
		if slices.ContainsFunc(n.Path, func(p string) bool { return strings.Contains(strings.ToLower(p), region) }) {
			inside = append(inside, n)
		}
	}
	if len(inside) == 0 {
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("there is no region or ref %.80q on this screen", what),
			"give a ref such as e12, or a part of a region's role or name as mm_describe_screen lists them")
	}
	return inside, nil
}

// withWords keeps the elements that have all words of find about them.
func withWords(nodes []types.A11yNode, find string) []types.A11yNode {
	words := strings.Fields(strings.ToLower(find))
	if len(words) == 0 {
		return nodes
	}
	var found []types.A11yNode
	for _, n := range nodes {
		about := strings.ToLower(n.Role + " " + n.Name + " " + n.TestID + " " + strings.Join(n.Path, " "))
		if hasWords(about, words) {
			found = append(found, n)
		}
	}
	return found
}

func hasWords(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// testIDsOf are the test ids of the elements that are told: of a part, its own
// and those that are looked for and belong to no element with a role.
func testIDsOf(o *types.Observation, nodes []types.A11yNode, find string) []types.TestID {
	if len(nodes) == len(o.A11y.Nodes) {
		return orNone(o.TestIDs)
	}
	words := strings.Fields(strings.ToLower(find))
	told := map[string]bool{}
	for i := range nodes {
		told[nodes[i].TestID] = nodes[i].TestID != ""
	}
	ids := []types.TestID{}
	for _, id := range o.TestIDs {
		loose := len(words) > 0 && id.Role == "" && hasWords(strings.ToLower(id.TestID), words)
		if told[id.TestID] || loose {
			ids = append(ids, id)
		}
	}
	return ids
}

func orNone[E any](s []E) []E {
	if s == nil {
		return []E{}
	}
	return s
}
