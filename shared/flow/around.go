package flow

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/risk"
	"cairn/shared/text"
	"cairn/shared/types"
)

// around reads the surroundings of the target.
func (a *act) around(o *types.Observation) {
	t := a.target
	if toolbar(t.Row, o.A11y.Nodes) {
		a.target = new(types.Target)
		*a.target = *t
		t = a.target
		t.Row, t.RowRole, t.RowNth, t.RowOf = "", "", 0, 0
	}
	same := 0
	for _, id := range o.TestIDs {
		if t.TestID != "" && id.TestID == t.TestID {
			same++
		}
	}
	a.shared = same > 1
	a.column, a.head = columnOf(t, o.A11y.Nodes), headOf(t, o.A11y.Nodes)
	a.texts = textsOf(t, o.A11y.Nodes)
	key := a.rowKey()
	a.besideField = key != "" && slices.ContainsFunc(o.A11y.Nodes, func(n types.A11yNode) bool { return n.Name == key && slices.Contains(Fields, n.Role) })
	bare := 0
	for i := range o.A11y.Nodes {
		if n := &o.A11y.Nodes[i]; n.Role == t.Role && n.Name == "" {
			bare++
		}
	}
	a.sole = bare == 1 && !o.Truncated
	a.most = t.RowOf > 1 && bare < 2*t.RowOf && !o.Truncated
	i := nodeOf(t, o.A11y.Nodes)
	if i < 0 && !o.Truncated {
		i = nthOf(t, o.A11y.Nodes, a.nth)
	}
	if i < 0 || o.Truncated && t.Name == "" && t.TestID == "" {
		return
	}
	nodes := o.A11y.Nodes
	a.near, a.checked = Neighbours(nodes, i), nodes[i].Checked
	a.section(nodes, i)
	for j := i + 1; j < len(nodes) && nodes[j].Role == "option" && len(nodes[j].Path) == len(nodes[i].Path)+1; j++ {
		a.options = append(a.options, nodes[j].Name)
	}
	if len(a.options) > maxShown || o.Truncated {
		a.options = nil
	}
	for _, around := range nodes[i].Path {
		role, _, _ := strings.Cut(around, " ")
		a.menu = a.menu || slices.Contains(menus, role)
		if strings.HasPrefix(around, "dialog") || strings.HasPrefix(around, "alertdialog") {
			a.dialog = around
		}
	}
	for j, n := range nodes {
		if j != i && n.Role == t.Role && n.Name != t.Name && capture.ClearName(n.Name) != "" && slices.Equal(n.Path, nodes[i].Path) && len(a.alike) < maxOptions {
			a.alike = append(a.alike, n.Name)
		}
		if n.Role == t.Role && n.Name != t.Name && capture.ClearName(n.Name) != "" && len(a.framing) < maxOptions && sharesEnd(n.Name, t.Name) {
			a.framing = append(a.framing, n.Name)
		}
	}
	a.segmented(nodes, i)
}

// toolbar reports whether a row says nothing but the names of buttons and links that the page has several times: Select,
// Add and Delete, above each list; Add value, behind each field. It tells no element from its equals.
func toolbar(row string, nodes []types.A11yNode) bool {
	counts := map[string]int{}
	for _, n := range nodes {
		if n.Role == "button" || n.Role == "link" {
			counts[n.Name]++
		}
	}
	rest := row
	for _, name := range slices.Backward(slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) })) {
		if counts[name] > 1 && capture.ClearName(name) != "" {
			rest = strings.ReplaceAll(rest, name, "")
		}
	}
	return rest != row && !strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) && !capture.IsHidden(row)
}

// segmented notes whether a button is one of several states to choose from: of a group, or of buttons beside
// each other that are pressed or not. Then those are the elements that it is alike to.
func (a *act) segmented(nodes []types.A11yNode, i int) {
	self := nodes[i]
	if self.Role != "button" || acts(self.Name) {
		return
	}
	alike, grouped := a.alike, len(self.Path) > 0 && strings.HasPrefix(self.Path[len(self.Path)-1], "group")
	if !grouped && self.Checked != "" {
		alike = nil
		for j, n := range nodes {
			if j != i && n.Role == self.Role && n.Checked != "" && capture.ClearName(n.Name) != "" && slices.Equal(n.Path, self.Path) && len(alike) < maxOptions {
				alike = append(alike, n.Name)
			}
		}
	}
	risky := func(name string) bool { return risk.Of(risk.Action{Role: self.Role, Name: name}) != risk.None }
	if (grouped || self.Checked != "") && len(alike) > 0 && !slices.ContainsFunc(alike, risky) {
		a.alike, a.segment = alike, true
	}
}

// textsOf counts the cells of a target's row that have a word and are not the name of a control.
func textsOf(t *types.Target, nodes []types.A11yNode) (texts int) {
	for _, cell := range capture.RowCells(t.Row) {
		control := slices.ContainsFunc(nodes, func(n types.A11yNode) bool { return n.Name == cell })
		texts += one(strings.ContainsFunc(cell, unicode.IsLetter) && cell != t.Name && !control)
	}
	return texts
}

// columnOf returns the first cell of a target's row that names other buttons or links of several
// rows, empty for none.
func columnOf(t *types.Target, nodes []types.A11yNode) string {
	for _, cell := range capture.RowCells(t.Row) {
		alike := 0
		for _, n := range nodes {
			alike += one((n.Role == "button" || n.Role == "link") && n.Name != t.Name && text.HoldsWords(n.Name, cell))
		}
		if alike > 1 && !capture.IsHidden(cell) && !strings.Contains(cell, redacted) {
			return cell
		}
	}
	return ""
}

// Header is the role of the header of a column, and Cells are those of the cells below.
const Header = "columnheader"

var Cells = []string{"cell", "gridcell"}

// headOf returns the header above an element. Steps of older versions have none: of as many
// headers as a cell's row has cells, it is the one of the cell's number.
func headOf(t *types.Target, nodes []types.A11yNode) string {
	if column := own(t.Column); column != "" {
		return quoted(Header, column)
	}
	nth, of := placeInRow(t)
	if of == 0 || !slices.Contains(Cells, t.Role) {
		return ""
	}
	var heads []string
	for _, n := range nodes {
		if n.Role == Header {
			heads = append(heads, n.Name)
		}
	}
	if len(heads) != of || capture.ClearName(heads[nth-1]) == "" {
		return ""
	}
	return quoted(Header, heads[nth-1])
}

// own returns a text that stands in clear and complete, empty for others.
func own(s string) string {
	if strings.Contains(s, redacted) {
		return ""
	}
	return capture.ClearName(s)
}

// sharesEnd reports whether two names have the same first or the same last word.
func sharesEnd(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	return len(x) > 1 && len(y) > 1 && (x[0] == y[0] || x[len(x)-1] == y[len(y)-1])
}

// maxShown is the most options of a list that describe its purpose; longer lists are data.
const maxShown = 20

// section sets the heading above an element that has equals, and the element's position
// below it.
func (a *act) section(nodes []types.A11yNode, i int) {
	equal := func(n types.A11yNode) bool {
		return n.Role == nodes[i].Role && n.Name == nodes[i].Name && n.Origin == nodes[i].Origin
	}
	head := HeadAt(nodes, i)
	a.heading = HeadingOf(nodes, i)
	a.box = head >= 0 && nodes[head].Role == "alertdialog" && a.target.Tag == "" && slices.Contains(nodes[i].Path, quoted("alertdialog", nodes[head].Name))
	if head < 0 || head == i || capture.ClearName(nodes[head].Name) == "" || strings.Contains(nodes[head].Name, redacted) {
		return
	}
	for j, n := range nodes {
		if j != head && Heads(n.Role) && n.Name == nodes[head].Name {
			return // it does not distinguish the element
		}
		a.equals += one(equal(n))
	}
	for j := head + 1; j < len(nodes) && !Heads(nodes[j].Role); j++ {
		a.of += one(equal(nodes[j]))
		a.below += one(equal(nodes[j]) && j <= i)
	}
	a.under = nodes[head].Name
}

// HeadingOf returns the text that says which thing an element is about: the name of the dialog around it, else the heading above.
func HeadingOf(nodes []types.A11yNode, i int) string {
	for _, around := range slices.Backward(nodes[i].Path) {
		if role, name, _ := strings.Cut(around, ` "`); (role == "dialog" || role == "alertdialog") && len(name) > 1 {
			return strings.TrimSuffix(name, `"`)
		}
	}
	if head := HeadAt(nodes, i-1); head >= 0 {
		return nodes[head].Name
	}
	return ""
}

// HeadAt returns the index of the last heading up to the i-th node, -1 for none.
func HeadAt(nodes []types.A11yNode, i int) int {
	for i >= 0 && !Heads(nodes[i].Role) {
		i--
	}
	return i
}

// Heads reports whether an element of a role describes the elements below it: a heading, or
// a question in front of the page.
func Heads(role string) bool { return role == "heading" || role == "alertdialog" }

// menus are the roles of parts of a page that lead to others.
var menus = []string{"navigation", "banner", "menubar", "toolbar", "tablist"}

// nthOf returns the index of the n-th node, from 1, with exactly a target's names. It
// returns -1 if the number of such nodes differs from the recorded one.
func nthOf(t *types.Target, nodes []types.A11yNode, n int) int {
	at, all := -1, 0
	for i := range nodes {
		if nodes[i].Role != t.Role || nodes[i].Name != t.Name || nodes[i].TestID != t.TestID {
			continue
		}
		if all++; all == n {
			at = i
		}
	}
	if t.Name != "" && all != t.Twins+1 {
		return -1
	}
	return at
}

// nodeOf returns the index of the one node that a target can be, -1 where there is none or
// several. A field, or an element with a hint, matches without a name if it is the only such one of its role.
func nodeOf(t *types.Target, nodes []types.A11yNode) int {
	found := -1
	for i, n := range nodes {
		if t.TestID != "" && n.TestID == t.TestID || t.TestID == "" && (t.Name != "" || t.Hint != "" || slices.Contains(Fields, t.Role)) && n.Role == t.Role && n.Name == t.Name {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	if found < 0 && t.TestID != "" && t.Name != "" {
		bare := *t
		bare.TestID = ""
		return nodeOf(&bare, nodes)
	}
	return found
}

// Bounds of the search for neighbours, and of those kept on each side.
const (
	nearReach = 6
	nearKept  = 2
	nearName  = 40 // characters
)

// steady are the roles whose names an application's author wrote.
var steady = []string{"button", "textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "switch", "tab", "heading"}

// followed reads the page before the next act: whether the next act's element is new, and
// whether the field that was typed into was identified correctly.
func (a *act) followed(by *act, o *types.Observation) {
	if by.target != nil && len(a.nodes) > 0 {
		a.reveals = nodeOf(by.target, o.A11y.Nodes) >= 0 && !slices.ContainsFunc(a.nodes, func(n types.A11yNode) bool { return n.Role == by.target.Role && n.Name == by.target.Name })
	}
	if t := a.target; a.tool == "type" && !a.submit && t != nil && t.Name == "" && t.TestID == "" && a.value.text != "" {
		if i := nodeOf(t, o.A11y.Nodes); i >= 0 && !o.A11y.Nodes[i].Filled && slices.Equal(a.near, Neighbours(o.A11y.Nodes, i)) {
			a.near = nil // it was another one, which the page did not list
		}
	}
}

// Neighbours returns elements before and behind a node that are likely to exist on the next
// visit, the nearest first. FlowTarget.Near holds them.
func Neighbours(nodes []types.A11yNode, i int) (near []string) {
	var sides [2][]string
	for k, by := range []int{-1, 1} {
		for j := i + by; j >= 0 && j < len(nodes) && (j-i)*by <= nearReach && len(sides[k]) < nearKept; j += by {
			n := nodes[j]
			if !slices.Contains(steady, n.Role) || capture.ClearName(n.Name) == "" || len([]rune(n.Name)) > nearName || strings.ContainsFunc(n.Name, digit) {
				continue
			}
			sides[k] = append(sides[k], quoted(n.Role, n.Name))
		}
	}
	for n := range nearKept {
		for _, side := range sides {
			if n < len(side) && !slices.Contains(near, side[n]) {
				near = append(near, side[n])
			}
		}
	}
	return near
}

func quoted(role, name string) string { return role + ` "` + name + `"` }

func digit(r rune) bool { return '0' <= r && r <= '9' }

// asked returns an act in the form that package risk classifies.
func (a *act) asked(o *types.Observation) risk.Action {
	if a.target == nil {
		return risk.Action{Key: a.key}
	}
	r := risk.Action{Role: a.target.Role, Name: capture.ClearName(a.target.Name), Key: a.key, Row: a.target.Row, Dialog: a.dialog,
		Editable: slices.Contains([]string{"textbox", "searchbox", "combobox", "spinbutton"}, a.target.Role)}
	switch a.tool {
	case "type":
		if r.Key, r.Editable = "", true; !a.submit {
			return risk.Action{Key: "Tab"} // typing alone does nothing
		}
		r.Key = capture.KeyEnter
	case "hover", "upload":
		return risk.Action{Key: "Tab"}
	case "drag":
		if a.drop != nil && a.drop.Target != nil {
			r.Onto = a.drop.Target.Name
		}
	}
	if o != nil {
		if i := nodeOf(a.target, o.A11y.Nodes); i >= 0 {
			r.Heading, r.Submits = context(o.A11y.Nodes, i)
			r.Row = RowTexts(r.Row, o.A11y.Nodes, i)
		}
	}
	return r
}

// RowTexts returns the texts of a node's row without the names of the buttons beside it: in Save · Close · Remove, Save
// removes nothing. Each must be the next node and the next text, because a text may have the name of a button elsewhere.
func RowTexts(row string, nodes []types.A11yNode, i int) string {
	cells := capture.RowCells(row)
	own := slices.Index(cells, nodes[i].Name)
	if own < 0 || nodes[i].Role != "button" {
		return row
	}
	isButton := func(d int) bool {
		k, cell := i+d, own+d
		return k >= 0 && k < len(nodes) && cell >= 0 && cell < len(cells) && nodes[k].Role == "button" && nodes[k].Name == cells[cell] && slices.Equal(nodes[k].Path, nodes[i].Path)
	}
	from, to := 0, 1
	for isButton(from - 1) {
		from--
	}
	for isButton(to) {
		to++
	}
	return strings.Join(slices.Delete(cells, own+from, own+to), capture.RowJoin)
}

// context returns the heading above a node, and the buttons behind it in the same place.
func context(nodes []types.A11yNode, i int) (heading string, buttons []string) {
	for j := i; j >= 0; j-- {
		if nodes[j].Role == "heading" {
			heading = capture.ClearName(nodes[j].Name)
			break
		}
	}
	for _, n := range nodes[i+1:] {
		if n.Role == "heading" {
			break
		}
		if n.Role == "button" && slices.Equal(n.Path, nodes[i].Path) {
			return heading, []string{n.Name}
		}
	}
	return heading, nil
}
