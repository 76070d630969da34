package mcptools

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

var knowledgeTools = []*definition{
	{
		name:        "mm_knowledge_search",
		description: "Finds steps by words of goal, screen, target or text.",
		readOnly:    true, memory: true,
		run: typed(searchSteps),
	},
	{
		name: "mm_knowledge_last", extra: true,
		description: "The newest steps.",
		readOnly:    true, memory: true,
		run: typed(lastSteps),
	},
	{
		name: "mm_knowledge_summarize", extra: true,
		description: "One session step by step.",
		readOnly:    true, memory: true,
		run: typed(summarize),
	},
	{
		name: "mm_knowledge_sessions", extra: true,
		description: "Sessions with goal and tags, newest first.",
		readOnly:    true, memory: true,
		run: typed(listSessions),
	},
}

type stepsResult struct {
	Matches []types.StepSummary `json:"matches"`
	Query   string              `json:"query"`
}

func searchSteps(ctx context.Context, c *call, in types.SearchRequest) (answer, error) {
	if err := c.settle(&in.Scope, types.ScopeAll); err != nil {
		return answer{}, err
	}
	in.CurrentSessionID = c.client.currentSession()
	found, err := c.backend.Memory.Search(ctx, in)
	if err != nil {
		return answer{}, err
	}
	a := c.stepLines(found)
	if len(found) == 0 {
		a = answer{head: "nothing found; try fewer or other words, or no filters"}
	}
	a.result = stepsResult{Matches: types.OrEmpty(found), Query: in.Query}
	return a, nil
}

type lastResult struct {
	Steps []types.StepSummary `json:"steps"`
}

func lastSteps(ctx context.Context, c *call, in types.LastRequest) (answer, error) {
	if err := c.settle(&in.Scope, types.ScopeCurrent); err != nil {
		return answer{}, err
	}
	in.CurrentSessionID = c.client.currentSession()
	found, err := c.backend.Memory.Last(ctx, in)
	if err != nil {
		return answer{}, err
	}
	a := c.stepLines(found)
	if len(found) == 0 {
		a = answer{head: "no steps recorded there"}
	}
	a.result = lastResult{Steps: types.OrEmpty(found)}
	return a, nil
}

// summarizeInput has the older field sessionId, which takes precedence over scope
// (spec 000 section 5.4).
type summarizeInput struct {
	SessionID string      `json:"sessionId"`
	Scope     types.Scope `json:"scope"`
}

func summarize(ctx context.Context, c *call, in summarizeInput) (answer, error) {
	if in.SessionID != "" {
		in.Scope = types.Scope{Kind: types.ScopeSession, SessionID: in.SessionID}
	}
	if in.Scope.Kind == types.ScopeAll {
		return answer{}, types.Invalid(`scope "all" is more than one session`,
			`scope: "current" or {"sessionId": "…"}; mm_knowledge_sessions lists sessions`)
	}
	if err := c.settle(&in.Scope, types.ScopeCurrent); err != nil {
		return answer{}, err
	}
	id := in.Scope.SessionID
	if in.Scope.Kind == types.ScopeCurrent {
		id = c.client.currentSession()
	}
	recipe, err := c.backend.Memory.Recipe(ctx, id)
	if err != nil {
		return answer{}, err
	}
	recipe.Recipe = types.OrEmpty(recipe.Recipe)
	a := summarized(recipe)
	if session := c.backend.Memory.Session(id); session != nil && session.Goal != "" && !session.Ambient && id != c.client.currentSession() {
		a.head += own(", %s", ownText(outcomeWords(session.Outcome)))
	}
	return a, nil
}

// summarized returns a session step by step, with its use of suggestions.
func summarized(r types.SessionRecipe) answer {
	var page strings.Builder
	for _, s := range r.Recipe {
		fmt.Fprintf(&page, "%d. %s %s\n", s.StepNumber, toolWord(s.Tool), quotedRecord(s.Notes, 200))
	}
	if r.Advice != nil {
		page.WriteString(adviceText(r.Advice))
	}
	return answer{result: r, head: own("session %s, %s", r.SessionID, ownText(steps(r.StepCount))), page: page.String(), from: stepsName}
}

type sessionsResult struct {
	Sessions []types.SessionSummary `json:"sessions"`
}

func listSessions(ctx context.Context, c *call, in types.SessionsRequest) (answer, error) {
	sessions, err := c.backend.Memory.Sessions(ctx, in)
	if err != nil {
		return answer{}, err
	}
	var lines []string
	for _, s := range sessions {
		lines = append(lines, c.sessionLine(s))
	}
	a := answer{result: sessionsResult{Sessions: types.OrEmpty(sessions)}, page: strings.Join(lines, "\n"), from: stepsName}
	if len(lines) == 0 {
		a.head = "no such sessions"
	}
	return a, nil
}

func (c *call) sessionLine(s types.SessionSummary) string {
	line := fmt.Sprintf("%s, %s", quoteUnlessID(s.SessionID, 60), ago(c.backend.Now(), s.CreatedAt))
	if s.Goal != "" {
		line += " " + quoted(s.Goal, 120) + " (" + outcomeWords(s.Outcome) + ")"
	}
	if len(s.FlowTags) > 0 {
		line += " flow " + quoteUnlessID(strings.Join(s.FlowTags, ","), 80)
	}
	if s.Git != nil && s.Git.Branch != "" {
		line += " branch " + quoted(s.Git.Branch, 60)
	}
	return line + teamWord(s.From)
}

// teamWord says that another member of a team recorded something.
func teamWord(from *types.From) string {
	if from == nil {
		return ""
	}
	return " [team: " + quoteUnlessID(from.Who(), 40) + "]"
}

// outcomeWords states whether a session's goal was reached, so that attempts do not
// read like results.
func outcomeWords(o types.SessionOutcome) string {
	switch o {
	case types.SessionDone:
		return "done"
	case "":
		return "tried, outcome unknown"
	}
	return "tried, " + string(o)
}

// stepsName is the source named for text of steps.
const stepsName = "recorded steps"

// stepLines returns one line per step, fenced; consecutive steps of a session share
// one line for the goal.
func (c *call) stepLines(found []types.StepSummary) answer {
	var b strings.Builder
	last := ""
	for _, s := range found {
		if s.SessionID != last {
			fmt.Fprintf(&b, "session %s", quoteUnlessID(s.SessionID, 60))
			if s.SessionGoal != "" {
				b.WriteString(" " + quoted(s.SessionGoal, 120))
				if session := c.backend.Memory.Session(s.SessionID); session != nil && !session.Ambient && s.SessionID != c.client.currentSession() {
					b.WriteString(" (" + outcomeWords(session.Outcome) + ")")
				}
			}
			b.WriteString(teamWord(s.From) + "\n")
			last = s.SessionID
		}
		fmt.Fprintf(&b, "  %s on %s, %s: %s\n", toolWord(s.Tool), quoted(s.Screen, 80), ago(c.backend.Now(), s.Timestamp), quotedRecord(s.Snippet, 200))
	}
	return answer{page: b.String(), from: stepsName}
}

// settle fills in the default scope and returns an error for a scope without session.
func (c *call) settle(scope *types.Scope, standard string) error {
	scope.Kind = cmp.Or(scope.Kind, standard)
	switch scope.Kind {
	case types.ScopeCurrent:
		if c.client.currentSession() == "" {
			return types.Fault(types.CodeNoSession, "this client has no current session",
				`call mm_launch first, or give scope "all" or {"sessionId": "…"} where the tool takes it`)
		}
	case types.ScopeSession:
		if err := capture.SessionID(scope.SessionID); err != nil {
			return err
		}
		if c.backend.Memory.Session(scope.SessionID) == nil {
			return types.Fault(types.CodeNotFound, fmt.Sprintf("there is no session %s", scope.SessionID), "mm_knowledge_sessions lists sessions")
		}
	}
	return nil
}
