package mcptools

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The number of tokens depends on the text: English words take five characters per
// token, random identifiers fewer than two. tokenCost overestimates o200k_base for all
// texts, so that its bounds hold on any page. It counts in tenths of a token.

const (
	perWord   = 48 // tenths of a character per token of plain words: 4.8
	perLong   = 28 // of plain words longer than longWord, which few are
	longWord  = 12
	perRandom = 15 // of letters in no language's order
	perUpper  = 20 // of capitals
	perDigits = 30
	dearShort = 10 // of a short piece between digits or capitals
)

// tokenCost estimates how many tokens s takes.
func tokenCost(s string) int {
	tenths := 0
	for len(s) > 0 {
		n, cost := piece(s)
		tenths += cost
		s = s[n:]
	}
	return (tenths + 9) / 10
}

// clip cuts s after n tokens.
func clip(s string, tokens int) string {
	at, tenths := 0, 0
	for at < len(s) {
		n, cost := piece(s[at:])
		if tenths += cost; tenths <= 10*tokens {
			at += n
			continue
		}
		for n > 1 && tenths > 10*tokens && s[at] < utf8.RuneSelf { // a part of a long run
			tenths -= cost
			_, cost = piece(s[at : at+n/2])
			tenths += cost
			n /= 2
		}
		if tenths <= 10*tokens {
			at += n
		}
		return s[:at] + "…"
	}
	return s
}

// piece returns the length in bytes and the cost of the first run of similar
// characters.
func piece(s string) (n, cost int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == ' ':
		return size, 0 // goes with the word behind it
	case r < utf8.RuneSelf && unicode.IsLetter(r):
		n = letters(s)
		return n, letterCost(s[:n])
	case r >= '0' && r <= '9':
		n = run(s, func(c byte) bool { return c >= '0' && c <= '9' })
		return n, 10 * ((n*10 + perDigits - 1) / perDigits)
	case r < utf8.RuneSelf:
		n = run(s, func(c byte) bool {
			return c > ' ' && c < utf8.RuneSelf && !unicode.IsLetter(rune(c)) && !unicode.IsDigit(rune(c))
		})
		n = max(n, 1)
		return n, 10 * ((n*2 + 2) / 3)
	}
	return size, foreignCost(r, size)
}

// foreignCost returns the cost of a character beyond ASCII.
func foreignCost(r rune, size int) int {
	switch {
	case unicode.In(r, unicode.Latin):
		return 10
	case unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew, unicode.Thai, unicode.Devanagari):
		return 8
	case unicode.In(r, unicode.Hiragana, unicode.Katakana):
		return 12
	case unicode.In(r, unicode.Han, unicode.Hangul):
		return 25
	}
	return 10 * size
}

// letters returns the length of a word in one case form: "Send", "send" or "SEND".
func letters(s string) int {
	upper := run(s, func(c byte) bool { return c >= 'A' && c <= 'Z' })
	if upper > 1 {
		return upper
	}
	return upper + run(s[upper:], func(c byte) bool { return c >= 'a' && c <= 'z' })
}

func letterCost(word string) int {
	switch n := len(word); {
	case n <= 3:
		return dearShort
	case word[1] <= 'Z':
		return 10 * ((n*10 + perUpper - 1) / perUpper)
	case !readable(word):
		return n * 100 / perRandom
	case n > longWord:
		return n * 100 / perLong
	default:
		return max(10, n*100/perWord)
	}
}

// common are the most frequent letter pairs of European languages: at least two in
// five pairs of a word are among them, of random letters less than one in five.
var common = pairs("th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ld ur " +
	"io ri ro ic ne li la el ma ta co me ll no ch us il ac ce ct om di ge em ho pe un so lo ca na ec tr ie ei su be pa po ss ad am pr ta ut ai ol sh ns " +
	"id tt rs ts mo op av pl wi bu ck ke ee fo im ow ni ay da ag ir ul oo ks uc sc mp ew ry ly ty")

func pairs(s string) map[string]bool {
	all := map[string]bool{}
	for _, p := range strings.Fields(s) {
		all[p] = true
	}
	return all
}

// readable distinguishes words from random letters.
func readable(word string) bool {
	word = strings.ToLower(word)
	hits := 0
	for i := 0; i+1 < len(word); i++ {
		if common[word[i:i+2]] {
			hits++
		}
	}
	return 5*hits >= 2*(len(word)-1)
}

// run returns the length in bytes of similar characters at the start of s.
func run(s string, like func(byte) bool) int {
	n := 0
	for n < len(s) && like(s[n]) {
		n++
	}
	return n
}
