package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/worth"
	"cairn/shared/types"
)

func statsVerb(c *call) *cobra.Command {
	return c.reads(c.verb("stats", "Show what repeated tasks cost, and whether suggestions were followed", func(_ context.Context, h home.Dir, _ []string) error {
		reply, err := control.AskOrStart(h, control.Request{Want: control.WantStats})
		if err != nil {
			return err
		}
		return c.show(reply.Stats, func() error { return printStats(c.out, reply.Stats, time.Now()) })
	}))
}

func printStats(out io.Writer, s *types.AdviceStats, now time.Time) error {
	if err := worth.Print(out, s, now); err != nil {
		return err
	}
	if s.Advised == 0 {
		_, err := fmt.Fprintf(out, "no suggestion has been given yet (%s by agents)\nSuggestions come with mm_describe_screen and at the end of an action's answer, from the second run of a flow on.\n", console.Counted(s.Steps, "step", "steps"))
		return err
	}
	fmt.Fprintf(out, "agents acted %s with a suggestion at hand:\n", console.Counted(s.Advised, "time", "times"))
	for _, row := range []struct {
		n     int
		label string
	}{
		{s.First, "did what was suggested first"},
		{s.Any, "did one of the things suggested"},
		{s.Worked, "  and it worked"},
		{s.Failed, "  and it failed"},
		{s.Ignored(), "did something else"},
	} {
		fmt.Fprintf(out, "  %5d  %3.0f %%  %s\n", row.n, console.Percent(row.n, s.Advised), row.label)
	}
	if s.Again > 0 || len(s.Tasks) == 0 {
		fmt.Fprintln(out, savedText(s.AdviceTally))
	}
	fmt.Fprintln(out)
	tab := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	for _, part := range []struct {
		title string
		rows  []types.AdviceGroup
	}{{"site", s.Sites}, {"day", s.Days}} {
		fmt.Fprintf(tab, "%s\tsteps\tadvised\tpromised\tfirst\tany\tworked\tfailed\tignored\tsaved: looks\tsteps\t\n", part.title)
		for _, g := range part.rows {
			fmt.Fprintf(tab, "%s\t%d\t%d\t%.0f %%\t%.0f %%\t%.0f %%\t%d\t%d\t%d\t%d\t%d\t\n", g.Name, g.Steps, g.Advised,
				100*g.Promised, console.Percent(g.First, g.Advised), console.Percent(g.Any, g.Advised), g.Worked, g.Failed, g.Ignored(), g.LooksSaved, g.StepsSaved)
		}
		if err := tab.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	fmt.Fprint(tab, "confidence\tgiven\tpromised\tfollowed\t\n")
	for _, b := range s.Calibration {
		fmt.Fprintf(tab, "%.1f to %.1f\t%d\t%.0f %%\t%.0f %%\t\n", b.From, b.From+0.1, b.Given, 100*b.Mean, console.Percent(b.Followed, b.Given))
	}
	return tab.Flush()
}

// savedText describes the measured saving by memory: later runs of a goal against its
// first run. Suggestions that an agent followed do not measure it: the agent may have
// observed the page all the same.
func savedText(t types.AdviceTally) string {
	if t.Again == 0 {
		return "saved: not measured yet, for no goal was reached a second time with suggestions"
	}
	text := fmt.Sprintf("measured in %s, each against the first run of its goal: %s", console.Counted(t.Again, "repeated run", "repeated runs"), fewer(t.StepsSaved, "step", "steps"))
	if t.Counted == 0 {
		return text + "; looks at pages were not counted in them"
	}
	text += ", " + fewer(t.LooksSaved, "look at a page", "looks at pages")
	if t.Counted < t.Again {
		text += fmt.Sprintf(" (counted in %d of them)", t.Counted)
	}
	return text
}

// fewer describes a saving, which may be negative.
func fewer(n int, one, many string) string {
	if n < 0 {
		return console.Counted(-n, one, many) + " more"
	}
	return console.Counted(n, one, many) + " fewer"
}
