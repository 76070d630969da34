package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// The commands here put a question to the daemon and print its answer.

func runSearch(_ context.Context, c *call) error {
	req := types.SearchRequest{Scope: types.Scope{Kind: types.ScopeAll}}
	c.count(&req.Limit, "limit", 10, 100, "how many steps")
	c.flags.StringVar(&req.Filters.Screen, "screen", "", "only steps on this screen")
	c.flags.StringVar(&req.Filters.FlowTag, "flow-tag", "", "only sessions with this flow tag")
	c.flags.StringVar(&req.Filters.Tag, "tag", "", "only sessions with this tag")
	c.flags.StringVar(&req.Filters.GitBranch, "branch", "", "only sessions on this git branch")
	c.count(&req.Filters.SinceHours, "since-hours", 0, 720, "only sessions of the last N hours")
	c.flags.StringVar(&req.Ranker, "ranker", "", "\"spec\" ranks by spec 001's weights alone")
	c.flags.BoolVar(&req.Explain, "explain", false, "show how each score came about")
	words, h, err := c.parse(1, -1)
	if err != nil {
		return err
	}
	req.Query = strings.Join(words, " ")
	core, err := control.AskCore(h, wire.CoreRequest{Op: wire.OpSearch, Search: &req})
	if err != nil {
		return err
	}
	if len(core.Steps) == 0 {
		fmt.Fprintln(c.out, "nothing found")
	}
	for i, s := range core.Steps {
		fmt.Fprintf(c.out, "%2d. %s  %s  on %s\n    %s\n", i+1, console.When(s.Timestamp), s.Tool, s.Screen, s.Snippet)
		if s.SessionGoal != "" {
			fmt.Fprintf(c.out, "    goal: %s (%s)\n", s.SessionGoal, s.SessionID)
		} else {
			fmt.Fprintf(c.out, "    session: %s\n", s.SessionID)
		}
		if req.Explain {
			explainTo(c.out, "    ", s.Score, s.Explain)
		}
	}
	return nil
}

func runSessions(_ context.Context, c *call) error {
	var req types.SessionsRequest
	c.count(&req.Limit, "limit", 10, 50, "how many")
	c.flags.StringVar(&req.Filters.FlowTag, "flow-tag", "", "only with this flow tag")
	c.flags.StringVar(&req.Filters.Tag, "tag", "", "only with this tag")
	c.flags.StringVar(&req.Filters.GitBranch, "branch", "", "only on this git branch")
	c.count(&req.Filters.SinceHours, "since-hours", 0, 720, "only of the last N hours")
	evidence := c.flags.String("evidence", "", "with outcome: what it was read from")
	args, h, err := c.parse(0, -1)
	if err != nil {
		return err
	}
	switch {
	case len(args) > 2 && args[0] == "outcome":
		return stateOutcomes(h, c, args[1:len(args)-1], args[len(args)-1], *evidence)
	case len(args) > 0:
		return usageError{"sessions"}
	}
	core, err := control.AskCore(h, wire.CoreRequest{Op: wire.OpSessions, Sessions: &req})
	if err != nil {
		return err
	}
	if len(core.Sessions) == 0 {
		fmt.Fprintln(c.out, "no sessions")
		return nil
	}
	tab := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	for _, s := range core.Sessions {
		goal := s.Goal
		if goal == "" {
			goal = "(browsing)"
		}
		fmt.Fprintf(tab, "%s\t%s\t%s\t%s\t%s\n", s.SessionID, console.When(s.CreatedAt), outcomeColumn(s), strings.Join(s.FlowTags, ","), goal)
	}
	return tab.Flush()
}

// outcomeColumn is a session's outcome in a word or two. Browsing that nobody
// launched has none.
func outcomeColumn(s types.SessionSummary) string {
	switch {
	case s.Outcome == types.SessionDone:
		return "done"
	case s.Outcome != "":
		return "tried, " + string(s.Outcome)
	case s.Goal == "":
		return "-"
	}
	return "tried"
}

// stateOutcomes keeps a person's word on sessions, one after the other.
func stateOutcomes(h home.Dir, c *call, ids []string, outcome, evidence string) error {
	for _, id := range ids {
		req := wire.OutcomeRequest{SessionID: id, Outcome: outcome, Evidence: evidence}
		if _, err := control.AskOrStart(h, control.Request{Want: control.WantOutcome, Outcome: &req}); err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%s is %s\n", id, outcome)
	}
	return nil
}

func runRecall(_ context.Context, c *call) error {
	var req types.RecallRequest
	c.flags.StringVar(&req.TaskHint, "hint", "", "the task at hand, to order what is known")
	c.flags.StringVar(&req.Language, "language", "", "en or zh")
	domain, h, err := c.parse(1, 1)
	if err != nil {
		return err
	}
	if strings.Contains(domain[0], "://") {
		req.URL = domain[0]
	} else {
		req.Domain = domain[0]
	}
	core, err := control.AskCore(h, wire.CoreRequest{Op: wire.OpRecall, Recall: &req})
	if err != nil {
		return err
	}
	if core.Recall.Context != "" {
		fmt.Fprintln(c.out, core.Recall.Context)
	}
	fmt.Fprintln(c.out, core.Recall.AISummary)
	return nil
}

func runStatus(_ context.Context, c *call) error {
	_, h, err := c.parse(0, 0)
	if err != nil {
		return err
	}
	reply, err := control.Ask(h, control.Request{Want: control.WantStatus})
	if err != nil {
		return err
	}
	reply.Status.Print(c.out)
	return nil
}

func runStop(_ context.Context, c *call) error {
	_, h, err := c.parse(0, 0)
	if err != nil {
		return err
	}
	info, err := h.ReadDaemonInfo()
	if err != nil {
		info = home.DaemonInfo{}
	}
	if _, err := control.Ask(h, control.Request{Want: control.WantStop}); err != nil {
		return err
	}
	for end := time.Now().Add(control.StopGrace + time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if !control.Running(h) {
			_, err := fmt.Fprintf(c.out, "stopped the daemon (process %d)\n", info.PID)
			return err
		}
	}
	return types.Fault(types.CodeInternal, fmt.Sprintf("the daemon (process %d) is still closing", info.PID), "wait, or look into "+h.Log())
}
