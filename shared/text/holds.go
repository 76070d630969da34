package text

import (
	"slices"
	"strings"
	"unicode"
)

// HoldsWords reports whether s contains words in their order, ignoring case. Words of a
// script without spaces may begin and end anywhere.
func HoldsWords(s, words string) bool {
	in, of := lowerWords(s), lowerWords(words)
	if len(of) == 0 {
		return false
	}
	if spaceless(words) {
		return strings.Contains(strings.ToLower(s), strings.ToLower(words))
	}
	for i := 0; i+len(of) <= len(in); i++ {
		if slices.Equal(in[i:i+len(of)], of) {
			return true
		}
	}
	return false
}

func lowerWords(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !InWord(r) })
}

// spaceless reports whether words belong to a script without spaces.
func spaceless(words string) bool {
	return strings.ContainsFunc(words, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) })
}
