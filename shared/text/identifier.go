package text

import (
	"strings"
	"unicode"
)

// TokenizeIdentifier splits a test id, class or other identifier into its words: at
// all characters except letters and digits, and at changes of case (spec 001 section
// 4.4.1). At a digit before a capital it splits the parts and also keeps the joined
// form: nft2Tab gives nft2, tab, nft2tab. It keeps stopwords, because names contain
// them on purpose.
func TokenizeIdentifier(identifier string) []string {
	var out list
	spaced, joined := unfold(identifier)
	scan(spaced, out.add)
	if joined != "" {
		scan(joined, out.add)
	}
	return out.words
}

// Split returns the words of a text in their order with repetitions, including
// stopwords and words of one character. It splits identifiers into their parts.
func Split(s string) []string {
	var out []string
	spaced, _ := unfold(s)
	runs(spaced, func(word string) { out = append(out, word) })
	return out
}

// unfold inserts a space at each change of case and after digits before a capital.
// joined, if not empty, has no spaces after digits.
func unfold(identifier string) (spacedText, joinedText string) {
	if !strings.ContainsFunc(identifier, unicode.IsUpper) {
		return identifier, "" // no change of case, as in most words
	}
	var spaced, joined []rune
	runes := []rune(identifier)
	split := false
	for i, r := range runes {
		turn := turns(runes, i)
		if turn != turnNone {
			spaced = append(spaced, ' ')
		}
		if turn == turnCase {
			joined = append(joined, ' ')
		}
		split = split || turn == turnDigit
		spaced, joined = append(spaced, r), append(joined, r)
	}
	if !split {
		return string(spaced), ""
	}
	return string(spaced), string(joined)
}

// boundary is the reason for a word boundary in the middle of a run.
type boundary uint8

const (
	turnNone  boundary = iota
	turnCase           // sendToken, ETHButton
	turnDigit          // nft2Tab
)

// turns returns the reason for a word boundary before runes[i], if any.
func turns(runes []rune, i int) boundary {
	if i == 0 || !unicode.IsUpper(runes[i]) {
		return turnNone
	}
	before := runes[i-1]
	switch {
	case unicode.IsLower(before):
		return turnCase
	case unicode.IsDigit(before):
		return turnDigit
	case unicode.IsUpper(before) && i+1 < len(runes) && unicode.IsLower(runes[i+1]):
		return turnCase
	}
	return turnNone
}
