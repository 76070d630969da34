package search

import (
	"math/bits"
	"slices"

	"cairn/shared/types"
)

// blockTally holds the results of a query's terms in the steps of a block: one bit or
// one element per step.
type blockTally struct {
	steps   [64]stepTally
	found   uint64 // steps with any term
	asked   uint64 // steps with an asked term
	inError uint64 // steps with one in the error
}

// stepTally holds the terms' results in one step.
type stepTally struct {
	sum       int32 // within the terms' bounds, beyond the session's share
	stepWorth int32
	present   int32 // of the current term
	terms     int32
	covered   int32 // sought ones that are not in the session
}

func (r *run) score(n uint32, now types.Time, f types.Filters, best *ranking) {
	from := &r.x.blocks[n]
	of := &r.sess[r.x.owners[n]]
	present := r.blocks[n].terms
	r.tallyBlock(n, len(from.steps))
	evidence := r.tally.asked
	if of.terms > 0 {
		evidence = from.used
	}
	for _, e := range onSteps(f) {
		evidence &= r.x.exacts.mask(e, n)
	}
	r.marks = r.marks[:0]
	known := bits.OnesCount64(of.covered)
	r.parts = parts{meta: int(of.sum), branch: int(of.branch), metaTerms: int(of.terms), covered: known, session: from.session.meta, now: now}
	worst := best.worst()
	r.scoreAlike(evidence&^r.tally.found&^from.failed, true, int(of.bound), worst)
	r.scoreAlike(evidence&^r.tally.found&from.failed, false, int(of.bound), worst)
	for m := evidence & r.tally.found; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		got := &r.tally.steps[i]
		r.parts.sum, r.parts.stepWorth, r.parts.ownTerms = int(got.sum)+int(of.bound), int(got.stepWorth), int(got.terms)
		r.parts.covered = known + int(got.covered)
		r.parts.ok, r.parts.inError = from.failed>>i&1 == 0, r.tally.inError>>i&1 != 0
		if score := r.p.score(&r.parts); score > 0 && score >= worst {
			r.marks = append(r.marks, markOf(score, i))
		}
	}
	if !from.mixed && len(from.session.blocks) == 1 {
		best.addBlock(from, present, r.marks)
		return
	}
	r.found = r.found[:0]
	for _, m := range r.marks {
		r.found = append(r.found, scored{m.score(), from.steps[m.bit()]})
	}
	best.add(from.session, present, r.found)
}

// scoreAlike ranks steps with evidence in the session alone: they all score the same.
func (r *run) scoreAlike(steps uint64, ok bool, sum, worst int) {
	if steps == 0 {
		return
	}
	r.parts.sum, r.parts.stepWorth, r.parts.ownTerms = sum, 0, 0
	r.parts.ok, r.parts.inError = ok, false
	score := r.p.score(&r.parts)
	if score <= 0 || score < worst {
		return
	}
	for ; steps != 0; steps &= steps - 1 {
		r.marks = append(r.marks, markOf(score, bits.TrailingZeros64(steps)))
	}
}

// scoreMark packs a score and the bit of its step into one number, which sorts by
// score and then by step.
type scoreMark int64

func markOf(score, bit int) scoreMark { return scoreMark(score)<<6 | scoreMark(63-bit) }

func (m scoreMark) score() int { return int(m >> 6) }
func (m scoreMark) bit() int   { return 63 - int(m&63) }

// tallyBlock sums up the terms' results in a block with this number of steps.
func (r *run) tallyBlock(n uint32, steps int) {
	t := &r.tally
	clear(t.steps[:steps])
	t.found, t.asked, t.inError = 0, 0, 0
	r.unchain(n)
	owner := r.x.owners[n]
	for rest := r.standing; len(rest) > 0; {
		of := rest[0].term
		same := 1
		for same < len(rest) && rest[same].term == of {
			same++
		}
		r.tallyTerm(int(of), owner, rest[:same])
		rest = rest[same:]
	}
}

// blockHit is a hit with the index of a block in its list.
type blockHit struct{ term, hit, at int32 }

// unchain lists the postings of a block in the order in which they were found. The
// chain leads from the last to the first.
func (r *run) unchain(n uint32) {
	r.standing = r.standing[:0]
	of := len(r.chains) - 1
	for link := r.blocks[n].link; link != 0; link = r.links[link-1] {
		at := link - 1
		for r.chains[of].from > at {
			of--
		}
		c := &r.chains[of]
		r.standing = append(r.standing, blockHit{c.term, c.hit, int32(at - c.from)})
	}
	slices.Reverse(r.standing)
}

// tallyTerm sums up one term's results in the steps of a block of a session.
func (r *run) tallyTerm(i int, owner uint32, where []blockHit) {
	t, tally := r.p.terms[i], &r.tally
	var all, taken uint64
	slot := field(fieldCount)
	for _, s := range where {
		h := &t.hits[s.hit]
		mask := h.list.masks[s.at]
		if h.slot != slot {
			slot, taken = h.slot, 0
		}
		fresh := mask &^ taken
		taken |= fresh
		all |= fresh
		if h.field == fieldError {
			tally.inError |= fresh
		}
		for b := fresh; b != 0; b &= b - 1 {
			tally.steps[bits.TrailingZeros64(b)].present += h.worth
		}
	}
	r.bound(t, all, r.about(i, owner))
}

// bound adds a term's worth in some steps, within its bound. about is its worth in
// their session.
func (r *run) bound(t *term, all uint64, about int) {
	tally := &r.tally
	base := t.bounded(about)
	terms := int32(0)
	if tally.found |= all; t.kind == asked {
		tally.asked |= all
		terms = 1
	}
	covered := int32(one(t.sought && about == 0))
	last, gain := int32(0), int32(0) // the same for most steps of a session
	for b := all; b != 0; b &= b - 1 {
		got := &tally.steps[bits.TrailingZeros64(b)]
		if got.present != last {
			last, gain = got.present, int32(t.bounded(int(got.present)+about)-base)
		}
		got.stepWorth += got.present
		got.sum += gain
		got.present = 0
		got.terms += terms
		got.covered += covered
	}
}
