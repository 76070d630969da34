package capture

import (
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Needed converts a step to the form with only the names that memory needs (DESIGN
// 5.3): names of elements that were acted on in clear, and names that were only
// visible in hidden form ([Hider]).
type Needed struct {
	Names *Hider
	// Familiar reports whether a text of that kind was acted on in another session on the
	// same site. Texts that carry data stay hidden until then. It may be nil.
	Familiar func(kind Kind, text string) bool
}

// Kind names the place of a text that carries data.
type Kind byte

// The kinds of texts that carry data.
const (
	KindName    Kind = 'n' // of a row, a cell, a link, a code
	KindTitle   Kind = 't' // of a page
	KindSegment Kind = 's' // of an address
)

// interfaceRoles holds the roles whose names an application's author wrote. Names of
// other elements are the application's data.
var interfaceRoles = map[string]bool{
	"button": true, "textbox": true, "searchbox": true, "combobox": true, "spinbutton": true, "slider": true,
	"checkbox": true, "radio": true, "switch": true, "tab": true, "option": true,
	"menuitem": true, "menuitemcheckbox": true, "menuitemradio": true,
}

// contentTags holds the elements of HTML that hold an application's data. Scripts make buttons of them, whose
// names are then the texts of an entry, a message or a record.
var contentTags = map[string]bool{
	"li": true, "tr": true, "td": true, "dt": true, "dd": true, "p": true, "pre": true, "code": true,
	"article": true, "section": true, "blockquote": true, "figure": true, "time": true, "output": true,
}

// Apply converts a captured step to that form, in place. In a step that already has
// it, it changes only the parts that came since: the final tool, and the resulting
// page.
func (n *Needed) Apply(step *types.Step) {
	if step.Keep != types.KeepNeeded {
		nameByTestID(step.Tool.Target, step.Observation)
		n.advice(step.Advice)
		n.observation(step.Observation)
	}
	step.Keep = types.KeepNeeded
	n.tool(&step.Tool, step.Actor)
	n.after(step.After)
	n.outcome(step)
}

// nameByTestID adds to a target that is known by its test id alone the role and name
// that the page gives for it, before they are hidden.
func nameByTestID(t *types.Target, o *types.Observation) {
	if t == nil || o == nil || t.TestID == "" || t.Name != "" {
		return
	}
	for i := range o.A11y.Nodes {
		if node := &o.A11y.Nodes[i]; node.TestID == t.TestID && node.Name != "" {
			t.Role, t.Name = node.Role, node.Name
			return
		}
	}
	for i := range o.TestIDs {
		if id := &o.TestIDs[i]; id.TestID == t.TestID && id.Name != "" {
			t.Role, t.Name = id.Role, id.Name
			return
		}
	}
}

func (n *Needed) observation(o *types.Observation) {
	if o == nil {
		return
	}
	n.state(&o.State)
	for i := range o.Frames {
		n.state(&o.Frames[i])
	}
	for i := range o.TestIDs {
		t := &o.TestIDs[i]
		t.TestID, t.Name = n.testID(t.TestID), n.Names.Hide(t.Name)
	}
	for i := range o.A11y.Nodes {
		node := &o.A11y.Nodes[i]
		node.TestID, node.Name = n.testID(node.TestID), n.Names.Hide(node.Name)
		for j, around := range node.Path {
			node.Path[j] = n.named(around)
		}
	}
}

func (n *Needed) state(s *types.State) {
	s.Title = n.data(KindTitle, s.Title)
	s.CurrentScreen = n.screen(s.CurrentScreen, s.CurrentURL)
	s.CurrentURL = n.address(s.CurrentURL)
}

func (n *Needed) after(a *types.After) {
	if a == nil {
		return
	}
	a.Title = n.data(KindTitle, a.Title)
	a.CurrentScreen = n.screen(a.CurrentScreen, a.CurrentURL)
	a.CurrentURL = n.address(a.CurrentURL)
	for i, s := range a.Appeared {
		a.Appeared[i] = n.named(s)
	}
}

func (n *Needed) advice(a *types.Advice) {
	if a == nil {
		return
	}
	for i := range a.Given {
		n.target(&a.Given[i].Target)
	}
}

// tool hides the names in a step's tool and target.
func (n *Needed) tool(t *types.Tool, actor types.Actor) {
	named := ""
	if t.Target != nil {
		named = t.Target.Name
		n.target(t.Target)
	}
	t.Input = n.input(t.Input, actor)
	if name, _ := t.Input["name"].(string); name != "" && name == named {
		t.Input["name"] = t.Target.Name // an agent's words for the same element
	}
}

// target keeps the names of an element that was acted on, except those that carry
// data and are not familiar.
func (n *Needed) target(t *types.Target) {
	t.Name = n.name(writtenAs(t), t.Name)
	t.TestID = n.testID(t.TestID)
	t.Row = n.row(t.Row)
	t.Column, t.Hint = n.data(KindName, t.Column), n.data(KindName, t.Hint) // an id may be a person's name
	if !PlainSelector(t.Selector) {
		t.Selector = ""
	}
}

// longestLabel is how many words an author writes on a button that has no element of its own.
const longestLabel = 3

// writtenAs returns the role by which the name of a target is kept: none for a button that a script made of content.
func writtenAs(t *types.Target) string {
	scripted := t.Tag == "div" || t.Tag == "span" || strings.Contains(t.Tag, "-")
	if t.Role == "button" && (contentTags[t.Tag] || scripted && len(strings.Fields(t.Name)) > longestLabel) {
		return ""
	}
	return t.Role
}

func (n *Needed) name(role, name string) string {
	if interfaceRoles[role] {
		return name
	}
	return n.data(KindName, name)
}

func (n *Needed) testID(id string) string { return MaskedTestID(id) }

// MaskedTestID returns a test id with each digit as "#", as this form stores it.
func MaskedTestID(id string) string { return numbersMasked(id) }

// IsMasked reports whether the digits of a test id were removed, so that no element
// has it.
func IsMasked(id string) bool { return strings.Contains(id, "#") && numbersMasked(id) == id }

// row hides the cells of a row separately, so that each of them can be found.
func (n *Needed) row(row string) string {
	if row == "" {
		return ""
	}
	cells := RowCells(row)
	for i, cell := range cells {
		cells[i] = n.data(KindName, cell)
	}
	return strings.Join(cells, RowJoin)
}

// data hides a text unless it is familiar. It always hides one with digits: hashes do
// not distinguish numbers.
func (n *Needed) data(kind Kind, s string) string {
	if n.familiar(kind, s) {
		return s
	}
	return n.Names.Hide(s)
}

func (n *Needed) familiar(kind Kind, s string) bool {
	if s == "" || n.Familiar == nil || strings.ContainsFunc(s, isDigit) && !HiddenSegment(s) {
		return false
	}
	return n.Familiar(kind, s)
}

// RowCells lists the texts of the cells of a target's row, without the quotes around a text: tables
// of data have them, and goals that name a row do not.
func RowCells(row string) []string {
	cells := strings.Split(row, RowJoin)
	for i, cell := range cells {
		inner, begins := strings.CutPrefix(cell, `"`)
		inner, ends := strings.CutSuffix(inner, `"`)
		if begins && ends && inner != "" && !strings.Contains(inner, `"`) {
			cells[i] = inner
		}
	}
	return cells
}

// named hides the quoted name in a text such as `button "Save"`, and all of a text
// that quotes nothing and is not a role.
func (n *Needed) named(s string) string {
	role, quoted, ok := strings.Cut(s, ` "`)
	if !ok || IsHidden(s) {
		if plainRole(s) {
			return s
		}
		return n.Names.Hide(s)
	}
	name := strings.TrimSuffix(quoted, `"`)
	if !plainRole(role) {
		return n.Names.Hide(s)
	}
	return role + ` "` + n.Names.Hide(name) + `"`
}

// plainRole reports whether a word has the form of a role: lower-case letters.
func plainRole(s string) bool { return len(s) <= maxWord && strings.Trim(s, lowerLetters) == "" }

// outcome hides page text in an error. The error of an observed step is the page's
// text; Cairn's errors quote its names.
func (n *Needed) outcome(step *types.Step) {
	e := step.Outcome.Error
	if e == nil {
		return
	}
	if step.Actor != types.ActorAgent {
		e.Message, e.Hint = n.Names.Hide(e.Message), n.Names.Hide(e.Hint)
		return
	}
	e.Message, e.Hint = n.quotes(step, e.Message), n.quotes(step, e.Hint)
}

func (n *Needed) quotes(step *types.Step, message string) string {
	quoted := text.Quoted(message)
	slices.SortFunc(quoted, func(a, b string) int { return len(b) - len(a) }) // a quote within a quote comes after
	for _, q := range quoted {
		if t := step.Tool.Target; q == "" || strings.Contains(q, hiddenStart) || t != nil && (q == t.Name || q == t.TestID || q == t.Selector || q == t.Role) {
			continue
		}
		message = strings.ReplaceAll(message, q, n.Names.Hide(q))
	}
	return message
}
