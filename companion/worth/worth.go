// Package worth prints the worth of memory: the measured cost of each run of a task
// (types.TaskRuns). [Print] compares all repeated tasks, [SideBySide] two runs.
package worth

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"cairn/companion/console"
	"cairn/shared/types"
)

// titleWidth bounds the task column: a line fits a wide terminal.
const titleWidth = 48

// costs are the figures of a run, each of which may be unknown.
var costs = []struct {
	title string
	known func(types.TaskRun) bool
	value func(types.TaskRun) float64
	form  string
}{
	{"tool calls", func(r types.TaskRun) bool { return r.Calls > 0 }, func(r types.TaskRun) float64 { return float64(r.Calls) }, "%.0f"},
	{"tokens (estimated)", func(r types.TaskRun) bool { return r.Tokens > 0 }, func(r types.TaskRun) float64 { return float64(r.Tokens) }, "%.0f"},
	{"looks at pages", func(r types.TaskRun) bool { return r.Looks != nil }, func(r types.TaskRun) float64 { return float64(*r.Looks) }, "%.0f"},
	{"seconds", func(r types.TaskRun) bool { return r.Seconds > 0 }, func(r types.TaskRun) float64 { return r.Seconds }, "%.1f"},
}

// Print compares the runs of repeated tasks, and this week with the last one. It prints
// nothing where there is nothing to compare.
func Print(out io.Writer, s *types.AdviceStats, now time.Time) error {
	if len(s.Tasks) > 0 {
		fmt.Fprintln(out, "cost of repeated tasks: the first run that was done → the last one")
		tab := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
		fmt.Fprint(tab, "  task\truns\tdone")
		for _, c := range costs {
			fmt.Fprint(tab, "\t", c.title)
		}
		fmt.Fprintln(tab)
		for _, t := range s.Tasks {
			first, last, done := Done(t)
			fmt.Fprintf(tab, "  %s\t%d\t%d", clipped(t.Title, titleWidth), t.Count, done)
			for i := range costs {
				if done < 2 {
					fmt.Fprint(tab, "\t–")
				} else {
					fmt.Fprintf(tab, "\t%s → %s", figure(i, first), figure(i, last))
				}
			}
			fmt.Fprintln(tab)
		}
		if err := tab.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	return printWeeks(out, s.Days, now)
}

// SideBySide compares two runs, a column each.
func SideBySide(out io.Writer, before, after string, first, last types.TaskRun) error {
	tab := tabwriter.NewWriter(out, 0, 4, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "\t%s\t%s\t\n", before, after)
	for i, c := range costs {
		change := ""
		if c.known(first) && c.known(last) && c.value(first) > 0 {
			change = fmt.Sprintf("   %+.0f %%", 100*(c.value(last)/c.value(first)-1))
		}
		fmt.Fprintf(tab, "%s\t%s\t%s\t%s\n", c.title, figure(i, first), figure(i, last), change)
	}
	return tab.Flush()
}

func figure(i int, r types.TaskRun) string {
	if !costs[i].known(r) {
		return "?"
	}
	return fmt.Sprintf(costs[i].form, costs[i].value(r))
}

// Done returns the first and the last run that were done, and the number of those that
// are listed.
func Done(t types.TaskRuns) (first, last types.TaskRun, done int) {
	for _, r := range t.Runs {
		if r.Outcome != types.SessionDone {
			continue
		}
		if done == 0 {
			first = r
		}
		last = r
		done++
	}
	return first, last, done
}

func clipped(s string, most int) string {
	if r := []rune(console.OneLine(s)); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return console.OneLine(s)
}

// printWeeks compares the seven days up to now with the seven before.
func printWeeks(out io.Writer, days []types.AdviceGroup, now time.Time) error {
	since := func(days int) string { return now.UTC().AddDate(0, 0, -days).Format(time.DateOnly) }
	var weeks [2]types.AdviceTally // this one and the last one
	for _, d := range days {
		i := slices.IndexFunc([]int{6, 13}, func(n int) bool { return d.Name >= since(n) })
		if i < 0 {
			continue
		}
		w := &weeks[i]
		w.Steps += d.Steps
		w.Advised += d.Advised
		w.Any += d.Any
		w.Worked += d.Worked
		w.FlowsOK += d.FlowsOK
		w.FlowsStopped += d.FlowsStopped
	}
	if weeks[0].Steps+weeks[1].Steps == 0 {
		return nil
	}
	tab := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(tab, "  \tsteps by agents\twith a suggestion\tfollowed\tand it worked\tflows run\tstopped")
	for i, name := range []string{"last 7 days", "7 days before"} {
		w := weeks[i]
		fmt.Fprintf(tab, "  %s\t%d\t%d\t%d\t%d\t%d\t%d\n", name, w.Steps, w.Advised, w.Any, w.Worked, w.FlowsOK+w.FlowsStopped, w.FlowsStopped)
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out)
	return err
}
