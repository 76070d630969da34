package mcptools

import (
	"fmt"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// maxSuggestions bounds the suggestions in the text: with the lines for their source
// and for warnings, prior knowledge takes at most five lines.
const maxSuggestions = 3

// leastShown is the least confidence of suggestions after the first; the result has
// all.
const leastShown = 0.1

// sureEnough is the confidence of a first suggestion above which others are omitted.
const sureEnough = 0.8

// lineBudget bounds a suggestion with its fallback target, in tokens. The fallback is
// omitted if names are long.
const lineBudget = 150

// priorText returns prior knowledge in 1 to 5 lines, or empty. Suggestions are written
// as calls.
func priorText(now types.Time, r *tool.DescribeResult, done func(sessionID string) bool) string {
	p := r.PriorKnowledge
	if p == nil || len(p.SuggestedNextActions)+len(p.Avoid) == 0 {
		return ""
	}
	out := []string{"prior knowledge: " + relatedText(now, p, done)}
	for i, s := range p.SuggestedNextActions {
		if i == maxSuggestions || i > 0 && (s.Confidence < leastShown || p.SuggestedNextActions[0].Confidence >= sureEnough) {
			break
		}
		if line := suggestionText(r, s); line != "" {
			out = append(out, line)
		}
	}
	if len(p.Avoid) > 0 {
		out = append(out, avoidText(p.Avoid))
	}
	for len(out) > 1 && tokenCost(strings.Join(out, "\n")) > priorBudget {
		out = out[:len(out)-1]
	}
	return strings.Join(out, "\n")
}

// relatedText names the source: the goal of the newest session, and whether it was
// reached. The result names the sessions.
func relatedText(now types.Time, p *types.PriorKnowledge, done func(sessionID string) bool) string {
	if len(p.RelatedSessions) == 0 {
		return "from earlier sessions"
	}
	newest := p.RelatedSessions[0]
	about := "1 session"
	if n := len(p.RelatedSessions); n > 1 {
		about = fmt.Sprintf("%d sessions", n)
	}
	about += ", " + ago(now, newest.CreatedAt)
	if newest.Goal != "" {
		about += " " + quoted(newest.Goal, 60)
		if !done(newest.SessionID) {
			about += " (tried)"
		}
	}
	about += teamWord(newest.From)
	return about
}

// suggestionText returns a suggestion as a call; empty if its target reads as an
// instruction.
func suggestionText(r *tool.DescribeResult, s types.SuggestedAction) string {
	if text.AddressesModel(targetText(s.PreferredTarget, &s)) {
		return ""
	}
	line := fmt.Sprintf("%d. %s (%.2f; %s)", s.Rank, doText(s), s.Confidence, text.Clip(s.Rationale, 120))
	if len(s.FallbackTargets) > 0 && !listed(r, s.PreferredTarget, s.Origin) {
		if other := ", else " + targetText(s.FallbackTargets[0], &s); tokenCost(line+other) <= lineBudget && !text.AddressesModel(other) {
			line += other
		}
	}
	return line
}

func doText(s types.SuggestedAction) string {
	call := "mm_" + text.Clip(s.Action, 30) + " " + targetText(s.PreferredTarget, &s)
	if s.Action == "upload" {
		call += ", with files of yours"
	}
	return call
}

// listed reports whether the page lists a target: then it needs no fallback.
func listed(r *tool.DescribeResult, t types.PriorTarget, origin string) bool {
	if t.Hint != nil {
		return slices.ContainsFunc(r.A11y.Nodes, func(n types.A11yNode) bool {
			return n.Role == t.Hint.Role && n.Name == t.Hint.Name && n.Origin == origin
		})
	}
	return t.Type == types.TargetTestID && slices.ContainsFunc(r.TestIDs.Items, func(id types.TestID) bool { return id.TestID == t.Text && id.Visible && id.Origin == origin })
}

// targetText returns a suggestion's target and options as a tool's arguments.
func targetText(t types.PriorTarget, of *types.SuggestedAction) string {
	args := struct {
		Key      string          `json:"key,omitempty"`
		Times    int             `json:"times,omitempty"`
		TestID   string          `json:"testId,omitempty"`
		Selector string          `json:"selector,omitempty"`
		URL      string          `json:"url,omitempty"`
		Text     string          `json:"text,omitempty"`
		Role     string          `json:"role,omitempty"`
		Name     string          `json:"name,omitempty"`
		Within   *types.A11yHint `json:"within,omitempty"`
		Frame    string          `json:"frame,omitempty"`
		Submit   bool            `json:"submit,omitempty"`
		*types.Clicking
		At *types.Point     `json:"at,omitempty"`
		To *types.DropPlace `json:"to,omitempty"`
	}{Key: text.Clip(of.Key, 40), Times: of.Times, Frame: text.Clip(of.Origin, 300), Submit: of.Submit, Clicking: of.Click, At: of.At, To: cleanDrop(of.To)}
	if of.Click != nil {
		args.At = of.Click.At // of two fields called at, the outer one is written
	}
	switch {
	case t.Hint != nil:
		args.Role, args.Name = text.Clip(t.Hint.Role, 40), text.Clip(t.Hint.Name, 200)
	case t.Type == types.TargetTestID:
		args.TestID = text.Clip(t.Text, 300)
	case t.Type == types.TargetURL:
		args.URL = text.Clip(t.Text, 300)
	case t.Type == types.TargetText:
		args.Text = text.Clip(t.Text, 200)
	case t.Text != types.PageSelector: // a shortcut, or going back, has no target
		args.Selector = text.Clip(t.Text, 300)
	}
	if of.Within != nil {
		args.Within = &types.A11yHint{Role: text.Clip(of.Within.Role, 40), Name: text.Clip(of.Within.Name, 200)}
	}
	return argument(args)
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
		all = append(all, fmt.Sprintf("%s (%s, %d times)", element(name.Role, name.Name, a.Target.TestID, a.Target.Selector)+inFrame(a.Origin), a.ErrorCode, a.Frequency))
	}
	return "avoid: " + strings.Join(all, "; ")
}

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
