package mcptools

import (
	"context"
	"fmt"
	"strings"

	"cairn/shared/types/tool"
)

var newsTools = []*definition{
	{
		name: "mm_wait_for_notification", step: true,
		description: "Wait for a pop-up window, new tab, dialog or message that has appeared since your last action began.",
		readOnly:    true, openWorld: true,
		run: typed(waitForNotification),
	},
	{
		name: "mm_tabs", step: true,
		description: "List, switch or close your session's tabs.",
		destructive: true, openWorld: true,
		run: typed(tabs),
	},
}

func waitForNotification(ctx context.Context, c *call, in tool.NotifyInput) (answer, error) {
	r, err := c.client.hands().WaitForNotification(ctx, in)
	if err != nil {
		return answer{}, err
	}
	var lines []string
	head := own("you are in tab %d", r.Tab.TabID)
	for _, n := range r.Found {
		said, line := notified(n)
		head += "\n" + said
		lines = append(lines, line)
	}
	if shown := whatShows(r.Tab); shown != "" {
		lines = append(lines, "you are "+shown)
	}
	if next := nextText(r.Next); next != "" {
		lines = append(lines, next)
	}
	return answer{result: r, head: head, page: strings.Join(lines, "\n")}, nil
}

// notified describes a new window, tab, dialog or message.
func notified(n tool.Notification) (said ownText, line string) {
	switch n.Kind {
	case tool.NotifyWindow, tool.NotifyTab:
		return own("new %s: tab %d; mm_tabs switches to it", n.Kind, n.Tab.TabID), fmt.Sprintf("tab %d: %s, title %s", n.Tab.TabID, whatShows(n.Tab), quoted(n.Text, 100))
	case tool.NotifyBox:
		if n.Box != nil {
			return own("in tab %d ", n.Tab.TabID) + dialogState(*n.Box), dialogLine(*n.Box)
		}
	}
	return own("new %s in tab %d", n.Kind, n.Tab.TabID), fmt.Sprintf("%s %s %s", quoteUnlessID(n.Ref, 24), quoteUnlessID(n.Role, 30), quoted(n.Text, 200))
}

func tabs(ctx context.Context, c *call, in tool.TabsInput) (answer, error) {
	r, err := c.client.hands().Tabs(ctx, in)
	if err != nil {
		return answer{}, err
	}
	var lines []string
	for _, t := range r.Tabs {
		line := fmt.Sprintf("tab %d %s, title %s", t.TabID, whatShows(t), quoted(t.Title, 100))
		if r.Tab != nil && t.TabID == r.Tab.TabID {
			line += " (current)"
		}
		lines = append(lines, line)
	}
	var head ownText
	if len(lines) == 0 {
		head = "your session has no tab; mm_navigate opens one"
	}
	switch {
	case r.Others == 1:
		head += "\n1 tab belongs to others"
	case r.Others > 1:
		head += own("\n%d tabs belong to others", r.Others)
	}
	return answer{result: r, head: ownText(strings.TrimPrefix(string(head), "\n")), page: strings.Join(lines, "\n")}, nil
}
