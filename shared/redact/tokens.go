package redact

import (
	"strings"
	"unicode/utf8"
)

// signed reports whether a word is a password with signs in it.
func signed(s string) bool {
	k := kindsOf(s)
	if n := utf8.RuneCountInString(s); k.odd == 0 || n < 8 || n > 64 || k.digits == 0 || k.upper == 0 || k.lower == 0 || strings.ContainsAny(s, "/()[]{}<>`\";,|\\:") {
		return false
	}
	if mail(s) || strings.HasPrefix(s, "U+") || s[0] == '@' && k.odd == 1 { // a character, somebody's name
		return false
	}
	if strings.Count(s, "+") == k.odd && nameParts(s) {
		return false // LGPLv3+_or_GPLv2+
	}
	s = strings.TrimRight(s, "+=") // LGPLv2.1+
	k = kindsOf(s)
	return k.odd > 0 && strings.Count(s, "%") < 2 && surprise(s, true) >= chanceSigns
}

// scrubChance replaces the tokens of s that stand as if made by chance, alone
// or in groups of equal length as keys and codes are shown in.
func scrubChance(s string) string {
	var out strings.Builder
	done := 0
	drop := func(lo, hi int) {
		out.WriteString(s[done:lo])
		out.WriteString(Mark)
		done = hi
	}
	for lo := 0; lo < len(s); {
		if !tokenByte(s[lo]) {
			lo++
			continue
		}
		hi := lo
		for hi < len(s) && tokenByte(s[hi]) {
			hi++
		}
		end := hi
		for end < len(s) && s[end] == '=' && end < hi+2 {
			end++
		}
		if end < len(s) && s[end] > ' ' && strings.IndexByte("\"'`,;&).<", s[end]) < 0 {
			end = hi // not padded, assigned
		}
		if !marked(s, lo, hi) && chance(s[lo:end]) && !spared(s, lo, end) {
			drop(lo, end)
		}
		lo = max(end, hi)
	}
	if done > 0 {
		return out.String() + s[done:]
	}
	return s
}

func tokenByte(c byte) bool { return isAlnum(c) || strings.IndexByte("_+/-", c) >= 0 }

func isAlnum(c byte) bool { return isDigit(c) || isUpper(c) || isLower(c) }

// marked reports whether s[lo:hi] is the word of Mark.
func marked(s string, lo, hi int) bool {
	return lo > 0 && s[lo-1] == '[' && s[lo:hi] == Mark[1:len(Mark)-1]
}

// scrubSigned replaces words that are passwords with signs in them.
func scrubSigned(s string) string {
	return replaceInWords(s, func(lo, hi int) (from, to int) {
		word := strings.TrimLeft(strings.TrimRight(s[lo:hi], ".,;:!?)'\"]}"), "([{'\"")
		from = lo + strings.Index(s[lo:hi], word)
		if !signed(word) || spared(s, from, from+len(word)) {
			return 0, 0
		}
		return from, from + len(word)
	})
}

// replaceInWords puts Mark in place of the part s[from:to] that find names of a
// word s[lo:hi]: what stands between two spaces. An empty part is none.
func replaceInWords(s string, find func(lo, hi int) (from, to int)) string {
	var out strings.Builder
	done := 0
	for lo := 0; lo < len(s); {
		if s[lo] <= ' ' {
			lo++
			continue
		}
		hi := lo
		for hi < len(s) && s[hi] > ' ' {
			hi++
		}
		if from, to := find(lo, hi); from < to {
			out.WriteString(s[done:from])
			out.WriteString(Mark)
			done = to
		}
		lo = hi
	}
	if done == 0 {
		return s
	}
	return out.String() + s[done:]
}
