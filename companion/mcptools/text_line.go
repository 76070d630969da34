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
// A name follows its element's role; other texts follow a dot or precede the next
// element, so that no text looks like an element.

const (
	maxName   = 80 // characters of an accessible name
	maxTestID = 80
	// maxMessage bounds an alert or status, in characters.
	maxMessage = 400
	maxOption  = 30
	maxHint    = 48
	maxCell    = 160 // of one text in a row
	// maxText bounds a text in view, and shortText one out of view if space is short, in
	// characters.
	maxText   = 1200
	shortText = 80
	// between separates two texts of one line.
	between = " · "
)

// clickable is the word for an element that acts like a control without a role; tools
// accept it as a role.
const clickable = "clickable"

func roleWord(role string) string {
	if role == "generic" {
		return clickable
	}
	return quoteUnlessID(role, 30)
}

// style selects the written parts of a line.
type style struct {
	testIDs bool
	short   bool // texts outside the view
	tight   bool // all texts
	covered bool // name the layer in front of each element
	full    bool // names and texts of rows as long as other texts
	// each is the common pattern of a list's rows; nil elsewhere.
	each *pattern
}

// pattern lists the elements that each row of a list has. Their roles are written once
// above the rows, and names too if all are equal or contain the row's text between
// equal words.
type pattern struct {
	roles []string
	bare  bool        // class words are not in the roles
	names []string    // empty where they differ
	ids   []string    // test ids, where names differ or there are none; empty where they differ
	ends  [][2]string // the same words before and after the row's own text
	// states are the states of an element that all rows share.
	states []string
}

func (p *pattern) derived(at int) bool { return p.ends != nil && p.ends[at] != [2]string{} }

// nodeLine is one element: ref, role, "name", [testId], states.
func nodeLine(n *types.A11yNode) string {
	return elementText(&part{node: n}, style{testIDs: true}, -1) + inFrame(n.Origin)
}

// elementText returns an element. at is its place in a pattern, -1 for none.
func elementText(p *part, s style, at int) string {
	n := p.node
	out := []string{quoteUnlessID(n.Ref, 24)}
	switch {
	case at < 0:
		out = append(out, p.role())
	case s.each.bare:
		out = append(out, p.hintWords()...)
	}
	if n.Name != "" && !p.menu && (at < 0 || s.each.names[at] == "" && !s.each.derived(at)) {
		out = append(out, quoted(n.Name, s.longestName(n)))
	}
	if n.TestID != "" && s.testIDs {
		out = append(out, "["+quoteUnlessID(n.TestID, maxTestID)+"]")
	}
	if p.level > 0 && at < 0 {
		out = append(out, "heading"+levelText(p.level))
	}
	if all := states(n); at < 0 || s.each.states == nil || s.each.states[at] != strings.Join(all, " ") {
		out = append(out, all...)
	}
	if p.selected && !isTicked(n) {
		out = append(out, "selected")
	}
	return strings.Join(out, " ") + p.options + p.near
}

// longestName bounds a name; a message's name is its text.
func (s style) longestName(n *types.A11yNode) int {
	switch {
	case s.full:
		return maxText
	case n.Role == "alert" || n.Role == "status":
		return maxMessage
	}
	return maxName
}

// role returns the word for an element's role, with its class word if it has no name.
func (p *part) role() string {
	return strings.Join(append([]string{p.bareRole()}, p.hintWords()...), " ")
}

func (p *part) bareRole() string { return roleWord(p.node.Role) + levelText(p.node.Level) }

// hintWords returns the words for an element's hint; none without one.
func (p *part) hintWords() []string {
	switch {
	case p.hint == "" || p.kind == types.TextLabel: // a label stands behind the name
	case p.kind == types.TextCell || p.kind == types.TextHeader && p.node.Name != "":
		return []string{"column", quoted(p.hint, maxHint)}
	case p.node.Name == "" || p.menu || isSign(p.node.Name):
		return []string{"class", quoted(p.hint, maxHint)}
	}
	return nil
}

// isSign reports whether a name has no word, as a pencil or a cross has none.
func isSign(name string) bool {
	return !strings.ContainsFunc(name, text.Alnum)
}

// levelText returns the level of a heading; empty for none.
func levelText(level int) string {
	if level == 0 {
		return ""
	}
	return fmt.Sprint(level)
}

func states(n *types.A11yNode) (words []string) {
	for _, state := range []struct {
		is   bool
		word string
	}{
		{n.Disabled, "disabled"}, {isTicked(n), "checked"}, {n.Checked == "mixed", "mixed"},
		{n.Expanded == "true", "expanded"}, {n.Expanded == "false", "collapsed"},
		{n.Filled, "filled"}, {n.Sensitive, "secret"}, {n.Unseen == types.Transparent, "transparent"}, {n.Unseen == types.Hidden, "hidden"}, {n.Unseen == types.OnHover, onHover},
	} {
		if state.is {
			words = append(words, state.word)
		}
	}
	return words
}

// onHover is the state of elements that are visible only under the mouse.
const onHover = "on hover"

// inFrame names the frame of an element of another origin.
func inFrame(origin string) string {
	switch origin {
	case "":
		return ""
	case types.OpaqueOrigin:
		return " in a sandboxed frame"
	}
	return " in frame " + quoteUnlessID(origin, 100)
}

func (l *screenLine) text(s style) string {
	var out []string
	at := -1
	fits := s.each != nil && s.each.matches(l)
	for i := 0; i < len(l.parts); {
		p := &l.parts[i]
		if end := l.runEnd(i); !fits && end-i >= leastRun {
			out = append(out, runText(l.parts[i:end], s))
			i = end
			continue
		}
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
		}
		if i > 0 && l.parts[i-1].node != nil {
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

// leastRun is the number of elements side by side from which their role is written once.
const leastRun = 3

// runEnd returns the end of the elements of one role that stand side by side from part i on.
func (l *screenLine) runEnd(i int) int {
	end := i
	for ; end < len(l.parts) && l.parts[end].node != nil && l.parts[end].level == 0 && l.parts[end].options == ""; end++ {
		if l.parts[end].bareRole() != l.parts[i].bareRole() {
			break
		}
	}
	return end
}

// runText returns elements of one role with the role in front, and with their class words if they share these.
func runText(parts []part, s style) string {
	s.each = &pattern{roles: []string{parts[0].bareRole()}, bare: true, names: []string{""}}
	if !slices.ContainsFunc(parts, func(p part) bool { return p.role() != parts[0].role() }) {
		s.each.roles[0], s.each.bare = parts[0].role(), false
	}
	out := several(s.each.roles[0]) + ":"
	for i := range parts {
		out += " " + elementText(&parts[i], s, 0)
	}
	return out
}

// saysSelected reports whether an element of the line has the state selected.
func (l *screenLine) saysSelected() bool {
	return slices.ContainsFunc(l.parts, func(p part) bool { return p.node != nil && isTicked(p.node) })
}

// isTicked reports whether an element has the state checked; a pressed button is selected.
func isTicked(n *types.A11yNode) bool { return n.Checked == "true" && n.Role != "button" }

// longest returns the number of shown characters of a text.
func (s style) longest(l *screenLine) int {
	switch {
	case s.tight || s.short && l.offscreen:
		return shortText
	case l.row != 0 && l.list != 0 && !s.full: // what is searched for may be behind the start
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

// quotedTexts joins neighbouring texts in one pair of quotes. Each is checked for
// instructions, and so is the result.
func quotedTexts(parts []part, longest int) string {
	var texts []string
	size := 0
	for i := range parts {
		t := parts[i].text
		if text.AddressesModel(t) {
			t = withheld
		} else {
			t = clip(text.Clip(t, longest), longest/2+spareTokens)
		}
		texts = append(texts, t)
		size += len(t) + len(between)
	}
	return quoted(strings.Join(texts, between), size)
}

func (l *screenLine) roles() []string { return l.rolesBy((*part).role) }

// bareRoles returns the roles without class words.
func (l *screenLine) bareRoles() []string { return l.rolesBy((*part).bareRole) }

func (l *screenLine) rolesBy(of func(*part) string) (roles []string) {
	for i := range l.parts {
		if n := l.parts[i].node; n != nil {
			role := of(&l.parts[i])
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
