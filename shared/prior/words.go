package prior

import (
	"slices"
	"strings"
	"unicode"

	"cairn/shared/text"
)

// wordsOf returns the words of a goal or a name: those of text.Tokenize, followed by those
// too short for a search that still distinguish things: single digits and capitals,
// and numbers with dots. Row 7 is not row 8, size M not size L, and 5.2.1 not 5.1.0.
func wordsOf(s string) []string {
	out := text.Tokenize(s)
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' }) {
		if w := shortWord(strings.Trim(part, "."), len(part) == len(s)); w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// shortWord returns a digit, a capital or a number with dots, in lower case; empty for all
// others. I is a word of sentences, and so is A unless it is alone.
func shortWord(part string, alone bool) string {
	switch {
	case len(part) == 1 && (part >= "0" && part <= "9" || part >= "A" && part <= "Z" && part != "I" && (alone || part != "A")):
		return strings.ToLower(part)
	case len(part) <= maxNumber && strings.Contains(part, "."):
		if number := strings.TrimLeft(part, "vV"); strings.Trim(number, "0123456789.") == "" {
			return number
		}
	}
	return ""
}

// maxNumber bounds a number with dots, in bytes.
const maxNumber = 24
