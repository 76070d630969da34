package mcptools

import (
	"fmt"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// A line of a page reads like this, with all that the page says in quotes:
//
//	e12 checkbox · "Sarah Chen · Q3 roadmap review" e13 button "Star" selected
//
// A name stands right behind its element's role, any other text behind a dot or
// before the next element, so that no text can pass for an element.

const (
	maxName   = 80 // characters of an accessible name
	maxTestID = 80
	// maxMessage is how much of an alert or a state is shown, in characters.
	maxMessage = 400
	maxOption  = 30
	maxHint    = 48
	maxCell    = 160 // of one text in a row
	// maxText is how much of a text in view is shown, and shortText of one
	// outside it where room is short, in characters.
	maxText   = 1200
	shortText = 80
	// between stands between two texts of one line.
	between = " · "
)

// clickable is the word for an element that acts like a control without being
// one; tools accept it as a role.
const clickable = "clickable"

func roleWord(role string) string {
	if role == "generic" {
		return clickable
	}
	return word(role, 30)
}

// style says how much of a line's parts is written.
type style struct {
	testIDs bool
	short   bool // texts outside the view
	tight   bool // all texts
	covered bool // say what something lies in front of
	// each is what the rows of a list have in common; nil elsewhere.
	each *pattern
}

// pattern is the elements that each row of a list has, by their order. A role
// stands in a line above the rows, a name as well where all have the same, or
// where all say the row's own text with the same words around it.
type pattern struct {
	roles []string
	names []string    // empty where they differ
	ids   []string    // test ids, where names differ or there are none; empty where they differ
	ends  [][2]string // the same words before and after what the row itself says
}

func (p *pattern) derived(at int) bool { return p.ends != nil && p.ends[at] != [2]string{} }

// nodeLine is one element: ref, role, "name", [testId], states.
func nodeLine(n *types.A11yNode) string {
	return elementText(&part{node: n}, style{testIDs: true}, -1) + inFrame(n.Origin)
}

// elementText is an element. at is its place in a pattern, -1 where it has none.
func elementText(p *part, s style, at int) string {
	n := p.node
	out := []string{word(n.Ref, 24)}
	if at < 0 {
		out = append(out, p.role())
	}
	if n.Name != "" && (at < 0 || s.each.names[at] == "" && !s.each.derived(at)) {
		out = append(out, quoted(n.Name, longestName(n)))
	}
	if n.TestID != "" && s.testIDs {
		out = append(out, "["+word(n.TestID, maxTestID)+"]")
	}
	if p.level > 0 && at < 0 {
		out = append(out, "heading"+levelText(p.level))
	}
	for _, state := range states(n) {
		if at < 0 || state != onHover {
			out = append(out, state)
		}
	}
	return strings.Join(out, " ") + p.options + p.near
}

// longestName is how much of a name is shown: what a message is called is what it says.
func longestName(n *types.A11yNode) int {
	if n.Role == "alert" || n.Role == "status" {
		return maxMessage
	}
	return maxName
}

// role is the word for what an element is, with what the page's code calls one
// that has no name.
func (p *part) role() string {
	role := roleWord(p.node.Role) + levelText(p.node.Level)
	switch {
	case p.hint == "":
	case p.kind == types.TextCell:
		role += " column " + quoted(p.hint, maxHint)
	case p.node.Name == "":
		role += " class " + quoted(p.hint, maxHint)
	}
	return role
}

// levelText is the level of a heading; empty for none.
func levelText(level int) string {
	if level == 0 {
		return ""
	}
	return fmt.Sprint(level)
}

// states are the words for the state of an element.
func states(n *types.A11yNode) (words []string) {
	for _, state := range []struct {
		is   bool
		word string
	}{
		{n.Disabled, "disabled"}, {n.Checked == "true", "checked"}, {n.Checked == "mixed", "mixed"},
		{n.Expanded == "true", "expanded"}, {n.Expanded == "false", "collapsed"},
		{n.Filled, "filled"}, {n.Sensitive, "secret"}, {n.Unseen == types.Transparent, "transparent"}, {n.Unseen == types.Hidden, "hidden"}, {n.Unseen == types.OnHover, onHover},
	} {
		if state.is {
			words = append(words, state.word)
		}
	}
	return words
}

// onHover is the state of what only shows while the mouse is on what is around it.
const onHover = "on hover"

// inFrame says that something is in a frame of another origin than the page's.
func inFrame(origin string) string {
	switch origin {
	case "":
		return ""
	case types.OpaqueOrigin:
		return " in a sandboxed frame"
	}
	return " in frame " + word(origin, 100)
}

// text is the line as it is written.
func (l *screenLine) text(s style) string {
	var out []string
	at := -1
	fits := s.each != nil && s.each.fits(l)
	for i := 0; i < len(l.parts); {
		p := &l.parts[i]
		if p.node != nil {
			place := -1
			if at++; fits {
				place = at
			}
			out = append(out, elementText(p, s, place))
			i++
			continue
		}
		end := i
		for end < len(l.parts) && l.parts[end].node == nil && l.parts[end].kind == p.kind {
			end++
		}
		texts := quotedTexts(l.parts[i:end], s.longest(l))
		if kind := kindWord(p.kind); kind != "" {
			texts = kind + " " + texts
		} else if i > 0 && l.parts[i-1].node != nil {
			texts = "· " + texts
		}
		out = append(out, texts)
		i = end
	}
	if l.selected && !l.saysSelected() {
		out = append(out, "selected")
	}
	if l.covered && s.covered {
		out = append(out, "covered")
	}
	return strings.Join(out, " ")
}

// saysSelected reports whether the states of the line's elements say that it is
// selected.
func (l *screenLine) saysSelected() bool {
	return slices.ContainsFunc(l.parts, func(p part) bool { return p.node != nil && p.node.Checked == "true" })
}

// longest is how many characters of a text are shown.
func (s style) longest(l *screenLine) int {
	switch {
	case s.tight || s.short && l.offscreen:
		return shortText
	case l.row != 0 && l.list != 0:
		return maxCell
	}
	return maxText
}

func kindWord(kind string) string {
	switch kind {
	case types.TextHeader:
		return "columns"
	case types.TextMessage:
		return "message"
	}
	return ""
}

// quotedTexts are neighbouring texts between two quotes. Each is held to what
// reads as an order, and so are all together.
func quotedTexts(parts []part, longest int) string {
	var texts []string
	size := 0
	for i := range parts {
		t := parts[i].text
		if text.Orders(t) {
			t = withheld
		} else {
			t = clip(clean(t, longest), longest/2+spareTokens)
		}
		texts = append(texts, t)
		size += len(t) + len(between)
	}
	return quoted(strings.Join(texts, between), size)
}

// patternOf is what the rows have in common; nil where less than most have the
// same elements.
func patternOf(rows []screenLine) *pattern {
	const least = 3
	count := map[string]int{}
	best := ""
	for i := range rows {
		key := strings.Join(rows[i].roles(), roleEnd)
		if count[key]++; key != "" && (best == "" || count[key] > count[best]) {
			best = key
		}
	}
	if best == "" || count[best] < least || 2*count[best] <= len(rows) {
		return nil
	}
	p := &pattern{roles: strings.Split(best, roleEnd)}
	fitting := slices.DeleteFunc(slices.Clone(rows), func(l screenLine) bool { return !p.fits(&l) })
	p.names, p.ids, p.ends = make([]string, len(p.roles)), make([]string, len(p.roles)), make([][2]string, len(p.roles))
	for at := range p.roles {
		names := make([]string, len(fitting))
		for i := range fitting {
			names[i] = fitting[i].names()[at]
		}
		if !slices.ContainsFunc(names, func(n string) bool { return n != names[0] }) {
			p.names[at] = names[0]
		} else {
			p.ends[at] = sameEnds(fitting, names)
		}
		if p.names[at] == "" && !p.derived(at) {
			p.ids[at] = sameID(fitting, at)
		}
	}
	return p
}

// sameID is the test id that the elements at a place of all rows have; empty for none.
func sameID(rows []screenLine, at int) string {
	id := ""
	for i := range rows {
		own := rows[i].elements()[at].TestID
		if i > 0 && own != id {
			return ""
		}
		id = own
	}
	return id
}

// sameEnds is the words that the names begin and end with, where all that
// stands between is what another part of the row says, in full; empty where it is
// not.
func sameEnds(rows []screenLine, names []string) (ends [2]string) {
	for _, p := range rows[0].parts {
		before, after, held := strings.Cut(names[0], p.name())
		if !held || p.name() == "" || before+after == "" || len(before+after) < len(ends[0]+ends[1]) {
			continue
		}
		all := true
		for i, name := range names {
			all = all && isBetween(&rows[i], name, before, after)
		}
		if all {
			ends = [2]string{before, after}
		}
	}
	return ends
}

// isBetween reports whether a name is what another part of the row says between
// these words.
func isBetween(row *screenLine, name, before, after string) bool {
	if len(name) <= len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
		return false
	}
	middle := name[len(before) : len(name)-len(after)]
	return slices.ContainsFunc(row.parts, func(p part) bool { return p.name() == middle })
}

// fits reports whether a row has the elements of the pattern.
func (p *pattern) fits(l *screenLine) bool { return slices.Equal(p.roles, l.roles()) }

// roleEnd ends a role in a key of several.
const roleEnd = "\x00"

func (l *screenLine) roles() (roles []string) {
	for i := range l.parts {
		if n := l.parts[i].node; n != nil {
			role := l.parts[i].role()
			if level := l.parts[i].level; level > 0 {
				role += " heading" + levelText(level)
			}
			if n.Unseen == types.OnHover {
				role += " " + onHover
			}
			roles = append(roles, role)
		}
	}
	return roles
}

func (l *screenLine) names() (names []string) {
	for _, n := range l.elements() {
		names = append(names, n.Name)
	}
	return names
}

func (l *screenLine) elements() (nodes []*types.A11yNode) {
	for i := range l.parts {
		if n := l.parts[i].node; n != nil {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// text is the line above the rows.
func (p *pattern) text(rows []screenLine) string {
	var each []string
	for i, role := range p.roles {
		role, hover := strings.CutSuffix(role, " "+onHover)
		switch {
		case p.names[i] != "":
			role += " " + quoted(p.names[i], maxName)
		case p.derived(i):
			role += " " + quoted(p.ends[i][0]+"…"+p.ends[i][1], maxName)
		case p.ids[i] != "":
			role += " [" + word(p.ids[i], maxTestID) + "]"
		}
		if hover {
			role += " " + onHover
		}
		each = append(each, role)
	}
	all := fmt.Sprintf("each of %d rows", len(rows))
	if slices.ContainsFunc(rows, func(l screenLine) bool { return !p.fits(&l) }) {
		all = fmt.Sprintf("most of %d rows", len(rows))
	}
	return all + ": " + strings.Join(each, ", ")
}
