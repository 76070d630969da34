package prior

import (
	"cairn/shared/types"
)

// pageView is an observation as keys: what can be seen and how often. One serves
// page after page: what it has room for need not be made anew.
type pageView struct {
	testIDs  []string // distinct keys of visible test ids, in document order
	names    []string // distinct keys of role and name, in document order
	count    map[string]int
	disabled map[string]bool // by key, nil on most pages
	filled   map[string]bool // the same of fields that are not empty
	elements []pageElement   // that the asker's goal has a word for, nil before they are sought

	// Scratch of reading.
	text []byte // keys, one after the other
	ends []int  // where each ends
}

// Bounds of reading: how many elements of an observation are read at all, and how
// many a view may have had and still serve for the next.
const (
	maxPageNodes  = 4000
	usualElements = 1000
)

// readPage reads the first maxPageNodes elements of each kind.
func readPage(obs *types.Observation) *pageView {
	v := &pageView{}
	v.read(obs)
	return v
}

// read makes v a view of another page.
func (v *pageView) read(obs *types.Observation) {
	ids, nodes := obs.TestIDs[:min(len(obs.TestIDs), maxPageNodes)], obs.A11y.Nodes[:min(len(obs.A11y.Nodes), maxPageNodes)]
	if v.count == nil || len(v.count) > usualElements {
		v.count = make(map[string]int, len(ids)+len(nodes))
	}
	clear(v.count)
	v.disabled, v.filled, v.elements = nil, nil, nil
	text, ends := v.text[:0], v.ends[:0]
	for i := range ids {
		if t := &ids[i]; t.Visible && t.TestID != "" {
			text = append(append(text, keyTestID), t.TestID...)
		}
		ends = append(ends, len(text))
	}
	for i := range nodes {
		text = appendNameKey(text, nodes[i].Role, nodes[i].Name)
		ends = append(ends, len(text))
	}
	v.text, v.ends = text, ends
	keys, start := string(text), 0 // one text for all of them
	next := func() string {
		k := keys[start:ends[0]]
		start, ends = ends[0], ends[1:]
		return k
	}
	v.testIDs, v.names = v.testIDs[:0], v.names[:0]
	for range ids {
		v.testIDs = v.add(v.testIDs, next())
	}
	for i := range nodes {
		k := next()
		v.names = v.add(v.names, k)
		v.readState(&nodes[i], k)
	}
}

// add counts a key, and lists it the first time.
func (v *pageView) add(list []string, k string) []string {
	if k == "" {
		return list
	}
	n := v.count[k] + 1
	v.count[k] = n
	if n > 1 {
		return list
	}
	return append(list, k)
}

// readState notes what an element that has a key is like, under all its keys.
func (v *pageView) readState(n *types.A11yNode, key string) {
	if !n.Disabled && !n.Filled {
		return
	}
	for _, k := range []string{key, testIDKey(n.TestID)} {
		if k != "" && n.Disabled {
			v.disabled = with(v.disabled, k)
		}
		if k != "" && n.Filled {
			v.filled = with(v.filled, k)
		}
	}
}

func with(set map[string]bool, k string) map[string]bool {
	if set == nil {
		set = map[string]bool{}
	}
	set[k] = true
	return set
}

// nameOf is what a page calls the element of a test id, nil where it does not
// say.
func nameOf(obs *types.Observation, testID string) (found *types.TestID) {
	for i := range obs.TestIDs {
		if t := &obs.TestIDs[i]; i < maxPageNodes && testID != "" && t.TestID == testID && t.Visible && t.Name != "" {
			found = t
		}
	}
	return found
}
