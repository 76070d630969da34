package search

import (
	"slices"
	"sort"

	"cairn/shared/capture"
	"cairn/shared/pack"
	"cairn/shared/types"
)

// Last returns the newest steps within scope and filters, newest first (spec 000
// section 5.3). It filters before it counts: n steps that pass, not those of the
// newest n that pass.
func (e *Engine) Last(now types.Time, req types.LastRequest) []types.StepSummary {
	type place struct {
		in *session
		*held
	}
	var all []place
	for _, s := range e.within(now, req.Scope, req.CurrentSessionID, req.Filters) {
		for i := len(s.steps) - 1; i >= 0; i-- {
			all = append(all, place{s, s.steps[i]})
		}
	}
	// Order first, so that only the returned steps are decoded.
	sort.SliceStable(all, func(i, j int) bool { return all[i].at > all[j].at })
	out := []types.StepSummary{}
	var room pack.Scratch
	for _, p := range all {
		if len(out) == req.N {
			break
		}
		if step := p.outlineIn(&room); stepPasses(step, req.Filters) {
			out = append(out, summary(p.in, step, nil))
		}
	}
	return out
}

// List returns recent sessions that pass the filters, newest first (spec 000 section
// 5.5). It omits sessions without a record of metadata: there is nothing to show. A
// filter on steps keeps sessions with a step that passes.
func (e *Engine) List(now types.Time, req types.SessionsRequest) []types.SessionSummary {
	out := []types.SessionSummary{}
	for _, s := range e.within(now, types.Scope{Kind: types.ScopeAll}, "", req.Filters) {
		if len(out) == req.Limit {
			break
		}
		if req.Before != 0 && s.meta.CreatedAt >= req.Before {
			continue
		}
		if !s.meta.Foreign && s.saw(req.Filters) {
			sum := describe(s.meta)
			if req.Detail {
				sum.Detail = s.detail()
			}
			out = append(out, sum)
		}
	}
	return out
}

func (s *session) saw(f types.Filters) bool {
	if len(onSteps(f)) == 0 {
		return true
	}
	var room pack.Scratch
	return slices.ContainsFunc(s.steps, func(h *held) bool { return stepPasses(h.outlineIn(&room), f) })
}

func describe(m *types.Session) types.SessionSummary {
	return types.SessionSummary{
		SessionID: m.SessionID,
		CreatedAt: m.CreatedAt,
		Goal:      m.Goal,
		FlowTags:  append([]string{}, m.FlowTags...),
		Tags:      append([]string{}, m.Tags...),
		Git:       m.Git,
		Outcome:   m.Outcome,
		OutcomeBy: m.OutcomeBy,
		Evidence:  m.Evidence,
		From:      m.From,
	}
}

// Recipe returns a session step by step (spec 000 section 5.4). For an unknown
// session it is empty.
func (e *Engine) Recipe(sessionID string) types.SessionRecipe {
	steps := e.Outlines(sessionID)
	out := types.SessionRecipe{SessionID: sessionID, StepCount: len(steps), Recipe: []types.RecipeStep{}}
	for i, step := range steps {
		out.Recipe = append(out.Recipe, types.RecipeStep{
			StepNumber: i + 1,
			Tool:       step.Tool.Name,
			Notes:      capture.Notes(step),
		})
	}
	return out
}
