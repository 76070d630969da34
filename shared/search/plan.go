package search

import (
	"cmp"
	"math"
	"slices"

	"cairn/shared/types"
)

// plan is a query prepared for scoring against one store: which of its words count
// for which, in which fields, and how much. All worths are whole numbers, so that no
// machine rounds them differently.
type plan struct {
	terms []*term // perhaps shared with other plans: must not be changed
	// norm returns the weight, in units of normUnit, of a match in a goal with this number of
	// words.
	norm func(length int) int
	// score computes a step's score from the terms found; zero is no match.
	score func(f *parts) int
	// slack bounds the amount that score adds to the sum of the terms' worths and the
	// branch. It turns a bound of the sums into a bound of the score.
	slack int
	// fades enables fading: each further step of a session counts less.
	fades bool
	// cover computes the loss for missing words.
	cover coverage
	// wording is the worth of all pairs in a goal with the query's own words.
	wording int
}

// worded returns the score for a goal's pairs of this worth. The smaller their share of
// all pairs, the less they count. Any two sentences have a few neighbours in common, but
// a goal in nearly the same words means the same task.
func (p *plan) worded(pairs int) int {
	if p.wording == 0 {
		return 0
	}
	part, all := int64(min(pairs, p.wording)), int64(p.wording)
	return int(int64(pairs) * part / all * part / all)
}

// term is one word of a query.
type term struct {
	word string
	kind kind
	hits []hit // hits in the step before those in the session, by slot; within a slot by decreasing worth
	pair bool  // neighbours in a sentence: in goals they count as wording
	full int   // a bound that the term's worth never exceeds, in any number of places; 0: no bound

	sought bool // results should have it: the store contains it, and it is part of the subject

	ofSteps int // number of hits in fields of steps; they come first
}

// kind states the value of a term's match as evidence.
type kind uint8

const (
	asked  kind = iota // a word of the query: its match is evidence
	helper             // a function word or a pair: adds to evidence, but is none itself
)

// hit is a word of the store that counts as a term where it occurs in a field. A term
// counts once in each slot, by its hit of greatest worth there.
type hit struct {
	word  *word
	list  *list // its places, if an index knows them
	worth int32
	field field
	slot  field
}

// sort orders the hits as term requires. Hits of equal order stay in the order in
// which they were found, which is the same on every machine.
func (t *term) sort() {
	slices.SortStableFunc(t.hits, func(a, b hit) int { return cmp.Compare(a.sortKey(), b.sortKey()) })
	t.ofSteps = 0
	for t.ofSteps < len(t.hits) && t.hits[t.ofSteps].slot < stepFields {
		t.ofSteps++
	}
}

// sortKey returns the primary sort key as one number.
func (h *hit) sortKey() uint64 {
	return uint64(h.slot)<<40 | uint64(math.MaxInt32-h.worth)<<8 | uint64(h.field)
}

// found is the worth of one term in a step and its session.
type found struct {
	stepWorth int // worth in the step
	tags      int // worth in the session's tags
	goal      int // worth in its goal

	inStep, inSession, inError bool
}

// parts holds the sums over all terms for one step.
type parts struct {
	sum       int // the terms' worths, each within its bound
	pairs     int // the same for neighbours in the goal, which sum omits
	stepWorth int // worths in the step
	meta      int // worths in the session
	branch    int // greatest worth of a hit in the branch: it counts once

	ownTerms, metaTerms int // asked terms found in the step, in the session
	covered             int // sought terms found in either
	inError             bool

	session *types.Session
	ok      bool // the step succeeded
	now     types.Time
}

// evidence reports whether any asked term was found.
func (f *parts) evidence() bool { return f.ownTerms+f.metaTerms > 0 }

// add counts one hit of a term.
func (r *found) add(h hit) {
	switch {
	case h.field < stepFields:
		r.stepWorth += int(h.worth)
		r.inStep = true
		r.inError = r.inError || h.field == fieldError
		return
	case h.field == fieldGoal || h.field == fieldOrder:
		r.goal += int(h.worth)
	case h.field != fieldBranch:
		r.tags += int(h.worth)
	}
	r.inSession = true
}

// add counts one term. norm is the session's goalNorm.
func (f *parts) add(t *term, r found, norm int) {
	goal := r.goal * norm / normUnit
	f.stepWorth += r.stepWorth
	f.meta += r.tags + goal
	if f.sum += t.bounded(r.stepWorth + r.tags + goal); t.pair {
		f.sum -= t.bounded(goal)
		f.pairs += t.bounded(goal)
	}
	f.inError = f.inError || r.inError
	if t.kind == asked {
		f.ownTerms += one(r.inStep)
		f.metaTerms += one(r.inSession)
	}
	f.covered += one(t.sought && r.stepWorth+r.tags+goal > 0)
}

// bounded maps a worth to one that approaches the term's bound and never reaches it.
func (t *term) bounded(worth int) int {
	if t.full == 0 {
		return worth
	}
	// Unsigned, because WebAssembly divides unsigned numbers without a call.
	return int(uint64(worth) * uint64(t.full) / uint64(worth+t.full))
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
