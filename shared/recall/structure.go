package recall

import (
	"fmt"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// layout is what a screen was last seen to be made of, and how often it was
// visited.
type layout struct {
	newest *types.Step
	visits []*types.Step
}

// look remembers a screen for describeScreens.
func (d *deriver) look(step *types.Step) {
	screen := screenOf(step)
	if screen == "" || len(step.Observation.A11y.Nodes) == 0 {
		return
	}
	if d.layouts == nil {
		d.layouts = map[string]*layout{}
	}
	l := d.layouts[screen]
	if l == nil {
		l = &layout{}
		d.layouts[screen] = l
	}
	if n := len(l.visits); n == 0 || l.visits[n-1].SessionID != step.SessionID {
		l.visits = append(l.visits, step) // a visit is a session's, not a step's
	}
	if l.newest == nil || after(step, l.newest) {
		l.newest = step
	}
}

// describeScreens says of every screen what it is made of, as it was last seen.
func (d *deriver) describeScreens() {
	for screen, l := range d.layouts {
		if words := structureOf(l.newest.Observation); words != "" {
			for _, visit := range l.visits {
				d.note(types.Pattern{Type: types.PatternPageStructure, Value: screen, URLPattern: screen, Description: words}, visit, true)
			}
		}
	}
}

// maxNamed is how many fields and buttons are named.
const maxNamed = 4

// structureOf describes a page by its form fields and buttons, by name, and by
// how much else there is. Only controls are named: text is content.
func structureOf(obs *types.Observation) string {
	var fields, buttons []string
	links, rows := 0, 0
	for _, n := range obs.A11y.Nodes {
		switch n.Role {
		case "textbox", "searchbox", "combobox", "spinbutton":
			fields = nameOnce(fields, n.Name)
		case "button":
			buttons = nameOnce(buttons, n.Name)
		case "link":
			links++
		case "row", "listitem":
			rows++
		}
	}
	var parts []string
	if len(fields) > 0 {
		parts = append(parts, "fields "+strings.Join(fields, ", "))
	}
	if len(buttons) > 0 {
		parts = append(parts, "buttons "+strings.Join(buttons, ", "))
	}
	if links > 0 {
		parts = append(parts, fmt.Sprintf("%d links", links))
	}
	if rows > 0 {
		parts = append(parts, fmt.Sprintf("%d rows", rows))
	}
	return strings.Join(parts, "; ")
}

func nameOnce(names []string, name string) []string {
	if name == "" || len(names) >= maxNamed || suspicious(name) {
		return names
	}
	quoted := fmt.Sprintf("%q", capture.Clean(name, maxLabel/2))
	if slices.Contains(names, quoted) {
		return names
	}
	return append(names, quoted)
}
