package pilot

import "cairn/shared/types"

// told notes the suggestions that the agent received.
func (a *Agent) told(prior *types.PriorKnowledge) {
	a.advice = nil
	if prior != nil {
		a.advice = prior.SuggestedNextActions
	}
}

// heeded reports how a step relates to the last suggestions, nil if there were none.
// Suggestions expire after one action, because the screen changes. A bare wait does not
// count.
func (a *Agent) heeded(step *types.Step) *types.Advice {
	if step.Tool.Target == nil && step.Tool.Name == "mm_wait_for_notification" {
		return nil
	}
	advice := types.Advise(step, a.advice)
	a.advice = nil
	return advice
}
