package search

import (
	"cmp"
	"math"
	"slices"

	"cairn/shared/types"
)

// plan is a query made ready to score against one store: which of its words
// count for which, where, and how much. All worths are whole numbers, so that
// no machine rounds them differently.
type plan struct {
	terms []*term // they may be kept for other plans: nobody may change them
	// norm says, in normUnits, what a match in a goal of so many words counts.
	norm func(length int) int
	// score makes a step's score of what its terms found; zero is no match.
	score func(f *parts) int
	// slack is the most that score adds to the sum of the terms' worths and the
	// branch: it makes a bound of the sums a bound of the score.
	slack int
	// fades says that the steps of a session count less one after the other.
	fades bool
	// cover is what is lost by what has not all of the words.
	cover coverage
	// wording is about what a goal in the query's own words would have of its pairs.
	wording int
}

// worded is what pairs of a goal count that are worth so much: the less, the smaller a
// part they are of all. Any two sentences have a few neighbours in common; whoever puts a
// thing in nearly the same words means the same task.
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
	hits []hit // the step's before the session's, by slot; within a slot the worthiest first
	pair bool  // neighbours in a sentence: what goals have of it counts as wording
	full int   // what the term can never exceed, in however many places; 0: no bound

	sought bool // an answer should have it: the store does, and it is more than the way to put it

	ofSteps int // so many of the hits, the first, are in fields of steps
}

// kind says what the match of a term proves.
type kind uint8

const (
	asked  kind = iota // a word that was asked for: its match is evidence
	helper             // a function word or a pair: adds to evidence, is none itself
)

// hit is a word of the store that counts as a term where it stands in a field.
// A term counts once in each slot, by its worthiest hit there.
type hit struct {
	word  *word
	list  *list // where it stands, as far as an index knows
	worth int32
	field field
	slot  field
}

// sort brings the hits into the order that term asks for. Those that count the same
// stay in the order in which they were found, which is the same everywhere.
func (t *term) sort() {
	if len(t.hits) > fewHits {
		slices.SortStableFunc(t.hits, func(a, b hit) int { return cmp.Compare(a.order(), b.order()) })
	} else {
		for i := 1; i < len(t.hits); i++ {
			h := t.hits[i]
			order, at := h.order(), i
			for ; at > 0 && t.hits[at-1].order() > order; at-- {
				t.hits[at] = t.hits[at-1]
			}
			t.hits[at] = h
		}
	}
	t.ofSteps = 0
	for t.ofSteps < len(t.hits) && t.hits[t.ofSteps].slot < stepFields {
		t.ofSteps++
	}
}

// fewHits is how many are put in order by hand, without a call for each two.
const fewHits = 64

// order is what sort compares first, in one number.
func (h *hit) order() uint64 {
	return uint64(h.slot)<<40 | uint64(math.MaxInt32-h.worth)<<8 | uint64(h.field)
}

// found is what one term found in a step and its session.
type found struct {
	own  int // worth in the step
	tags int // worth in the session's tags
	goal int // worth in its goal

	inStep, inSession, inError bool
}

// parts are the sums over all terms for one step.
type parts struct {
	sum    int // of what each term is worth, within its bound
	pairs  int // the same of neighbours in the goal, which sum leaves out
	own    int // of worths in the step
	meta   int // of worths in the session
	branch int // the worthiest hit in the branch: it counts once

	ownTerms, metaTerms int // asked terms that were found in the step, in the session
	covered             int // sought ones that were found in either
	inError             bool

	session *types.Session
	ok      bool // the step worked
	now     types.Time
}

// evidence reports whether anything that was asked for was found.
func (f *parts) evidence() bool { return f.ownTerms+f.metaTerms > 0 }

// add counts one hit of a term.
func (r *found) add(h hit) {
	switch {
	case h.field < stepFields:
		r.own += int(h.worth)
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

// add counts one term. norm is that of the session's goal.
func (f *parts) add(t *term, r found, norm int) {
	goal := r.goal * norm / normUnit
	f.own += r.own
	f.meta += r.tags + goal
	if f.sum += t.bounded(r.own + r.tags + goal); t.pair {
		f.sum -= t.bounded(goal)
		f.pairs += t.bounded(goal)
	}
	f.inError = f.inError || r.inError
	if t.kind == asked {
		f.ownTerms += one(r.inStep)
		f.metaTerms += one(r.inSession)
	}
	f.covered += one(t.sought && r.own+r.tags+goal > 0)
}

// bounded lets a worth approach the term's bound and never reach it.
func (t *term) bounded(worth int) int {
	if t.full == 0 {
		return worth
	}
	// Unsigned, because WebAssembly divides these without a call.
	return int(uint64(worth) * uint64(t.full) / uint64(worth+t.full))
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
