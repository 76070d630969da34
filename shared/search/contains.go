package search

import (
	"slices"

	"cairn/shared/text"
)

// containsWord reports whether a text contains a word. It returns the same as split would,
// but most texts need no splitting: to name the evidence of a result, the engine
// searches a whole page.
func containsWord(s, word string, how splitting) bool {
	if word == "" || s == "" {
		return false
	}
	if len(word) == 1 || !text.ASCII(s) {
		return among(s, word, how)
	}
	first := word[0]
	other := first
	if 'a' <= first && first <= 'z' {
		other = first - 'a' + 'A'
	}
	for i := 0; i+len(word) <= len(s); i++ {
		if c := s[i]; c != first && c != other || !equalFold(s[i:i+len(word)], word) {
			continue
		}
		end := i + len(word)
		if !edge(s, i, how) || !edge(s, end, how) {
			continue
		}
		whole := true
		for j := i + 1; j < end; j++ {
			whole = whole && !edge(s, j, how)
		}
		if whole || among(s, word, how) {
			return true
		}
	}
	return false
}

// among is the slow form of holds.
func among(s, word string, how splitting) bool {
	return slices.Contains(split(how, s), word)
}

// edge reports whether a word can begin or end before s[i]: at the end of letters and
// digits, and in names also at a change of case.
func edge(s string, i int, how splitting) bool {
	if i == 0 || i == len(s) || !alnum(s[i-1]) || !alnum(s[i]) {
		return true
	}
	if how == asWords || !upper(s[i]) {
		return false
	}
	return !upper(s[i-1]) || i+1 < len(s) && alnum(s[i+1]) && !upper(s[i+1]) && s[i+1] > '9'
}

func upper(c byte) bool { return 'A' <= c && c <= 'Z' }

func alnum(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || upper(c)
}

func lowerByte(c byte) byte {
	if upper(c) {
		return c + 'a' - 'A'
	}
	return c
}

// equalFold compares a text with a word that is already lower case.
func equalFold(s, word string) bool {
	for i := 0; i < len(word); i++ {
		if lowerByte(s[i]) != word[i] {
			return false
		}
	}
	return true
}
