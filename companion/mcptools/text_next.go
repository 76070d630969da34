package mcptools

import (
	"fmt"

	"cairn/shared/text"
	"cairn/shared/types"
)

// nextBudget bounds the line of a next step with the element's name, in tokens. Package
// pilot bounds the arguments.
const nextBudget = 40

// nextText returns the next step as a call with the element's name; empty if there is
// none or it reads as an instruction.
func nextText(s *types.SuggestedAction) string {
	if s == nil || text.AddressesModel(targetText(s.PreferredTarget, s)) {
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

// briefNext returns a next step without its evidence.
func briefNext(s *types.SuggestedAction) *types.SuggestedAction {
	if nextText(s) == "" {
		return nil
	}
	short := *s
	short.Rationale, short.FallbackTargets = "", nil
	return &short
}
