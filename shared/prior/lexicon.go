package prior

import (
	"encoding/binary"

	"cairn/shared/capture"
)

// lexicon holds the keys of an origin's elements: those that pages showed and those that
// were used. Reading a page looks up each key once and finds everything else beside it. A
// removed page leaves no keys behind.
type lexicon struct {
	names map[string]*name
	hider *capture.Hider // where names are hidden: their hashes are keys then (hidden.go)
	byID  []*name
	free  []uint32

	// Scratch of one page: a bit for each name that it shows, and which they are.
	shown  []uint64
	marked []uint32
}

// name is one key.
type name struct {
	key     string
	id      uint32
	pages   int32     // page sets that have it
	target  *target   // whose key it is
	aliases []*target // that it names by role and name, while their key is their test id

	nameView
}

func newLexicon() *lexicon { return &lexicon{names: map[string]*name{}} }

// at returns a key's name, and creates it if necessary.
func (x *lexicon) at(key []byte) *name {
	if x.hider != nil {
		key = []byte(x.hashed(string(key)))
	}
	if n := x.names[string(key)]; n != nil {
		return n
	}
	n := &name{key: string(key)}
	if last := len(x.free) - 1; last >= 0 {
		n.id, x.free = x.free[last], x.free[:last]
		x.byID[n.id] = n
	} else {
		n.id = uint32(len(x.byID))
		x.byID = append(x.byID, n)
		if int(n.id>>6) == len(x.shown) {
			x.shown = append(x.shown, 0)
		}
	}
	x.names[n.key] = n
	return n
}

// tidy removes a name without pages, target and aliases.
func (x *lexicon) tidy(n *name) {
	if n.pages > 0 || n.target != nil || len(n.aliases) > 0 {
		return
	}
	delete(x.names, n.key)
	x.byID[n.id] = nil
	x.free = append(x.free, n.id)
}

// find returns a key's name, nil when there is none.
func (x *lexicon) find(key string) *name { return x.names[x.hashed(key)] }

// target returns the target of a key, nil when there is none.
func (x *lexicon) target(key string) *target {
	if n := x.find(key); n != nil {
		return n.target
	}
	return nil
}

// drop counts one page set less for a name.
func (x *lexicon) drop(id uint32) {
	n := x.byID[id]
	n.pages--
	x.tidy(n)
}

// markShown records that the page shows a name.
func (x *lexicon) markShown(id uint32) {
	x.shown[id>>6] |= 1 << (id & 63)
	x.marked = append(x.marked, id)
}

// unmark clears the marks for the next page.
func (x *lexicon) unmark() {
	for _, id := range x.marked {
		x.shown[id>>6] = 0
	}
	x.marked = x.marked[:0]
}

// count returns how many of the given names the page shows.
func (x *lexicon) count(ids []uint32) (n int) {
	shown := x.shown
	for _, id := range ids {
		n += int(shown[id>>6] >> (id & 63) & 1)
	}
	return n
}

// pageSet holds the content of an observation, as numbers. Equal pages of an origin
// share one.
type pageSet struct {
	testIDs []uint32
	names   []uint32
	refs    int
	key     string

	// Scratch of one page, valid while asked is its number.
	asked       uint64
	overlap     int // with the page now, in sixteenths
	sharedIDs   int // test ids that it shows, too
	sharedNames int // and names
}

// maxPageElements bounds the elements of a stored page per kind: enough to distinguish
// pages, and small enough for 100,000 different ones.
const maxPageElements = 64

// pageKey returns the content of a page set, for sharing.
func pageKey(testIDs, names []uint32) string {
	b := make([]byte, 0, 4*(len(testIDs)+len(names))+4)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(testIDs)))
	for _, id := range testIDs {
		b = binary.LittleEndian.AppendUint32(b, id)
	}
	for _, id := range names {
		b = binary.LittleEndian.AppendUint32(b, id)
	}
	return string(b)
}
