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

// minTyped is how long a typed text must be, in characters, for a goal that holds
// it to be general without it. Numbers may be shorter.
const minTyped = 3

var number = regexp.MustCompile(`^[0-9][0-9.,]*$`)

// WithoutTyped puts placeholders in the place of what was typed, so that sending
// 0.1 and sending 0.5 are one task, and no typed value becomes a part of what is
// learnt of a goal.
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

// replaceWords replaces a text where it stands as words of its own, in small or
// capital letters.
func replaceWords(s, old, mark string) string {
	lower, find := strings.ToLower(s), strings.ToLower(old)
	if len(lower) != len(s) {
		return strings.ReplaceAll(s, old, mark) // letters that change their length: as it was typed, then
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

// partOfWord reports whether a letter, a digit or a placeholder's brace of ASCII
// stands at a byte of a text: then what begins or ends there is a part of a word.
// Scripts that write without spaces have no such edges.
func partOfWord(s string, i int) bool {
	return i >= 0 && i < len(s) && s[i] < utf8.RuneSelf && (unicode.IsLetter(rune(s[i])) || unicode.IsDigit(rune(s[i])) || strings.IndexByte("{}_", s[i]) >= 0)
}

// Placeholders names the fields of one task, each by a name of its own, so that
// two parameters are never mixed up. The zero value is ready to use.
type Placeholders struct{ used map[string]bool }

// Name is the next name for a field: amount, then amount_2.
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

// FieldName is a field's name as a placeholder: "Amount in ETH" is
// amount_in_eth.
func FieldName(t *types.Target) string {
	var b strings.Builder
	for _, r := range strings.ToLower(cmp.Or(ClearName(t.Name), t.TestID)) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	return cmp.Or(Clean(strings.Trim(b.String(), "_"), 40), "text")
}
