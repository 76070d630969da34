package mcptools

import (
	"fmt"
	"strings"

	"cairn/shared/types"
)

// maxSuggestions is how many suggestions the text shows: with the line that
// says where they come from and one of warnings, prior knowledge takes at most
// five lines.
const maxSuggestions = 3

// lineBudget is what a suggestion may take in tokens with its fallback: where
// names are long, the preferred target must do.
const lineBudget = 150

// priorText is prior knowledge in 1 to 5 lines, or empty. A suggestion is a
// call as it would be made.
func priorText(now types.Time, p *types.PriorKnowledge) string {
	if p == nil || len(p.SuggestedNextActions)+len(p.SimilarSteps)+len(p.RelatedSessions) == 0 {
		return ""
	}
	out := []string{"prior knowledge: " + relatedText(now, p)}
	for i, s := range p.SuggestedNextActions {
		if i == maxSuggestions {
			break
		}
		out = append(out, suggestionText(s))
	}
	if len(p.Avoid) > 0 {
		out = append(out, avoidText(p.Avoid))
	}
	for len(out) > 1 && tokenCost(strings.Join(out, "\n")) > priorBudget {
		out = out[:len(out)-1]
	}
	return strings.Join(out, "\n")
}

func relatedText(now types.Time, p *types.PriorKnowledge) string {
	if len(p.RelatedSessions) == 0 {
		return steps(len(p.SimilarSteps)) + " on screens like this"
	}
	newest := p.RelatedSessions[0]
	text := fmt.Sprintf("session %s, %s", newest.SessionID, ago(now, newest.CreatedAt))
	if newest.Goal != "" {
		text += ", " + quoted(newest.Goal, 120)
	}
	if more := len(p.RelatedSessions) - 1; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func suggestionText(s types.SuggestedAction) string {
	text := fmt.Sprintf("%d. mm_%s %s (%.2f; %s)", s.Rank, clean(s.Action, 30), targetText(s.PreferredTarget), s.Confidence, clean(s.Rationale, 120))
	if len(s.FallbackTargets) > 0 {
		if other := ", else " + targetText(s.FallbackTargets[0]); tokenCost(text+other) <= lineBudget {
			text += other
		}
	}
	return text
}

// targetText is a target as a tool's arguments.
func targetText(t types.PriorTarget) string {
	if t.Hint != nil {
		return argument(struct {
			Role string `json:"role"`
			Name string `json:"name"`
		}{clean(t.Hint.Role, 40), clean(t.Hint.Name, 200)})
	}
	return argument(map[string]string{t.Type: clean(t.Text, 300)})
}

func avoidText(avoid []types.Avoid) string {
	var all []string
	for i, a := range avoid {
		if i == maxSuggestions {
			break
		}
		name := types.A11yHint{}
		if a.Target.A11yHint != nil {
			name = *a.Target.A11yHint
		}
		all = append(all, fmt.Sprintf("%s (%s, %d times)", element(name.Role, name.Name, a.Target.TestID, a.Target.Selector), a.ErrorCode, a.Frequency))
	}
	return "avoid: " + strings.Join(all, "; ")
}
