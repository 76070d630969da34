package flow

import (
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/redact"
	"cairn/shared/text"
	"cairn/shared/types"
)

const (
	redacted = redact.Mark
	// minValue is the least length of a typed text, in characters, for it to be searched for in
	// the name of an element.
	minValue = 2
)

// choosing are the roles of elements that are one of several to choose from.
var choosing = []string{"option", "radio", "menuitemradio", "treeitem"}

// ticked are the roles of elements that are one of several to choose from if others
// of their role stand in the same place, as labels do.
var ticked = []string{"checkbox", "menuitemcheckbox"}

// pressed are the roles of entries of menus, which many libraries make of buttons.
var pressed = []string{"menuitem", "button"}

// Switched are the roles of elements that a click switches on or off, which are the values of
// FlowStep.Sets.
var Switched = []string{"checkbox", "menuitemcheckbox", "switch"}

const (
	SetsOn  = "on"
	SetsOff = "off"
)

// listed are the roles of elements whose names are data.
var listed = []string{"row", "cell", "gridcell", "listitem", "article", "rowheader"}

// landmarks are the roles of parts of a page. Cards of one kind may have such a role, and
// then their elements have equals.
var landmarks = []string{"region", "form", "group", "main", "navigation", "complementary", "search", "dialog", "alertdialog"}

// target returns the element of an act with its names.
func target(a *act) types.FlowTarget {
	t := a.target
	ft := types.FlowTarget{TestID: literal(t.TestID), Role: t.Role, Name: literal(own(t.Name)), Selector: t.Selector, Tag: t.Tag, Origin: t.Origin,
		Twins: t.Twins, Near: a.near, Sensitive: t.Sensitive}
	if capture.IsMasked(t.TestID) || strings.Contains(t.TestID, redacted) {
		ft.TestID = ""
	}
	if ft.Name == "" && !slices.Contains(Switched, t.Role) && !slices.Contains(Cells, t.Role) { // it would be their state or content
		ft.Hint = own(t.Hint)
	}
	if capture.Positional(t.Selector) || capture.IsHidden(t.Selector) || strings.Contains(t.Selector, redacted) {
		ft.Selector = ""
	}
	switch {
	case a.box: // any of them has an OK
		ft.Under, ft.Nth, ft.Of = literal(a.under), 1, 1
	case t.Twins > 0 || ft.Name == "" && t.TestID == "":
		if key := a.rowKey(); key != "" && !(a.unfolds() && len(capture.RowCells(t.Row)) == 1 && len(ft.Near) >= leastNear) { // its value alone
			ft.RowRole, ft.Row, ft.Rows, ft.Near = t.RowRole, literal(key), []string{t.Row}, a.header()
			if ft.Nth, ft.Of = placeInRow(t); ft.Of == 0 && ft.Name == "" && ft.RowRole == "" {
				ft.Nth, ft.Of = 1, 1 // it does not contain the text itself
			}
		} else if a.under != "" && (a.equals > 1 || ft.Selector == "" && len(ft.Near) < leastNear) {
			ft.Under, ft.Nth, ft.Of = literal(a.under), a.below, a.of
		}
	}
	return ft
}

// fields are the roles of elements that a place alone may identify, because the value in a
// field can be checked before the next action.
var fields = []string{"textbox", "searchbox", "combobox", "spinbutton", "checkbox", "switch", "slider"}

// leastNear is how many neighbours distinguish a place from others.
const leastNear = 2

// Named reports whether a target identifies its element: by a name, by its row, or, for a
// field or an element with a hint, by its surroundings.
func Named(t *types.FlowTarget) bool {
	placed := slices.Contains(fields, t.Role) && (len(t.Near) >= leastNear || t.Under != "") || t.Hint != "" && len(t.Near) > 0
	return t.TestID != "" || t.Selector != "" || ByText(t) || t.Role != "" && (t.Name != "" || t.Row != "" || placed)
}

// ByText reports whether only the shown text identifies a target. Observations do not list
// such elements: a line that a script selects when it is clicked.
func ByText(t *types.FlowTarget) bool {
	return t.Role == "" && t.Name != "" && t.TestID == "" && t.Selector == "" && t.Row == ""
}

// header returns the header above a cell as its only neighbour, none for other elements.
func (a *act) header() []string {
	if a.head == "" {
		return nil
	}
	return []string{literal(a.head)}
}

// placeInRow returns which of equal elements in its row a target is, and how many they are;
// zeros where it has none.
func placeInRow(t *types.Target) (nth, of int) {
	if t.RowNth < 1 || t.RowOf < max(t.RowNth, 2) || t.RowOf > maxOptions {
		return 0, 0
	}
	return t.RowNth, t.RowOf
}

// rowKey returns the cell of a target's row that identifies it best: the one whose kind the
// goal names, else the first with a word that is neither the target's name nor text that the
// act types.
func (a *act) rowKey() string {
	t := a.target
	if a.kind != "" {
		return a.kind
	}
	for _, cell := range capture.RowCells(t.Row) {
		if a.tool == "type" && a.value.text != "" && text.HoldsWords(cell, a.value.text) {
			continue
		}
		if cell != t.Name && !capture.IsHidden(cell) && strings.ContainsFunc(cell, unicode.IsLetter) && !strings.Contains(cell, redacted) {
			return cell
		}
	}
	return ""
}

// kindIn returns the cell of a row whose kind a goal names, empty where none or several are.
func kindIn(row, name string, known facts) (kind string) {
	for _, cell := range capture.RowCells(row) {
		if cell == name || capture.IsHidden(cell) || !known.saysKind(cell) {
			continue
		}
		if kind != "" {
			return ""
		}
		kind = cell
	}
	return kind
}

// span is the part of an element's text that distinguishes it from similar ones.
type span struct {
	value string
	inRow bool
	// others are the values in other cells of the row that the goal names as well.
	others []string
	under  bool // it is in the heading above
	// rest reports that the text is the value with steady words around it.
	before, after string
	steady        bool
	// weak reports that the words may be those of the application: the choice is only certain
	// once two sessions differ in it.
	weak bool
}

// spanOf returns the span of an act's element that the goal, or a text typed before, names.
func spanOf(a *act, known facts) (span, bool) {
	t := a.target
	known = known.before(a)
	if a.tool == "type" {
		known = known.without(a.value.text)
	}
	name := capture.ClearName(t.Name)
	if s, ok := inName(a, name, known); ok {
		return s, true
	}
	if t.Twins == 0 && slices.Contains(landmarks, t.RowRole) && name != "" {
		return span{}, false // a part of the page, and no row of several
	}
	best, sure := "", false
	for _, cell := range capture.RowCells(t.Row) {
		if !byRow(t) || cell == "" || cell == t.Name || capture.IsHidden(cell) {
			continue
		}
		value := known.valueIn(cell)
		if value == "" && known.object(cell, true) {
			value = cell // also where it is a word of controls: the process press
		}
		label := known.labels(value) && (t.Name == "" || t.Twins == 0 || known.lower(value) || rate.MatchString(value)) // else the field has one, and equals in other rows
		if value == "" || label || text.HoldsWords(name, value) || !known.names(value, cell) || a.labelled() && known.lower(value) {
			continue
		}
		if is := known.is(value); is && !sure || is == sure && len(value) > len(best) { // the table carts, in a list of tables
			best, sure = value, is
		}
	}
	if best == "" && a.under != "" && (a.equals > 1 || t.Name == "") && byRow(t) {
		return underHeading(a.under, known)
	}
	s := span{value: best, inRow: true}
	if t.RowRole != "" && sure {
		s.others = known.besides(best, t)
	}
	return s, best != ""
}

// besides returns the texts of a target's row, except the best one, that the goal names too: the
// instance beside the alert, where several rows have the same alert. A typed text is none,
// because the task may be to put it there, nor is a short number.
func (f facts) besides(best string, t *types.Target) (others []string) {
	found := []string{best, capture.ClearName(t.Name)}
	apart := func(value string) bool {
		return !slices.ContainsFunc(found, func(o string) bool { return text.HoldsWords(o, value) || text.HoldsWords(value, o) })
	}
	for _, cell := range capture.RowCells(t.Row) {
		if capture.IsHidden(cell) {
			continue
		}
		for value := f.valueIn(cell); value != ""; value = f.valueIn(cell) {
			cell = strings.Replace(cell, value, capture.RowJoin, 1) // a cell can have several
			if len([]rune(value)) > minValue && f.typedIn(value) == "" && !f.labels(value) && f.is(value) && apart(value) {
				found, others = append(found, value), append(others, value)
			}
		}
	}
	return others
}

// underHeading returns the part of the heading above an element with equals that names the
// goal's object.
func underHeading(heading string, known facts) (span, bool) {
	value := known.valueIn(heading)
	if value == "" || known.typedIn(heading) != value && !strings.ContainsFunc(value, digit) && !known.object(value, value == heading) {
		return span{}, false
	}
	before, after, _ := strings.Cut(heading, value)
	return span{value: value, under: true, before: before, after: after}, true
}

// byRow reports whether the row identifies an element: it has equals, or no other name, or it
// is in a list and has only a name.
func byRow(t *types.Target) bool {
	return t.Twins > 0 || t.TestID == "" && (t.Name == "" || strings.Contains(t.Name, redacted) || slices.Contains([]string{"row", "listitem", "gridcell", "treeitem"}, t.RowRole))
}

// choice reports whether an act's element is one of several to choose from.
func (a *act) choice() bool {
	role := a.target.Role
	return slices.Contains(choosing, role) || slices.Contains(ticked, role) && len(a.alike) > 0 || a.segment
}

// labelled reports whether the only text beside the field of an act, or within it before its value, is its label.
func (a *act) labelled() bool {
	own := a.target.RowRole != "" && a.target.RowRole == a.target.Role && slices.Contains(fields, a.target.Role)
	return own || (a.tool == "type" && a.target.Name == "" || a.unfolds()) && len(capture.RowCells(a.target.Row)) == 1
}

// unfolds reports whether an act opens a list without a name, as a field of a form and not in a row of several.
func (a *act) unfolds() bool {
	return a.tool == "click" && a.target.Role == "combobox" && a.target.Name == "" && a.target.RowRole == ""
}

func inName(a *act, name string, known facts) (span, bool) {
	t, value := a.target, known.valueIn(name)
	if value == "" {
		return span{}, false
	}
	kind := known.kindBefore(value)
	at := strings.Index(name, value) + len(kind)
	value = value[len(kind):]
	s := span{value: value, before: name[:at], after: name[at+len(value):]}
	rest := strings.Fields(s.before + " " + s.after)
	number := strings.ContainsFunc(value, digit)
	quoted := slices.ContainsFunc(text.Quoted(known.goal), func(q string) bool { return strings.EqualFold(q, value) })
	within := a.mirrored(value, name, known) || a.framed(s, name) && known.is(value)
	s.steady = len(rest) == 0 || kind != "" && len(rest) <= maxFrame || !a.saysRow(s) && !strings.ContainsFunc(s.before+s.after, digit) && !slices.Contains(choosing, t.Role) && (len(rest) <= 3 && (number || quoted) || within && len(rest) <= maxFrame && acts(s.before) && !slices.Contains(listed, t.Role))
	switch {
	case slices.Contains(choosing, t.Role), slices.Contains(listed, t.Role), a.choice() && len(rest) == 0:
		return s, true
	case slices.Contains([]string{"textbox", "searchbox", "combobox", "spinbutton", "heading", "tab", "switch"}, t.Role):
		return span{}, false
	case within, number, quoted, known.typedIn(name) == value && len([]rune(value)) > minValue:
		return s, true
	case known.object(value, len(rest) == 0), slices.Contains(pressed, t.Role) && len(rest) == 0 && len(a.alike) > 0 && (known.result(value) || known.inRow(value) && !acts(value)):
		return s, true
	case t.Role == "link" && (t.Row != "" || len(rest) >= 2 || len(a.alike) > 0) && known.names(value, name), t.Role == "generic" && len(rest) == 0 && len(a.alike) > 0:
		s.weak = len(rest) == 0 && (a.menu || known.lower(value) || t.Role == "link" && t.Row == "")
		return s, true
	}
	return span{}, false
}

// maxFrame is the most words around a value in the name of an element.
const maxFrame = 6

// acts reports whether words before a value say what a control does to it. Other words are
// data as well: the sender before the subject of a mail.
func acts(before string) bool {
	return slices.ContainsFunc(wordsAt(before), func(w word) bool {
		stem := text.Stem(w.folded)
		return text.Verb(stem) || doing([]string{stem}) != 0 || slices.Contains(generic, w.folded)
	})
}

// mirrored reports whether a value in an element's name also stands in another text of its
// row: the name contains the row's object, as Select berta does in the row of berta.
func (a *act) mirrored(value, name string, known facts) bool {
	for _, cell := range capture.RowCells(a.target.Row) {
		if cell == name || capture.IsHidden(cell) || !text.HoldsWords(cell, value) {
			continue
		}
		if known.is(value) || strings.HasPrefix(strings.TrimSpace(cell), value) && known.direct(value) {
			return true
		}
	}
	return false
}

// saysRow reports whether a name has more of the row behind a value, as that of a row that is pressed as a
// whole: then other words stand there in the next run.
func (a *act) saysRow(s span) bool {
	return slices.ContainsFunc(capture.RowCells(a.target.Row), func(cell string) bool {
		return !capture.IsHidden(cell) && text.HoldsWhole(s.after, cell)
	})
}

// framed reports whether another element of the role has the same words around another text:
// Select anton, beside Select berta.
func (a *act) framed(s span, name string) bool {
	return s.before+s.after != "" && slices.ContainsFunc(a.framing, func(n string) bool {
		return n != name && len(n) > len(s.before)+len(s.after) && strings.HasPrefix(n, s.before) && strings.HasSuffix(n, s.after)
	})
}

// common returns the longest run of words of s that the goal has too, as s writes it.
func common(goal, s string) (best string) {
	in, of := wordsAt(goal), wordsAt(s)
	most := 0
	capital := func(i, j int) bool { // a name, also of one letter: the group A
		raw := goal[in[j].from:in[j].to]
		return j > 0 && unicode.IsUpper([]rune(raw)[0]) && raw == s[of[i].from:of[i].to]
	}
	for i := range of {
		for j := range in {
			if j == 0 && !strings.ContainsFunc(goal[in[0].from:in[0].to], digit) {
				continue // the verb, and no object
			}
			n, says := 0, 0
			for i+n < len(of) && j+n < len(in) && of[i+n].folded == in[j+n].folded {
				if telling(of[i+n].folded) || capital(i+n, j+n) {
					says++
				}
				n++
			}
			for n > 0 && lights(of[i+n-1].folded) && !capital(i+n-1, j+n-1) {
				n-- // no "of the" at the end
			}
			if says > most && n > 0 && (!lights(of[i].folded) || capital(i, j)) {
				most, best = says, s[of[i].from:of[i+n-1].to]
			}
		}
	}
	return best
}

// word is a word of a text, with its position.
type word struct {
	folded   string
	from, to int
}

// wordsAt returns the words of a text. A word may contain marks, as addresses and numbers
// do.
func wordsAt(s string) (words []word) {
	from := -1
	end := func(to int) {
		if from >= 0 {
			raw := strings.TrimRight(s[from:to], ".,:;!?'’/+-#")
			raw = strings.TrimSuffix(strings.TrimSuffix(raw, "'s"), "’s")
			if raw != "" {
				folded := text.Fold(strings.ToLower(raw))
				if n := ordinal(folded); n != "" {
					folded = n
				}
				words = append(words, word{folded, from, from + len(raw)})
			}
		}
		from = -1
	}
	for i, r := range s {
		inner := from >= 0 && strings.ContainsRune("@.-_'’/:+#,", r)
		if text.Unspaced(string(r)) {
			end(i)
			words = append(words, word{string(r), i, i + len(string(r))})
			continue
		}
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || inner:
			if from < 0 {
				from = i
			}
		default:
			end(i)
		}
	}
	end(len(s))
	return words
}

// telling reports whether a folded word is distinctive for a subject.
func telling(word string) bool {
	return !text.Stopword(word) && !text.Light(word) && !slices.Contains(generic, word)
}

// generic are words of goals and controls that name no object.
var generic = strings.Fields("open close show go click press select choose pick find search add new create edit change update set delete remove view page list row item button link tab menu form field option first last next all one two three")
