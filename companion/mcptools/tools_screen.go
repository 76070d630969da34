package mcptools

import (
	"context"
	"fmt"
	"strings"

	"cairn/shared/types"
)

var screenTools = []*tool{
	{
		name: "mm_describe_screen", title: "Look at the screen",
		description: "What the page shows, one line per element: ref, role, \"name\", [testId]; repeated rows are folded. Begins with what worked here before, when anything did.",
		readOnly:    true, openWorld: true,
		run: typed(describe),
	},
	{
		name: "mm_list_testids", title: "List test ids",
		description: "Elements that carry a test id.",
		readOnly:    true, openWorld: true,
		run: typed(listTestIDs),
	},
	{
		name: "mm_accessibility_snapshot", title: "List all elements",
		description: "Every element with role and name, unfolded; find narrows it.",
		readOnly:    true, openWorld: true,
		run: typed(snapshot),
	},
	{
		name: "mm_screenshot", title: "Take a screenshot",
		description: "A picture of the tab, also saved to a file. Costs far more than mm_describe_screen.",
		readOnly:    true, openWorld: true,
		run: typed(screenshot),
	},
}

func describe(ctx context.Context, c *call, in types.DescribeInput) (answer, error) {
	r, err := c.client.hands().Describe(ctx, in)
	if err != nil {
		return answer{}, err
	}
	brief := ""
	if !in.Part() {
		brief = c.siteLines(ctx, r)
	}
	a := answer{result: r, text: describeText(c.backend.Now(), in, r, brief)}
	if r.Screenshot != nil {
		a.image = &r.Screenshot.Image
		a.text += "\n" + shotLine(r.Screenshot)
	}
	return a, nil
}

// describeText is prior knowledge first, with what is known of the site where
// that is news, then the page.
func describeText(now types.Time, in types.DescribeInput, r *types.DescribeResult, brief string) string {
	var b strings.Builder
	known := priorText(now, r)
	if known != "" && brief != "" {
		known += "\n"
	}
	if known += brief; known != "" {
		b.WriteString(known + "\n\n")
	}
	fmt.Fprintf(&b, "screen %s, %s, title %s\n", quoted(r.State.CurrentScreen, 80), where(types.TabInfo{TabID: r.Tab.TabID, URL: r.State.CurrentURL}), quoted(r.State.Title, 100))
	budget := max(describeBudget-tokenCost(b.String())-fenceCost, leastScreen)
	body := bodyText(in, r, budget)
	if r.Truncated && in.Find != "" {
		body += "\nmore than this fits: find with more words"
	} else if r.Truncated {
		body += "\nthe page holds more than was looked at: find looks through all of it"
	}
	b.WriteString(fence(r.State.Origin, body))
	return b.String()
}

// fenceCost is what the marks around a page's text take.
const fenceCost = 50

// bodyText is the page, or the part of it that was asked for.
func bodyText(in types.DescribeInput, r *types.DescribeResult, budget int) string {
	switch {
	case r.Changes != nil:
		return changesText(r.Changes, r.A11y.Nodes, budget)
	case in.Part() && len(r.A11y.Nodes)+len(r.TestIDs.Items) == 0:
		return fmt.Sprintf("none of the %d elements here fits", r.Total)
	case in.Expand != "":
		return plainText(r.A11y.Nodes, budget)
	case in.Diff:
		return "no earlier look to compare with, or most of it changed: the whole screen\n" + screenText(r.A11y.Nodes, r.TestIDs.Items, budget-20)
	}
	return screenText(r.A11y.Nodes, r.TestIDs.Items, budget)
}

func listTestIDs(ctx context.Context, c *call, in types.ListInput) (answer, error) {
	r, err := c.client.hands().ListTestIDs(ctx, in)
	if err != nil {
		return answer{}, err
	}
	var all []string
	for _, t := range r.Items {
		line := element(t.Role, t.Name, t.TestID, "")
		if t.Role == "" {
			line = strings.TrimSpace(word(t.Tag, 30) + " " + line)
		}
		if !t.Visible {
			line += " hidden"
		}
		all = append(all, line)
	}
	return answer{result: r, text: listText(r.Tab, all, r.Total)}, nil
}

func snapshot(ctx context.Context, c *call, in types.ListInput) (answer, error) {
	r, err := c.client.hands().Snapshot(ctx, in)
	if err != nil {
		return answer{}, err
	}
	var all []string
	for i := range r.Nodes {
		all = append(all, nodeLine(&r.Nodes[i]))
	}
	return answer{result: r, text: listText(r.Tab, all, r.Total)}, nil
}

// listText is a list that says how much of it was left out.
func listText(tab types.TabInfo, all []string, total int) string {
	if total == 0 {
		return where(tab) + ": no such elements"
	}
	body := strings.Join(all, "\n")
	if left := total - len(all); left > 0 {
		body += fmt.Sprintf("\n%d more; give a larger limit, or find", left)
	}
	return where(tab) + "\n" + fence("", body)
}

func screenshot(ctx context.Context, c *call, in types.ScreenshotInput) (answer, error) {
	r, err := c.client.hands().Screenshot(ctx, in)
	if err != nil {
		return answer{}, err
	}
	return answer{result: r, text: where(r.Tab) + "\n" + shotLine(&r.Screenshot), image: &r.Image}, nil
}

func shotLine(s *types.Screenshot) string {
	if s.Path == "" {
		return fmt.Sprintf("screenshot %d×%d", s.Width, s.Height)
	}
	return fmt.Sprintf("screenshot %d×%d in %s", s.Width, s.Height, s.Path)
}
