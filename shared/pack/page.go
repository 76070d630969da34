package pack

import (
	"slices"
	"sync/atomic"
)

// Page is the packed page of a step, to be searched without decoding it. Equal Pages have
// the same content.
type Page struct {
	p      *Pack
	at     uint64 // its observation
	exists bool
}

// Page returns the page of the n-th step, an empty one if it has none.
func (p *Pack) Page(n int) Page {
	at, ok := p.pageOf(n)
	return Page{p, at, ok}
}

// elements returns a cursor on the page's packed test ids and nodes.
func (g Page) elements() (c Cursor) {
	if !g.exists {
		return c
	}
	c.Data = g.p.observations.at(g.at)
	c.Byte()
	for range 4 { // the state
		c.Number()
	}
	return c
}

func (p *Pack) testID(n uint32) string {
	c := Cursor{Data: p.testIDs.at(uint64(n))}
	c.Byte()
	return p.texts.at(c.Number())
}

func (p *Pack) node(n uint32) (role, name string) {
	c := Cursor{Data: p.nodes.at(uint64(n))}
	c.Byte()
	return p.texts.at(c.Number()), p.texts.at(c.Number())
}

// FirstTestID returns the first test id for which wanted is true, "" if there is none. It
// calls wanted only for those that have all letters of one of the words (see
// [WordLetters]).
func (g Page) FirstTestID(words []uint32, wanted func(testID string) bool) string {
	letters := g.p.idLetters.atLeast(g.p.testIDs.len())
	c := g.elements()
	for r := c.walk(len(letters)); r.next(); {
		set := letters[r.n].Load()
		if set == 0 {
			set = Letters(g.p.testID(uint32(r.n)))
			letters[r.n].Store(set)
		}
		if containsAnyWord(set, words) {
			if id := g.p.testID(uint32(r.n)); wanted(id) {
				return id
			}
		}
	}
	return ""
}

// FirstNode returns the first accessibility node for which wanted is true. It calls
// wanted only for those whose role and name have all letters of one of the words.
func (g Page) FirstNode(words []uint32, wanted func(role, name string) bool) (role, name string, ok bool) {
	letters := g.p.nodeLetters.atLeast(g.p.nodes.len())
	c := g.elements()
	c.skipRuns() // the test ids
	for r := c.walk(len(letters)); r.next(); {
		set := letters[r.n].Load()
		if set == 0 {
			role, name = g.p.node(uint32(r.n))
			set = Letters(role) | Letters(name)
			letters[r.n].Store(set)
		}
		if containsAnyWord(set, words) {
			if role, name = g.p.node(uint32(r.n)); wanted(role, name) {
				return role, name, true
			}
		}
	}
	return "", "", false
}

// containsAnyWord reports whether a letter set contains all letters of one of the words.
func containsAnyWord(set uint32, words []uint32) bool {
	return slices.ContainsFunc(words, func(w uint32) bool { return w&^set == 0 })
}

// letterSets caches a bitmap of the letters of each element, by its number, so that
// elements without all letters of a query's word need not be read. Pages share elements,
// and the steps that a query finds share pages.
type letterSets struct {
	sets atomic.Pointer[[]atomic.Uint32]
}

// atLeast returns the letter bitmaps of at least elements elements; 0 means not computed.
// Concurrent readers store equal values.
func (l *letterSets) atLeast(elements int) []atomic.Uint32 {
	var have []atomic.Uint32
	if kept := l.sets.Load(); kept != nil {
		have = *kept
	}
	if len(have) >= elements {
		return have
	}
	more := make([]atomic.Uint32, max(elements, 2*len(have))) // the pack may still grow
	for i := range have {
		more[i].Store(have[i].Load())
	}
	l.sets.Store(&more)
	return more
}
