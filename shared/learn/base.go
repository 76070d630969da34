package learn

import (
	"cmp"
	"slices"

	"cairn/shared/types"
)

// Base holds all KB items. It is not safe for use by several goroutines at once.
//
// It stores the edits of people and agents, and the actions of every session. It
// derives items, learnings and trust from these on demand, in the order of time: so a
// deleted step leaves no trace, the order in which steps arrive does not matter, and
// nothing is counted twice.
type Base struct {
	edits      []*types.Edit // by time, then id
	known      map[string]bool
	runs       map[string]*run // by session
	keys       actionKeys
	stateCache *state // nil if it must be derived again
	facts      factsCache
	// siteOf returns the key of an origin's evidence (DESIGN 9.24): a fact about one origin is true for the others
	// with the same key.
	siteOf func(origin string) string
}

// For returns an empty Base in which origins with the same siteOf key share knowledge.
func For(siteOf func(origin string) string) *Base {
	b := New()
	b.siteOf = siteOf
	return b
}

// Renamed invalidates the caches after siteOf has changed.
func (b *Base) Renamed() {
	b.stateCache = nil
	for _, r := range b.runs {
		r.summaryCache = nil // it caches attributions, which depend on siteOf
	}
}

// New returns an empty Base.
func New() *Base {
	b := &Base{siteOf: func(origin string) string { return origin }}
	b.Reset()
	return b
}

// Reset removes everything.
func (b *Base) Reset() {
	b.edits, b.known, b.runs, b.keys, b.stateCache, b.facts = nil, map[string]bool{}, map[string]*run{}, actionKeys{}, nil, factsCache{}
}

// PutSession adds or updates a session: its goal, its end and its outcome.
func (b *Base) PutSession(session *types.Session) {
	if session.Ambient { // it has no goal
		if b.runs[session.SessionID] != nil {
			delete(b.runs, session.SessionID)
			b.stateCache = nil
		}
		return
	}
	if session.Foreign && b.runs[session.SessionID] == nil {
		return
	}
	r := b.run(session.SessionID)
	if r.session == nil || r.session.Goal != session.Goal || r.session.EndedAt != session.EndedAt || r.session.Statement != session.Statement ||
		!slices.Equal(r.session.RetrievedKB, session.RetrievedKB) {
		b.stateCache, r.summaryCache = nil, nil
	}
	r.session = session
}

// Learn adds one recorded step. It ignores observations and browsing outside launched
// sessions.
func (b *Base) Learn(session *types.Session, step *types.Step) {
	if !isAction(step) || session != nil && session.Ambient {
		return
	}
	r := b.run(step.SessionID)
	if r.session == nil && session != nil {
		r.session = session
	}
	if r.add(step, b.keys) {
		b.stateCache = nil
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

// Edit applies an edit of a KB item and ignores one with a known id.
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
	b.stateCache = nil
	return nil
}

// Edits returns all edits by time. Callers must not change them.
func (b *Base) Edits() []*types.Edit { return slices.Clone(b.edits) }

// Item returns the item with an id in its shown form ([Shown]), or nil. Callers must
// not change it.
func (b *Base) Item(id string) *types.KBItem { return Shown(b.state().byID[id]) }

// Items returns all items in their shown form, in the order in which they were added.
// Callers must not change them.
func (b *Base) Items() []*types.KBItem { return shownAll(b.state().items) }

// state returns the derived items, learnings and trust, computing them if stale.
func (b *Base) state() *state {
	if b.stateCache == nil {
		b.stateCache = b.fold()
	}
	return b.stateCache
}
