package text

import (
	"strings"
	"unicode"
)

// TokenizeIdentifier splits a test id, class or other identifier into its
// words: at everything that is no letter or digit, and where camelCase turns
// (spec 001 section 4.4.1). Where a digit stands before a capital the parts are
// split and the joined form is kept too: nft2Tab gives nft2, tab, nft2tab.
// Stopwords stay: in a name they were chosen.
func TokenizeIdentifier(identifier string) []string {
	var out list
	spaced, joined := unfold(identifier)
	scan(spaced, out.add)
	if joined != "" {
		scan(joined, out.add)
	}
	return out.words
}

// Split gives the words of a text in their order with repetitions, those of one
// character and stopwords too. Identifiers within it give their parts.
func Split(s string) []string {
	var out []string
	spaced, _ := unfold(s)
	runs(spaced, func(word string) { out = append(out, word) })
	return out
}

// unfold puts a space wherever camelCase turns. joined, where it is not empty,
// has no spaces after digits.
func unfold(identifier string) (spacedText, joinedText string) {
	if !strings.ContainsFunc(identifier, unicode.IsUpper) {
		return identifier, "" // nothing turns, as in most words
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

// turn is the reason why a word begins in the middle of a run.
type turn uint8

const (
	turnNone  turn = iota
	turnCase       // sendToken, ETHButton
	turnDigit      // nft2Tab
)

// turns reports whether a new word begins at runes[i].
func turns(runes []rune, i int) turn {
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
