package pilot

import "cairn/shared/types"

// told notes what an agent was told to do next.
func (a *Agent) told(prior *types.PriorKnowledge) {
	a.advice = nil
	if prior != nil {
		a.advice = prior.SuggestedNextActions
	}
}

// heeded says how a step stands to what its agent had been told, nil when it
// had not. Advice holds for one action: the screen is another afterwards. An
// action on no element says nothing about it.
func (a *Agent) heeded(step *types.Step) *types.Advice {
	if len(a.advice) == 0 || step.Tool.Target == nil {
		return nil
	}
	advice := &types.Advice{Shown: len(a.advice), Confidence: a.advice[0].Confidence, Rank: types.Follows(step, a.advice)}
	a.advice = nil
	return advice
}
