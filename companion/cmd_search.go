package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func searchVerb(c *call) *cobra.Command {
	req := types.SearchRequest{Scope: types.Scope{Kind: types.ScopeAll}}
	cmd := c.verb("search QUERY...", "Search all recorded steps", func(_ context.Context, h home.Dir, words []string) error {
		req.Query = strings.Join(words, " ")
		core, err := control.AskCore(h, wire.CoreRequest{Op: wire.OpSearch, Search: &req})
		if err != nil {
			return err
		}
		return c.show(notNil(core.Steps), func() error { return c.printSteps(core.Steps, req.Explain) })
	})
	cmd.Example = `  cairn search send eth
  cairn search --since-hours 24 --explain invoice`
	countFlag(cmd, &req.Limit, "limit", 10, 100, "number of steps")
	cmd.Flags().StringVar(&req.Filters.Screen, "screen", "", "only steps on this `SCREEN`")
	filterFlags(cmd, &req.Filters)
	choiceFlag(cmd, &req.Ranker, "ranker", "spec: rank only by spec 001's weights", "spec")
	cmd.Flags().BoolVar(&req.Explain, "explain", false, "explain each score")
	return c.reads(cmd)
}

// filterFlags registers the flags that filter sessions.
func filterFlags(cmd *cobra.Command, f *types.Filters) {
	cmd.Flags().StringVar(&f.FlowTag, "flow-tag", "", "only sessions with this flow `TAG`")
	cmd.Flags().StringVar(&f.Tag, "tag", "", "only sessions with this `TAG`")
	cmd.Flags().StringVar(&f.GitBranch, "branch", "", "only sessions on this git `BRANCH`")
	countFlag(cmd, &f.SinceHours, "since-hours", 0, 720, "only sessions of the last N hours")
}

func (c *call) printSteps(steps []types.StepSummary, explain bool) error {
	if len(steps) == 0 {
		_, err := fmt.Fprintln(c.out, "nothing found")
		return err
	}
	for i, s := range steps {
		fmt.Fprintf(c.out, "%2d. %s  %s  on %s\n    %s\n", i+1, console.Ago(s.Timestamp), s.Tool, s.Screen, s.Snippet)
		if s.SessionGoal != "" {
			fmt.Fprintf(c.out, "    goal: %s (%s)\n", s.SessionGoal, s.SessionID)
		} else {
			fmt.Fprintf(c.out, "    session: %s\n", s.SessionID)
		}
		if explain {
			explainTo(c.out, "    ", s.Score, s.Explain)
		}
	}
	return nil
}
