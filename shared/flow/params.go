package flow

import (
	"cmp"
	"slices"
	"strings"

	"cairn/shared/types"
)

// param returns the name of the parameter with these values: an existing one with the same
// values everywhere, else a new one.
func (b *builder) param(p types.FlowParam, values []string, base string) string {
	for _, known := range b.params {
		if b.same(known, p, values) {
			for i, v := range values {
				known.values[i] = cmp.Or(known.values[i], v)
			}
			return known.Name
		}
	}
	return b.added(&param{FlowParam: p, values: slices.Clone(values)}, base)
}

// secret returns the name of the parameter for a secret, whose value is not known: that of the secret before it, if
// the field asks for it once more or has its label in the same form. A login's password is not that of a person who is added.
func (b *builder) secret(p types.FlowParam, form, base string) string {
	for _, known := range slices.Backward(b.params) {
		if known.Kind != types.FlowSecret {
			continue
		}
		if repeats(p.Label) || known.Label != "" && known.Label == p.Label && known.form == form {
			return known.Name
		}
		break
	}
	return b.added(&param{FlowParam: p, values: make([]string, len(b.traces)), form: form}, base)
}

// added adds a parameter, and returns its name.
func (b *builder) added(p *param, base string) string {
	p.Name = b.names.Name(&types.Target{Name: base})
	b.params = append(b.params, p)
	return p.Name
}

// same reports whether a parameter has the same values in each trace. In a goal with two spellings, they are two values: the
// user dora, named Dora.
func (b *builder) same(known *param, p types.FlowParam, values []string) bool {
	if known.Kind == types.FlowSecret || (known.Kind == types.FlowFile) != (p.Kind == types.FlowFile) {
		return false
	}
	both := 0
	for i, v := range values {
		if v == "" || known.values[i] == "" {
			continue
		}
		goal := b.traces[i].Session.Goal
		if !strings.EqualFold(v, known.values[i]) || len([]rune(v)) <= minValue || v != known.values[i] && saysWord(goal, v) && saysWord(goal, known.values[i]) {
			return false
		}
		both++
	}
	return both > 0
}

// saysWord reports whether a goal has a word in exactly this spelling.
func saysWord(goal, value string) bool {
	return slices.ContainsFunc(wordsAt(goal), func(w word) bool { return goal[w.from:w.to] == value })
}

// repeats reports whether a field asks for the same value once more.
func repeats(label string) bool {
	for _, w := range wordsAt(label) {
		if slices.Contains([]string{"confirm", "confirmation", "repeat", "again", "retype", "reenter", "re-enter", "verify", "wiederholen", "bestatigen"}, w.folded) {
			return true
		}
	}
	return false
}

// stepParams returns the parameters that a step uses.
func stepParams(s *types.FlowStep) (names []string) {
	names = paramsIn(s.Value)
	targets := s.Targets
	if s.To != nil && s.To.Target != nil {
		targets = append(slices.Clone(targets), *s.To.Target)
	}
	for _, t := range targets {
		names = append(names, paramsIn(t.Name)...)
		names = append(names, paramsIn(t.Row)...)
		names = append(names, paramsIn(t.Under)...)
		names = append(names, paramsIn(t.TestID)...)
	}
	return names
}
