package pilot

import "cairn/shared/types"

// noteSuggestions stores the suggestions that the agent received.
func (a *Agent) noteSuggestions(prior *types.PriorKnowledge) {
	a.advice = nil
	if prior != nil {
		a.advice = prior.SuggestedNextActions
	}
}

// adviceFor reports whether a step follows the last suggestions, nil if there were none.
// Suggestions expire after one action, because the screen changes. A bare wait does not
// count.
func (a *Agent) adviceFor(step *types.Step) *types.Advice {
	if step.Tool.Target == nil && step.Tool.Name == "mm_wait_for_notification" {
		return nil
	}
	advice := types.Advise(step, a.advice)
	a.advice = nil
	return advice
}
