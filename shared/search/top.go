package search

import (
	"sync"

	"cairn/shared/types"
)

// top returns the best matches for a plan, at most req.Limit: exactly those of a
// scan. It works in three passes. The first walks the postings of every term and adds
// up, for each block, a bound on the score of its steps. The second takes the blocks
// in the order of that bound. The third scores the steps of a block exactly, until no
// bound reaches the worst result any more: that takes a handful of blocks in stores
// of any size.
func (x *index) top(p *plan, now types.Time, req types.SearchRequest) []match {
	r := pool.Get().(*run)
	defer r.end()
	r.begin(x, p)
	for i := range p.terms {
		r.collect(i)
	}
	if p.wording > 0 {
		for i := range r.sess {
			r.sess[i].bound += int32(p.worded(int(r.sess[i].pairs)))
		}
	}
	best := ranking{limit: req.Limit, fades: p.fades, list: make([]match, 0, min(req.Limit, usualLimit))}
	r.candidates(now, req)
	if n := r.greatest(); n >= 0 {
		// The score of the most promising block shows that most others are not worth sorting.
		r.score(r.remove(n), now, req.Filters, &best)
		r.buildHeap(best.worst())
	}
	for len(r.heap) > 0 {
		c := r.pop()
		if worst := best.worst(); c.bound < worst {
			break
		}
		r.score(c.block, now, req.Filters, &best)
	}
	return best.list
}

// run is the working memory of one query. The next query reuses it.
type run struct {
	x *index
	p *plan

	sess     []sessionRun
	blocks   []blockRun
	meta     []int32 // rows of terms: by session, the worth of its metadata
	rows     []int   // by term: where its row begins in meta, noRow if it has none
	touched  []uint32
	heap     []candidate
	stamp    uint32   // counts the slots of all terms
	chains   []chain  // by hit of a step's field
	links    []uint32 // by posting of these fields, the one before it in the same block; see blockRun
	parts    parts
	marks    []scoreMark // of one block
	found    []scored    // the same, where marks do not give the order
	standing []blockHit  // of one block
	tally    blockTally
}

const noRow = -1

// usualLimit is an upper bound on the limit of most queries.
const usualLimit = 10

var pool = sync.Pool{New: func() any { return new(run) }}

// blockRun is the state of a block during a run.
type blockRun struct {
	terms     uint64 // of the first 64 terms, those that occur in it
	termBound int32  // bound of the current term
	bound     int32  // of the terms before, beyond the session's share
	slot      uint32 // the stamp of the last slot found in it
	link      uint32 // index of its last posting in links, plus 1; 0: none
	asked     bool
}

// chain is a hit with the index of its first posting in links.
type chain struct {
	term, hit int32
	from      uint32
}

// sessionRun is the state of a session during a run.
type sessionRun struct {
	covered    uint64 // sought terms found in it
	tags, goal int32  // of the current term
	bound      int32  // of all terms
	pairs      int32  // the same of pairs, which count as wording
	sum        int32  // of worths
	branch     int32
	terms      int32  // asked terms found in it
	slot       uint32 // the stamp of the last slot found in it
	passes     int8   // 0 unknown, 1 yes, -1 no
}

// candidate is a block with a bound on the scores of its steps.
type candidate struct {
	bound int
	block uint32
}

func (r *run) begin(x *index, p *plan) {
	r.x, r.p, r.stamp = x, p, 0
	r.heap, r.meta, r.rows = r.heap[:0], r.meta[:0], r.rows[:0]
	r.chains, r.links = r.chains[:0], r.links[:0]
	r.sess = zeroed(r.sess, len(x.sessions))
	r.blocks = zeroed(r.blocks, len(x.blocks))
}

// end clears a run's contents and keeps its memory for the next query.
func (r *run) end() {
	r.x, r.p, r.parts = nil, nil, parts{}
	clear(r.found[:cap(r.found)])
	pool.Put(r)
}

// zeroed returns n zero values, in the same memory if it suffices.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}
