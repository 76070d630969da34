package text

// LongestCommonSubstring returns the length, in characters, of the longest run that
// occurs in both texts. Time grows with the sum of their lengths, not with their
// product.
func LongestCommonSubstring(a, b string) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	return NewMatcher(a).Longest(b)
}

// Matcher indexes every run of characters of one text, to compare many texts with it.
// It is a suffix automaton: each state represents the runs that end at the same
// places.
type Matcher struct {
	states []state
	edges  []edge
	table  []int32 // open addressing: index into edges + 1
}

type state struct {
	longest int32 // length of the longest run of this state
	suffix  int32 // state of the longest suffix that also ends elsewhere
	edges   int32 // first of its edges, -1 if there are none
}

type edge struct {
	from, to int32
	r        rune
	next     int32 // next edge of the same state
}

const (
	root    = 0
	none    = -1
	tableAt = 8 // the table is at least this much larger than the text: chains stay short
)

// NewMatcher prepares a text.
func NewMatcher(s string) *Matcher {
	runes := []rune(s)
	size := 16
	for size < tableAt*len(runes) {
		size *= 2
	}
	m := &Matcher{
		states: make([]state, 1, 2*len(runes)+1),
		edges:  make([]edge, 0, 3*len(runes)),
		table:  make([]int32, size),
	}
	m.states[root] = state{suffix: none, edges: none}
	last := int32(root)
	for _, r := range runes {
		last = m.extend(last, r)
	}
	return m
}

// extend adds one character after the state of the text so far.
func (m *Matcher) extend(last int32, r rune) int32 {
	added := m.addState(m.states[last].longest+1, root)
	p := last
	for ; p != none; p = m.states[p].suffix {
		if m.find(p, r) != nil {
			break
		}
		m.addEdge(p, r, added)
	}
	if p == none {
		return added
	}
	q := m.find(p, r).to
	if m.states[q].longest != m.states[p].longest+1 {
		q = m.split(p, q, r)
	}
	m.states[added].suffix = q
	return added
}

// split separates from state q the runs that pass through p, because only these are
// suffixes of the text now.
func (m *Matcher) split(p, q int32, r rune) int32 {
	clone := m.addState(m.states[p].longest+1, m.states[q].suffix)
	for e := m.states[q].edges; e != none; e = m.edges[e].next {
		m.addEdge(clone, m.edges[e].r, m.edges[e].to)
	}
	m.states[q].suffix = clone
	for ; p != none; p = m.states[p].suffix {
		e := m.find(p, r)
		if e == nil || e.to != q {
			break
		}
		e.to = clone
	}
	return clone
}

func (m *Matcher) addState(longest, suffix int32) int32 {
	m.states = append(m.states, state{longest: longest, suffix: suffix, edges: none})
	return int32(len(m.states) - 1)
}

func (m *Matcher) addEdge(from int32, r rune, to int32) {
	m.edges = append(m.edges, edge{from: from, to: to, r: r, next: m.states[from].edges})
	at := int32(len(m.edges) - 1)
	m.states[from].edges = at
	slot := m.slot(from, r)
	for m.table[slot] != 0 {
		slot = (slot + 1) & (len(m.table) - 1)
	}
	m.table[slot] = at + 1
}

func (m *Matcher) find(from int32, r rune) *edge {
	for slot := m.slot(from, r); m.table[slot] != 0; slot = (slot + 1) & (len(m.table) - 1) {
		if e := &m.edges[m.table[slot]-1]; e.from == from && e.r == r {
			return e
		}
	}
	return nil
}

func (m *Matcher) slot(from int32, r rune) int {
	h := (uint64(uint32(from))<<21 ^ uint64(uint32(r))) * 0x9e3779b97f4a7c15
	return int(h>>32) & (len(m.table) - 1)
}

// Longest returns the length, in characters, of the longest run of s that occurs in
// the matcher's text.
func (m *Matcher) Longest(s string) int {
	best, length, at := int32(0), int32(0), int32(root)
	for _, r := range s {
		e := m.find(at, r)
		for e == nil && at != root {
			at = m.states[at].suffix
			length = m.states[at].longest
			e = m.find(at, r)
		}
		if e != nil {
			at = e.to
			length++
		}
		best = max(best, length)
	}
	return int(best)
}
