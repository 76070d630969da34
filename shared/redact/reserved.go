package redact

import (
	"slices"
	"strings"
	"unicode/utf8"

	"cairn/shared/text"
)

// isUnusual reports whether a word behind one for password is none that speaks of passwords.
func isUnusual(word string) bool {
	return isUncommon(word) && !isStatement([]string{strings.ToLower(word)}) && !namesSaid(word)
}

// isUncommon reports whether a word is none of those that many interfaces use.
func isUncommon(word string) bool {
	lower := strings.ToLower(word)
	return utf8.RuneCountInString(word) > 3 && !text.Stopword(lower) && !text.Common(text.Stem(lower))
}

// Reserved returns a text about a log-in without the words that may be its password: while it is not known which it is.
// Those that known reports are none; it may be nil.
func Reserved(s string, known func(word string) bool) string {
	if off != "" || !logIn().MatchString(s) && !accessWords().MatchString(s) && !namesPassword(s) {
		return s
	}
	var found []part
	for _, w := range saidWords(s) {
		word := s[w.lo:w.hi]
		if (strings.ContainsAny(word, "0123456789") || isUncommon(word) && !strings.Contains(word, "REDACTED")) && (known == nil || !known(word)) {
			found = append(found, w.part)
		}
	}
	for _, p := range slices.Backward(found) {
		s = s[:p.lo] + "…" + s[p.hi:]
	}
	return s
}
