package mcptools

import (
	"fmt"

	"cairn/shared/text"
	"cairn/shared/types"
)

// nextBudget is what the line of a next step may take in tokens with the name of its
// element, which the arguments mostly say as well. Package pilot bounds the arguments.
const nextBudget = 40

// nextText is the next step of a known way as a call, with the name of its element;
// empty where there is none or it reads as an order.
func nextText(s *types.SuggestedAction) string {
	if s == nil || text.Orders(targetText(s.PreferredTarget, s)) {
		return ""
	}
	line := fmt.Sprintf("next (%.2f): %s", s.Confidence, doText(*s))
	for _, other := range s.FallbackTargets {
		if other.Hint == nil {
			continue
		}
		if named := line + " " + element(other.Hint.Role, other.Hint.Name, "", ""); tokenCost(named) <= nextBudget {
			return named
		}
	}
	return line
}

// briefNext is a next step without what supports it.
func briefNext(s *types.SuggestedAction) *types.SuggestedAction {
	if nextText(s) == "" {
		return nil
	}
	short := *s
	short.Rationale, short.FallbackTargets = "", nil
	return &short
}
