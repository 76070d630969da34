package flow

import (
	"cmp"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

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

// choices finds the spans of a trace once. Its flow is built again with each later session.
func (t *Trace) choices() {
	t.facts = known(t.Session, t.acts)
	for _, a := range t.acts {
		if a.target == nil {
			continue
		}
		if s, ok := spanOf(a, t.facts); ok {
			if a.chose = &s; !s.weak {
				t.others = append(t.others, a.alike...) // other mails, of a list of mails
			}
		}
	}
}

// spanOf returns the span of an act's element that the goal, or a text typed before, names.
func spanOf(a *act, known facts) (span, bool) {
	t := a.target
	known = known.before(a)
	if a.tool == "type" {
		known = known.without(a.value.text)
	}
	name := capture.ClearName(t.Name)
	own, named := inName(a, name, known)
	perRow := t.Twins > 0 && (own.weak || slices.Contains(choosing, t.Role)) // each row has such choices: the row is the object
	if named && !perRow {
		return own, true
	}
	if t.Twins == 0 && slices.Contains(landmarks, t.RowRole) && name != "" {
		return span{}, false // a part of the page, and no row of several
	}
	best, sure, spent, torn := "", false, false, false
	inOwn := known.valueIn(name) // none of a word that is a part of one, as petra of petra@harbor.test
	for _, cell := range capture.RowCells(t.Row) {
		if !byRow(t) && !a.valued || cell == "" || cell == t.Name || capture.IsHidden(cell) {
			continue
		}
		value := known.valueIn(cell)
		was := known.filtered(a, value)
		if was {
			rest := strings.Replace(cell, value, capture.RowJoin, 1)
			if other := known.valueIn(rest); other != "" && known.names(other, rest) {
				value, was = other, false // a cell can have several
			}
		}
		if value == "" && known.object(cell, true) {
			value = cell // also where it is a word of controls: the process press
		}
		label := known.labels(value) && (t.Name == "" || t.Twins == 0 || known.lower(value) || rate.MatchString(value)) // else the field has one, and equals in other rows
		if value == "" || label || text.HoldsWords(inOwn, value) || !known.names(value, cell) || a.labelled() && known.lower(value) || a.inForm() && !known.is(value) || known.fills(value) {
			continue
		}
		torn = torn || best != "" && best != value && isShort(best) && isShort(value)
		is := known.is(value)
		if better := is && !sure || is == sure && len(value) > len(best); best == "" || spent && !was || spent == was && better { // the table carts, in a list of tables
			best, sure, spent = value, is, was
		}
	}
	if torn { // of lines 3 and 4, the row 4 · line 3 may be either
		return span{}, false
	}
	if named && !sure {
		return own, true
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

// fills reports whether a text is the name of a field that the session types into: it tells what is changed, and not in
// which of several things.
func (f facts) fills(value string) bool {
	return slices.ContainsFunc(f.acts, func(a *act) bool {
		return a.tool == "type" && a.target != nil && strings.EqualFold(strings.TrimRight(a.target.Name, " :*?"), value)
	})
}

// isShort reports whether a value is a number that any cell may have.
func isShort(value string) bool {
	return len(value) <= minValue && strings.Trim(value, "0123456789") == ""
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
			if len([]rune(value)) > minValue && f.typedIn(value) == "" && !f.partly(value) && !f.labels(value) && f.is(value) && apart(value) {
				found, others = append(found, value), append(others, value)
			}
		}
	}
	return others
}

// partly reports whether a value is only a part of a text that the session has chosen or typed later, as dock is of
// the East dock: a row with the South dock has another one, which is to be changed.
func (f facts) partly(value string) bool {
	return slices.ContainsFunc(f.acts, func(a *act) bool {
		later := a.value.text
		if a.target != nil && a.choice() {
			later = a.target.Name
		}
		return len(later) > len(value) && text.HoldsWords(later, value) && text.HoldsWords(f.goal, later)
	})
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

// filtered reports whether an earlier act chose a value from a list or menu, which all rows may have since then.
func (f facts) filtered(a *act, value string) bool {
	return value != "" && slices.ContainsFunc(f.acts[:max(slices.Index(f.acts, a), 0)], func(o *act) bool {
		return o.target != nil && o.tool == "click" && strings.EqualFold(o.target.Name, value) && (o.choice() || o.target.Role == "menuitem")
	})
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

// labelled reports whether the only text beside the field of an act, or within it before its value, is its label. A list
// may show its value there too, and paragraphs are no rows of data.
func (a *act) labelled() bool {
	cells := len(capture.RowCells(a.target.Row))
	own := a.target.RowRole != "" && (a.target.RowRole == a.target.Role || a.target.RowRole == "paragraph") && slices.Contains(Fields, a.target.Role)
	return own || a.unnamed() && cells > 0 && cells-a.shown <= 1
}

// unnamed reports whether an act fills in a field without a name, or opens one.
func (a *act) unnamed() bool { return a.tool == "type" && a.target.Name == "" || a.unfolds() }

// inForm reports whether the row of a field without a name may be the form itself. Its texts are the labels of several
// fields then, and do not say which of them this one is.
func (a *act) inForm() bool {
	return a.unnamed() && a.target.RowRole == "" && len(capture.RowCells(a.target.Row))-a.shown > 1
}

// anchored reports whether a field in a form is the only one within an element that has an id.
func (a *act) anchored() bool {
	return a.inForm() && a.target.Selector != "" && !capture.Positional(a.target.Selector)
}

// unfolds reports whether an act opens a list without a name, as a field of a form and not in a row of several.
func (a *act) unfolds() bool {
	return a.tool == "click" && a.target.Role == "combobox" && a.target.Name == "" && a.target.RowRole == ""
}

func inName(a *act, name string, known facts) (span, bool) {
	t, value := a.target, known.valueIn(name)
	if day := known.dayIn(name); day != "" && a.tool == "click" {
		return span{value: day, steady: true}, true
	}
	if value == "" {
		return span{}, false
	}
	kind := cmp.Or(known.kindBefore(value), a.kindShared(value, name))
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
	case kindAfter(s.before), acts(s.before) && !strings.Contains(known.goal, value):
		return span{}, false
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

// acts reports whether words before a value name a control's effect on it. Other words are
// data as well: the sender before the subject of a mail.
func acts(before string) bool {
	return slices.ContainsFunc(wordsAt(before), func(w word) bool {
		stem := text.Stem(w.folded)
		return text.Verb(stem) || doing([]string{stem}) != 0 || slices.Contains(generic, w.folded)
	})
}

// indefinite are words before the name of a kind of object, and not before the name of one.
var indefinite = strings.Fields("a an another new ein eine einen neu neue neuen neuer neues un une una nouveau nouvelle nuevo nueva")

// kindAfter reports whether the words of a name say that a kind of object follows, as API key in Create a new API key:
// the task makes another one each time.
func kindAfter(before string) bool {
	words := wordsAt(before)
	return len(words) > 0 && slices.Contains(indefinite, words[len(words)-1].folded)
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

// kindShared returns the small words at the beginning of a value that names of other elements have in the same place: they
// are the page's word for its kind, as user in Remove user carla beside Remove user bert.
func (a *act) kindShared(value, name string) (kind string) {
	before, after, _ := strings.Cut(name, value)
	for i, w := range wordsAt(value) {
		if with := value[:w.from]; i > 0 && with == strings.ToLower(with) && a.framed(span{before: before + with, after: after}, name) {
			kind = with
		}
	}
	return kind
}

// framed reports whether another element of the role has the same words around another text:
// Select anton, beside Select berta.
func (a *act) framed(s span, name string) bool {
	return s.before+s.after != "" && slices.ContainsFunc(a.framing, func(n string) bool {
		return n != name && len(n) > len(s.before)+len(s.after) && strings.HasPrefix(n, s.before) && strings.HasSuffix(n, s.after)
	})
}
