package pack

import "sync/atomic"

// Page is what a step's page showed, to look through without making it.
type Page struct {
	p    *Pack
	seen *seen
}

// seen is a page as it is looked through.
type seen struct {
	observation uint64
	ids, nodes  []seenElement
}

// seenElement is an element of a page by its number, with the letters of its
// test id, or of its role and name. What has not all letters of a word need not
// be read.
type seenElement struct{ letters, number uint32 }

const (
	// keptPages is how many pages of a pack are kept ready, of some hundred bytes
	// each. The steps that a query finds are of few pages, and the next query, a
	// letter longer, finds most of them again.
	keptPages = 512
	// usualPage is the most elements of a page that is kept.
	usualPage = 1024
)

// seenPages are the pages kept ready, each at its number modulo their count.
// Readers may look at once: whoever comes last is kept.
type seenPages []atomic.Pointer[seen]

// Page is the page of the n-th step, empty when there was none.
func (p *Pack) Page(n int) Page {
	at, ok := p.pageOf(n)
	if !ok {
		return Page{p, &seen{}}
	}
	if len(p.seen) == 0 {
		return Page{p, p.look(at)} // the pack is being written
	}
	kept := &p.seen[at%keptPages]
	s := kept.Load()
	if s == nil || s.observation != at {
		s = p.look(at)
		if len(s.ids)+len(s.nodes) <= usualPage {
			kept.Store(s)
		}
	}
	return Page{p, s}
}

// look reads the letters of an observation's elements.
func (p *Pack) look(observation uint64) *seen {
	c := Cursor{Data: p.observations.at(observation)}
	c.Byte()
	for range 4 { // the state
		c.Number()
	}
	ids, nodes := c.runs(), c.runs()
	s := &seen{observation, make([]seenElement, ids.len()), make([]seenElement, nodes.len())}
	ids.each(func(i int, n int64) { s.ids[i] = seenElement{Letters(p.testID(uint32(n))), uint32(n)} })
	nodes.each(func(i int, n int64) {
		role, name := p.node(uint32(n))
		s.nodes[i] = seenElement{Letters(role) | Letters(name), uint32(n)}
	})
	return s
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
	for i := range g.seen.ids {
		if e := &g.seen.ids[i]; e.hasOne(words) {
			if id := g.p.testID(e.number); wanted(id) {
				return id
			}
		}
	}
	return ""
}

// FirstNode is the first accessibility node that is wanted. Only those are
// asked about of which role and name have all letters of one of the words.
func (g Page) FirstNode(words []uint32, wanted func(role, name string) bool) (role, name string, ok bool) {
	for i := range g.seen.nodes {
		if e := &g.seen.nodes[i]; e.hasOne(words) {
			if role, name = g.p.node(e.number); wanted(role, name) {
				return role, name, true
			}
		}
	}
	return "", "", false
}

// hasOne reports whether an element has all letters of one of the words.
func (e *seenElement) hasOne(words []uint32) bool {
	for _, w := range words {
		if w&^e.letters == 0 {
			return true
		}
	}
	return false
}
