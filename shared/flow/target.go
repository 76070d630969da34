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
var Switched = []string{"checkbox", "menuitemcheckbox", "switch", "option"}

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
	case a.anchored(): // its row does not tell it from the other fields
		ft.Hint = ""
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

// Fields are the roles of elements that a place alone may identify, because the value in a
// field can be checked before the next action.
var Fields = []string{"textbox", "searchbox", "combobox", "spinbutton", "checkbox", "switch", "slider"}

// leastNear is how many neighbours distinguish a place from others.
const leastNear = 2

// Named reports whether a target identifies its element: by a name, by its row, or, for a
// field or an element with a hint, by its surroundings.
func Named(t *types.FlowTarget) bool {
	placed := slices.Contains(Fields, t.Role) && (len(t.Near) >= leastNear || t.Under != "") || t.Hint != "" && len(t.Near) > 0
	return t.TestID != "" || t.Selector != "" || ByText(t) || Drawn(t) || t.Role != "" && (t.Name != "" || t.Row != "" || placed)
}

// Drawn reports whether a target is a picture without role and name in a row, which has a name in the page's
// code. Observations do not list those that nothing but a script makes a button.
func Drawn(t *types.FlowTarget) bool {
	return t.Role == "" && t.Name == "" && t.TestID == "" && t.Tag != "" && t.Row != "" && t.Hint != ""
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
		if cell == t.Name && capture.IsHidden(cell) {
			return "" // the cells behind the hidden name are a state, which other rows have as well
		}
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
		case text.InWord(r) || inner:
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
