package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/recall"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func sessionsVerb(c *call) *cobra.Command {
	var req types.SessionsRequest
	cmd := c.verb("sessions", "List recent sessions, or set their outcome", func(_ context.Context, h home.Dir, _ []string) error {
		req.Detail = !c.json
		core, err := control.AskCore(h, c.errOut, wire.CoreRequest{Op: wire.OpSessions, Sessions: &req})
		if err != nil {
			return err
		}
		return c.show(types.OrEmpty(core.Sessions), func() error { return c.printSessions(core.Sessions) })
	})
	cmd.Example = `  cairn sessions --limit 20
  cairn sessions outcome mm-1a2b done --evidence "the invoice was sent"`
	countFlag(cmd, &req.Limit, "limit", 10, 50, "number of sessions")
	filterFlags(cmd, &req.Filters)
	cmd.AddCommand(outcomeVerb(c))
	return c.reads(cmd)
}

func (c *call) printSessions(sessions []types.SessionSummary) error {
	if len(sessions) == 0 {
		return c.say("no sessions\n")
	}
	table := console.NewTable(c.out, "TASK", "OUTCOME", "SITE", "STEPS", "WHEN", "SESSION")
	for _, s := range sessions {
		goal, site, steps := cmp.Or(s.Goal, "(browsing)"), "-", "-"
		if d := s.Detail; d != nil {
			site, steps = recall.Site(d.Origin+"/"), strconv.Itoa(d.Steps)
		}
		if s.From != nil {
			goal = fmt.Sprintf("%s, team: %s", cmp.Or(s.Goal, "(task not shared)"), s.From.Who())
		}
		table.Row(goal, outcomeColumn(s), site, steps, console.Ago(s.CreatedAt), s.SessionID)
	}
	return table.Print()
}

// outcomeColumn returns a session's outcome in a word or two. Manual browsing has
// none.
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

func outcomeVerb(c *call) *cobra.Command {
	var evidence string
	outcomes := []string{"done", "failed", "abandoned", "unknown"}
	// The outcome follows one or more ids.
	cmd := c.verb("outcome ID... OUTCOME", "Set the outcome of sessions: done, failed, abandoned or unknown", func(_ context.Context, h home.Dir, args []string) error {
		ids, outcome := args[:len(args)-1], args[len(args)-1]
		for _, id := range ids {
			req := wire.OutcomeRequest{SessionID: id, Outcome: outcome, Evidence: evidence}
			if _, err := control.AskOrStart(h, control.Request{Want: control.WantOutcome, Outcome: &req}); err != nil {
				return err
			}
			fmt.Fprintf(c.out, "%s is %s\n", id, outcome)
		}
		return nil
	})
	cmd.Long = `Only sessions that are done teach how a task is done. An agent states the
outcome when it ends its session; yours holds against it. Sessions of which
nobody said anything, all of those from before outcomes were stated too, are
tried: their steps still feed suggestions, with less weight.`
	cmd.Example = `  cairn sessions outcome mm-1a2b mm-3c4d failed`
	cmd.Args = func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return usageError{message: "missing ID"}
		case !slices.Contains(outcomes, args[len(args)-1]):
			return usageError{message: fmt.Sprintf("%q is no outcome", args[len(args)-1]), hint: "give " + strings.Join(outcomes, ", ") + " behind the ids"}
		case len(args) == 1:
			return usageError{message: "missing ID"}
		}
		return nil
	}
	cmd.Flags().StringVar(&evidence, "evidence", "", "`TEXT` that the outcome was read from")
	return cmd
}
