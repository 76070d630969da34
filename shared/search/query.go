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
	x := e.index
	p := newPlan(req, x)
	out := []types.StepSummary{}
	for _, m := range x.top(p, now, req) {
		sum := summary(m.session, m.step, p.evidence(m.step, x.standing(m)))
		if req.Explain {
			sum.Score = float64(m.score)
			sum.Explain = p.explain(m, now)
		}
		out = append(out, sum)
	}
	return out
}

// standing tells of a hit whether it stands in a match.
func (x *index) standing(m match) func(h *hit) bool {
	at, bit := x.find(m.session, m.step)
	return func(h *hit) bool {
		i, ok := searchPosts(h.posts, at)
		return ok && h.posts[i].mask&bit != 0
	}
}

func newPlan(req types.SearchRequest, v vocabulary) *plan {
	if req.Ranker == RankerSpec {
		return specPlan(req.Query, v)
	}
	return rankedPlan(req.Query, v)
}

// explain gives the summands of a match's score: what each term found where,
// and what bounds, coverage, recency and failure made of the sum.
func (p *plan) explain(m match, now types.Time) []types.ScoreReason {
	meta, goal := m.session.meta, goalWords(m.session.meta.Goal)
	doc, about := stepDocument(m.step), sessionDocument(meta)
	norm := p.norm(len(goal))
	f := parts{session: meta, step: m.step, now: now}
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
			worth := int(h.worth)
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
