package search

import (
	"strings"

	"cairn/shared/types"
)

// RankerSpec names the reference scorer in a request.
const RankerSpec = "spec"

// Query ranks the steps that match a query within its scope and filters (spec
// 001). Nothing matches nothing: without evidence there is no result.
func (e *Engine) Query(now types.Time, req types.SearchRequest) []types.StepSummary {
	out := []types.StepSummary{}
	s := e.plain()
	p := newPlan(req, s.vocab)
	for _, m := range s.top(p, now, req) {
		step := m.session.steps[m.at]
		doc := stepDocument(step)
		sum := summary(m.session, step, p.evidence(step, func(w string) fieldSet { return doc[w] }))
		if req.Explain {
			sum.Score = float64(m.score)
			sum.Explain = p.explain(m, doc, now)
		}
		out = append(out, sum)
	}
	return out
}

// plain is the scan of the store as it is now.
func (e *Engine) plain() *scan {
	if e.scan == nil {
		e.scan = newScan(e)
	}
	return e.scan
}

func newPlan(req types.SearchRequest, v vocabulary) *plan {
	if req.Ranker == RankerSpec {
		return specPlan(req.Query, v)
	}
	return rankedPlan(req.Query, v)
}

// explain gives the summands of a match's score: what each term found where,
// and what bounds, coverage, recency and failure made of the sum.
func (p *plan) explain(m match, doc document, now types.Time) []types.ScoreReason {
	meta, goal := m.session.meta, goalWords(m.session.meta.Goal)
	about := sessionDocument(meta)
	norm := p.norm(len(goal))
	f := parts{session: meta, step: m.session.steps[m.at], now: now}
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
		t := &p.terms[i]
		raw, from := 0, sum
		t.each(doc, about, func(h hit) {
			worth := h.worth
			switch h.field {
			case fieldGoal, fieldOrder:
				worth = worth * norm / normUnit
			case fieldBranch:
				worth = 0
			}
			raw += worth
			add(t.said(h), h.field.String(), worth)
		})
		add(t.said(hit{word: t.word}), "bound", t.bounded(raw)-(sum-from))
	}
	add("", fieldBranch.String(), f.branch)
	add("", "whole step", m.score-sum)
	return out
}

// said is the term with what it was matched to.
func (t *term) said(h hit) string {
	if h.word == t.word {
		return strings.TrimSpace(t.word)
	}
	return t.word + "~" + h.word
}
