package search

import (
	"math/bits"
	"slices"
	"sync"

	"cairn/shared/types"
)

// top returns the best matches for a plan, at most req.Limit: exactly what scan
// would return. It works in three passes. The first walks the postings of every
// term and adds up, for each block, what a step of it could score at most. The
// second takes the blocks in the order of that bound. The third scores the
// steps of a block exactly, from the postings that the first pass met, until
// no bound reaches the worst result any more.
func (x *index) top(p *plan, now types.Time, req types.SearchRequest) []match {
	r := pool.Get().(*run)
	defer pool.Put(r)
	r.begin(x, p)
	for i := range p.terms {
		for j := range p.terms[i].hits {
			h := &p.terms[i].hits[j]
			h.posts = x.postings(h)
		}
		r.collect(i)
	}
	best := ranking{limit: req.Limit}
	for r.candidates(now, req); len(r.heap) > 0; {
		c := r.pop()
		if worst := best.worst(); c.bound < worst {
			break
		}
		r.score(c.block, now, req.Filters.Screen, &best)
	}
	return best.list
}

// run is the working memory of one query. It is kept for the next one.
type run struct {
	x *index
	p *plan

	met     []meeting // postings that the terms met, chained by block
	sess    []sessionRun
	blocks  []blockRun
	meta    []int32 // [term][session]: worth of what is known of the session
	touched []uint32
	heap    []candidate
	stamp   uint32
}

var pool = sync.Pool{New: func() any { return new(run) }}

// meeting is a posting of a hit in a block.
type meeting struct {
	mask  uint64
	worth int32
	next  int32 // next of the same block, none at the end
	term  int16
	slot  field
	field field
}

// none ends a chain.
const none = -1

// blockRun is what is known of a block during a run.
type blockRun struct {
	own         int32 // bound of the present term
	bound       int32 // of the terms before, beyond what the session brings
	first, last int32 // chain of meetings
	slot        uint32
	term        uint32
	asked       bool
}

// sessionRun is what is known of a session during a run.
type sessionRun struct {
	tags, goal int32 // of the present term
	bound      int32 // of all terms
	sum        int32 // of worths
	branch     int32
	terms      int32 // asked terms found in it
	slot, term uint32
	passes     int8 // 0 unknown, 1 yes, -1 no
}

// candidate is a block with the most that one of its steps can score.
type candidate struct {
	bound int
	block uint32
}

func (r *run) begin(x *index, p *plan) {
	r.x, r.p, r.stamp = x, p, 0
	r.met, r.heap = r.met[:0], r.heap[:0]
	r.sess = zeroed(r.sess, len(x.sessions))
	r.blocks = zeroed(r.blocks, len(x.blocks))
	r.meta = zeroed(r.meta, len(p.terms)*len(x.sessions))
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

// collect walks the postings of one term.
func (r *run) collect(i int) {
	t := &r.p.terms[i]
	cut := 0
	for cut < len(t.hits) && t.hits[cut].field < stepFields {
		cut++
	}
	r.collectMeta(i, t, t.hits[cut:])
	r.collectSteps(i, t, t.hits[:cut])
}

// collectMeta adds what a term finds in the sessions.
func (r *run) collectMeta(i int, t *term, hits []hit) {
	present := uint32(i + 1)
	r.touched = r.touched[:0]
	slot := field(fieldCount)
	for j := range hits {
		h := &hits[j]
		if h.slot != slot {
			slot = h.slot
			r.stamp++
		}
		for _, p := range h.posts {
			s := &r.sess[p.at]
			if s.slot == r.stamp {
				continue
			}
			s.slot = r.stamp
			if s.term != present {
				s.term, s.tags, s.goal = present, 0, 0
				r.touched = append(r.touched, p.at)
			}
			switch {
			case h.field == fieldGoal || h.field == fieldOrder:
				s.goal += h.worth
			case h.field == fieldBranch:
				s.branch = max(s.branch, h.worth)
			default:
				s.tags += h.worth
			}
		}
	}
	row := r.meta[i*len(r.sess):]
	for _, n := range r.touched {
		s := &r.sess[n]
		worth := int(s.tags) + int(s.goal)*r.p.norm(r.x.sessions[n].length)/normUnit
		row[n] = int32(worth)
		s.sum += int32(worth)
		s.bound += int32(t.bounded(worth))
		if t.kind == asked {
			s.terms++
		}
	}
}

// collectSteps adds what a term could find in the steps of each block, and
// chains the postings to the blocks.
func (r *run) collectSteps(i int, t *term, hits []hit) {
	present := uint32(i + 1)
	r.touched = r.touched[:0]
	slot := field(fieldCount)
	for j := range hits {
		h := &hits[j]
		if h.slot != slot {
			slot = h.slot
			r.stamp++
		}
		for _, p := range h.posts {
			b := &r.blocks[p.at]
			if b.term != present {
				if b.term == 0 {
					b.first = none
				}
				b.term, b.own = present, 0
				r.touched = append(r.touched, p.at)
			}
			if b.slot != r.stamp {
				b.slot = r.stamp
				b.own += h.worth
			}
			n := int32(len(r.met))
			r.met = append(r.met, meeting{p.mask, h.worth, none, int16(i), h.slot, h.field})
			if b.first == none {
				b.first = n
			} else {
				r.met[b.last].next = n
			}
			b.last = n
		}
	}
	row := r.meta[i*len(r.sess):]
	for _, n := range r.touched {
		b := &r.blocks[n]
		about := int(row[r.x.blocks[n].session.number])
		b.bound += int32(t.bounded(int(b.own)+about) - t.bounded(about))
		b.asked = b.asked || t.kind == asked
	}
}

// postings is where a hit's word stands.
func (x *index) postings(h *hit) []post {
	w := x.words[h.word]
	for i := range w.lists {
		if w.lists[i].field == h.field {
			return w.lists[i].posts
		}
	}
	return nil
}

// candidates makes a heap of the blocks that hold evidence and pass scope and
// filters.
func (r *run) candidates(now types.Time, req types.SearchRequest) {
	add := func(n uint32) {
		b, s := &r.blocks[n], r.x.blocks[n].session
		if s == nil {
			return
		}
		of := &r.sess[s.number]
		if !b.asked && of.terms == 0 {
			return
		}
		if of.passes == 0 {
			of.passes = -1
			if passes(s.meta, now, req.Scope, req.CurrentSessionID, req.Filters) {
				of.passes = 1
			}
		}
		if of.passes > 0 {
			r.heap = append(r.heap, candidate{int(b.bound) + int(of.bound) + int(of.branch) + r.p.slack, n})
		}
	}
	if only, ok := single(req); ok {
		if s := r.x.byID[only]; s != nil {
			for _, n := range s.blocks {
				add(n)
			}
		}
	} else {
		for n := range r.x.blocks {
			add(uint32(n))
		}
	}
	for i := len(r.heap)/2 - 1; i >= 0; i-- {
		r.sink(i)
	}
}

// single is the one session that a scope names, if it names one.
func single(req types.SearchRequest) (id string, ok bool) {
	switch req.Scope.Kind {
	case types.ScopeCurrent:
		return req.CurrentSessionID, true
	case types.ScopeSession:
		return req.Scope.SessionID, true
	}
	return "", false
}

// pop takes the candidate with the greatest bound.
func (r *run) pop() candidate {
	c, last := r.heap[0], len(r.heap)-1
	r.heap[0] = r.heap[last]
	r.heap = r.heap[:last]
	r.sink(0)
	return c
}

func (r *run) sink(i int) {
	h := r.heap
	for {
		child := 2*i + 1
		if child >= len(h) {
			return
		}
		if child+1 < len(h) && h[child+1].bound > h[child].bound {
			child++
		}
		if h[i].bound >= h[child].bound {
			return
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
}

// score ranks the steps of a block.
func (r *run) score(n uint32, now types.Time, screen string, best *ranking) {
	from := &r.x.blocks[n]
	of := &r.sess[from.session.number]
	var tally [64]stepTally
	var evidence uint64
	at := r.blocks[n].first
	if r.blocks[n].term == 0 {
		at = none
	}
	for at != none {
		var hit uint64
		at, hit = r.scoreTerm(at, &tally, int(from.session.number))
		evidence |= hit
	}
	if of.terms > 0 {
		evidence = from.live
	}
	for m := evidence; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		step, got := from.steps[i], &tally[i]
		if !onScreen(step, screen) {
			continue
		}
		f := parts{
			sum: int(got.sum) + int(of.bound), own: int(got.own), meta: int(of.sum), branch: int(of.branch),
			ownTerms: int(got.terms), metaTerms: int(of.terms), inError: got.inError,
			session: from.session.meta, step: step, now: now,
		}
		if score := r.p.score(&f); score > 0 {
			best.offer(match{score, from.session, step})
		}
	}
}

// stepTally is what the terms found in one step.
type stepTally struct {
	sum     int32 // within the terms' bounds, beyond what the session brings
	own     int32
	present int32 // of the term at hand
	terms   int32
	inError bool
}

// scoreTerm adds up the meetings of one term, which begin at at. It returns
// where the next term begins, and the steps in which an asked word was found.
func (r *run) scoreTerm(at int32, tally *[64]stepTally, session int) (next int32, evidence uint64) {
	i := r.met[at].term
	t := &r.p.terms[i]
	var all, taken uint64
	slot := field(fieldCount)
	for ; at != none && r.met[at].term == i; at = r.met[at].next {
		m := &r.met[at]
		if m.slot != slot {
			slot, taken = m.slot, 0
		}
		fresh := m.mask &^ taken
		taken |= fresh
		all |= fresh
		for b := fresh; b != 0; b &= b - 1 {
			got := &tally[bits.TrailingZeros64(b)]
			got.present += m.worth
			got.inError = got.inError || m.field == fieldError
		}
	}
	about := int(r.meta[int(i)*len(r.sess)+session])
	base := t.bounded(about)
	for b := all; b != 0; b &= b - 1 {
		got := &tally[bits.TrailingZeros64(b)]
		got.own += got.present
		got.sum += int32(t.bounded(int(got.present)+about) - base)
		got.present = 0
		if t.kind == asked {
			got.terms++
		}
	}
	if t.kind != asked {
		all = 0
	}
	return at, all
}

// ranking keeps the best matches in order.
type ranking struct {
	limit int
	list  []match
}

// worst is the score that a match must reach to come in.
func (k *ranking) worst() int {
	if len(k.list) < k.limit {
		return 0
	}
	return k.list[len(k.list)-1].score
}

func (k *ranking) offer(m match) {
	if len(k.list) == k.limit {
		if k.limit == 0 || !m.before(k.list[len(k.list)-1]) {
			return
		}
		k.list = k.list[:len(k.list)-1]
	}
	at, _ := slices.BinarySearchFunc(k.list, m, func(have, m match) int {
		if have.before(m) {
			return -1
		}
		return 1
	})
	k.list = slices.Insert(k.list, at, m)
}
