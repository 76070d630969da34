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
	covered bool // say what something lies in front of
	full    bool // names as long as texts
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
	ends  [][2]string // the same words before and after what the row itself says
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
	for _, state := range states(n) {
		if at < 0 || state != onHover {
			out = append(out, state)
		}
	}
	if p.selected && n.Checked != "true" {
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
	case p.node.Name == "" || p.menu:
		return []string{"class", quoted(p.hint, maxHint)}
	}
	return nil
}

// levelText returns the level of a heading; empty for none.
func levelText(level int) string {
	if level == 0 {
		return ""
	}
	return fmt.Sprint(level)
}

// states returns the words for the state of an element.
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

// text returns the written line.
func (l *screenLine) text(s style) string {
	var out []string
	at := -1
	fits := s.each != nil && s.each.matches(l)
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

// saysSelected reports whether an element of the line has the state selected.
func (l *screenLine) saysSelected() bool {
	return slices.ContainsFunc(l.parts, func(p part) bool { return p.node != nil && p.node.Checked == "true" })
}

// longest returns the number of shown characters of a text.
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
			t = clip(clean(t, longest), longest/2+spareTokens)
		}
		texts = append(texts, t)
		size += len(t) + len(between)
	}
	return quoted(strings.Join(texts, between), size)
}

// patternOf returns the common pattern of rows; nil if most rows do not share one.
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
	fitting := slices.DeleteFunc(slices.Clone(rows), func(l screenLine) bool { return !p.matches(&l) })
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

// sameID returns the test id that all rows share at a place; empty for none.
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

// sameEnds returns the common first and last words of the names if the rest is the
// complete text of another part of the row; empty otherwise.
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

// isBetween reports whether a name is the text of another part of the row between
// these words.
func isBetween(row *screenLine, name, before, after string) bool {
	if len(name) <= len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
		return false
	}
	middle := name[len(before) : len(name)-len(after)]
	return slices.ContainsFunc(row.parts, func(p part) bool { return p.name() == middle })
}

// matches reports whether a row has the pattern's elements.
func (p *pattern) matches(l *screenLine) bool {
	if p.bare {
		return slices.Equal(p.roles, l.bareRoles())
	}
	return slices.Equal(p.roles, l.roles())
}

// roleEnd terminates a role in a key.
const roleEnd = "\x00"

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

// text returns the line above the rows.
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
			role += " [" + quoteUnlessID(p.ids[i], maxTestID) + "]"
		}
		if hover {
			role += " " + onHover
		}
		each = append(each, role)
	}
	all := fmt.Sprintf("each of %d rows", len(rows))
	if slices.ContainsFunc(rows, func(l screenLine) bool { return !p.matches(&l) }) {
		all = fmt.Sprintf("most of %d rows", len(rows))
	}
	return all + ": " + strings.Join(each, ", ")
}
