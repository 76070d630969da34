package redact

import (
	"regexp"
	"strings"
	"sync"
)

// kinds counts a string's characters by kind. odd are ASCII signs that occur
// in passwords rather than in prose.
type kinds struct{ digits, upper, lower, odd int }

func (k kinds) letters() int { return k.upper + k.lower }

// only returns the number of kinds there are.
func (k kinds) only() int {
	return b2i(k.digits > 0) + b2i(k.upper > 0) + b2i(k.lower > 0) + b2i(k.odd > 0)
}

func kindsOf(s string) kinds {
	var n [sign + 1]int
	for i := 0; i < len(s); i++ {
		n[kindAt(s[i], true)]++
	}
	return kinds{n[digit], n[upper], n[lower], n[sign]}
}

// changes counts neighbours of different kind (digit, capital, small letter),
// looking past everything else. The small letter after a word's one capital is
// no change.
func changes(s string) int {
	n, last, run := 0, other, 0
	for i := 0; i < len(s); i++ {
		switch kind := kindAt(s[i], false); {
		case kind == other:
		case kind == last:
			run++
		default:
			n += b2i(last != other && !(kind == lower && last == upper && run == 1))
			last, run = kind, 1
		}
	}
	return n
}

func isHex(s string) bool { return s != "" && strings.Trim(s, "0123456789abcdefABCDEF") == "" }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

func isAlnum(c byte) bool { return kindsAt[c] != other && kindsAt[c] != sign }

// isASCII reports whether a string has no other characters.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// cut returns the longest beginning of s that is valid UTF-8 and has at most n bytes.
func cut(s string, n int) string { return strings.ToValidUTF8(s[:min(n, len(s))], "") }

// part is a part of a text, from lo to hi.
type part struct{ lo, hi int }

// masked returns s with Mark in place of each part; those that overlap an earlier one
// stay.
func masked(s string, parts []part) string {
	var out strings.Builder
	done := 0
	for _, p := range parts {
		if p.lo >= done && p.lo < p.hi && s[p.lo:p.hi] != Mark {
			out.WriteString(s[done:p.lo])
			out.WriteString(Mark)
			done = p.hi
		}
	}
	return out.String() + s[done:]
}

// lazy compiles an expression at its first use: few strings need one.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
