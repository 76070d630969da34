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
// steps of a block exactly, until no bound reaches the worst result any more:
// that is after a handful of blocks, whatever the size of the store.
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

	sess    []sessionRun
	blocks  []blockRun
	meta    []int32 // rows of terms: by session, the worth of what is known of it
	rows    []int   // by term: where its row begins in meta, noRow where it has none
	touched []uint32
	heap    []candidate
	stamp   uint32
	parts   parts
}

const noRow = -1

var pool = sync.Pool{New: func() any { return new(run) }}

// blockRun is what is known of a block during a run.
type blockRun struct {
	own   int32 // bound of the present term
	bound int32 // of the terms before, beyond what the session brings
	slot  uint32
	term  uint16
	asked bool
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
	r.heap, r.meta, r.rows = r.heap[:0], r.meta[:0], r.rows[:0]
	r.sess = zeroed(r.sess, len(x.sessions))
	r.blocks = zeroed(r.blocks, len(x.blocks))
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

// grown adds n zero values.
func grown(s []int32, n int) []int32 {
	s = slices.Grow(s, n)
	s = s[:len(s)+n]
	clear(s[len(s)-n:])
	return s
}

// about is the worth of what is known of a session to a term.
func (r *run) about(term int, session uint32) int {
	if row := r.rows[term]; row != noRow {
		return int(r.meta[row+int(session)])
	}
	return 0
}

// collect walks the postings of one term.
func (r *run) collect(i int) {
	t := &r.p.terms[i]
	cut := 0
	for cut < len(t.hits) && t.hits[cut].field < stepFields {
		cut++
	}
	r.rows = append(r.rows, noRow)
	if cut < len(t.hits) {
		r.rows[i] = len(r.meta)
		r.meta = grown(r.meta, len(r.sess))
		r.collectMeta(i, t, t.hits[cut:])
	}
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
	row := r.meta[r.rows[i]:]
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

// collectSteps adds what a term could find in the steps of each block.
func (r *run) collectSteps(i int, t *term, hits []hit) {
	present := uint16(i + 1)
	r.touched = r.touched[:0]
	slot := field(fieldCount)
	for j := range hits {
		h := &hits[j]
		if h.slot != slot {
			slot = h.slot
			r.stamp++
		}
		for k := range h.posts {
			at := h.posts[k].at
			b := &r.blocks[at]
			if b.term != present {
				b.term, b.own = present, 0
				r.touched = append(r.touched, at)
			}
			if b.slot != r.stamp {
				b.slot = r.stamp
				b.own += h.worth
			}
		}
	}
	for _, n := range r.touched {
		b := &r.blocks[n]
		about := r.about(i, r.x.blocks[n].session.number)
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
	only, one := single(req)
	open := !one && !filtersSessions(req.Filters)
	add := func(n uint32) {
		b, s := &r.blocks[n], r.x.blocks[n].session
		if s == nil {
			return
		}
		of := &r.sess[s.number]
		if !b.asked && of.terms == 0 {
			return
		}
		if of.passes == 0 && !open {
			of.passes = -1
			if passes(s.meta, now, req.Scope, req.CurrentSessionID, req.Filters) {
				of.passes = 1
			}
		}
		if open || of.passes > 0 {
			r.heap = append(r.heap, candidate{int(b.bound) + int(of.bound) + int(of.branch) + r.p.slack, n})
		}
	}
	if one {
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
	for i := range r.p.terms {
		evidence |= r.scoreTerm(i, n, &tally)
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
		r.parts = parts{
			sum: int(got.sum) + int(of.bound), own: int(got.own), meta: int(of.sum), branch: int(of.branch),
			ownTerms: int(got.terms), metaTerms: int(of.terms), inError: got.inError,
			session: from.session.meta, step: step, now: now,
		}
		if score := r.p.score(&r.parts); score > 0 {
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

// scoreTerm adds up what one term finds in the steps of a block. It returns the
// steps in which an asked word was found.
func (r *run) scoreTerm(i int, n uint32, tally *[64]stepTally) (evidence uint64) {
	t := &r.p.terms[i]
	var all, taken uint64
	slot := field(fieldCount)
	for j := range t.hits {
		h := &t.hits[j]
		if h.field >= stepFields {
			break
		}
		at, ok := searchPosts(h.posts, n)
		if !ok {
			continue
		}
		if h.slot != slot {
			slot, taken = h.slot, 0
		}
		fresh := h.posts[at].mask &^ taken
		taken |= fresh
		all |= fresh
		for b := fresh; b != 0; b &= b - 1 {
			got := &tally[bits.TrailingZeros64(b)]
			got.present += h.worth
			got.inError = got.inError || h.field == fieldError
		}
	}
	if all == 0 {
		return 0
	}
	about := r.about(i, r.x.blocks[n].session.number)
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
		return 0
	}
	return all
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
