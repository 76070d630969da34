package flow

import (
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/risk"
	"cairn/shared/text"
	"cairn/shared/types"
)

// mayLack reports whether a way may lack something that was done: a press without a click that was not done again, as
// on a day of a calendar that acts on the press, or a value of the goal that was refused and is in no later act, which a
// driver may refuse when it is entered already. Without it, a run would end elsewhere.
func mayLack(acts []*act, goal string) bool {
	for i, a := range acts {
		again := func(o *act) bool { return o.ok && o.tool == a.tool && sameElement(o.target, a.target) }
		if a.lost && !ledOn(acts, i) && !slices.ContainsFunc(acts[i+1:], again) {
			return true
		}
		entered := func(o *act) bool {
			return again(o) || o.ok && (o.value.text == a.value.text || o.target != nil && (o.choice() || slices.Contains(Cells, o.target.Role)))
		}
		if !a.ok && a.tool == "type" && a.value.kept && text.HoldsWhole(goal, a.value.text) && !slices.ContainsFunc(acts[i+1:], entered) {
			return true
		}
	}
	return false
}

// worked leaves out acts that failed, were corrected, or changed nothing.
func worked(acts []*act) (out []*act) {
	for i, a := range acts {
		if !a.ok && !ledOn(acts, i) || inVain(acts[i:]) {
			continue
		}
		if a.tool == "navigate" && len(out) > 0 && out[len(out)-1].tool != "navigate" && sameAddress(a.value.text, a.before.url) {
			continue // the step before had led there
		}
		out = append(out, a)
	}
	out = withoutFocusing(withoutRefusals(withoutCorrections(out)))
	numberFields(out)
	return out
}

// inVain reports whether the first of some acts was done again because an element was not there, which the repetition
// brought: a page had closed what the first press opened.
func inVain(acts []*act) bool {
	next := 1
	for next < len(acts) && acts[next].unsent {
		next++
	}
	if next == 1 || next+1 >= len(acts) || acts[0].tool != "click" || acts[0].target == nil || acts[next].tool != "click" || !sameElement(acts[0].target, acts[next].target) || !acts[next].reveals {
		return false
	}
	came := acts[next+1].target
	return slices.ContainsFunc(acts[1:next], func(a *act) bool {
		return a.target != nil && came != nil && a.target.Role == came.Role && a.target.Name == came.Name
	})
}

// numberFields numbers fields that only their number on the page tells apart, as two rows that are labelled Password: the
// session typed into each of them.
func numberFields(acts []*act) {
	for i := 0; i < len(acts); i++ {
		first := acts[i]
		end := i + 1
		for end < len(acts) && first.tool == "type" && first.nth > 0 && acts[end].tool == "type" && acts[end].nth > acts[end-1].nth && acts[end].target.Row != "" && sameElement(first.target, acts[end].target) {
			end++
		}
		for k := i; k < end && end-i > 1; k++ {
			t := *acts[k].target
			t.RowNth, t.RowOf = k-i+1, end-i
			acts[k].target = &t
		}
		i = end - 1
	}
}

// withoutRefusals leaves out presses that a form answered by a message, if they were repeated after other fields were filled.
func withoutRefusals(acts []*act) (out []*act) {
	for i, a := range acts {
		if !refused(a, acts[:i], acts[i+1:]) {
			out = append(out, a)
		}
	}
	return out
}

// refused reports whether a press was repeated after typing into fields that were empty until then. A form for several
// things, one after the other, is filled again in the same fields.
func refused(a *act, before, behind []*act) bool {
	isMessage := func(s string) bool { return strings.HasPrefix(s, "alert ") }
	if a.tool != "click" || a.target == nil || a.click != nil || a.after.route != a.before.route || !slices.ContainsFunc(a.after.appeared, isMessage) {
		return false
	}
	for i, next := range behind {
		if next.tool == "click" && sameElement(a.target, next.target) {
			return i > 0
		}
		filled := func(o *act) bool { return o.tool == "type" && sameElement(o.target, next.target) }
		if next.tool != "type" || next.submit || next.before.route != a.before.route || slices.ContainsFunc(before, filled) {
			return false
		}
	}
	return false
}

// unsent are the errors of actions for which nothing reached the page: if another page comes, it comes by itself.
var unsent = []types.Code{types.CodeTargetNotFound, types.CodeTargetAmbiguous, types.CodeTargetNotActable, types.CodeStaleRef}

// ledOn reports whether a failed action led to another page: the next one was done there,
// and no navigation explains that.
func ledOn(acts []*act, i int) bool {
	if i+1 >= len(acts) || acts[i].unsent || acts[i].tool == "type" && !acts[i].submit {
		return false
	}
	next := acts[i+1]
	from, to := acts[i].before.route, next.before.route
	return next.tool != "navigate" && next.tool != "back" && from != "" && to != "" && from != to
}

func sameAddress(a, b string) bool {
	return strings.TrimRight(a, "/#?") == strings.TrimRight(b, "/#?")
}

// withoutCorrections keeps the last of several texts for one field if only typing lies
// between them.
func withoutCorrections(acts []*act) (out []*act) {
	for _, a := range acts {
		for i := len(out) - 1; i >= 0 && a.tool == "type" && !a.append; i-- {
			before := out[i]
			if before.tool != "type" || before.submit || before.before.route != a.before.route {
				break
			}
			if sameElement(before.target, a.target) && (before.nth == a.nth || before.nth == 0 || a.nth == 0) && (a.target == nil || a.target.Name != "" || slices.Equal(before.near, a.near)) {
				out = slices.Delete(out, i, i+1)
				break
			}
		}
		out = append(out, a)
	}
	return out
}

// withoutFocusing leaves out clicks into a field that is typed into next, and hovering
// at the end of a session, where nothing appeared.
func withoutFocusing(acts []*act) (out []*act) {
	for i, a := range acts {
		if i+1 == len(acts) && a.tool == "hover" && len(a.after.appeared) == 0 {
			continue
		}
		if i+1 < len(acts) && len(a.after.appeared) == 0 {
			next := acts[i+1]
			if a.tool == "click" && a.click == nil && next.tool == "type" && sameElement(a.target, next.target) && a.target.Role != "combobox" {
				continue
			}
		}
		out = append(out, a)
	}
	return out
}

// sameElement reports whether two targets name one element.
func sameElement(a, b *types.Target) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.TestID != "" && a.TestID == b.TestID {
		return a.Row == b.Row
	}
	return a.TestID == b.TestID && a.Role == b.Role && a.Name == b.Name && a.Row == b.Row && a.Origin == b.Origin && (a.Name != "" || a.Selector == b.Selector)
}

// withoutDetours leaves out loops: ways that led back to the same page with nothing
// changed. It keeps a loop through something that the goal names.
func withoutDetours(acts []*act, known facts) []*act {
	for i := 0; i < len(acts); i++ {
		for j := len(acts) - 1; j > i; j-- {
			if acts[i].before.sum != "" && acts[i].before.sum == acts[j].before.sum && !unfolded(acts[j-1], acts[j]) && idle(acts[i:j], known) {
				acts = slices.Delete(slices.Clone(acts), i, j)
				break
			}
		}
	}
	return acts
}

// unfolded reports whether hovering may have shown the element of the next act, or a press, where that is in the same row or
// list item: a menu that is closed by clipping has the same elements as an open one.
func unfolded(a, next *act) bool {
	return a.tool == "hover" && !sameElement(a.target, next.target) || a.tool == "click" && a.target != nil && next.target != nil && a.target.Row != "" && a.target.Row == next.target.Row && a.target.RowRole == next.target.RowRole && a.target.Name != next.target.Name
}

// namedWhole replaces a typed text that found an option by all words of the goal for this option: "Linux", behind which
// the Linux servers were chosen. The next goal names a thing, and no text that finds it.
func namedWhole(acts []*act, goal string) {
	for i, a := range acts[:max(len(acts)-1, 0)] {
		next := acts[i+1]
		if a.tool != "type" || !a.value.kept || a.value.chosen || a.submit || a.append || !a.reveals || next.tool != "click" || next.target == nil {
			continue
		}
		named := common(goal, capture.ClearName(next.target.Name))
		if at := strings.Index(strings.ToLower(named), strings.ToLower(a.value.text)); at >= 0 && len(named) > len(a.value.text) && strings.Contains(strings.ToLower(goal), strings.ToLower(named)) {
			a.value.text = named
		}
	}
}

// idle reports whether acts had no lasting effect: they opened something, and left it again.
func idle(loop []*act, known facts) bool {
	for i, a := range loop {
		switch a.tool {
		case "navigate", "back", "hover":
			continue
		case "press":
			if a.key != "Escape" {
				return false
			}
			continue
		case "click":
		default:
			return false
		}
		if a.risk != risk.None || a.click != nil || known.in(a.target.Name, a.target.Row) {
			return false
		}
		switch {
		case slices.Contains([]string{"link", "tab"}, a.target.Role):
		case leaves(a.target.Name):
		case i == 0 && opens(a) && slices.Contains([]string{"button", "menuitem", ""}, a.target.Role):
		default:
			return false
		}
	}
	return true
}

// leaving are words of controls that leave something without a change.
var leaving = []string{"close", "cancel", "back", "dismiss", "×", "x", "✕", "schließen", "abbrechen", "zurück", "fermer", "annuler", "retour", "cerrar", "cancelar", "volver", "关闭", "取消", "返回"}

func leaves(name string) bool {
	words := strings.Fields(strings.ToLower(name))
	return len(words) > 0 && len(words) <= 3 && slices.Contains(leaving, words[0])
}

// opens reports whether an act showed another page, or an overlay.
func opens(a *act) bool {
	if a.after.route != a.before.route && a.after.route != "" {
		return true
	}
	return slices.ContainsFunc(a.after.appeared, func(s string) bool {
		role, _, _ := strings.Cut(s, " ")
		return slices.Contains([]string{"dialog", "alertdialog", "menu", "menuitem", "listbox", "option", "tooltip"}, role)
	})
}

// typedBy returns the different texts that acts typed. An option of a list that the goal does not say is a word of the
// page's own: Delete printer, of a list and on the button behind it.
func (f facts) typedBy(acts []*act) (typed []string) {
	for _, a := range acts {
		if v := a.value; a.tool == "type" && v.kept && len([]rune(v.text)) >= minValue && !slices.Contains(typed, v.text) && (!v.chosen || f.says(v.text)) {
			typed = append(typed, v.text)
		}
	}
	return typed
}

// known returns the facts of a session.
func known(s *types.Session, acts []*act) facts {
	f := facts{goal: s.Goal, acts: acts}
	f.typed = f.typedBy(acts)
	return f
}

// in reports whether texts of an element name something that the goal names too, or that was typed.
func (f facts) in(texts ...string) bool {
	for _, s := range texts {
		if s = capture.ClearName(s); s == "" {
			continue
		}
		if text.HoldsWords(f.goal, s) || f.typedIn(s) != "" {
			return true
		}
	}
	return false
}

// typedIn returns the longest typed text that another text contains, empty where there is none.
func (f facts) typedIn(s string) (best string) {
	for _, typed := range f.typed {
		if len(typed) > len(best) && text.HoldsWords(s, typed) {
			best = typed
		}
	}
	return best
}
