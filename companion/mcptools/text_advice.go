package mcptools

import (
	"fmt"
	"strings"

	"cairn/shared/types"
)

// shownDays is the number of newest days in the text.
const shownDays = 7

// adviceText summarises how often suggestions were followed and right: in the session
// and on its sites, over time and by confidence.
func adviceText(a *types.SessionAdvice) string {
	lines := []string{
		fmt.Sprintf("suggestions here: at hand for %d of %s; the first was followed %s, promised were %.0f %%; any of them %s; %s",
			a.Advised, steps(a.Steps), ratio(a.First, a.Advised), 100*a.Promised, ratio(a.Any, a.Advised), outcomeText(a.AdviceTally)),
	}
	for _, site := range a.Here.Sites {
		lines = append(lines, fmt.Sprintf("on %s in all sessions: %d given, promised %.0f %%, first followed %s, any %s; %s",
			quoted(site.Name, 80), site.Advised, 100*site.Promised, ratio(site.First, site.Advised), ratio(site.Any, site.Advised), outcomeText(site.AdviceTally)))
	}
	var days, bins []string
	for _, d := range a.Here.Days[max(0, len(a.Here.Days)-shownDays):] {
		if d.Advised > 0 {
			days = append(days, fmt.Sprintf("%s %s, promised %.0f %%", d.Name, ratio(d.First, d.Advised), 100*d.Promised))
		}
	}
	for _, b := range a.Here.Calibration {
		bins = append(bins, fmt.Sprintf("%.0f %% promised, %s followed", 100*b.Mean, ratio(b.Followed, b.Given)))
	}
	return strings.Join(append(lines, "first followed by day: "+strings.Join(days, "; "), "by confidence: "+strings.Join(bins, "; ")), "\n")
}

// outcomeText compares followed with ignored suggestions.
func outcomeText(t types.AdviceTally) string {
	text := fmt.Sprintf("%d worked, %d failed", t.Worked, t.Failed)
	if t.Again > 0 {
		text += fmt.Sprintf("; %s than the first run in %s", fewer(t.StepsSaved), repeated(t.Again))
	}
	if t.Counted > 0 {
		text += fmt.Sprintf(" (looks at pages: %+d)", -t.LooksSaved)
	}
	return text
}

func repeated(n int) string {
	if n == 1 {
		return "1 repeated run"
	}
	return fmt.Sprintf("%d repeated runs", n)
}

func fewer(saved int) string {
	if saved < 0 {
		return steps(-saved) + " more"
	}
	return steps(saved) + " fewer"
}

func ratio(part, whole int) string {
	return fmt.Sprintf("%d of %d (%.0f %%)", part, whole, 100*float64(part)/float64(max(1, whole)))
}
