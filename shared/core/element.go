package core

import (
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// without returns a copy of a step without the element that m names, nil when the
// step did not name it: in its page, the page it led to, its advice, and an error's
// text.
func without(step *types.Step, m *meaning) *types.Step {
	out, found := *step, false
	if o := step.Observation; o != nil {
		if seen := lookWithout(o, m); seen != nil {
			out.Observation, found = seen, true
		}
	}
	if a := step.After; a != nil {
		if kept := dropped(a.Appeared, func(s string) bool { return capture.IsHidden(s) && m.said(s) || mentions(s, m) }); kept != nil {
			after := *a
			after.Appeared = kept
			out.After, found = &after, true
		}
	}
	if a := step.Advice; a != nil && slices.ContainsFunc(a.Given, func(g types.Given) bool { return names(&g.Target, m) || rowNames(&g.Target, m) }) {
		advice := *a
		advice.Given = slices.Clone(a.Given)
		for i := range advice.Given {
			if g := &advice.Given[i].Target; names(g, m) || rowNames(g, m) {
				advice.Given[i].Target = types.Target{} // the entry stays, because ranks count entries
			}
		}
		out.Advice, found = &advice, true
	}
	if e := step.Outcome.Error; e != nil && (mentions(e.Message, m) || mentions(e.Hint, m)) {
		out.Outcome.Error, found = &types.Error{Code: e.Code, Message: "what was said of an element is forgotten"}, true
	}
	if t := step.Tool.Target; t != nil && rowNames(t, m) {
		target := *t
		target.RowRole, target.Row, target.Column, target.Hint = "", "", "", ""
		out.Tool.Target, found = &target, true
	}
	if input, hit := valueWithout(out.Tool.Input, m); hit {
		out.Tool.Input, _ = input.(map[string]any)
		found = true
	}
	if !found {
		return nil
	}
	return &out
}

// lookWithout returns an observation without the element, nil when it did not contain
// the element.
func lookWithout(o *types.Observation, m *meaning) *types.Observation {
	seen, found := *o, false
	if kept := dropped(o.A11y.Nodes, func(n types.A11yNode) bool { return m.is(n.TestID, n.Role, n.Name) }); kept != nil {
		seen.A11y.Nodes, found = kept, true
	}
	if kept := dropped(o.TestIDs, func(t types.TestID) bool { return m.is(t.TestID, t.Role, t.Name) }); kept != nil {
		seen.TestIDs, found = kept, true
	}
	around := func(n types.A11yNode) bool {
		return slices.ContainsFunc(n.Path, func(s string) bool { return m.said(s) || mentions(s, m) })
	}
	if slices.ContainsFunc(seen.A11y.Nodes, around) {
		seen.A11y.Nodes, found = slices.Clone(seen.A11y.Nodes), true
		for i, n := range seen.A11y.Nodes {
			if around(n) {
				seen.A11y.Nodes[i].Path = nil
			}
		}
	}
	if !found {
		return nil
	}
	return &seen
}

// dropped returns a copy of a list without some items, nil when there are none to
// drop.
func dropped[T any](list []T, goes func(T) bool) []T {
	if !slices.ContainsFunc(list, goes) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(list), goes)
}

// valueWithout returns a copy of a tool's input without texts that name the element.
func valueWithout(value any, m *meaning) (any, bool) {
	switch v := value.(type) {
	case string:
		if slices.ContainsFunc(capture.RowCells(v), m.said) || mentions(v, m) {
			return "", true
		}
	case map[string]any:
		out, found := make(map[string]any, len(v)), false
		for key, inner := range v {
			kept, hit := valueWithout(inner, m)
			out[key], found = kept, found || hit
		}
		return out, found
	case []any:
		out, found := make([]any, len(v)), false
		for i, inner := range v {
			kept, hit := valueWithout(inner, m)
			out[i], found = kept, found || hit
		}
		return out, found
	}
	return value, false
}

// mentions reports whether a text quotes the element's test id or its name.
func mentions(s string, m *meaning) bool {
	return text.Mentions(s, m.said)
}

// goalsNaming returns the remaining sessions on the element's origin whose goal, tags
// or evidence name it. A deletion request that is sealed, or that names the element by
// a hidden name, recognises it only where it is the whole text or in quotation marks.
func (c *Core) goalsNaming(m *meaning, gone []string) (ids []string) {
	for _, id := range c.search.SessionIDs() {
		s := c.search.Session(id)
		if slices.Contains(gone, id) || m.At != 0 && s.CreatedAt > m.At || !c.wasAt(id, m.here) {
			continue
		}
		naming := func(words string) bool {
			return m.said(words) || mentions(words, m) || holdsName(words, m) || text.HoldsWords(words, m.Element.TestID)
		}
		if naming(s.Goal) || naming(s.Evidence) || slices.ContainsFunc(s.FlowTags, naming) || slices.ContainsFunc(s.Tags, naming) {
			ids = append(ids, id)
		}
	}
	return ids
}

// names reports whether a target is the element.
func names(t *types.Target, m *meaning) bool {
	return t != nil && (m.is(t.TestID, t.Role, t.Name) || mentions(t.Selector, m))
}

// rowNames reports whether the text of the row around a target, its column or its hint names the
// element.
func rowNames(t *types.Target, m *meaning) bool {
	around := strings.Join([]string{t.Row, t.Column, t.Hint}, capture.RowJoin)
	cells := slices.DeleteFunc(capture.RowCells(around), func(cell string) bool { return cell == "" })
	clear := slices.DeleteFunc(slices.Clone(cells), capture.IsHidden)
	return slices.ContainsFunc(cells, m.said) || mentions(around, m) || holdsName(strings.Join(clear, capture.RowJoin), m)
}

// holdsName reports whether a text contains the words of the element's name, if the
// request has the name in clear.
func holdsName(words string, m *meaning) bool {
	return !capture.IsHidden(m.Element.Name) && text.HoldsWords(words, m.Element.Name)
}
