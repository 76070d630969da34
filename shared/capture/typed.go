package capture

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/types"
)

// Typed is a text that was typed, and the name of its field as a placeholder.
type Typed struct{ Field, Text string }

// minTyped is the minimum length, in characters, of typed text that is replaced in a goal.
// Numbers may be shorter.
const minTyped = 3

var number = regexp.MustCompile(`^[0-9][0-9.,]*$`)

// WithoutTyped replaces typed texts in a goal by placeholders, so that sending 0.1 and
// sending 0.5 are one task, and no typed value becomes part of a learned goal.
func WithoutTyped(goal string, typed []Typed) string {
	for _, t := range typed {
		value := strings.TrimSpace(t.Text)
		if utf8.RuneCountInString(value) < minTyped && !number.MatchString(value) {
			continue
		}
		goal = replaceWords(goal, value, "{"+t.Field+"}")
	}
	return goal
}

// replaceWords replaces a text where it occurs as separate words, ignoring case.
func replaceWords(s, old, mark string) string {
	lower, find := strings.ToLower(s), strings.ToLower(old)
	if len(lower) != len(s) {
		return strings.ReplaceAll(s, old, mark) // lower case changes the length: match exactly
	}
	for at := 0; ; {
		i := strings.Index(lower[at:], find)
		if i < 0 {
			return s
		}
		from, to := at+i, at+i+len(find)
		if partOfWord(s, from-1) || partOfWord(s, to) {
			at = to
			continue
		}
		s, lower, at = s[:from]+mark+s[to:], lower[:from]+strings.ToLower(mark)+lower[to:], from+len(mark)
	}
}

// partOfWord reports whether the byte at i is an ASCII letter, digit or placeholder's
// brace, so that a match which ends there is part of a longer word. Scripts without
// spaces have no such boundaries.
func partOfWord(s string, i int) bool {
	return i >= 0 && i < len(s) && s[i] < utf8.RuneSelf && (unicode.IsLetter(rune(s[i])) || unicode.IsDigit(rune(s[i])) || strings.IndexByte("{}_", s[i]) >= 0)
}

// Placeholders assigns a distinct name to each field of one task, so that two
// parameters are never confused. The zero value is ready to use.
type Placeholders struct{ used map[string]bool }

// Name returns the next name for a field: amount, then amount_2.
func (p *Placeholders) Name(t *types.Target) string {
	base := FieldName(t)
	name := base
	for i := 2; p.used[name]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	if p.used == nil {
		p.used = map[string]bool{}
	}
	p.used[name] = true
	return name
}

// FieldName returns a field's name as a placeholder: "Amount in ETH" is
// amount_in_eth.
func FieldName(t *types.Target) string {
	var b strings.Builder
	for _, r := range strings.ToLower(cmp.Or(ClearName(t.Name), t.TestID, fieldIn(t.Selector))) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	return cmp.Or(Clean(strings.Trim(b.String(), "_"), 40), "text")
}

// fieldIn returns the name attribute in a selector, empty where it has none.
func fieldIn(selector string) string {
	_, name, _ := strings.Cut(selector, `[name="`)
	name, rest, _ := strings.Cut(name, `"]`)
	if rest != "" {
		return ""
	}
	return name
}
