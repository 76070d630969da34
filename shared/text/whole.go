package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// glue lists characters that join letters and digits to one value, as in
// mary-ann@example.com or 17.5.
const glue = "-_.@+/:#'’&"

// HoldsWhole reports whether s contains a value that is not a part of a word, an
// address, a number or a name with hyphens. It ignores case and the number of spaces
// between words.
func HoldsWhole(s, value string) bool {
	s, value = plainSpaces(s), plainSpaces(value)
	if value == "" {
		return false
	}
	if spaceless(value) {
		return strings.Contains(s, value)
	}
	for from := 0; ; {
		i := strings.Index(s[from:], value)
		if i < 0 {
			return false
		}
		i += from
		if !joinsBefore(s[:i]) && !joinsBehind(s[i+len(value):]) {
			return true
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		from = i + size
	}
}

func plainSpaces(s string) string { return strings.Join(strings.Fields(strings.ToLower(s)), " ") }

// joinsBefore reports whether the text before a match continues into it as the same
// value.
func joinsBefore(s string) bool {
	r, size := utf8.DecodeLastRuneInString(s)
	if size > 0 && strings.ContainsRune(glue, r) {
		r, size = utf8.DecodeLastRuneInString(s[:len(s)-size])
	}
	return size > 0 && InWord(r)
}

// joinsBehind reports whether the text after a match continues the same value.
func joinsBehind(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	if size > 0 && strings.ContainsRune(glue, r) {
		r, size = utf8.DecodeRuneInString(s[size:])
	}
	return size > 0 && InWord(r)
}

// Alnum reports whether r is a letter or a digit.
func Alnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// InWord reports whether r is a letter, a digit, or a mark on one of them.
func InWord(r rune) bool { return Alnum(r) || unicode.IsMark(r) }
