package mcptools

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

var screenTools = []*definition{
	{
		name:        "mm_describe_screen",
		description: "What the page shows, line by line: \"texts\", and elements as ref, role, \"name\"; long lists folded. Begins with what worked here before.",
		readOnly:    true, openWorld: true,
		run: typed(describe),
	},
	{
		name: "mm_read", own: true,
		description: "The texts of the page, or of an element or region; find keeps lines with its words.",
		readOnly:    true, openWorld: true,
		run: typed(read),
	},
	{
		name: "mm_list_testids", extra: true,
		description: "Elements that carry a test id.",
		readOnly:    true, openWorld: true,
		run: typed(listTestIDs),
	},
	{
		name: "mm_accessibility_snapshot", extra: true,
		description: "Every element with role and name, unfolded; find narrows it.",
		readOnly:    true, openWorld: true,
		run: typed(snapshot),
	},
	{
		name:        "mm_screenshot",
		description: "A picture of the tab, also saved to a file. Costs far more than mm_describe_screen.",
		readOnly:    true, openWorld: true,
		run: typed(screenshot),
	},
}

func describe(ctx context.Context, c *call, in tool.DescribeInput) (answer, error) {
	r, err := c.client.hands().Describe(ctx, in)
	if err != nil {
		return answer{}, err
	}
	if r.Flow = c.offered(r.Flow, "", r.State.CurrentURL, r.Goal); c.client.hasRunFlow() || c.client.repeats(r.Flow) {
		r.Flow = nil
	}
	known := r.Flow != nil && r.Flow.Confidence >= leastKnown
	a := describeAnswer(c.backend.Now(), in, r, c.siteLines(r.Site, known), c.done)
	if r.Resembles != nil {
		a.head += "\n" + resemblanceText(r.Resembles)
	}
	if r.Screenshot != nil {
		a.image = &r.Screenshot.Image
		a.page += "\n" + shotLine(r.Screenshot)
	}
	return a, nil
}

// done reports whether a session is known to have reached its goal.
func (c *call) done(sessionID string) bool { return c.backend.Memory.Session(sessionID).Done() }

// describeAnswer returns prior knowledge, new site memory, then the page.
func describeAnswer(now types.Time, in tool.DescribeInput, r *tool.DescribeResult, brief string, done func(sessionID string) bool) answer {
	a := answer{result: r, from: r.State.Origin, head: own("tab %d", r.Tab.TabID)}
	switch {
	case len(r.A11y.Nodes)+r.Outline.Len() > 0 && r.Loading:
		a.head += "; the page is still loading: more may come"
	case r.Total == 0 && len(r.A11y.Nodes)+len(r.TestIDs.Items)+r.Outline.Len() == 0 && r.Loading:
		a.head += "; the page is still loading and shows nothing yet: call mm_describe_screen again"
	case r.Total == 0 && len(r.A11y.Nodes)+len(r.TestIDs.Items)+r.Outline.Len() == 0:
		a.head += "; the page shows nothing that can be read or used"
	}
	var b strings.Builder
	known := priorText(now, r, done)
	if known != "" {
		a.head += "; calls that worked before come first"
	}
	if line := flowLine(r.Flow); line != "" {
		if r.Flow.Confidence >= leastKnown {
			a.head += "; a known flow does the task in one call"
		}
		known = strings.TrimSuffix(line+"\n"+known, "\n")
	}
	if known != "" && brief != "" {
		known += "\n"
	}
	if known += brief; known != "" {
		b.WriteString(known + "\n\n")
	}
	b.WriteString(placeText(r.State) + "\n")
	budget := cmp.Or(in.Budget, describeBudget)
	budget = max(budget-tokenCost(b.String())-tokenCost(string(a.head))-fenceCost, leastScreen)
	b.WriteString(bodyText(in, r, budget))
	if r.Truncated && in.Find != "" {
		b.WriteString("\nmore than this fits: find with more words")
	} else if r.Truncated {
		b.WriteString("\nthe page holds more than was looked at: find looks through all of it")
	}
	a.page, a.brief = b.String(), briefDescription(in, r)
	return a
}

// placeText returns the line that names the page. It leaves out an address or a title that only
// repeats the screen's name.
func placeText(s types.State) string {
	text := "screen " + quoted(s.CurrentScreen, 80)
	if at := address(s); at != "/"+s.CurrentScreen {
		text += " at " + quoted(at, 200)
	}
	if s.Title != "" && !strings.EqualFold(s.Title, s.CurrentScreen) {
		text += ", title " + quoted(s.Title, 100)
	}
	return text
}

// address returns where a page is, without its origin: the delimiter above says that.
func address(s types.State) string {
	path := strings.TrimPrefix(s.CurrentURL, s.Origin)
	if !strings.HasPrefix(path, "/") || !source.MatchString(s.Origin) {
		return s.CurrentURL
	}
	return path
}

// fenceCost is the cost of the delimiters around page text.
const fenceCost = 50

// searchedPart ends an answer for which the time to search a long list ran out.
const searchedPart = "; not all of the page was searched: an action on a text searches longer"

// bodyText returns the page or the requested part.
func bodyText(in tool.DescribeInput, r *tool.DescribeResult, budget int) string {
	switch {
	case r.Changes != nil:
		return changesText(viewOf(r), r.Changes, budget)
	case in.Part() && len(r.A11y.Nodes)+len(r.TestIDs.Items)+r.Outline.Len() == 0:
		none := fmt.Sprintf("none of the %d elements here fits, nor a text", r.Total)
		if r.Truncated {
			none += searchedPart
		}
		return none
	case in.Part():
		return plainText(viewOf(r), budget)
	case in.Diff:
		return "no earlier look to compare with, or most of it changed: the whole screen\n" + screenText(viewOf(r), budget-20)
	}
	return screenText(viewOf(r), budget)
}

// readBudget bounds the texts of a page, in tokens.
const readBudget = 2 * describeBudget

func read(ctx context.Context, c *call, in tool.ReadInput) (answer, error) {
	r, err := c.client.hands().Read(ctx, in)
	if err != nil {
		return answer{}, err
	}
	a := answer{result: r, head: own("tab %d", r.Tab.TabID), from: text.Origin(r.Tab.URL)}
	if len(r.Lines) == 0 {
		a.head += ": no such text"
		if in.Find == "" {
			a.head = own("tab %d: no text is there", r.Tab.TabID)
		}
	}
	switch {
	case r.Truncated && in.Find != "":
		a.head += searchedPart
	case r.Truncated:
		a.head += "; the page holds more than was read: find looks through all of it"
	}
	page, budget := []string{}, readBudget
	if shown := whatShows(r.Tab); shown != "" {
		page = append(page, shown)
	}
	for i, l := range r.Lines {
		said := quoted(l, maxText)
		if budget -= tokenCost(said) + 1; budget < 0 && i > 0 {
			a.head += own("; %d lines of %d: within or find shows others", i, len(r.Lines))
			break
		}
		page = append(page, said)
	}
	a.page = strings.Join(page, "\n")
	return a, nil
}

func listTestIDs(ctx context.Context, c *call, in tool.ListInput) (answer, error) {
	r, err := c.client.hands().ListTestIDs(ctx, in)
	if err != nil {
		return answer{}, err
	}
	var all []string
	for _, t := range r.Items {
		line := element(t.Role, t.Name, t.TestID, "")
		if t.Role == "" {
			line = strings.TrimSpace(quoteUnlessID(t.Tag, 30) + " " + line)
		}
		if !t.Visible {
			line += " hidden"
		}
		line += inFrame(t.Origin)
		all = append(all, line)
	}
	return listAnswer(r, r.Tab, all, r.Total), nil
}

func snapshot(ctx context.Context, c *call, in tool.ListInput) (answer, error) {
	r, err := c.client.hands().Snapshot(ctx, in)
	if err != nil {
		return answer{}, err
	}
	var all []string
	for i := range r.Nodes {
		all = append(all, nodeLine(&r.Nodes[i]))
	}
	return listAnswer(r, r.Tab, all, r.Total), nil
}

// listAnswer returns a list with the number of omitted entries.
func listAnswer(r any, tab tool.TabInfo, all []string, total int) answer {
	head := own("tab %d", tab.TabID)
	if total == 0 {
		head += ": no such elements"
	}
	if left := total - len(all); left > 0 {
		head += own(": %d of %d; give a larger limit, or find", len(all), total)
	}
	if shown := whatShows(tab); shown != "" {
		all = append([]string{shown}, all...)
	}
	return answer{result: r, head: head, page: strings.Join(all, "\n")}
}

func screenshot(ctx context.Context, c *call, in tool.ScreenshotInput) (answer, error) {
	r, err := c.client.hands().Screenshot(ctx, in)
	if err != nil {
		return answer{}, err
	}
	page := strings.TrimPrefix(whatShows(r.Tab)+"\n"+shotLine(&r.Screenshot), "\n")
	return answer{result: r, head: own("tab %d, %d×%d pixels", r.Tab.TabID, r.Width, r.Height), page: page, image: &r.Image}, nil
}

func shotLine(s *tool.Screenshot) string {
	if s.Path == "" {
		return fmt.Sprintf("screenshot %d×%d, not saved: this browser keeps only the names that were used", s.Width, s.Height)
	}
	return fmt.Sprintf("screenshot %d×%d in %s", s.Width, s.Height, quoted(s.Path, 400))
}
