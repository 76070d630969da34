package main

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
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
		most := req.Limit
		if !c.json && !req.Explain {
			req.Limit = min(most*foldedOf, mostSteps)
		}
		core, err := control.AskCore(h, c.errOut, wire.CoreRequest{Op: wire.OpSearch, Search: &req})
		if err != nil {
			return err
		}
		return c.show(types.OrEmpty(core.Steps), func() error {
			if req.Explain {
				return c.printSteps(unfolded(core.Steps), true)
			}
			found := folded(core.Steps)
			return c.printSteps(found[:min(most, len(found))], false)
		})
	})
	cmd.Example = `  cairn search send eth
  cairn search --since-hours 24 --explain invoice`
	countFlag(cmd, &req.Limit, "limit", 10, mostSteps, "number of results")
	cmd.Flags().StringVar(&req.Filters.Screen, "screen", "", "only steps on this `SCREEN`")
	filterFlags(cmd, &req.Filters)
	choiceFlag(cmd, &req.Ranker, "ranker", "spec: rank only by spec 001's weights", "spec")
	cmd.Flags().BoolVar(&req.Explain, "explain", false, "explain each score")
	return c.reads(cmd)
}

func filterFlags(cmd *cobra.Command, f *types.Filters) {
	cmd.Flags().StringVar(&f.FlowTag, "flow-tag", "", "only sessions with this flow `TAG`")
	cmd.Flags().StringVar(&f.Tag, "tag", "", "only sessions with this `TAG`")
	cmd.Flags().StringVar(&f.GitBranch, "branch", "", "only sessions on this git `BRANCH`")
	countFlag(cmd, &f.SinceHours, "since-hours", 0, 720, "only sessions of the last N hours")
}

const (
	// mostSteps bounds the steps of a search, as the core does.
	mostSteps = 100
	// foldedOf is how many steps are searched for each result: a task that was done often
	// has each of its steps as often.
	foldedOf = 5
)

// found is a result for people: the last of equal steps.
type found struct {
	types.StepSummary
	times int
}

// folded returns each step of several sessions once, the best first and failures last.
// Only time, session and the reason for the match differ between the others.
func folded(steps []types.StepSummary) (out []found) {
	at := map[string]int{}
	for _, s := range steps {
		key := fmt.Sprintf("%q %q %t %q", actionText(&s), keyIn(s.Snippet), s.From != nil, factsOf(&s))
		if i, ok := at[key]; ok {
			out[i].times++
			if s.Timestamp > out[i].Timestamp { // the time belongs to the session that is named
				out[i].StepSummary = s
			}
			continue
		}
		at[key] = len(out)
		out = append(out, found{s, 1})
	}
	worse := func(f found) int {
		if f.Detail != nil && !f.Detail.OK {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b found) int { return worse(a) - worse(b) })
	return out
}

// unfolded returns each step as a result: each has a score of its own to explain.
func unfolded(steps []types.StepSummary) (out []found) {
	for _, s := range steps {
		out = append(out, found{s, 1})
	}
	return out
}

func (c *call) printSteps(steps []found, explain bool) error {
	if len(steps) == 0 {
		return c.say("nothing found\n")
	}
	for i, f := range steps {
		s := f.StepSummary
		often := ""
		if f.times > 1 {
			often = fmt.Sprintf(" %d times, last", f.times)
		}
		fmt.Fprintf(c.out, "%2d. %s,%s %s\n", i+1, actionText(&s), often, console.Ago(s.Timestamp))
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

// toolVerbs names the tools in words for people.
var toolVerbs = map[string]string{"mm_click": "Clicked", "mm_type": "Typed into", "mm_navigate": "Went to", "mm_wait_for": "Waited for", "mm_drag": "Dragged", "mm_upload": "Gave files to", "mm_press": "Pressed", "mm_hover": "Moved onto", "mm_back": "Went back"}

var pressed = regexp.MustCompile(`(?:^|, )key: ([\w+]*[^,])(?:, |$)`)

// keyIn returns the key in a snippet: of a key press, or the Enter that ended typing.
func keyIn(snippet string) string {
	if key := pressed.FindStringSubmatch(snippet); key != nil {
		return key[1]
	}
	return ""
}

// actionText describes a step's action: the element by its name, or by its test id if it has
// no name, and the screen. Without both, it returns the snippet.
func actionText(s *types.StepSummary) string {
	text := cmp.Or(toolVerbs[s.Tool], s.Tool)
	if key := keyIn(s.Snippet); key != "" && s.Tool == "mm_press" && s.Detail != nil && s.Detail.Name+s.Detail.TestID != "" {
		text += " " + key + " in"
	}
	if d := s.Detail; d != nil && d.Name != "" {
		if name := capture.Shown(d.Name); name != d.Name {
			text += " " + strings.TrimSpace(d.Role+" "+name)
		} else {
			text += " “" + name + "”"
		}
	} else if d != nil && d.TestID != "" {
		text += " " + d.TestID
	} else {
		text += " (" + s.Snippet + ")"
	}
	if screen := capture.Shown(s.Screen); screen != "" && s.Screen != types.UnknownScreen {
		text += " on " + screen
	}
	return text
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
