package mcptools

import (
	"context"
	"fmt"
	"strings"

	"cairn/shared/types"
)

var newsTools = []*tool{
	{
		name: "mm_wait_for_notification", step: true, title: "Wait for something new",
		description: "Wait for a pop-up window, new tab, dialog or message that has appeared since your last action began.",
		readOnly:    true, openWorld: true,
		run: typed(waitForNotification),
	},
	{
		name: "mm_tabs", step: true, title: "Tabs",
		description: "List, switch or close your session's tabs. The other tools act on the current one.",
		destructive: true, openWorld: true,
		run: typed(tabs),
	},
}

func waitForNotification(ctx context.Context, c *call, in types.NotifyInput) (answer, error) {
	r, err := c.client.hands().WaitForNotification(ctx, in)
	if err != nil {
		return answer{}, err
	}
	var lines []string
	for _, n := range r.Found {
		lines = append(lines, notificationLine(n))
	}
	return answer{result: r, text: strings.Join(lines, "\n") + "\nyou are in " + where(r.Tab)}, nil
}

func notificationLine(n types.Notification) string {
	switch n.Kind {
	case types.NotifyWindow, types.NotifyTab:
		return fmt.Sprintf("new %s: %s, title %s; mm_tabs switches to it", n.Kind, where(n.Tab), quoted(n.Text, 100))
	case types.NotifyBox:
		if n.Box != nil {
			return fmt.Sprintf("in tab %d %s", n.Tab.TabID, dialogLine(*n.Box))
		}
	}
	return fmt.Sprintf("new in tab %d: %s %s %s", n.Tab.TabID, word(n.Ref, 24), word(n.Role, 30), quoted(n.Text, 200))
}

func tabs(ctx context.Context, c *call, in types.TabsInput) (answer, error) {
	r, err := c.client.hands().Tabs(ctx, in)
	if err != nil {
		return answer{}, err
	}
	var lines []string
	for _, t := range r.Tabs {
		line := where(t) + ", title " + quoted(t.Title, 100)
		if r.Tab != nil && t.TabID == r.Tab.TabID {
			line += " (current)"
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		lines = append(lines, "your session has no tab; mm_navigate opens one")
	}
	if r.Others > 0 {
		lines = append(lines, fmt.Sprintf("%d tabs belong to others", r.Others))
	}
	return answer{result: r, text: strings.Join(lines, "\n")}, nil
}
