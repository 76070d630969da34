package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/capture"
	"cairn/shared/recall"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func searchVerb(c *call) *cobra.Command {
	req := types.SearchRequest{Scope: types.Scope{Kind: types.ScopeAll}}
	cmd := c.verb("search QUERY...", "Search all recorded steps", func(_ context.Context, h home.Dir, words []string) error {
		req.Query, req.Detail = strings.Join(words, " "), !c.json
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
		fmt.Fprintf(c.out, "%2d. %s, %s\n", i+1, deedOf(&s), console.Ago(s.Timestamp))
		facts := factsOf(&s)
		if s.From != nil {
			facts = append(facts, "team: "+console.OneLine(s.From.Who()))
		}
		if len(facts) > 0 {
			fmt.Fprintf(c.out, "    %s\n", strings.Join(facts, ", "))
		}
		if s.SessionGoal != "" {
			fmt.Fprintf(c.out, "    goal: %s (%s)\n", s.SessionGoal, s.SessionID)
		} else {
			fmt.Fprintf(c.out, "    session: %s\n", s.SessionID)
		}
		if explain {
			fmt.Fprintf(c.out, "    %s\n", s.Snippet)
			explainTo(c.out, "    ", s.Score, s.Explain)
		}
	}
	return nil
}

// deeds are the tools in the words for people.
var deeds = map[string]string{"mm_click": "Clicked", "mm_type": "Typed into", "mm_navigate": "Went to", "mm_wait_for": "Waited for", "mm_drag": "Dragged", "mm_upload": "Gave files to", "mm_press": "Pressed", "mm_hover": "Moved onto", "mm_back": "Went back"}

// deedOf says what a step did: the element by its name, by its test id only if it has
// none, and the screen. Without both, it returns the snippet.
func deedOf(s *types.StepSummary) string {
	deed := cmp.Or(deeds[s.Tool], s.Tool)
	if d := s.Detail; d != nil && d.Name != "" {
		if name := capture.Shown(d.Name); name != d.Name {
			deed += " " + strings.TrimSpace(d.Role+" "+name)
		} else {
			deed += " “" + name + "”"
		}
	} else if d != nil && d.TestID != "" {
		deed += " " + d.TestID
	} else {
		deed += " (" + s.Snippet + ")"
	}
	if screen := capture.Shown(s.Screen); screen != "" && s.Screen != types.UnknownScreen {
		deed += " on " + screen
	}
	return deed
}

// factsOf returns the outcome of a step that failed, its site, and the test id of its element.
func factsOf(s *types.StepSummary) []string {
	if s.Detail == nil {
		return nil
	}
	var facts []string
	if !s.Detail.OK {
		facts = append(facts, "failed")
	}
	if site := recall.Site(s.Detail.Origin + "/"); site != "" {
		facts = append(facts, site)
	}
	if s.Detail.Name != "" && s.Detail.TestID != "" {
		facts = append(facts, "test id "+s.Detail.TestID)
	}
	return facts
}
