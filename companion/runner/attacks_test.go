package runner

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"cairn/shared/flow"
	"cairn/shared/types"
)

// madePage is a generated page: parts of an application, each with controls that are called differently.
type madePage [][]types.A11yNode

// makePage makes a page of a few parts, of which some are landmarks, some have a heading, and some are links.
func makePage(rnd *rand.Rand) madePage {
	var page madePage
	n := 0
	for part := range 3 + rnd.IntN(3) {
		var path []string
		if rnd.IntN(2) == 0 {
			path = []string{fmt.Sprintf("region %q", fmt.Sprint("Part ", string(rune('A'+part))))}
		}
		roles := []string{"button", "button", "textbox", "link", "checkbox", "combobox"}
		if rnd.IntN(4) == 0 {
			path, roles = []string{"navigation"}, []string{"link"}
		}
		var nodes []types.A11yNode
		if path == nil || rnd.IntN(3) > 0 && roles[0] != "link" {
			nodes = append(nodes, types.A11yNode{Role: "heading", Name: "About " + word(n), Path: path})
			n++
		}
		for range 3 + rnd.IntN(5) {
			nodes = append(nodes, types.A11yNode{Role: roles[rnd.IntN(len(roles))], Name: word(n), Path: path})
			n++
		}
		page = append(page, nodes)
	}
	return page
}

// word is a name of a control without digits, as its author would choose.
func word(n int) string {
	return []string{"Send", "Print", "Move", "Share", "Copy", "Lock", "Merge", "Sort"}[n%8] + " " + []string{"order", "card", "note", "file", "list", "team"}[n/8%6]
}

func (p madePage) observed() *types.Observation {
	o := &types.Observation{}
	for _, n := range slices.Concat(p...) {
		n.Ref = fmt.Sprint("e", len(o.A11y.Nodes)+1)
		o.A11y.Nodes = append(o.A11y.Nodes, n)
	}
	return o
}

// changed is a page after small changes: controls that came, went or are called differently.
func (p madePage) changed(rnd *rand.Rand, but string) madePage {
	out := make(madePage, len(p))
	for i, part := range p {
		for k, n := range part {
			if n.Name != but {
				switch rnd.IntN(12) {
				case 0:
					continue
				case 1:
					n.Name = fmt.Sprint("Other ", string(rune('a'+i)), string(rune('a'+k)))
				case 2:
					out[i] = append(out[i], types.A11yNode{Role: "button", Name: fmt.Sprint("New ", string(rune('a'+i)), string(rune('a'+k))), Path: n.Path})
				}
			}
			out[i] = append(out[i], n)
		}
	}
	return out
}

// TestAnEqualOfWhatWentIsNotTaken generates pages from which a control went while another of its name came in a
// part close by, and pages on which it stayed, alone or elsewhere in its part.
func TestAnEqualOfWhatWentIsNotTaken(t *testing.T) {
	if testing.Short() {
		t.Skip("makes 1,000 pages")
	}
	rnd := rand.New(rand.NewPCG(18, 55))
	const rounds = 1000
	attacks, taken, stayed, moved := 0, 0, 0, 0
	for range rounds {
		page := makePage(rnd)
		part := rnd.IntN(len(page))
		at := rnd.IntN(len(page[part]))
		for page[part][at].Role == "heading" {
			at = rnd.IntN(len(page[part]))
		}
		n := page[part][at]
		then := page.observed().A11y.Nodes
		target := &types.FlowTarget{Role: n.Role, Name: n.Name, Near: flow.Neighbours(then, slices.IndexFunc(then, func(o types.A11yNode) bool { return o.Name == n.Name }))}

		finds := func(p madePage) bool {
			f, _ := prove(target, false, sceneOf(p.observed(), nil, ""))
			return f != nil
		}
		if finds(page.changed(rnd, n.Name)) {
			stayed++
		}
		gone := slices.Clone(page)
		gone[part] = slices.Delete(slices.Clone(page[part]), at, at+1)
		there := slices.Clone(gone)
		to := rnd.IntN(len(gone[part]) + 1)
		there[part] = slices.Insert(slices.Clone(gone[part]), to, n)
		if finds(there.changed(rnd, n.Name)) {
			moved++
		}
		next := part + 1
		if next == len(page) || part > 0 && rnd.IntN(2) == 0 {
			next = part - 1
		}
		other := n
		other.Path = gone[next][0].Path
		gone[next] = slices.Insert(slices.Clone(gone[next]), rnd.IntN(len(gone[next])+1), other)
		if inNavigation(&other) {
			continue // an equal link there leads to the same place
		}
		attacks++
		if finds(gone.changed(rnd, n.Name)) {
			taken++
		}
	}
	t.Logf("of %d attacks another taken in %d; of %d found where it stayed %d, where it moved %d", attacks, taken, rounds, stayed, moved)
	if 3*taken > attacks || stayed < 98*rounds/100 || moved < 85*rounds/100 {
		t.Error("a rule takes more equals, or loses more elements, than it did")
	}
}
