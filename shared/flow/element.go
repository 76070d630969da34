package flow

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/risk"
	"cairn/shared/text"
	"cairn/shared/types"
)

// targets returns the targets of a column: the one that the goal's words choose by a
// parameter, else each recorded one, the first first.
func (b *builder) targets(c column) (out []types.FlowTarget) {
	if t, ok := b.chosen(c); ok {
		return []types.FlowTarget{t}
	}
	for i, a := range c {
		if a == nil {
			continue
		}
		t := target(a)
		b.withoutValues(&t, i)
		b.about(&t, a, i)
		if !Named(&t) {
			continue
		}
		out = withTarget(out, t)
	}
	return out
}

// withoutValues removes the values of the n-th trace from the surroundings of a target. It
// replaces them by parameters in a heading, and drops neighbours that contain them.
func (b *builder) withoutValues(t *types.FlowTarget, n int) {
	t.Near = slices.DeleteFunc(slices.Clone(t.Near), func(near string) bool { return b.holdsValue(near, n) })
	for _, p := range b.params {
		if p.Kind != types.FlowSecret && p.Kind != types.FlowFile {
			value := []capture.Typed{{Field: p.Name, Text: p.values[n]}}
			if t.Name == t.Under { // the field of a prompt
				t.Name = capture.WithoutTyped(t.Name, value)
			}
			t.Under = capture.WithoutTyped(t.Under, value)
		}
	}
}

// withTarget adds a target, or merges it with an existing one for the same element.
func withTarget(targets []types.FlowTarget, t types.FlowTarget) []types.FlowTarget {
	for i := range targets {
		known := &targets[i]
		if known.TestID != t.TestID || known.Role != t.Role || known.Name != t.Name || known.Origin != t.Origin || known.Row != t.Row || known.Hint != t.Hint || strictly(known) != strictly(&t) || known.Nth != t.Nth {
			continue
		}
		if known.Name == "" && known.TestID == "" && known.Selector != t.Selector {
			continue
		}
		if known.Name == "" && known.TestID == "" && known.Row == "" && !slices.Equal(known.Near, t.Near) {
			continue // only their places distinguish them
		}
		if known.Selector != t.Selector {
			known.Selector = ""
		}
		known.Near = slices.DeleteFunc(slices.Clone(known.Near), func(n string) bool { return !slices.Contains(t.Near, n) })
		known.Rows = append(slices.Clone(known.Rows), t.Rows...)
		known.Cell = sameCell(known.Cell, t.Cell)
		known.Of, known.Twins, known.Sensitive = t.Of, t.Twins, known.Sensitive || t.Sensitive
		return targets
	}
	if len(targets) == maxTargets {
		return targets
	}
	return append(targets, t)
}

// chosen returns the target of a column that is one of many, by the parameter that
// identifies it.
func (b *builder) chosen(c column) (types.FlowTarget, bool) {
	var last *act
	spans, values := make([]span, len(c)), make([]string, len(c))
	found, own, renamed, differ := false, 0, false, false
	for i, a := range c {
		if a == nil {
			continue
		}
		if last != nil {
			renamed = renamed || capture.ClearName(a.target.Name) != capture.ClearName(last.target.Name)
			differ = differ || renamed || a.rowKey() != last.rowKey()
		}
		last = a
		if b.traces[i].runs == "" {
			own++
		}
		if a.chose != nil {
			spans[i], values[i] = *a.chose, a.chose.value
		}
	}
	for i := range spans {
		if spans[i].weak && !renamed {
			spans[i], values[i] = span{}, ""
		}
		found = found || spans[i].value != ""
	}
	t := last.target
	data := last.rowKey() != "" && !last.labelled() && !last.anchored() && (t.Twins > 0 || t.Name == "" && t.TestID == "") || last.choice() || slices.Contains(listed, t.Role)
	switch {
	case found:
	case !data, last.choice() && !differ, own > 1 && !differ, !differ && b.steadyRow(last):
		return types.FlowTarget{}, false // always the same, or a part of the application
	}
	s := spans[len(c)-1]
	for _, other := range spans {
		if s.value == "" {
			s = other
		}
	}
	for i, a := range c {
		if a == nil || values[i] != "" {
			continue
		}
		if values[i] = s.valueOf(a); values[i] != "" {
			continue
		}
		values[i] = a.rowKey()
		if last.choice() || values[i] == "" && !s.inRow { // else the only row there was
			values[i] = capture.ClearName(a.target.Name)
		}
	}
	p := types.FlowParam{Kind: types.FlowChoice}
	if last.choice() && t.Twins == 0 {
		p.Options = distinct(append(slices.Clone(values), last.alike...))
	}
	if len(p.Options) == 0 {
		p.Form = formOf(values)
	}
	name := "{" + b.param(p, values, b.nameFor(c, values, t)) + "}"
	chosen := b.chosenBy(name, last, s)
	var at []int
	for i, a := range c {
		if a != nil && a.target.Row != "" {
			chosen.Rows = append(chosen.Rows, a.target.Row)
			if own == 0 || b.traces[i].runs == "" { // a run of the flow only followed them
				at = append(at, CellOf(a.target.Row, values[i]))
			}
		}
	}
	if chosen.Row == name && len(at) > 0 {
		chosen.Cell = sameCell(at...)
	}
	if s.inRow {
		parts := []cellParam{{strings.Index(t.Row, values[len(c)-1]), name}}
		for _, other := range besides(c, spans) {
			parts = append(parts, cellParam{strings.Index(t.Row, other[len(c)-1]), "{" + b.param(p, other, b.nameFor(c, other, t)) + "}"})
		}
		chosen.Row = inOrder(parts)
	}
	return chosen, true
}

// cellParam is a parameter of a row, and where its value stood in the recorded one.
type cellParam struct {
	at    int
	param string
}

// inOrder returns parameters in the order of their values in the row.
func inOrder(parts []cellParam) string {
	slices.SortStableFunc(parts, func(a, b cellParam) int { return cmp.Compare(a.at, b.at) })
	var params []string
	for _, p := range parts {
		params = append(params, p.param)
	}
	return strings.Join(params, capture.RowJoin)
}

// sameCell returns the FlowTarget.Cell of several rows together.
func sameCell(at ...int) int {
	switch at = slices.Compact(at); {
	case slices.Contains(at, 0):
		return 0
	case len(at) > 1:
		return CellSomewhere
	}
	return at[0]
}

// besides returns the further values that select a column's row, each with its value in each
// trace; none where traces have different numbers of them.
func besides(c column, spans []span) (others [][]string) {
	for i, a := range c {
		if a == nil {
			continue
		}
		if others == nil {
			others = make([][]string, len(spans[i].others))
		}
		if len(others) != len(spans[i].others) {
			return nil
		}
		for k, value := range spans[i].others {
			if others[k] == nil {
				others[k] = make([]string, len(c))
			}
			others[k][i] = value
		}
	}
	return others
}

// steadyRow reports whether a row that the goal does not name is the same for every value of
// the goal: the goal names the row's kind, as an administration's line Groups is for each
// new group, or no act of the newest session is risky and the row is a part of the page, that of a
// field, or has only one text. A calendar's button beside the field From is a part of it, whatever is done afterwards. Of several texts, one may be the state of the row, and another row
// has it in the next run: not if the row is that of the page's only list without a name, which tells the list's
// kind, and its value, nor if the text is a label by its colon, nor if most of the page's fields are in the row: it is a form. Otherwise the person who runs the flow must name the row. A missing row
// stops the run.
func (b *builder) steadyRow(a *act) bool {
	newest, fixed := len(b.traces)-1, a.texts == 1 || a.tool == "type" || slices.Contains(landmarks, a.target.RowRole)
	return a.rowKey() != "" && !a.choice() && (strings.HasSuffix(a.rowKey(), ":") || a.unfolds() && a.sole || a.inForm() && a.most || a.besideField && a.risk == risk.None || b.traces[newest].facts.saysKind(a.rowKey()) || fixed && !slices.ContainsFunc(b.traces[newest].acts, func(a *act) bool { return a.risk != risk.None }))
}

// valueOf returns what an act of another session has in the place of a span, between its steady words; empty
// where it has none. A run without a goal does not say which words are the value.
func (s span) valueOf(a *act) string {
	if s.before+s.after == "" || !s.under && !s.steady {
		return ""
	}
	all := capture.ClearName(a.target.Name)
	if s.under {
		all = a.under
	}
	rest, begins := strings.CutPrefix(all, s.before)
	value, ends := strings.CutSuffix(rest, s.after)
	if !begins || !ends {
		return ""
	}
	return value
}

// chosenBy returns a target by a parameter: the row that shows it, or the element itself.
func (b *builder) chosenBy(param string, a *act, s span) types.FlowTarget {
	t := target(a)
	t.Selector, t.Near, t.Row, t.RowRole, t.Under, t.Nth, t.Of = "", nil, "", "", "", 0, 0
	if !a.shared {
		t.TestID = ""
	}
	switch {
	case s.under:
		t.Under, t.Nth, t.Of = literal(s.before)+param+literal(s.after), a.below, a.of
	case s.inRow || s.value == "" && a.rowKey() != "" && !a.choice():
		t.Row, t.RowRole, t.Near = param, a.target.RowRole, a.header()
		t.Nth, t.Of = placeInRow(a.target)
		t.Hint = hintWithout(t.Hint, cmp.Or(s.value, a.rowKey()))
		switch {
		case slices.Contains(Cells, t.Role):
			t.Name = "" // data of the row: its column tells it from the others, if there are any
			t.Nth, t.Of = max(t.Nth, 1), max(t.Of, 1)
		case a.valued && a.head != "":
			t.Name = ""
		case t.Of == 0 && t.Name == "" && t.RowRole == "":
			t.Nth, t.Of = 1, 1 // it does not contain the text itself
		case s.value != "" && text.HoldsWords(t.Name, s.value):
			t.Name = strings.Replace(t.Name, literal(s.value), param, 1) // the address of the user
		}
	case s.value == "" && a.choice():
		t.Name = param
	case s.steady:
		t.Name = literal(s.before) + param + literal(s.after)
		if t.Twins > 0 && a.of == 1 && !strings.Contains(a.under, s.value) { // another part of the page has it too
			t.Under, t.Nth, t.Of = literal(a.under), 1, 1
		} else if t.Twins > 0 && a.column != "" && !text.HoldsWords(a.column, s.value) {
			t.Row, t.RowRole = literal(a.column), a.target.RowRole
		}
	default:
		t.Name, t.Row = "", param
	}
	if t.Row == param && s.value != "" {
		t.Row = inWord(param, s.value, a.target.Row, a.target.Name)
	}
	return t
}

// inWord returns a parameter with the rest of the word in which the texts have its value: slate.iso, of slate. A run looks for
// complete words. The rest may not be data: a number, or the server of an address.
func inWord(param, value string, texts ...string) string {
	for _, s := range texts {
		if text.HoldsWhole(s, value) {
			return param
		}
	}
	for _, s := range texts {
		for _, word := range strings.Fields(s) {
			before, after, is := strings.Cut(word, value)
			if is && !personal("", before+after) && !strings.ContainsFunc(before+after, unicode.IsDigit) {
				return literal(before) + param + literal(after)
			}
		}
	}
	return param
}

// hintWithout returns a hint without the words of a value. The page's code names a radio by its value and a
// button by the id of its row: with another value, that is another one.
func hintWithout(hint, value string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(hint), func(w string) bool { return text.HoldsWhole(value, w) }), " ")
}

// nameFor returns the name of a parameter for something that is chosen.
func (b *builder) nameFor(c column, values []string, t *types.Target) string {
	switch noun := b.nounFor(c, values); {
	case noun != "":
		return noun
	case slices.ContainsFunc(values, func(v string) bool { _, is := text.CalendarDay(v); return is }):
		return "day"
	case c.first().choice(), slices.Contains(ticked, t.Role):
		return "choice"
	case t.RowRole == "row" || t.Role == "row":
		return "row"
	}
	return "item"
}

// nounFor returns the word of the goal before a value, or behind it.
func (b *builder) nounFor(c column, values []string) string {
	return cmp.Or(b.nounBy(c, values, false), b.nounBy(c, values, true))
}

// nounBy returns the word of the goal before a value, or that behind it.
func (b *builder) nounBy(c column, values []string, behind bool) string {
	for i := range values {
		if c[i] == nil || values[i] == "" {
			continue
		}
		goal := b.traces[i].facts.goal
		words, value, others := wordsAt(goal), wordsAt(values[i]), b.valueWords(i)
		for at := range words {
			if !begins(words[at:], value) {
				continue
			}
			if noun := nounBeside(words, at, at+len(value), behind, others); noun != "" {
				return noun
			}
		}
	}
	return ""
}

// valueWords returns the words that the n-th trace typed, and those of its parameters' values.
func (b *builder) valueWords(n int) (out []string) {
	add := func(s string) {
		for _, w := range wordsAt(s) {
			out = append(out, w.folded)
		}
	}
	for _, typed := range b.traces[n].facts.typed {
		add(typed)
	}
	for _, p := range b.params {
		add(p.values[n])
	}
	return out
}

func begins(words, with []word) bool {
	if len(with) == 0 || len(with) > len(words) {
		return false
	}
	for i := range with {
		if words[i].folded != with[i].folded {
			return false
		}
	}
	return true
}

// nounBeside returns the word before or behind words[from:to] that names their kind. It skips words of
// other values.
func nounBeside(words []word, from, to int, behind bool, values []string) string {
	fit := func(w string) bool {
		return !slices.Contains(values, w) && telling(w) && !strings.ContainsFunc(w, func(r rune) bool { return !text.InWord(r) || digit(r) }) && !slices.Contains(generic, text.Stem(w))
	}
	switch {
	case behind && to < len(words) && fit(words[to].folded):
		return words[to].folded
	case !behind && from > 1 && fit(words[from-1].folded): // the first word is the verb
		return words[from-1].folded
	}
	return ""
}
