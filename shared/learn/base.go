package learn

import (
	"cmp"
	"slices"

	"cairn/shared/types"
)

// Base holds all KB items. It is not safe for use by several goroutines at once.
//
// It keeps what people and agents wrote (edits), and of every session what its
// steps did. Items, learnings and trust are made of these when they are asked
// for, in the order of time: so a forgotten step leaves no trace, the order in
// which steps arrive does not matter, and nothing is counted twice.
type Base struct {
	edits []*types.Edit // by time, then id
	known map[string]bool
	runs  map[string]*run // by session
	deeds deeds
	sum   *sum // what all of it comes to; nil when it must be made anew
	facts factsCache
	// siteOf returns the key of an origin's evidence (DESIGN 9.24): what is true for one origin is true for the others
	// with the same key.
	siteOf func(origin string) string
}

// For is an empty Base in which origins share what is known if siteOf gives them the same key.
func For(siteOf func(origin string) string) *Base {
	b := New()
	b.siteOf = siteOf
	return b
}

// Renamed says that siteOf gives other keys than before.
func (b *Base) Renamed() {
	b.sum = nil
	for _, r := range b.runs {
		r.tale = nil // it holds guesses
	}
}

// New is an empty Base.
func New() *Base {
	b := &Base{siteOf: func(origin string) string { return origin }}
	b.Reset()
	return b
}

// Reset forgets everything.
func (b *Base) Reset() {
	b.edits, b.known, b.runs, b.deeds, b.sum, b.facts = nil, map[string]bool{}, map[string]*run{}, deeds{}, nil, factsCache{}
}

// PutSession takes a session or what is new of it: its goal, its end and its
// outcome.
func (b *Base) PutSession(session *types.Session) {
	if session.Ambient { // nobody set out for anything
		if b.runs[session.SessionID] != nil {
			delete(b.runs, session.SessionID)
			b.sum = nil
		}
		return
	}
	if session.Foreign && b.runs[session.SessionID] == nil {
		return
	}
	r := b.run(session.SessionID)
	if r.session == nil || r.session.Goal != session.Goal || r.session.EndedAt != session.EndedAt || r.session.Statement != session.Statement ||
		!slices.Equal(r.session.RetrievedKB, session.RetrievedKB) {
		b.sum, r.tale = nil, nil
	}
	r.session = session
}

// Learn takes one recorded step. Looking teaches nothing, nor does browsing
// that nobody launched.
func (b *Base) Learn(session *types.Session, step *types.Step) {
	if !acts(step) || session != nil && session.Ambient {
		return
	}
	r := b.run(step.SessionID)
	if r.session == nil && session != nil {
		r.session = session
	}
	if r.add(step, b.deeds) {
		b.sum = nil
	}
}

func (b *Base) run(id string) *run {
	r := b.runs[id]
	if r == nil {
		r = &run{id: id}
		b.runs[id] = r
	}
	return r
}

// Edit takes an edit of a KB item. The same one again (by its id) changes
// nothing.
func (b *Base) Edit(e *types.Edit) error {
	if err := CheckEdit(e); err != nil {
		return err
	}
	if b.known[e.EditID] {
		return nil
	}
	b.known[e.EditID] = true
	at, _ := slices.BinarySearchFunc(b.edits, e, func(a, b *types.Edit) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.EditID, b.EditID))
	})
	b.edits = slices.Insert(b.edits, at, e)
	b.sum = nil
	return nil
}

// Edits are all edits, by time. They must not be changed.
func (b *Base) Edits() []*types.Edit { return slices.Clone(b.edits) }

// Item is the item of an id as it is shown ([Shown]), or nil. It must not be changed.
func (b *Base) Item(id string) *types.KBItem { return Shown(b.made().byID[id]) }

// Items are all items as they are shown, in the order in which they came. They
// must not be changed.
func (b *Base) Items() []*types.KBItem { return shownAll(b.made().items) }

// Len counts the items.
func (b *Base) Len() int { return len(b.made().items) }

// made is what everything comes to.
func (b *Base) made() *sum {
	if b.sum == nil {
		b.sum = b.fold()
	}
	return b.sum
}
