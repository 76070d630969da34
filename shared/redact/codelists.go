package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// codeListMin is how many codes of one make in a row are a list of them: one-time
// codes for when a telephone is lost, say, which stand without any label.
const codeListMin = 3

// codePrefix is how long a beginning of all is that makes them numbers of a
// series.
const codePrefix = 3

// codeLists redacts runs of codeListMin names or more of one make: as many
// groups of the same lengths, numbered or not, no two alike, most as if made by
// chance, and none of a series.
func codeLists(names []string) bool {
	changed := false
	for i := 0; i < len(names); {
		kind, n := "", 0
		for ; i+n < len(names); n++ {
			if names[i+n] == Mark || n > 0 && ordinal(names[i+n]) {
				continue
			}
			made := makeOf(names[i+n])
			if made == "" || kind != "" && made != kind {
				break
			}
			kind = made
		}
		if n >= codeListMin && codesByChance(names[i:i+n]) {
			for j := i; j < i+n; j++ {
				if !ordinal(names[j]) {
					changed = changed || names[j] != Mark
					names[j] = Mark
				}
			}
		}
		i += max(n, 1)
	}
	return changed
}

// ordinal reports whether a name is the number of another.
func ordinal(name string) bool {
	digits := strings.TrimRight(name, ".)")
	return len(digits) > 0 && len(digits) <= 2 && len(name)-len(digits) <= 1 && kindsOf(digits).digits == len(digits)
}

// makeOf is how a code is made: a character for each of its own, the same for
// all letters and digits; "" for what is no code.
func makeOf(name string) string {
	s := unnumbered(name)
	if len(s) < 6 || len(s) > 40 {
		return ""
	}
	out := make([]byte, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case isAlnum(s[i]):
			out[i] = 'x'
		case s[i] == '-' && i > 0:
			out[i] = '-'
		default:
			return ""
		}
	}
	return string(out)
}

// unnumbered is a name without "1. " or "12) " before it.
func unnumbered(s string) string {
	i := 0
	for i < len(s) && i < 3 && isDigit(s[i]) {
		i++
	}
	if i > 0 && i < len(s) && (s[i] == '.' || s[i] == ')') {
		return strings.TrimLeft(s[i+1:], " ")
	}
	return s
}

// codesByChance judges names of one make.
func codesByChance(names []string) bool {
	seen, odd, prefix := map[string]bool{}, 0, ""
	for _, name := range names {
		if name == Mark || ordinal(name) {
			continue
		}
		s := unnumbered(name)
		if seen[s] {
			return false
		}
		seen[s] = true
		if len(seen) == 1 {
			prefix = s
		}
		for !strings.HasPrefix(s, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
		k := kindsOf(s)
		odd += b2i(k.digits > 0 && k.upper+k.lower > 0 && changes(s) >= 2 || k.digits == 0 && surprise(s, false) >= chanceGroup)
	}
	return odd > 0 && odd*3 >= len(seen)*2 && (len(prefix) < codePrefix || len(seen) == 1)
}

// phraseCells redacts a seed phrase of any language whose words are elements of
// their own, by the rules for phrases: numbered, or with letters beyond ASCII,
// which the words of menus and tags seldom all are.
func phraseCells(names []string) bool {
	changed := false
	for i := 0; i < len(names); {
		n, numbered, wide := 0, 0, false
		for i+n < len(names) && cellWord(unnumbered(names[i+n])) {
			word := unnumbered(names[i+n])
			numbered += b2i(word != names[i+n])
			wide = wide || !ascii(word)
			n++
		}
		if n >= seedMinWords && (wide || numbered == n) && isPhrase(names[i:i+n]) {
			for j := i; j < i+n; j++ {
				names[j] = Mark
			}
			changed = true
		}
		i += max(n, 1)
	}
	return changed
}

// cellWord reports whether a name is one word without a capital.
func cellWord(s string) bool {
	if s == "" || utf8.RuneCountInString(s) > 36 {
		return false
	}
	for _, r := range s {
		if r < 0x80 && (r < 'a' || r > 'z') || unicode.IsSpace(r) || unicode.IsUpper(r) {
			return false
		}
	}
	return true
}

func isPhrase(names []string) bool {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = unnumbered(name)
	}
	phrase := strings.Join(words, " ")
	for i := range phraseRules {
		if phraseRules[i].apply(i, phrase) != phrase {
			return true
		}
	}
	return false
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
