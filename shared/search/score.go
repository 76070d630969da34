package search

import (
	"math/bits"

	"cairn/shared/types"
)

// score ranks the steps of a block.
func (r *run) score(n uint32, now types.Time, f types.Filters, best *ranking) {
	from := &r.x.blocks[n]
	of := &r.sess[r.x.owners[n]]
	tally := &r.tally
	clear(tally[:len(from.steps)])
	var evidence uint64
	present := r.blocks[n].terms
	for i := range r.p.terms {
		if i < 64 && present&(1<<i) == 0 {
			continue
		}
		evidence |= r.scoreTerm(i, n, tally)
	}
	if of.terms > 0 {
		evidence = from.live
	}
	for _, e := range onSteps(f) {
		posts := r.x.exacts.posts(e)
		evidence &= posts.mask(n)
	}
	r.found = r.found[:0]
	worst := best.worst()
	for m := evidence; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		step, got := from.steps[i], &tally[i]
		r.parts = parts{
			sum: int(got.sum) + int(of.bound), own: int(got.own), meta: int(of.sum), branch: int(of.branch),
			ownTerms: int(got.terms), metaTerms: int(of.terms), inError: got.inError,
			session: from.session.meta, step: step, now: now,
		}
		if score := r.p.score(&r.parts); score > 0 && score >= worst {
			r.found = append(r.found, scored{score, step})
		}
	}
	best.take(from.session, present, r.found)
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
	hits := t.hits[:t.ofSteps]
	for j := range hits {
		h := &hits[j]
		if list := h.posts.at; n > list[len(list)-1] || n < list[0] {
			continue // most lists are short; spares them a call
		}
		at, ok := h.posts.search(n)
		if !ok {
			continue
		}
		if h.slot != slot {
			slot, taken = h.slot, 0
		}
		fresh := h.posts.masks[at] &^ taken
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
	about := r.about(i, r.x.owners[n])
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
