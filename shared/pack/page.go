package pack

import "sync/atomic"

// Page is what a step's page showed, to look through without making it.
// Two that are equal showed the same.
type Page struct {
	p     *Pack
	at    uint64 // its observation
	shown bool
}

// Page is the page of the n-th step, empty when there was none.
func (p *Pack) Page(n int) Page {
	at, ok := p.pageOf(n)
	return Page{p, at, ok}
}

// elements are the page's test ids and nodes, as packed.
func (g Page) elements() (c Cursor) {
	if !g.shown {
		return c
	}
	c.Data = g.p.observations.at(g.at)
	c.Byte()
	for range 4 { // the state
		c.Number()
	}
	return c
}

// testID is the n-th test id of the pack.
func (p *Pack) testID(n uint32) string {
	c := Cursor{Data: p.testIDs.at(uint64(n))}
	c.Byte()
	return p.texts.at(c.Number())
}

// node is the role and the name of the n-th node of the pack.
func (p *Pack) node(n uint32) (role, name string) {
	c := Cursor{Data: p.nodes.at(uint64(n))}
	c.Byte()
	return p.texts.at(c.Number()), p.texts.at(c.Number())
}

// FirstTestID is the first test id that is wanted, empty when none is. Only
// those are asked about that have all letters of one of the words (see
// [WordLetters]).
func (g Page) FirstTestID(words []uint32, wanted func(testID string) bool) string {
	letters := g.p.idLetters.of(g.p.testIDs.len())
	c := g.elements()
	for r := c.walk(len(letters)); r.next(); {
		set := letters[r.n].Load()
		if set == 0 {
			set = Letters(g.p.testID(uint32(r.n)))
			letters[r.n].Store(set)
		}
		if hasOne(set, words) {
			if id := g.p.testID(uint32(r.n)); wanted(id) {
				return id
			}
		}
	}
	return ""
}

// FirstNode is the first accessibility node that is wanted. Only those are
// asked about of which role and name have all letters of one of the words.
func (g Page) FirstNode(words []uint32, wanted func(role, name string) bool) (role, name string, ok bool) {
	letters := g.p.nodeLetters.of(g.p.nodes.len())
	c := g.elements()
	c.skipRuns() // the test ids
	for r := c.walk(len(letters)); r.next(); {
		set := letters[r.n].Load()
		if set == 0 {
			role, name = g.p.node(uint32(r.n))
			set = Letters(role) | Letters(name)
			letters[r.n].Store(set)
		}
		if hasOne(set, words) {
			if role, name = g.p.node(uint32(r.n)); wanted(role, name) {
				return role, name, true
			}
		}
	}
	return "", "", false
}

// hasOne reports whether a set of letters has all of one of the words.
func hasOne(set uint32, words []uint32) bool {
	for _, w := range words {
		if w&^set == 0 {
			return true
		}
	}
	return false
}

// letterSets keeps the letters of a pack's elements, by their number, once
// somebody looked: what has not all letters of a word need not be read. Pages
// share their elements, and the steps that a query finds their pages.
type letterSets struct {
	kept atomic.Pointer[[]atomic.Uint32]
}

// of is the letters of so many elements and maybe more, zero where nobody looked
// or there are none. Readers may look at once: all keep the same.
func (l *letterSets) of(elements int) []atomic.Uint32 {
	var have []atomic.Uint32
	if kept := l.kept.Load(); kept != nil {
		have = *kept
	}
	if len(have) >= elements {
		return have
	}
	more := make([]atomic.Uint32, max(elements, 2*len(have))) // of a pack that is being written
	for i := range have {
		more[i].Store(have[i].Load())
	}
	l.kept.Store(&more)
	return more
}
