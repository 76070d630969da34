package mcptools

import (
	"context"
	"fmt"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types/tool"
)

var sessionTools = []*definition{
	{
		name:        "mm_launch",
		description: "Start a session with its own tab, before anything else; ends your earlier one. Goal and flowTags (send, swap, connect, sign, onboarding, settings, tx-confirmation, or your own) let later sessions find what worked.",
		openWorld:   true,
		run:         typed(launch),
	},
	{
		name:        "mm_cleanup",
		description: "End your session and its tab. State the outcome (done only if you saw the goal reached) and evidence: only done sessions teach.",
		destructive: true, openWorld: true,
		run: typed(cleanup),
	},
}

func launch(ctx context.Context, c *call, in tool.LaunchInput) (answer, error) {
	flow := c.offered(c.flowFor(in.URL, in.Goal), in.Dir, in.URL, in.Goal)
	known := flow != nil && flow.Confidence >= leastKnown
	r, err := c.client.hands().Launch(ctx, in)
	if err != nil {
		return answer{}, err
	}
	c.launched(ctx, c.client, r.SessionID)
	r.Flow = flow
	c.client.repeats(flow) // it shows it now
	head := own("session %s started, tab %d", r.SessionID, r.Tab.TabID)
	if r.Context != "" {
		head += own(" in context %s", r.Context)
	}
	if r.EndedSessionID != "" {
		head += own("; your session %s was ended without an outcome and counts as tried", r.EndedSessionID)
	}
	if r.Resembles != nil {
		head += "\n" + resemblanceText(r.Resembles)
	}
	brief := *r
	if known {
		// The rest is useful only for single steps.
		brief.Git, brief.Tab = nil, tool.TabInfo{TabID: r.Tab.TabID}
		brief.Next = briefNext(r.Next)
		page := strings.TrimSuffix(flowLine(r.Flow)+"\n"+nextText(r.Next), "\n")
		return answer{result: r, brief: brief, head: head + "\nnext: the call below", page: page, from: text.Origin(r.Tab.URL)}, nil
	}
	next := ownText("\nnext: mm_describe_screen")
	page := whatShows(r.Tab)
	if r.Flow != nil {
		next = "\nnext: mm_describe_screen, or look at the steps of the similar flow below"
		page += "\n" + flowLine(r.Flow)
	}
	if r.Git != nil && r.Git.Branch != "" {
		page += "\ngit branch " + quoted(r.Git.Branch, 80)
	}
	brief.Next = briefNext(r.Next)
	if first := nextText(r.Next); first != "" {
		page += "\n" + first
		next = ownText(strings.ReplaceAll(string(next), "mm_describe_screen", "the step below"))
	}
	return answer{result: r, brief: brief, head: head + next, page: strings.TrimPrefix(page, "\n")}, nil
}

type noInput struct{}

// noOutcome is added to the answer of an mm_cleanup without outcome.
const noOutcome = `
no outcome stated: the session counts as tried, not as done, and its goal is not offered as a known way. Next time: mm_cleanup {"outcome": "done", "evidence": "what showed it"}, or failed, or abandoned`

func cleanup(ctx context.Context, c *call, in tool.CleanupInput) (answer, error) {
	r, err := c.client.hands().Cleanup(ctx, in)
	if err != nil {
		return answer{}, err
	}
	head := own("session %s ended, %s recorded", r.SessionID, ownText(steps(r.Steps)))
	if r.Outcome != "" {
		head = own("session %s ended as %s, %s recorded", r.SessionID, string(r.Outcome), ownText(steps(r.Steps)))
	}
	if r.TabClosed {
		head += ", tab closed"
	}
	if r.ContextDiscarded {
		head += ", context removed"
	}
	if r.Outcome == "" {
		head += noOutcome
	}
	return answer{result: r, head: head}, nil
}

// steps returns a number of steps in words.
func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// whatShows describes the content of a tab.
func whatShows(t tool.TabInfo) string {
	var parts []string
	if t.Screen != "" {
		parts = append(parts, "on screen "+quoted(t.Screen, 80))
	}
	if t.URL != "" {
		parts = append(parts, "at "+quoted(t.URL, 200))
	}
	return strings.Join(parts, " ")
}
