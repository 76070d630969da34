package search

import (
	"cairn/shared/pack"
	"cairn/shared/types"
)

// RankerSpec names the reference scorer in a request.
const RankerSpec = "spec"

// Query ranks the steps that match a query within its scope and filters (spec 001).
// Without evidence it returns no result.
func (e *Engine) Query(now types.Time, req types.SearchRequest) []types.StepSummary {
	x := e.index
	p := newPlan(req, x)
	best := x.top(p, now, req)
	out := make([]types.StepSummary, 0, len(best))
	var room pack.Scratch
	var pages seenNames
	for _, m := range best {
		step := m.step.outlineIn(&room)
		sum := summary(m.session, step, p.evidence(m, step, &pages))
		if req.Explain {
			sum.Score = float64(m.score)
			sum.Explain = p.explain(m, now)
		}
		if req.Detail {
			sum.Detail = detailOf(step)
		}
		out = append(out, sum)
	}
	return out
}

// Ranked is a step that a query found, with its score.
type Ranked struct {
	SessionID, StepID string
	Score             int
}

// Rank is [Engine.Query] without the summaries of steps, for callers that need only
// the order.
func (e *Engine) Rank(now types.Time, req types.SearchRequest) []Ranked {
	best := e.index.top(newPlan(req, e.index), now, req)
	out := make([]Ranked, 0, len(best))
	for _, m := range best {
		out = append(out, Ranked{m.session.meta.SessionID, m.step.id, m.score})
	}
	return out
}

func newPlan(req types.SearchRequest, v vocabulary) *plan {
	if req.Ranker == RankerSpec {
		return specPlan(req.Query, v)
	}
	return rankedPlan(req.Query, v)
}
