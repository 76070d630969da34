package search

import (
	"sync"

	"cairn/shared/types"
)

// top returns the best matches for a plan, at most req.Limit: exactly what scan
// would return. It works in three passes. The first walks the postings of every
// term and adds up, for each block, what a step of it could score at most. The
// second takes the blocks in the order of that bound. The third scores the
// steps of a block exactly, until no bound reaches the worst result any more:
// that is after a handful of blocks, whatever the size of the store.
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
		// What the most promising block has says of most others that they are not
		// worth putting in order.
		r.score(r.take(n), now, req.Filters, &best)
		r.order(best.worst())
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

// run is the working memory of one query. It is kept for the next one.
type run struct {
	x *index
	p *plan

	sess     []sessionRun
	blocks   []blockRun
	meta     []int32 // rows of terms: by session, the worth of what is known of it
	rows     []int   // by term: where its row begins in meta, noRow where it has none
	touched  []uint32
	heap     []candidate
	stamp    uint32   // counts the slots of all terms
	chains   []chain  // by hit of a step's field
	links    []uint32 // by posting of theirs, the one before it in the same block; see blockRun
	parts    parts
	marks    []scoreMark // of one block
	found    []scored    // the same, where marks do not tell the order
	standing []stands    // of one block
	tally    blockTally
}

const noRow = -1

// usualLimit is how many matches most queries want at most.
const usualLimit = 10

var pool = sync.Pool{New: func() any { return new(run) }}

// blockRun is what is known of a block during a run.
type blockRun struct {
	terms uint64 // those of the first 64 that stand in it
	own   int32  // bound of the present term
	bound int32  // of the terms before, beyond what the session brings
	slot  uint32 // the stamp of the slot that was last found in it
	link  uint32 // its last posting among links, 1 more; 0: it has none
	asked bool
}

// chain is a hit with the place of its first posting among links.
type chain struct {
	term, hit int32
	from      uint32
}

// sessionRun is what is known of a session during a run.
type sessionRun struct {
	covered    uint64 // sought terms found in it
	tags, goal int32  // of the present term
	bound      int32  // of all terms
	pairs      int32  // the same of pairs, which count as wording
	sum        int32  // of worths
	branch     int32
	terms      int32  // asked terms found in it
	slot       uint32 // the stamp of the slot that was last found in it
	passes     int8   // 0 unknown, 1 yes, -1 no
}

// candidate is a block with the most that one of its steps can score.
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

// end keeps the memory for the next query, and nothing that it knew.
func (r *run) end() {
	r.x, r.p, r.parts = nil, nil, parts{}
	clear(r.found[:cap(r.found)])
	pool.Put(r)
}

// zeroed gives n zero values in the same memory where it suffices.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}
