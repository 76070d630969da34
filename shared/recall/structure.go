package recall

import (
	"fmt"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// layout is the newest observation of a screen and its visits.
type layout struct {
	newest *types.Step
	visits []*types.Step
}

// noteScreen collects a screen for describeScreens.
func (d *deriver) noteScreen(step *types.Step) {
	screen := screenOf(step)
	if clearPlace(screen) == "" || len(step.Observation.A11y.Nodes) == 0 {
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
		l.visits = append(l.visits, step) // one visit per session
	}
	if l.newest == nil || after(step, l.newest) {
		l.newest = step
	}
}

func (d *deriver) describeScreens() {
	for screen, l := range d.layouts {
		if words := structureOf(l.newest.Observation); words != "" {
			for _, visit := range l.visits {
				d.addUse(types.Pattern{Type: types.PatternPageStructure, Value: screen, URLPattern: screen, Description: words}, visit, true)
			}
		}
	}
}

// maxNamed bounds the named fields and buttons.
const maxNamed = 4

// structureOf describes a page by the names of its form fields and buttons, and the
// numbers of links and rows. It does not name other elements, whose text is content.
func structureOf(obs *types.Observation) string {
	var fields, buttons controls
	links, rows := 0, 0
	for _, n := range obs.A11y.Nodes {
		switch n.Role {
		case "textbox", "searchbox", "combobox", "spinbutton":
			fields.add(&n)
		case "button":
			buttons.add(&n)
		case "link":
			links++
		case "row", "listitem":
			rows++
		}
	}
	var parts []string
	if words := fields.words("fields"); words != "" {
		parts = append(parts, words)
	}
	if words := buttons.words("buttons"); words != "" {
		parts = append(parts, words)
	}
	if links > 0 {
		parts = append(parts, fmt.Sprintf("%d links", links))
	}
	if rows > 0 {
		parts = append(parts, fmt.Sprintf("%d rows", rows))
	}
	return strings.Join(parts, "; ")
}

// controls collects the distinct names of one kind of controls, and counts those whose
// names are hidden.
type controls struct {
	names   []string
	unnamed int
}

func (c *controls) add(n *types.A11yNode) {
	name := n.Name
	if capture.IsHidden(name) {
		if name = n.TestID; name == "" || capture.IsMasked(name) {
			c.unnamed++
			return
		}
	}
	if name == "" || len(c.names) >= maxNamed || suspicious(name) {
		return
	}
	quoted := fmt.Sprintf("%q", capture.Clean(name, maxLabel/2))
	if !slices.Contains(c.names, quoted) {
		c.names = append(c.names, quoted)
	}
}

func (c *controls) words(kind string) string {
	switch {
	case len(c.names) == 0 && c.unnamed == 0:
		return ""
	case c.unnamed == 0:
		return kind + " " + strings.Join(c.names, ", ")
	case len(c.names) == 0 && c.unnamed == 1:
		return "1 " + strings.TrimSuffix(kind, "s")
	case len(c.names) == 0:
		return fmt.Sprintf("%d %s", c.unnamed, kind)
	}
	return fmt.Sprintf("%s %s and %d more", kind, strings.Join(c.names, ", "), c.unnamed)
}
