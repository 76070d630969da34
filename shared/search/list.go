package search

import "slices"

// list is where a word stands in a field. Most words of most stores stand in
// one place: that needs no memory of its own.
type list struct {
	field field
	at    [1]uint32
	mask  [1]uint64 // of steps
	many  *posts    // all of them, where there is more than one
}

// posts is what the list says, to be read at once: a change may end it.
func (l *list) posts() posts {
	switch {
	case l.many != nil:
		return *l.many
	case l.field < stepFields:
		return posts{at: l.at[:], masks: l.mask[:]}
	}
	return posts{at: l.at[:]}
}

// numbers are those of the blocks or sessions, to be read at once.
func (l *list) numbers() []uint32 {
	if l.many != nil {
		return l.many.at
	}
	return l.at[:]
}

// maskAt is the mask at a place among the numbers.
func (l *list) maskAt(i int) uint64 {
	if l.many != nil {
		return l.many.maskAt(i)
	}
	return l.mask[0]
}

// standing is the mask of a block, zero when it is not there.
func (l *list) standing(at uint32) uint64 {
	switch {
	case l.many != nil:
		return l.many.mask(at)
	case l.at[0] == at:
		return l.mask[0]
	}
	return 0
}

// has reports whether a number is there.
func (l *list) has(at uint32) bool {
	if l == nil {
		return false
	}
	if l.many != nil {
		return l.many.has(at)
	}
	return l.at[0] == at
}

// set adds a step of a block, or with no bit a session, and reports whether the
// number is new.
func (l *list) set(at uint32, bit uint64) (fresh bool) {
	if l.many == nil {
		if l.at[0] == at {
			l.mask[0] |= bit
			return false
		}
		l.spill()
	}
	return l.many.set(at, bit)
}

// spill gives the list room for more than one.
func (l *list) spill() {
	only := posts{at: []uint32{l.at[0]}}
	switch mask := l.mask[0]; {
	case l.field >= stepFields:
	case oneStep(mask):
		only.bits = []uint8{bitOf(mask)}
	default:
		only.masks = []uint64{mask}
	}
	l.many = &only
}

// unset takes back what set added, and reports whether the number has gone.
func (l *list) unset(at uint32, bit uint64) (gone bool) {
	if l.many != nil {
		gone = l.many.unset(at, bit)
		if len(l.many.at) == 1 {
			l.hold(l.many)
		}
		return gone
	}
	if l.at[0] != at || bit != 0 && l.mask[0]&bit == 0 {
		return false // it was said twice and is gone already
	}
	l.mask[0] &^= bit
	return l.mask[0] == 0
}

// hold makes a list of its only posting.
func (l *list) hold(only *posts) {
	l.at[0], l.mask[0], l.many = only.at[0], 0, nil
	if only.ofBlocks() {
		l.mask[0] = only.maskAt(0)
	}
}

// join adds postings of a segment, whose numbers are all higher, in memory of a room.
func (w *word) join(from *parsedList, r *room) {
	i, is := w.find(from.field)
	if !is {
		w.add(i, listOf(from.field, r.kept(&from.posts)))
		return
	}
	l := &w.lists[i]
	if l.many == nil {
		l.spill()
	}
	l.many.join(&from.posts, r)
}

// listOf makes a list of postings, which become its own.
func listOf(f field, p posts) list {
	l := list{field: f}
	if len(p.at) == 1 {
		l.hold(&p)
	} else {
		l.many = &p
	}
	return l
}

// find is where the list of a field is, or belongs.
func (w *word) find(f field) (at int, is bool) {
	for at < len(w.lists) && w.lists[at].field < f {
		at++
	}
	return at, at < len(w.lists) && w.lists[at].field == f
}

// list is where a word stands in a field; nil where nobody knows.
func (w *word) list(f field) *list {
	if i, is := w.find(f); is {
		return &w.lists[i]
	}
	return nil
}

// add puts a list where it belongs, with no room to spare: few words come into
// many fields.
func (w *word) add(at int, l list) {
	lists := make([]list, len(w.lists)+1)
	copy(lists, w.lists[:at])
	lists[at] = l
	copy(lists[at+1:], w.lists[at:])
	w.lists = lists
}

// drop removes the list at a place.
func (w *word) drop(at int) { w.lists = slices.Delete(w.lists, at, at+1) }
