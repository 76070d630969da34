package flow

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// About reports whether the heading of a target only says which thing the target is about: Close account Beta?
func About(t *types.FlowTarget) bool { return t.Of == 0 && len(paramsIn(t.Under)) > 0 }

// strictly returns the heading that distinguishes a target from its equals, empty for none.
func strictly(t *types.FlowTarget) string {
	if About(t) {
		return ""
	}
	return t.Under
}

// about gives a target the heading above it, if that names a value of an earlier step: the step is done on the thing that the
// earlier one chose, and a page may show another one.
func (b *builder) about(t *types.FlowTarget, a *act, n int) {
	if t.Under != "" || t.Row != "" || a.box || capture.ClearName(a.heading) == "" || len([]rune(a.heading)) > 2*nearName || strings.Contains(a.heading, redacted) {
		return
	}
	under, rest := literal(a.heading), a.heading
	for _, p := range b.params {
		if p.Kind == types.FlowSecret || p.Kind == types.FlowFile || len(p.Options) > 0 || !Identifies(p.values[n]) {
			continue
		}
		under = capture.WithoutTyped(under, []capture.Typed{{Field: p.Name, Text: p.values[n]}})
		rest = capture.WithoutTyped(rest, []capture.Typed{{Text: p.values[n]}})
	}
	if len(paramsIn(under)) > 0 && !b.holdsValue(rest, n) {
		t.Under = under
	}
}

// Identifies reports whether a value names a thing: a number or a common word is in other headings too.
func Identifies(value string) bool {
	return slices.ContainsFunc(wordsAt(value), func(w word) bool {
		return len(w.folded) > minValue && telling(w.folded) && strings.ContainsFunc(w.folded, unicode.IsLetter)
	})
}

// Subject is the heading of a target that is about a thing, with the values of a run: the text, the values in it, and the form
// of such headings, nil where nothing but values is in it.
type Subject struct {
	Text   string
	values []string
	form   *regexp.Regexp
}

// SubjectOf reads the heading of a target. It fails where a value is missing.
func SubjectOf(t *types.FlowTarget, values map[string]string) (*Subject, error) {
	filled, err := Fill(t.Under, values)
	if err != nil {
		return nil, err
	}
	s, form, fixed := &Subject{Text: filled}, "(?i)^", false
	parts, _ := parse(t.Under)
	for _, p := range parts {
		if p.param != "" {
			s.values = append(s.values, values[p.param])
			form += "(.+)"
			continue
		}
		form += regexp.QuoteMeta(p.literal)
		fixed = fixed || strings.ContainsFunc(p.literal, unicode.IsLetter)
	}
	if fixed {
		s.form = regexp.MustCompile(form + "$")
	}
	return s, nil
}

// In reports whether a heading names the values.
func (s *Subject) In(heading string) bool {
	return !slices.ContainsFunc(s.values, func(v string) bool { return !text.HoldsWords(heading, v) })
}

// Other reports whether a heading is of the same form, and names another thing.
func (s *Subject) Other(heading string) bool {
	return s.form != nil && s.form.MatchString(heading) && !s.In(heading)
}
