package flow

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/redact"
	"cairn/shared/text"
	"cairn/shared/types"
)

// builder builds a flow from columns.
type builder struct {
	traces []*Trace
	// led are, for each trace, the parts of addresses that things led to that it chose.
	led    [][]string
	params []*param
	names  capture.Placeholders
}

// param is a parameter with the values that it had in each trace.
type param struct {
	types.FlowParam
	values   []string // empty where it is unknown
	required bool     // used by a step that is not optional
	form     string   // of a secret: the page and the dialog with its field
}

// build builds the flow that traces share. columns has a place for each of them.
func build(site string, traces []*Trace, columns []column) *types.Flow {
	b := &builder{traces: traces, led: make([][]string, len(traces))}
	newest := traces[len(traces)-1]
	f := &types.Flow{Site: site, Start: newest.start}
	for _, c := range columns {
		optional, left := b.missing(c)
		if left {
			continue
		}
		from := len(b.params)
		step := b.step(c)
		step.Optional = optional
		used := stepParams(&step)
		for i, p := range b.params {
			p.required = p.required || !optional && slices.Contains(used, p.Name)
			if i >= from {
				p.Optional = optional
			}
		}
		f.Steps = append(f.Steps, step)
		f.End = step.Expect // where sessions disagree on it, it is no evidence
	}
	b.address(f)
	for _, p := range b.params {
		p.Optional = !p.required
		f.Params = append(f.Params, p.FlowParam)
	}
	f.Title = b.title()
	for _, t := range traces {
		f.Evidence = append(f.Evidence, t.Session.SessionID)
	}
	return f
}

// missing reports whether a step is optional or left out. A step that some sessions did not
// have is optional if it is harmless, or if it only showed the element of the next one,
// which a run sees for itself. A login stays, because the next browser may be signed out.
// Otherwise the newest session decides.
func (b *builder) missing(c column) (optional, left bool) {
	newest := b.traces[len(b.traces)-1]
	if !slices.Contains(c, nil) || c.onlyLogin() && (c[len(c)-1] != nil || newest.behindLogin() == len(newest.acts)) || c.sets() != "" && !b.didWithout(c) {
		return false, false
	}
	for _, a := range c {
		if a == nil || mayBeMissing(a) {
			continue
		}
		if a.chose != nil || !onlyReveals(a) {
			return false, c[len(c)-1] == nil
		}
	}
	return true, false
}

// onlyLogin reports whether each act of a column is a part of a login.
func (c column) onlyLogin() bool {
	return !slices.ContainsFunc(c, func(a *act) bool { return a != nil && !a.login })
}

// didWithout reports whether a session did without a step that sets a box or a switch. A run leaves one alone that is
// set already, and so does anybody who sees it.
func (b *builder) didWithout(c column) bool {
	for i, a := range c {
		if a == nil && b.traces[i].runs == "" && !b.traces[i].found(c) {
			return true
		}
	}
	return false
}

// found reports whether a session saw the box or switch of a column only in the state that the others gave to it.
func (t *Trace) found(c column) bool {
	set := c[slices.IndexFunc(c, func(a *act) bool { return a != nil })].target
	was := map[string]string{SetsOn: "false", SetsOff: "true"}[c.sets()]
	seen := false
	for _, a := range t.acts {
		switch a.toggles[set.Role+` "`+set.Name+`"`] {
		case "":
		case was:
			return false
		default:
			seen = true
		}
	}
	return seen
}

// step builds a step from a column.
func (b *builder) step(c column) types.FlowStep {
	var last *act
	for _, a := range c {
		if a != nil {
			last = a
		}
	}
	s := types.FlowStep{Tool: last.tool, Key: last.key, Times: last.times, Submit: last.submit, Append: last.append, Click: last.click, Risk: string(last.risk)}
	if last.target != nil {
		s.Targets = b.targets(c)
		if len(stepParams(&s)) > 0 {
			b.follow(c)
		}
	}
	switch last.tool {
	case "type", "upload":
		s.Value = b.value(c, last)
	case "navigate":
		s.Value = b.opened(c, last)
	case "drag":
		if d := last.drop; d != nil {
			s.At, s.To = d.At, dropOf(d)
			b.onto(c, s.To)
		}
	}
	s.Screen, s.Expect = b.screens(c)
	s.Sets = c.sets()
	return s
}

// sets returns the state that a column gave to a box or a switch, empty where sessions differ.
func (c column) sets() (state string) {
	for _, a := range c {
		if a == nil {
			continue
		}
		to := map[string]string{"false": SetsOn, "true": SetsOff}[a.checked]
		if a.tool != "click" || a.click != nil || to == "" || state != "" && to != state {
			return ""
		}
		if pressed := a.target.Role == "button" && to == SetsOn; !pressed && !slices.Contains(Switched, a.target.Role) {
			return "" // a button that was pressed may stay so, as one of several
		}
		state = to
	}
	return state
}

// onto puts a parameter in the place of the name of the element on which a drag ends, where each session named it.
func (b *builder) onto(c column, to *types.FlowDrop) {
	if to.Target == nil || to.Target.Role == "" {
		return
	}
	values := make([]string, len(c))
	for i, a := range c {
		if a == nil {
			continue
		}
		if a.drop == nil || a.drop.Target == nil || a.drop.Target.Role != to.Target.Role || !b.traces[i].facts.says(a.drop.Target.Name) {
			return
		}
		values[i] = a.drop.Target.Name
	}
	to.Target.Name = "{" + b.param(types.FlowParam{Kind: types.FlowChoice}, values, cmp.Or(b.nounFor(c, values), "place")) + "}"
	to.Target.TestID, to.Target.Selector = "", ""
}

func dropOf(d *capture.Drop) *types.FlowDrop {
	to := &types.FlowDrop{At: d.TargetAt}
	if d.Target != nil {
		t := target(&act{target: d.Target})
		to.Target = &t
	} else {
		x, y := d.Offset.X, d.Offset.Y
		to.X, to.Y = &x, &y
	}
	return to
}

// value returns the text that a column typed or chose, as a parameter unless it is a part of
// the task.
func (b *builder) value(c column, last *act) string {
	t, v := c.first().target, last.value // the parameter keeps its name in later versions
	values := make([]string, len(c))
	kept, same, named := true, true, false
	own := 0 // sessions that were no runs of the flow itself: those repeat the values they were given
	for i, a := range c {
		if a == nil {
			continue
		}
		values[i] = a.value.text
		kept = kept && a.value.kept
		same = same && a.value.text == v.text
		named = named || a.value.kept && b.traces[i].facts.says(a.value.text)
		if b.traces[i].runs == "" {
			own++
		}
	}
	if kept && same && !named && (v.chosen || own > 1 && !personal(capture.ClearName(t.Name), v.text)) {
		return literal(v.text)
	}
	frame := b.framed(values)
	label := *t
	if capture.ClearName(t.Name) == "" && t.TestID == "" {
		label.Name = besideField(t, v.text)
	}
	p := types.FlowParam{Kind: types.FlowText, Label: literalFree(capture.ClearName(label.Name))}
	switch {
	case last.tool == "upload":
		p.Kind = types.FlowFile
	case slices.ContainsFunc(c, func(a *act) bool { return a != nil && a.value.secret }):
		p.Kind, values = types.FlowSecret, make([]string, len(c))
	case v.chosen:
		p.Kind = types.FlowChoice
		p.Options = distinct(append(slices.Clone(values), last.options...))
	case t.Role != "searchbox": // it takes anything
		p.Form = formOf(values)
	}
	if words := wordsAt(label.Name); len(words) > maxLabel {
		label.Name = cmp.Or(b.nounFor(c, values), briefly(words))
		if at := slices.IndexFunc(words, func(w word) bool { return redact.Sensitive(w.folded) }); at >= 0 && p.Kind == types.FlowSecret {
			label.Name = words[at].folded // the labels of a whole form: user name, password, language
		}
	}
	base := capture.FieldName(&label)
	if capture.ClearName(label.Name) == "" && t.TestID == "" {
		base = cmp.Or(b.nounBy(c, values, false), b.fieldRow(c), b.nounBy(c, values, true), map[bool]string{true: "choice"}[p.Kind == types.FlowChoice], base)
	}
	if p.Kind == types.FlowSecret {
		return "{" + b.secret(p, last.before.route+"\n"+last.dialog, base) + "}"
	}
	if label := wordsAt(frame.before); len(label) > 0 {
		base = label[len(label)-1].folded
	}
	return literal(frame.before) + "{" + b.param(p, values, base) + "}" + literal(frame.after)
}

// framed cuts texts that were typed to their parts behind a label, where the goals say so, and returns what stands around
// each: host="db1", for the host db1. It leaves them alone where one has something else around it.
func (b *builder) framed(values []string) (frame span) {
	parts := slices.Clone(values)
	for i, v := range values {
		if part := b.traces[i].facts.behindLabel(v); part != "" {
			before, after, _ := strings.Cut(v, part)
			frame = span{before: before, after: after}
		}
	}
	for i, v := range values {
		rest, begins := strings.CutPrefix(v, frame.before)
		part, ends := strings.CutSuffix(rest, frame.after)
		if v != "" && (!begins || !ends) {
			return span{}
		}
		parts[i] = part
	}
	copy(values, parts)
	return frame
}

// maxLabel is the most words of a label that are a name for its value. A longer one is a sentence.
const maxLabel = 4

// briefly returns the words of a sentence that name a value: those before its first small word, or, behind an order, the last.
func briefly(words []word) string {
	name := ""
	for i, w := range words {
		if lights(w.folded) || i == len(words)-1 {
			if order := i == 1 && text.Verb(text.Stem(words[0].folded)); name == "" || order {
				return words[len(words)-1].folded
			}
			return name
		}
		name = strings.TrimSpace(name + " " + w.folded)
	}
	return name
}

// fieldRow returns the first text of the row of a column's field, where the row is always the same, as in a table of fields.
func (b *builder) fieldRow(c column) string {
	last := len(c) - 1
	if c[last] == nil || c[last].target.RowRole != "row" {
		return ""
	}
	if c[last].chose != nil {
		return ""
	}
	return literalFree(c[last].rowKey())
}

// besideField returns the only text beside a field without a name, which is its label; empty
// where there is none or the text is the field's value.
func besideField(t *types.Target, value string) string {
	if cells := capture.RowCells(t.Row); len(cells) == 1 && !capture.IsHidden(cells[0]) && !text.HoldsWords(cells[0], value) {
		return cells[0]
	}
	return ""
}

// literalFree returns a name that is shown unchanged.
func literalFree(s string) string {
	if strings.Contains(s, redacted) {
		return ""
	}
	return s
}

// identifying are words of fields that identify a person or an address.
var identifying = strings.Fields("user username login name firstname lastname surname nickname email e-mail mail phone mobile tel address street city zip postcode iban account card benutzer benutzername nachname vorname telefon adresse strasse nom prenom adresse usuario nombre apellido correo telefono 用户名 姓名 电话 手机号 邮箱 地址")

// personal reports whether a text, or the name of its field, looks like personal data, which
// is never a part of a task.
func personal(label, s string) bool {
	for _, w := range wordsAt(label) {
		if slices.Contains(identifying, w.folded) {
			return true
		}
	}
	digits := 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return strings.Contains(s, "@") || digits >= 5
}

func distinct(values []string) (out []string) {
	for _, v := range values {
		if v != "" && !slices.Contains(out, v) && len(out) < maxOptions {
			out = append(out, v)
		}
	}
	return out
}
