package sitemap

import (
	"fmt"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Who did the actions of a link.
const (
	byPerson = "person"
	byAgent  = "agent"
	byBoth   = "both"
)

func who(t types.MapTally) string {
	switch {
	case t.Agent == 0:
		return byPerson
	case t.Person == 0:
		return byAgent
	}
	return byBoth
}

// colours are those of links in all formats: readable on white and on black.
var colours = map[string]string{byPerson: "#3f8f5b", byAgent: "#6a6fd0", byBoth: "#7d858c"}

// failing is the colour of links that fail. They are also marked by a sign in the label.
const (
	failing     = "#cf4436"
	failingSign = "✕"
)

// fails reports whether a link has an action that is broken, or failed more often than not.
func fails(l types.MapLink) bool {
	for _, a := range l.Actions {
		if a.Broken {
			return true
		}
	}
	return l.Failed > l.OK
}

// percent returns the success rate, rounded.
func percent(t types.MapTally) int {
	total := max(1, t.OK+t.Failed)
	return (200*t.OK + total) / (2 * total)
}

func colour(l types.MapLink) string {
	if fails(l) {
		return failing
	}
	return colours[who(l.MapTally)]
}

// width returns the width of a link in tenths of a pixel, by its success rate.
func width(l types.MapLink) int { return 10 + percent(l.MapTally)*25/100 }

// linkLabel returns the most used action of a link, how many others it has, and how often
// it went well.
func linkLabel(l types.MapLink) string {
	label := ""
	if fails(l) {
		label = failingSign + " "
	}
	label += Label(l.Actions[0])
	if more := len(l.Actions) - 1 + l.Left; more > 0 {
		label += fmt.Sprintf(" +%d", more)
	}
	if l.Failed > 0 {
		return label + fmt.Sprintf(", %d of %d worked", l.OK, l.OK+l.Failed)
	}
	return label + fmt.Sprintf(", %d×", l.OK)
}

// screenNote returns the text of a drawing below the name of a screen.
func screenNote(s types.MapScreen) string {
	note := text.Counted(s.Visits, "visit")
	if s.Failed > 0 {
		note += fmt.Sprintf(", %s %s", failingSign, text.Counted(s.Failed, "failure"))
	}
	return note
}

// Summary returns a map's counts, and the counts of its omissions.
func Summary(m *types.SiteMap) string {
	shown := fmt.Sprintf("%s: %s, %s, %s, from %s", m.Site, text.Counted(len(m.Screens), "screen"), text.Counted(len(m.Links), "link"), text.Counted(len(m.Flows), "flow"), text.Counted(m.Sessions, "session"))
	if l := m.Left; l != (types.MapLeft{}) {
		shown += fmt.Sprintf("; left out: %s, %s, %s", text.Counted(l.Screens, "screen"), text.Counted(l.Links, "link"), text.Counted(l.Flows, "flow"))
	}
	return shown
}
