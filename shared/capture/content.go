package capture

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Content hides the names in a step that are an application's data, whatever they say: a secret among them has no form that
// a rule could find, and their hidden form is enough to find an element again. It works in place.
type Content struct {
	Names *Hider
	// Goal is that of the session as it is stored. A text in it hides nothing.
	Goal string
	// Familiar is as in [Needed].
	Familiar func(kind Kind, text string) bool

	controls map[string]bool   // names that stay, which cells of a row have, too
	named    map[string]string // the target's name, as it is stored
}

// authoredRoles holds roles, besides those of controls, whose names an author writes. mixedRoles holds those whose names an
// author or a person writes, and messageRoles those whose texts appear.
var (
	authoredRoles = []string{"columnheader", "menu", "menubar", "tablist", "toolbar", "navigation", "banner", "contentinfo", "main", "search"}
	mixedRoles    = []string{"link", "dialog", "alertdialog", "region", "form", "group", "radiogroup", "listbox", "list", "table", "grid", "tree", "tabpanel", "complementary", "img", "progressbar", "meter"}
	messageRoles  = []string{"status", "alert"}
	noRoles       = []string{"", "generic", "text", "presentation", "none"} // of an element that a script makes a control
)

// Apply hides the content of a captured step.
func (c *Content) Apply(step *types.Step) {
	c.controls = map[string]bool{}
	if o := step.Observation; o != nil {
		o.State.Title = c.mixed(o.State.Title)
		entries := c.entriesOf(step.Tool.Target, o.A11y.Nodes)
		for i := range o.A11y.Nodes {
			n := &o.A11y.Nodes[i]
			if n.Name = c.seen(n.Role, n.Name); entries[n] {
				n.Name = c.name("", n.Name)
			}
			c.controls[n.Name] = c.controls[n.Name] || interfaceRoles[n.Role] || n.Role == "link"
			for j, around := range n.Path {
				n.Path[j] = c.quoted(around)
			}
		}
		for i := range o.TestIDs {
			o.TestIDs[i].Name = c.seen(o.TestIDs[i].Role, o.TestIDs[i].Name)
		}
	}
	if t := step.Tool.Target; t != nil {
		name := t.Name
		c.target(t)
		c.named = map[string]string{name: t.Name}
	}
	step.Tool.Input = c.input(step.Tool.Input)
	if a := step.Advice; a != nil {
		for i := range a.Given {
			c.target(&a.Given[i].Target)
		}
	}
	if a := step.After; a != nil {
		a.Title = c.mixed(a.Title)
		for i, s := range a.Appeared {
			a.Appeared[i] = c.quoted(s)
		}
	}
	if e := step.Outcome.Error; e != nil && step.Actor != types.ActorAgent {
		e.Message, e.Hint = c.mixed(e.Message), c.mixed(e.Hint)
	} else if e != nil {
		e.Message, e.Hint = withoutQuotes(step, e.Message, c.mixed), withoutQuotes(step, e.Hint, c.mixed)
	}
}

// mixed is name for a text that an author or a person wrote.
func (c *Content) mixed(name string) string { return c.name("link", name) }

// seen is name for an element of which the tag is not known: a script makes buttons and links of entries. Those of several
// words need all to be such as interfaces use.
func (c *Content) seen(role, name string) string {
	if role == "button" || role == "link" {
		role = "link"
		if strings.Contains(name, " ") {
			role = "status"
		}
	}
	return c.name(role, name)
}

// entriesOf returns the target, if it is content, and its equals beside it: the other entries of its list.
func (c *Content) entriesOf(t *types.Target, nodes []types.A11yNode) map[*types.A11yNode]bool {
	if t == nil || writtenAs(t) != "" {
		return nil
	}
	at := slices.IndexFunc(nodes, func(n types.A11yNode) bool { return n.Role == t.Role && n.Name == t.Name })
	entries := map[*types.A11yNode]bool{}
	for i := range nodes {
		if n := &nodes[i]; at >= 0 && n.Role == t.Role && slices.Equal(n.Path, nodes[at].Path) {
			entries[n] = true
		}
	}
	return entries
}

func (c *Content) quoted(s string) string {
	role, name, ok := strings.Cut(s, ` "`)
	if !ok {
		return s
	}
	return role + ` "` + c.seen(role, strings.TrimSuffix(name, `"`)) + `"`
}

func (c *Content) name(role, name string) string {
	common, label := isLabel(name)
	switch {
	case interfaceRoles[role], slices.Contains(authoredRoles, role),
		role == "heading" && digitsIn(name) < shortestCode,
		slices.Contains(mixedRoles, role) && (common || label),
		slices.Contains(messageRoles, role) && common,
		c.isNeeded(name): // last: it may have to read earlier steps
		return name
	}
	return c.Names.Hide(name)
}

func digitsIn(s string) (n int) {
	for _, r := range s {
		if isDigit(r) {
			n++
		}
	}
	return n
}

// isNeeded reports whether a text is known without the step, or is too short for a secret.
func (c *Content) isNeeded(s string) bool {
	return utf8.RuneCountInString(s) < shortestContent || IsHidden(s) || c.controls[s] || text.HoldsWords(c.Goal, s) ||
		c.Familiar != nil && !strings.ContainsFunc(s, isDigit) && c.Familiar(KindName, s)
}

const (
	shortestContent = 3 // characters of a text that may be a secret, or digits of a number
	shortestWord    = 4 // characters of a word that says something
	shortestCode    = 4 // digits
)

// isLabel reports whether a text without a number has only words that interfaces use, and whether it is so short that an
// author may have written it.
func isLabel(s string) (common, label bool) {
	if digitsIn(s) >= shortestContent {
		return false, false
	}
	words, spaceless := 0, 0
	common = true
	for _, w := range strings.Fields(s) {
		w = strings.ToLower(strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
		if w != "" {
			words++
		}
		common = common && (utf8.RuneCountInString(w) < shortestWord || text.Stopword(w) || text.Common(text.Stem(w)))
	}
	for _, r := range s {
		if r >= firstSpaceless {
			spaceless++
		}
	}
	return common && spaceless == 0, words <= longestLabel && spaceless <= longestSpaceless
}

const (
	firstSpaceless   = 0x2E80 // scripts of East Asia
	longestSpaceless = 8
)

func (c *Content) target(t *types.Target) {
	role := writtenAs(t)
	if slices.Contains(noRoles, role) && !contentTags[t.Tag] && !isEntry(t) {
		role = "link"
	}
	t.Name, t.Row, t.Column = c.name(role, t.Name), c.row(t.Row), c.mixed(t.Column)
	t.Selector = c.selector(t.Selector)
}

// textAttributes matches tests of attributes whose values are shown or read out.
var textAttributes = regexp.MustCompile(`\[\s*(?:aria-label|title|alt|value)\b`)

// selector returns a selector that names no content, else none: a hidden name in it would match nothing.
func (c *Content) selector(s string) string {
	shown := attributeTests.ReplaceAllStringFunc(s, func(test string) string {
		if textAttributes.MatchString(test) {
			return test
		}
		return ""
	})
	if slices.ContainsFunc(text.Quoted(shown), func(q string) bool { return c.mixed(q) != q }) {
		return ""
	}
	return s
}

// row keeps the first cell, which says what a row is about, and those that are controls.
func (c *Content) row(row string) string {
	if row == "" {
		return ""
	}
	cells := RowCells(row)
	hidden := false
	for i, cell := range cells {
		if common, label := isLabel(cell); i == 0 && len(cells) > 1 && (common || label) || c.isNeeded(cell) {
			continue
		}
		cells[i], hidden = c.Names.Hide(cell), true
	}
	if !hidden {
		return row
	}
	return strings.Join(cells, RowJoin)
}

// input returns a tool's arguments without content in the words for an element, at any depth.
func (c *Content) input(in map[string]any) map[string]any {
	for key, value := range in {
		in[key] = each(value, 0, func(v any) any {
			switch v := v.(type) {
			case map[string]any:
				return c.input(v)
			case string:
				switch key {
				case "name":
					if name, ok := c.named[v]; ok { // an agent's words for the target
						return name
					}
					role, _ := in["role"].(string)
					return c.seen(role, v)
				case "row", "within":
					return c.row(v)
				case "selector":
					return c.selector(v)
				}
			}
			return v
		})
	}
	return in
}
