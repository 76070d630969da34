package search

import (
	"math/bits"
	"slices"

	"cairn/shared/types"
)

// candidates lists the blocks that contain evidence and pass scope and filters.
func (r *run) candidates(now types.Time, req types.SearchRequest) {
	_, one := single(req)
	if !one && req.Filters == (types.Filters{}) {
		r.all()
		return
	}
	open := !one && !filtersSessions(req.Filters)
	r.eachBlock(req, func(n uint32) {
		owner := r.x.owners[n]
		if !r.evident(n, owner) {
			return
		}
		of := &r.sess[owner]
		if of.passes == 0 && !open {
			of.passes = -1
			if passes(r.x.sessions[owner].meta, now, req.Scope, req.CurrentSessionID, req.Filters) {
				of.passes = 1
			}
		}
		if open || of.passes > 0 {
			r.propose(n, owner)
		}
	})
}

// all lists the candidates for a query over every session without step filters.
func (r *run) all() {
	r.heap = slices.Grow(r.heap, len(r.blocks))
	for n, owner := range r.x.owners {
		if r.evident(uint32(n), owner) {
			r.propose(uint32(n), owner)
		}
	}
}

// evident reports whether a block holds evidence, or its session does.
func (r *run) evident(n, owner uint32) bool {
	return owner != noOwner && (r.blocks[n].asked || r.sess[owner].terms > 0)
}

func (r *run) propose(n, owner uint32) {
	b, of, cover := &r.blocks[n], &r.sess[owner], &r.p.cover
	sum := int(b.bound) + int(of.bound) + int(of.branch)
	words := bits.OnesCount64(of.covered | b.terms&cover.terms)
	r.heap = append(r.heap, candidate{cover.discounted(sum, words) + r.p.slack, n})
}

// greatest returns the place of the candidate with the greatest bound, negative when
// there is no candidate.
func (r *run) greatest() int {
	at := -1
	for i := range r.heap {
		if at < 0 || r.heap[i].bound > r.heap[at].bound {
			at = i
		}
	}
	return at
}

// remove returns the block of a candidate, which is none any more.
func (r *run) remove(at int) (block uint32) {
	last := len(r.heap) - 1
	block = r.heap[at].block
	r.heap[at] = r.heap[last]
	r.heap = r.heap[:last]
	return block
}

// buildHeap orders the candidates that can still reach a score, and drops the others.
func (r *run) buildHeap(worst int) {
	kept := r.heap[:0]
	for _, c := range r.heap {
		if c.bound >= worst {
			kept = append(kept, c)
		}
	}
	r.heap = kept
	for i := len(kept)/2 - 1; i >= 0; i-- {
		r.sink(i)
	}
}

// eachBlock calls add for the blocks that may pass scope and filters. It walks the
// shortest available list.
func (r *run) eachBlock(req types.SearchRequest, add func(n uint32)) {
	x := r.x
	ofSession := func(s *session) {
		if s != nil {
			for _, n := range s.blocks {
				add(n)
			}
		}
	}
	if only, one := single(req); one {
		ofSession(x.byID[only])
		return
	}
	if posts, ok := x.exacts.rarest(req.Filters); ok {
		for _, n := range posts.at {
			ofSession(x.sessions[n])
		}
		return
	}
	if asked := onSteps(req.Filters); len(asked) > 0 {
		done := map[uint32]bool{} // a block may be on two hosts of a site
		for _, e := range asked[0].each() {
			for _, n := range x.exacts.posts(e).at {
				if !done[n] {
					add(n)
				}
				done[n] = true
			}
		}
		return
	}
	for n := range x.blocks {
		add(uint32(n)) // filters on time alone
	}
}

// single returns the one session that a scope names, if it names one.
func single(req types.SearchRequest) (id string, ok bool) {
	switch req.Scope.Kind {
	case types.ScopeCurrent:
		return req.CurrentSessionID, true
	case types.ScopeSession:
		return req.Scope.SessionID, true
	}
	return "", false
}

// pop removes and returns the candidate with the greatest bound.
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
