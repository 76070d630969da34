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
// had not. Advice holds for one action: the screen is another afterwards. Waiting
// for nothing in particular is no answer to it.
func (a *Agent) heeded(step *types.Step) *types.Advice {
	if step.Tool.Target == nil && step.Tool.Name == "mm_wait_for_notification" {
		return nil
	}
	advice := types.Advise(step, a.advice)
	a.advice = nil
	return advice
}
