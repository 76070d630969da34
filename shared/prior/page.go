package prior

import "cairn/shared/types"

// pageView is an observation as keys: what can be seen and how often.
type pageView struct {
	testIDs []string // distinct keys of visible test ids, in document order
	names   []string // distinct keys of role and name, in document order
	count   map[string]int
	// nodeOf finds the node of a test id, and the other way round, where the
	// observation ties them.
	hintOf   map[string]types.A11yHint // by test id key
	disabled map[string]bool
	filled   map[string]bool
	elements []pageElement // that the asker's goal has a word for, nil before they are sought
}

// maxPageNodes bounds how many elements of an observation are read at all.
const maxPageNodes = 4000

// readPage reads the first maxPageNodes elements of each kind.
func readPage(obs *types.Observation) *pageView {
	v := &pageView{count: make(map[string]int, min(len(obs.TestIDs)+len(obs.A11y.Nodes), maxPageNodes)),
		hintOf: map[string]types.A11yHint{}, disabled: map[string]bool{}, filled: map[string]bool{}}
	for i, t := range obs.TestIDs {
		if i >= maxPageNodes {
			break
		}
		k := testIDKey(t.TestID)
		if k == "" || !t.Visible {
			continue
		}
		if v.count[k]++; v.count[k] == 1 {
			v.testIDs = append(v.testIDs, k)
		}
		if t.Name != "" {
			v.hintOf[k] = types.A11yHint{Role: t.Role, Name: t.Name}
		}
	}
	for i := range obs.A11y.Nodes {
		n := &obs.A11y.Nodes[i]
		if i >= maxPageNodes {
			break
		}
		k := nameKey(n.Role, n.Name)
		if k != "" {
			if v.count[k]++; v.count[k] == 1 {
				v.names = append(v.names, k)
			}
		}
		if !n.Disabled && !n.Filled {
			continue
		}
		for _, key := range []string{k, testIDKey(n.TestID)} {
			if key != "" && n.Disabled {
				v.disabled[key] = true
			}
			if key != "" && n.Filled {
				v.filled[key] = true
			}
		}
	}
	return v
}
