package capture

import (
	"slices"
	"strings"

	"cairn/shared/redact"
	"cairn/shared/types"
)

// HasDoubtful reports whether [Content] would change a step. Most steps have nothing to hide, and need no lock of a Hider.
func HasDoubtful(step *types.Step) (doubtful bool) {
	Content(step, func(s string) string {
		doubtful = true
		return s
	})
	return doubtful
}

// Content replaces the names in a step that are an application's data and may hand over a secret which no rule finds for
// sure: messages, entries of a list of passwords, and the cells of the row around the target. Such a name is needed to find
// its element again, for which its hidden form is enough. It works in place.
func Content(step *types.Step, hide func(string) string) {
	c := content{hide: hide}
	if o := step.Observation; o != nil {
		c.vault = redact.Vault(o.State.Title) || slices.ContainsFunc(o.A11y.Nodes, func(n types.A11yNode) bool {
			return n.Role == "heading" && redact.Vault(n.Name)
		})
		for i := range o.A11y.Nodes {
			o.A11y.Nodes[i].Name = c.listed(o.A11y.Nodes[i].Role, o.A11y.Nodes[i].Name)
		}
		for i := range o.TestIDs {
			o.TestIDs[i].Name = c.listed(o.TestIDs[i].Role, o.TestIDs[i].Name)
		}
	}
	if t := step.Tool.Target; t != nil {
		name := t.Name
		c.vault = c.vault || redact.ShowsPassword(name)
		c.target(t)
		step.Tool.Input = c.input(step.Tool.Input, name, t)
	}
	if a := step.Advice; a != nil {
		for i := range a.Given {
			c.target(&a.Given[i].Target)
		}
	}
	if a := step.After; a != nil {
		for i, s := range a.Appeared {
			if role, name, ok := strings.Cut(s, ` "`); ok {
				a.Appeared[i] = role + ` "` + c.listed(role, strings.TrimSuffix(name, `"`)) + `"`
			}
		}
	}
	if e := step.Outcome.Error; e != nil && step.Actor != types.ActorAgent {
		e.Message, e.Hint = c.name("", e.Message), c.name("", e.Hint)
	}
}

type content struct {
	hide  func(string) string
	vault bool // the page lists passwords
}

// listed is name for an element of which the tag is not known: a script makes buttons of entries.
func (c content) listed(role, name string) string {
	if role == "button" && strings.Contains(name, " ") {
		role = ""
	}
	return c.name(role, name)
}

func (c content) name(role, name string) string {
	entry := role != "heading" && strings.Contains(name, " ")
	if name == "" || interfaceRoles[role] || IsHidden(name) || !(c.vault && entry && role != "link") && !redact.Doubtful(name) {
		return name
	}
	return c.hide(name)
}

func (c content) target(t *types.Target) {
	t.Name, t.Row = c.name(writtenAs(t), t.Name), c.row(t.Row)
}

// row keeps the first cell of a row in a list of passwords, which says whose they are.
func (c content) row(row string) string {
	if row == "" {
		return ""
	}
	cells := RowCells(row)
	hidden := false
	for i, cell := range cells {
		if cell != "" && !IsHidden(cell) && (c.vault && i > 0 || redact.Doubtful(cell)) {
			cells[i], hidden = c.hide(cell), true
		}
	}
	if !hidden {
		return row
	}
	return strings.Join(cells, RowJoin)
}

// input returns a tool's arguments, with the words for the target and its row as the target has them.
func (c content) input(in map[string]any, name string, t *types.Target) map[string]any {
	for key, value := range in {
		switch s, _ := value.(string); {
		case s == "":
		case key == "name" && s == name:
			in[key] = t.Name
		case key == "row" || key == "within":
			in[key] = c.row(s)
		}
	}
	return in
}
