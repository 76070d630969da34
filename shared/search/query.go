package search

import "cairn/shared/types"

// RankerSpec names the reference scorer in a request.
const RankerSpec = "spec"

// Query ranks the steps that match a query within its scope and filters (spec
// 001). Nothing matches nothing: without evidence there is no result.
func (e *Engine) Query(now types.Time, req types.SearchRequest) []types.StepSummary {
	x := e.index
	p := newPlan(req, x)
	out := []types.StepSummary{}
	for _, m := range x.top(p, now, req) {
		step := m.step.outline()
		sum := summary(m.session, step, p.evidence(step, m.step.page, m.terms, standing(m)))
		if req.Explain {
			sum.Score = float64(m.score)
			sum.Explain = p.explain(m, now)
		}
		out = append(out, sum)
	}
	return out
}

// standing tells of a hit whether it stands in a match.
func standing(m match) func(h *hit) bool {
	at, bit := m.step.in, m.step.mask()
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
