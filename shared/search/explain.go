package search

import (
	"strings"

	"cairn/shared/types"
)

// explain returns the summands of a match's score: the worth of each term by place,
// and the effect of bounds, coverage, recency and failure.
func (p *plan) explain(m match, now types.Time) []types.ScoreReason {
	meta, goal := m.session.meta, goalWords(m.session.meta.Goal)
	doc, about := stepDocument(m.step.read()), sessionDocument(meta)
	norm := p.norm(len(goal))
	f := parts{session: meta, ok: m.step.ok, now: now}
	p.find(&f, doc, about, norm)
	var out []types.ScoreReason
	sum := 0
	add := func(term, field string, score int) {
		if score != 0 {
			out = append(out, types.ScoreReason{Term: term, Field: field, Score: float64(score)})
			sum += score
		}
	}
	for i := range p.terms {
		t := p.terms[i]
		raw, from := 0, sum
		t.each(doc, about, func(h hit) {
			worth := int(h.worth)
			switch h.field {
			case fieldGoal, fieldOrder:
				worth = worth * norm / normUnit
			case fieldBranch:
				worth = 0
			}
			raw += worth
			add(t.label(h), h.field.String(), worth)
		})
		add(strings.TrimSpace(t.word), "bound", t.bounded(raw)-(sum-from))
	}
	add("", "other wording", p.worded(f.pairs)-f.pairs)
	add("", fieldBranch.String(), f.branch)
	add("", "coverage", p.cover.discounted(sum, f.covered)-sum)
	add("", "whole step", m.unfaded-sum)
	add("", "after better steps", m.score-sum)
	return out
}

// label names a term together with the word that it matched.
func (t *term) label(h hit) string {
	if h.word.text == t.word {
		return strings.TrimSpace(t.word)
	}
	if hashedWord(h.word.text) {
		return strings.TrimSpace(t.word) + " (by its hash)"
	}
	return t.word + "~" + h.word.text
}

// find sums up the terms' worths in one step and its session.
func (p *plan) find(f *parts, step, meta document, norm int) {
	for i := range p.terms {
		t := p.terms[i]
		var r found
		t.each(step, meta, func(h hit) {
			r.add(h)
			if h.field == fieldBranch {
				f.branch = max(f.branch, int(h.worth))
			}
		})
		f.add(t, r, norm)
	}
}

// each calls count for the hit of greatest worth in each slot.
func (t *term) each(step, meta document, count func(hit)) {
	const noSlot = fieldCount
	done := noSlot
	for _, h := range t.hits {
		doc := step
		if h.field >= stepFields {
			doc = meta
		}
		if h.slot != done && doc[h.word.text].has(h.field) {
			count(h)
			done = h.slot
		}
	}
}
