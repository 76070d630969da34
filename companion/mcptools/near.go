package mcptools

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/types"
)

// maxNear bounds the text behind an element that distinguishes it from equal ones, in
// characters.
const maxNear = 40

// textReach is the number of lines below a text for which it may be the title.
const textReach = 4

// place is the position of an element: its line, and its part of it.
type place struct{ line, part int }

// tellApart adds a distinguishing text to elements without a unique name: the text,
// heading or landmark around it that no equal element has, else its number among the
// equal ones. Elements that their own line distinguishes are left out.
func tellApart(lines []screenLine) {
	var order []string
	equals := map[string][]place{}
	for i := range lines {
		for k := range lines[i].parts {
			n := lines[i].parts[k].node
			if n == nil || !pressable(n) || lines[i].parts[k].menu {
				continue
			}
			key := lines[i].parts[k].role() + "\x00" + n.Name + "\x00" + n.Origin
			if equals[key] == nil {
				order = append(order, key)
			}
			equals[key] = append(equals[key], place{i, k})
		}
	}
	shortenHints(lines)
	around := surroundings(lines)
	for _, key := range order {
		all := equals[key]
		first := &lines[all[0].line].parts[all[0].part]
		switch {
		case len(all) > 1 || isNameless(first.node):
			tellEqualsApart(lines, around, all)
		case first.hint != "" && first.kind == "" && !isSign(first.node.Name):
			first.near = " class " + quoted(first.hint, maxHint)
		}
		labels := map[string]int{}
		for _, at := range all {
			labels[lines[at.line].parts[at.part].hint]++
		}
		for _, at := range all {
			if p := &lines[at.line].parts[at.part]; p.kind == types.TextLabel && !lines[at.line].saysLabel(at.part) {
				number := p.near
				if !strings.HasPrefix(number, " (") || labels[p.hint] == 1 {
					number = ""
				}
				said := cmp.Or(strings.TrimSpace(strings.TrimSuffix(p.hint, p.node.Name)), p.hint)
				p.near = " near " + quoted(said, maxNear) + number
			}
		}
	}
	numberOnce(lines)
}

// numberOnce leaves out the numbers of elements behind the first one of a row that has a number: of two equal lists,
// they are in the same one.
func numberOnce(lines []screenLine) {
	for i := range lines {
		numbered := false
		for k := range lines[i].parts {
			p := &lines[i].parts[k]
			if lines[i].list == 0 || !strings.HasPrefix(p.near, " (") {
				continue
			}
			if numbered {
				p.near = ""
			}
			numbered = true
		}
	}
}

func tellEqualsApart(lines []screenLine, around []surrounding, equals []place) {
	if areOneRun(equals) {
		return // their order tells them apart
	}
	count := map[string]int{} // of the texts around them
	inLine := map[int]int{}
	for _, at := range equals {
		inLine[at.line]++
		for _, key := range around[at.line].keys() {
			count[key]++
		}
	}
	labels, hints := map[string]int{}, map[string]int{}
	for _, at := range equals {
		hints[lines[at.line].parts[at.part].hint]++
	}
	for i, at := range equals {
		s, p := &around[at.line], &lines[at.line].parts[at.part]
		if p.saysWhatItDoes() && hints[p.hint] == 1 && (at.part == 0 || !lines[at.line].parts[at.part-1].labels()) {
			continue
		}
		if label := lines[at.line].label(at.part); label != "" {
			if alone := at.part == len(lines[at.line].parts)-1 && at.part == 1; !alone { // else the line is the label and its element
				p.near = " near " + quoted(label, maxNear)
			}
			if labels[label]++; labels[label] > 1 {
				p.near += fmt.Sprintf(" (%d)", labels[label])
			}
			continue
		}
		keys := s.keys()
		switch {
		case count[keys[0]] == 1 && (strings.ContainsFunc(s.line, unicode.IsLetter) || s.line != "" && !isField(p.node)):
			// The rest of the line distinguishes it.
		case s.text != "" && count[keys[1]] == 1:
			p.near = nearText(s.text, s.fresh)
		case s.heading != "" && count[keys[2]] == 1:
			p.near = nearText(s.heading, s.fresh)
		case s.landmark != "" && count[keys[3]] == 1:
			p.near = " in " + landmarkText(s.landmark)
		case !isSign(p.node.Name) && p.hint != "" && p.kind == "" && hints[p.hint] == 1:
			p.near = " class " + quoted(p.hint, maxHint)
		case inLine[at.line] > 1 && beforeTells(lines, equals, at.line):
			p.near = " near " + quoted(lines[at.line].before(at.part), maxNear)
		case lines[at.line].list != 0 && inLine[at.line] > 1:
			// Its place in the row distinguishes it.
		case len(equals) > 1:
			p.near = fmt.Sprintf(" (%d of %d)", i+1, len(equals))
		}
	}
}

// saysLabel reports whether a part of the line has the label of an element as its name, and the
// element has no equal on the line.
func (l *screenLine) saysLabel(part int) bool {
	p, said, others := &l.parts[part], false, 0
	for i := range l.parts {
		if o := &l.parts[i]; i != part && o.node != nil && o.role() == p.role() && o.name() == p.name() {
			others++
		} else if i != part {
			said = said || spelling(o.name()) == spelling(p.hint)
		}
	}
	return said && others == 0
}

// areOneRun reports whether equals stand side by side on one line, so many that their role is written once.
func areOneRun(equals []place) bool {
	first, last := equals[0], equals[len(equals)-1]
	return len(equals) >= leastRun && first.line == last.line && last.part-first.part == len(equals)-1
}

// saysWhatItDoes reports whether the class words of a button without a name stand for its name.
func (p *part) saysWhatItDoes() bool {
	return p.node.Name == "" && p.hint != "" && p.kind == "" && (p.node.Role == "button" || p.node.Role == "link" || p.node.Role == "generic")
}

// label returns the text that labels an element without a name: the first of one or two
// texts just before it, the last of more or if it ends with a colon, else the name of the list or number field that it stands
// behind, else the text after it. Rows with several elements have it once, at their start.
func (l *screenLine) label(part int) (said string) {
	switch {
	case !isNameless(l.parts[part].node):
		return ""
	case l.list != 0 && len(l.names()) > 1:
		if part > 0 && l.parts[part-1].labels() && isField(l.parts[part].node) && l.fields() > 1 {
			return l.parts[part-1].text
		}
		return ""
	}
	from := part
	for from > 0 && l.parts[from-1].labels() {
		from--
	}
	switch n := part - from; {
	case n > 2, n > 0 && strings.HasSuffix(l.parts[part-1].text, ":"): // other values with their labels
		said = l.parts[part-1].text
	case n > 0:
		said = l.parts[from].text
	}
	for i := part - 1; i >= 0 && said == "" && l.parts[i].node != nil; i-- {
		if n := l.parts[i].node; n.Role == "spinbutton" || n.Role == "combobox" {
			said = n.Name
			break
		} else if n.Name != "" {
			break
		}
	}
	for i := part + 1; i < len(l.parts) && said == ""; i++ {
		if n := l.parts[i].node; n != nil && n.Name != "" {
			break
		} else if l.parts[i].labels() {
			said = l.parts[i].text
		}
	}
	return said
}

// isNameless reports whether an element has no name, or a field is named by its value alone.
func isNameless(n *types.A11yNode) bool {
	return n.Name == "" || isField(n) && !strings.ContainsFunc(n.Name, unicode.IsLetter)
}

// labels reports whether a part may label an element beside it: a text with letters,
// not the head of a column.
func (p *part) labels() bool {
	return p.node == nil && p.kind != types.TextHeader && strings.ContainsFunc(p.text, unicode.IsLetter)
}

func (l *screenLine) fields() (n int) {
	for i := range l.parts {
		if isField(l.parts[i].node) {
			n++
		}
	}
	return n
}

// beforeTells reports whether each of the equals on a line has another text, field or
// head of a column before it.
func beforeTells(lines []screenLine, equals []place, line int) bool {
	seen := map[string]bool{"": true}
	for _, at := range equals {
		if at.line != line {
			continue
		}
		before := lines[line].before(at.part)
		if seen[before] {
			return false
		}
		seen[before] = true
	}
	return true
}

// before returns the last text before an element on its line, or the name of a field or a
// column's head before it: buttons stand behind their objects.
func (l *screenLine) before(part int) string {
	for i := part - 1; i >= 0; i-- {
		switch p := &l.parts[i]; {
		case p.node == nil:
			return p.text
		case isField(p.node) || p.node.Role == "columnheader":
			return cmp.Or(p.node.Name, l.label(i), p.hint)
		}
	}
	return ""
}

// nearText returns the text above an element, unless the previous line contains it.
func nearText(said string, fresh bool) string {
	if fresh {
		return ""
	}
	return " near " + quoted(said, maxNear)
}

// surrounding holds the texts on a line and above it.
type surrounding struct {
	line     string // all of the line, where it has several parts
	text     string // the first of the last line with a text above it, below the heading
	heading  string
	landmark string
	fresh    bool // the line right above has the text or the heading
}

func (s *surrounding) keys() [4]string {
	return [4]string{"line\x00" + s.line, "text\x00" + s.text, "heading\x00" + s.heading, "landmark\x00" + s.landmark}
}

func surroundings(lines []screenLine) []surrounding {
	out := make([]surrounding, len(lines))
	var s surrounding
	below := 0 // lines below the text
	for i := range lines {
		l := &lines[i]
		if below++; below > textReach {
			s.text = ""
		}
		out[i] = s
		out[i].line, out[i].landmark = l.all(), l.landmark()
		s.fresh = false
		if !l.isHeading() && (sameList(lines, i-1, i) || sameList(lines, i, i+1)) {
			continue // a row says nothing of the next one; one that stands alone is the title of a column
		}
		said := false // the first text of a line is its title; a count or a hint follows
		for k := range l.parts {
			switch p := &l.parts[k]; {
			case p.node == nil:
				if !said {
					s.text, s.fresh, said, below = p.text, true, true, 0
				}
			case p.node.Role == "heading" || p.level > 0:
				s.heading, s.text, s.fresh = p.node.Name, "", true
			}
		}
	}
	return out
}

// sameList reports whether two lines are rows of one list.
func sameList(lines []screenLine, a, b int) bool {
	return a >= 0 && b < len(lines) && lines[a].list != 0 && lines[a].list == lines[b].list
}

// isHeading reports whether the line is a heading alone.
func (l *screenLine) isHeading() bool {
	return len(l.parts) == 1 && l.parts[0].node != nil && l.parts[0].node.Role == "heading"
}

// all returns the texts of a line of several parts.
func (l *screenLine) all() string {
	if len(l.parts) < 2 {
		return ""
	}
	var b strings.Builder
	for i := range l.parts {
		b.WriteString(l.parts[i].name() + "\x00")
	}
	return strings.Trim(b.String(), "\x00")
}

// landmark returns the innermost part of the page around the line that has a name, else
// the innermost landmark.
func (l *screenLine) landmark() string {
	for i := range l.parts {
		n := l.parts[i].node
		if n == nil {
			continue
		}
		for _, where := range slices.Backward(n.Path) {
			if role, _, named := strings.Cut(where, " "); named && (role == "region" || landmarks[role]) {
				return where
			}
		}
		return landmark(n)
	}
	return ""
}

// landmarkText returns an entry of an element's path, `role "name"`.
func landmarkText(entry string) string {
	role, name, named := strings.Cut(entry, ` "`)
	text := quoteUnlessID(role, 30)
	if named {
		text += " " + quoted(strings.TrimSuffix(name, `"`), maxNear)
	}
	return text
}
