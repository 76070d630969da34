package prior

import (
	"cairn/shared/types"
)

// pageView holds an observation as names, with their counts. It is reused page after page,
// so that its memory is allocated once.
type pageView struct {
	number   uint64
	known    *lexicon         // of the page's origin
	unknown  map[string]*name // names on the page that the lexicon lacks
	testIDs  []*name          // distinct visible test ids, in document order
	names    []*name          // distinct roles and names, in document order
	families []*name          // families in the lexicon of which the page shows a member
	elements []pageElement    // elements that share a word with the asker's goal, nil before the search

	key   []byte  // scratch
	spare []*name // for unknown names
}

// nameView holds a name as the page shows it. It is scratch, valid while number is the
// page's.
type nameView struct {
	number    uint64
	count     int
	disabled  bool
	filled    bool
	hint      *types.TestID // the page's element with that test id
	shownName string        // the name that is shown, where names are hidden
	several   bool          // other names that are shown have the same hash
}

// Bounds of reading: the elements of an observation that are read at all, and the
// unknown ones up to which a view's memory is reused for the next page.
const (
	maxPageNodes  = 4000
	usualElements = 1000
)

// read makes v a view of another page. Each page has a different number.
func (v *pageView) read(obs *types.Observation, known *lexicon, number uint64) {
	v.number, v.known, v.elements = number, known, nil
	if len(v.unknown) > usualElements {
		v.unknown, v.spare = nil, nil
	}
	clear(v.unknown)
	v.testIDs, v.names, v.families = v.testIDs[:0], v.names[:0], v.families[:0]
	for i := range obs.TestIDs[:min(len(obs.TestIDs), maxPageNodes)] {
		t := &obs.TestIDs[i]
		if !t.Visible || t.TestID == "" {
			continue
		}
		v.key = append(append(v.key[:0], keyTestID), t.TestID...)
		n := v.show()
		if n.count++; n.count == 1 {
			v.testIDs = append(v.testIDs, n)
		}
		if t.Name != "" {
			n.hint = t
		}
		if known.hider != nil {
			v.showFamily(familyOf(t.TestID), t.TestID)
		}
	}
	for i := range obs.A11y.Nodes[:min(len(obs.A11y.Nodes), maxPageNodes)] {
		node := &obs.A11y.Nodes[i]
		if node.Copy {
			continue
		}
		v.key = appendNameKey(v.key[:0], node.Role, node.Name)
		if len(v.key) > 0 {
			n := v.showNode(node)
			if n.count++; n.count == 1 {
				v.names = append(v.names, n)
			}
			n.disabled, n.filled = n.disabled || node.Disabled, n.filled || node.Filled
		}
		if (node.Disabled || node.Filled) && node.TestID != "" {
			v.key = append(append(v.key[:0], keyTestID), node.TestID...)
			n := v.show()
			n.disabled, n.filled = n.disabled || node.Disabled, n.filled || node.Filled
		}
	}
}

// show returns the name of v.key, and marks it as shown.
func (v *pageView) show() *name {
	n := v.known.names[string(v.key)]
	if n == nil {
		if n = v.unknown[string(v.key)]; n == nil {
			n = v.learn()
		}
	}
	if n.number != v.number {
		n.nameView = nameView{number: v.number}
	}
	return n
}

// learn makes v.key a name of this page alone.
func (v *pageView) learn() *name {
	if v.unknown == nil {
		v.unknown = map[string]*name{}
	}
	if len(v.unknown) == len(v.spare) {
		v.spare = append(v.spare, &name{})
	}
	n := v.spare[len(v.unknown)]
	n.key, n.number = string(v.key), 0
	v.unknown[n.key] = n
	return n
}

// of returns the page's view of a key; an empty one if it does not show it.
func (v *pageView) of(key string) nameView {
	if n := v.find(key); n != nil && n.number == v.number {
		return n.nameView
	}
	return nameView{}
}

func (v *pageView) find(key string) *name {
	key = v.known.hashed(key)
	if n := v.known.names[key]; n != nil {
		return n
	}
	return v.unknown[key]
}

// ofTarget returns the page's view of a target by its key, nil if it does not show it.
func (v *pageView) ofTarget(t *target) *nameView {
	n := t.name
	if n == nil {
		n = v.find(t.key) // never acted on
	}
	if n == nil || n.number != v.number {
		return nil
	}
	return &n.nameView
}

// count returns how many elements of a key the page shows.
func (v *pageView) count(key string) int { return v.of(key).count }
