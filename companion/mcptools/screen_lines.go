package mcptools

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// view is the part of a page that is written as text.
type view struct {
	nodes   []types.A11yNode
	ids     []types.TestID
	outline *types.Outline
	goal    string // of the session: rows that hold its words are not folded
	folded  bool   // something was
}

func viewOf(r *tool.DescribeResult) *view {
	v := &view{nodes: append(slices.Clone(r.A11y.Nodes), r.Beside...), ids: r.TestIDs.Items, outline: r.Outline, goal: r.Goal}
	if r.Changes != nil && v.outline == nil {
		v.outline = &types.Outline{} // every element is a line
	}
	return v
}

// part is one element or one text of a line.
type part struct {
	node    *types.A11yNode // nil for a text
	text    string
	kind    string
	options string // of a closed list
	near    string // tells the element from its equals
	level   int    // of a heading that is the element itself
	hint    string // of an element without a name
	// selected is set if the element is, and not all of its line.
	selected bool
	// menu is set for the half of a split button that opens its menu, and has the same name.
	menu bool
}

func (p *part) name() string {
	if p.node != nil {
		return p.node.Name
	}
	return p.text
}

// screenLine holds the parts of one line of a page.
type screenLine struct {
	parts     []part
	row, list int
	selected  bool // all of it is
	offscreen bool // all of it is
	covered   bool // some of it is
	origin    string
}

const (
	// maxJoined bounds texts that share a line outside of rows, and maxTexts bounds that
	// line, in bytes.
	maxJoined = 120
	maxTexts  = 240
)

// lines returns the lines of a page in order. An observation without outline has only
// its elements.
func (v *view) lines() []screenLine {
	nodes, options := merged(v.nodes)
	outline := v.outline
	if outline == nil {
		outline = outlineOf(nodes)
	}
	var lines []screenLine
	for _, it := range tied(outline.Items, nodes) {
		last := len(lines) - 1
		if last < 0 || !lines[last].takes(&it) {
			lines = append(lines, screenLine{row: it.Row, list: it.List, offscreen: true, origin: it.Origin})
			last++
		}
		l := &lines[last]
		p := part{node: it.node, text: it.Text, kind: it.Kind, selected: it.Selected && !isField(it.node)}
		if it.node != nil {
			p.options, p.hint = options[it.Ref], it.Hint
		}
		l.parts = append(l.parts, p)
		l.offscreen = l.offscreen && it.Offscreen
		l.covered = l.covered || it.Covered
	}
	for i := range lines {
		lines[i].mergeSelected()
		lines[i].markMenus()
	}
	return parted(withLabels(withoutRepeats(lines)))
}

// isField reports whether text is typed into an element: a class like "active" says that
// it has a value then.
func isField(n *types.A11yNode) bool {
	return n != nil && (n.Role == "textbox" || n.Role == "combobox" || n.Role == "searchbox" || n.Role == "spinbutton")
}

// mergeSelected moves the state of the parts to the line if a text has it, or every
// element: then the line is selected as a whole.
func (l *screenLine) mergeSelected() {
	all, text := true, false
	for i := range l.parts {
		all, text = all && l.parts[i].selected, text || l.parts[i].selected && l.parts[i].node == nil
	}
	if l.selected = all || text; !l.selected {
		return
	}
	for i := range l.parts {
		l.parts[i].selected = false
	}
}

// markMenus marks the second half of each split button.
func (l *screenLine) markMenus() {
	for i := 1; i < len(l.parts); i++ {
		a, b := l.parts[i-1].node, l.parts[i].node
		if a != nil && b != nil && b.Name != "" && a.Name == b.Name && a.Role == b.Role && a.Expanded == "" && b.Expanded != "" {
			l.parts[i].menu, l.parts[i].hint, l.parts[i-1].hint = true, "menu of "+b.Name, ""
		}
	}
}

// holdsSelected reports whether the line or a part of it is selected.
func (l *screenLine) holdsSelected() bool {
	return l.selected || slices.ContainsFunc(l.parts, func(p part) bool { return p.selected })
}

// tiedItem is an item of an outline with its element, nil for a text.
type tiedItem struct {
	types.OutlineItem
	node *types.A11yNode
}

// tied connects items with their elements. Elements without item follow the previous
// one; items of elements that the view lacks are dropped.
func tied(items []types.OutlineItem, nodes []types.A11yNode) []tiedItem {
	at := make(map[string]int, len(nodes))
	for i := range nodes {
		at[nodes[i].Ref] = i
	}
	named := make([]bool, len(nodes))
	for i := range items {
		if n, known := at[items[i].Ref]; known {
			named[n] = true
		}
	}
	out := make([]tiedItem, 0, len(items))
	next := 0
	addUntil := func(end int) {
		for ; next < end; next++ {
			if n := &nodes[next]; !named[next] {
				out = append(out, tiedItem{types.OutlineItem{Ref: n.Ref, Offscreen: n.Offscreen, Origin: n.Origin}, n})
			}
		}
	}
	for _, it := range items {
		n, known := at[it.Ref]
		switch {
		case it.Ref == "" && (hasContent(it.Text) || it.Row != 0 && isMark(it.Text)):
			out = append(out, tiedItem{it, nil})
		case it.Ref != "" && known:
			addUntil(n)
			it.Origin, it.Offscreen = nodes[n].Origin, it.Offscreen || nodes[n].Offscreen
			out = append(out, tiedItem{it, &nodes[n]})
		}
	}
	addUntil(len(nodes))
	return out
}

// hasContent reports whether a text has content: a single dot or cross has none.
func hasContent(text string) bool {
	return utf8.RuneCountInString(strings.TrimSpace(text)) > 2 || !isSign(text)
}

// isMark reports whether a sign of a row has a meaning: a dash for nothing, a plus for an added line.
func isMark(text string) bool {
	return text != "" && strings.Trim(text, "+-−–—✓✔✗✘") == ""
}

// takes reports whether an item belongs on the line.
func (l *screenLine) takes(it *tiedItem) bool {
	if it.Origin != l.origin {
		return false
	}
	if it.Row != 0 || l.row != 0 {
		return it.Row == l.row && !(l.covered && it.inFront())
	}
	last := &l.parts[len(l.parts)-1]
	return it.node == nil && last.node == nil && last.kind == it.Kind && it.Kind != types.TextMessage &&
		it.Offscreen == l.offscreen && it.Covered == l.covered &&
		len(last.text) <= maxJoined && len(it.Text) <= maxJoined && l.size()+len(it.Text) <= maxTexts
}

// inFront reports whether an item is an element that nothing covers: behind covered elements of
// a row, it is in the dialog that the row itself holds.
func (it *tiedItem) inFront() bool {
	return it.node != nil && !it.Covered && !it.Offscreen
}

func (l *screenLine) size() (n int) {
	for i := range l.parts {
		n += len(l.parts[i].text)
	}
	return n
}

// withLabels moves a short text to the field below it that has no name.
func withLabels(lines []screenLine) []screenLine {
	for i := 0; i+1 < len(lines); i++ {
		a, b := &lines[i], &lines[i+1]
		if len(a.parts) != 1 || a.parts[0].node != nil || len(a.parts[0].text) > maxNear || a.origin != b.origin || a.list != 0 || b.list != 0 {
			continue
		}
		if n := b.parts[0].node; n != nil && n.Name == "" && (isField(n) || n.Role == "switch" || n.Role == "slider" || n.Role == "listbox") {
			b.parts = slices.Insert(b.parts, 0, a.parts[0])
			a.parts = nil
		}
	}
	return slices.DeleteFunc(lines, func(l screenLine) bool { return len(l.parts) == 0 })
}

// withoutRepeats removes texts that repeat the name of an adjacent element, headings that
// repeat a control, and links that repeat the item that holds them.
func withoutRepeats(lines []screenLine) []screenLine {
	for i := range lines {
		lines[i].dropRepeats()
	}
	for i := 0; i+1 < len(lines); i++ {
		a, b := &lines[i], &lines[i+1]
		if len(a.parts) != 1 || len(b.parts) == 0 || a.origin != b.origin || a.row != 0 || b.list != 0 || len(b.parts) > 1 && a.parts[0].node != nil {
			continue
		}
		both := screenLine{parts: []part{a.parts[0], b.parts[0]}}
		if both.dropRepeats(); len(both.parts) == 1 {
			a.parts, b.parts[0] = nil, both.parts[0]
		}
	}
	return slices.DeleteFunc(lines, func(l screenLine) bool { return len(l.parts) == 0 })
}

func (l *screenLine) dropRepeats() {
	if len(l.parts) < 2 {
		return
	}
	elements := map[string]*part{} // by their names; a control before a heading
	for i := range l.parts {
		p := &l.parts[i]
		if key := spelling(p.name()); p.node != nil && key != "" && (elements[key] == nil || !pressable(elements[key].node)) {
			elements[key] = p
		}
	}
	gone := make([]bool, len(l.parts))
	for i := range l.parts {
		p := &l.parts[i]
		same := elements[spelling(p.name())]
		switch {
		case p.node == nil:
			gone[i] = same != nil
		case p.node.Role == "heading" && same != nil && pressable(same.node):
			gone[i], same.level = true, max(1, p.node.Level)
		case i > 0 && p.node.Role == "link" && p.node.Expanded == "" && l.parts[i-1].node != nil && itemRoles[l.parts[i-1].node.Role] && p.name() != "" && p.name() == l.parts[i-1].name():
			gone[i] = true
		}
	}
	kept := []part{}
	for i := range l.parts {
		if !gone[i] {
			kept = append(kept, l.parts[i])
		}
	}
	l.parts = kept
}

// itemRoles lists roles of elements that may hold a link with their own name.
var itemRoles = map[string]bool{"menuitem": true, "treeitem": true, "option": true, "tab": true}

// spelling normalises a text for comparison: letters, digits and signs such as + or €,
// in lower case.
func spelling(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsPunct(r) && r != '-' || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// pressable reports whether an element can be acted on.
func pressable(n *types.A11yNode) bool { return actable[n.Role] || n.Role == clickable }

// merged removes the options of closed lists: they are chosen by their labels, and the
// list's line shows the first ones. options are keyed by the list's ref.
func merged(all []types.A11yNode) (nodes []types.A11yNode, options map[string]string) {
	options = map[string]string{}
	for i := 0; i < len(all); {
		list := &all[i]
		nodes = append(nodes, *list)
		i++
		if list.Role != "combobox" {
			continue
		}
		first := i
		for i < len(all) && isOptionOf(&all[i], list) {
			i++
		}
		if i > first {
			options[list.Ref] = optionsText(all[first:i])
		}
	}
	return nodes, options
}

func isOptionOf(n, list *types.A11yNode) bool {
	return n.Role == "option" && len(n.Path) == len(list.Path)+1 && strings.HasPrefix(n.Path[len(n.Path)-1], "combobox")
}
