package prior

import (
	"cairn/shared/types"
)

// pageView is an observation as names: what can be seen and how often. One serves
// page after page: what it has room for need not be made anew.
type pageView struct {
	number   uint64
	known    *lexicon         // of the page's origin
	unknown  map[string]*name // what the page shows and the lexicon lacks
	testIDs  []*name          // distinct visible test ids, in document order
	names    []*name          // distinct roles and names, in document order
	families []*name          // what the lexicon knows with hidden numbers, of those
	elements []pageElement    // that the asker's goal has a word for, nil before they are sought

	key   []byte  // scratch
	spare []*name // for what is unknown
}

// nameView is a name as the page shows it: scratch, valid while number is the
// page's.
type nameView struct {
	number   uint64
	count    int
	disabled bool
	filled   bool
	hint     *types.TestID // what the page calls the element of a test id
	live     string        // the name that is shown, where names are hidden
	several  bool          // other names that are shown have the same hash
}

// Bounds of reading: how many elements of an observation are read at all, and how
// many unknown ones a view may have had and still serve for the next.
const (
	maxPageNodes  = 4000
	usualElements = 1000
)

// readPage reads the first maxPageNodes elements of each kind, of a page of no
// origin in particular.
func readPage(obs *types.Observation) *pageView {
	v := &pageView{}
	v.read(obs, newLexicon(), 1)
	return v
}

// read makes v a view of another page. Each has a number of its own.
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

// show is the name of v.key, of which the page says something.
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

// of is what the page says of a key; nothing of one that it does not show.
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

// ofTarget is what the page says of a target by its key, nil when nothing.
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

// count is how many elements of a key the page shows.
func (v *pageView) count(key string) int { return v.of(key).count }
