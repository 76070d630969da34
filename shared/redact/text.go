package redact

import (
	"math/bits"
	"regexp"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

// Text redacts a string that a page shows. The result is at most MaxText bytes
// of the input, marks included or not.
func Text(s string) string { return scrub(s, false) }

// Attr redacts a string that a page's author wrote: a test id, a selector, an
// error code. Random runs count as tokens earlier here than in prose.
func Attr(s string) string { return scrub(s, true) }

// maxPasses bounds how often a string is searched again after something was
// removed from it: what is left may read differently. Two passes do nearly
// always; a string that never settles is dropped whole.
const maxPasses = 5

// scrub is s as it was where nothing is found in it as it is read.
func scrub(s string, attr bool) string {
	s = cut(s, MaxText)
	if off != "" {
		return s
	}
	read := fold(s)
	if out := scrubFolded(read, attr, nil); out != read {
		return out
	}
	return s
}

// FoundBy names what finds something in a string that a page shows, in the order
// in which it does: rules of the table, "seed", "url", "encoded" for what is
// written in percent signs or numbered characters, and the four that go by chance.
func FoundBy(s string) []string {
	var by []string
	if off == "" {
		scrubFolded(fold(cut(s, MaxText)), false, func(name string) { by = append(by, name) })
	}
	return by
}

// found is told the name of each rule that changed a string; nil asks for none.
type found func(name string)

// note passes on what a rule made of a string.
func (f found) note(name, before, after string) string {
	if f != nil && after != before {
		f(name)
	}
	return after
}

func scrubFolded(s string, attr bool, by found) string {
	for range maxPasses {
		once := scrubOnce(s, attr, by)
		if once == s {
			return s
		}
		s = once
	}
	return Mark
}

func scrubOnce(s string, attr bool, by found) string {
	t := traitsOf(s)
	if t.words >= seedMinWords {
		s = by.note("seed", s, scrubSeed(s))
	}
	if strings.IndexByte(s, ':') >= 0 && strings.Contains(s, "://") {
		s = by.note("url", s, scrubURLs(s))
	}
	if encoded(s) {
		s = by.note("encoded", s, scrubEncoded(s, attr))
	}
	return scrubRules(s, attr, t, by)
}

// scrubRules applies what is neither about words of phrases nor addresses.
func scrubRules(s string, attr bool, t traits, by found) string {
	for at, rules := range gate().called(strings.ToLower(s)) {
		for ; rules != 0; rules &= rules - 1 {
			i := 64*at + bits.TrailingZeros64(rules)
			r := &allRules[i]
			if r.Attr && !attr || r.Shown && attr || len(s) < r.MinLen || t.run < r.MinRun || t.digits < r.MinDigits {
				continue
			}
			s = by.note(r.Name, s, r.apply(i, s))
		}
	}
	return scrubByChance(s, t, by)
}

// scrubByChance removes what no rule knows and nobody can have written.
func scrubByChance(s string, t traits, by found) string {
	if t.run >= chanceRun {
		s = by.note("chance", s, scrubChance(s))
	}
	if t.digits > 0 && strings.ContainsAny(s, signs) {
		s = by.note("signed", s, scrubSigned(s))
	}
	if len(s) >= groupsChars+groupsMin-1 {
		s = by.note("groups", s, scrubGroups(s))
	}
	if t.singles >= spacedMin {
		s = by.note("spaced", s, scrubSpaced(s))
	}
	return s
}

// apply replaces what the rule finds. Matches do not overlap.
func (r *TextRule) apply(index int, s string) string {
	if !sieves[index]().passes(s) {
		return s
	}
	var out strings.Builder
	done := 0
	excuse := excuses[index]()
	for _, m := range r.matches(index, s) {
		lo, hi := m.from, m.to
		if lo < 0 || !r.hits(s[m.lo:m.hi], s[lo:hi]) || excuse != nil && excuse.MatchString(s[r.context(s, m.lo):m.hi]) || r.Spare && spared(s, lo, hi) {
			continue
		}
		out.WriteString(s[done:lo])
		out.WriteString(Mark)
		done = hi
	}
	if done == 0 {
		return s
	}
	out.WriteString(s[done:])
	return out.String()
}

// matches are those of the rule's expression, from left to right.
func (r *TextRule) matches(index int, s string) []match {
	found, ok := finders[index]().find(s)
	if ok {
		return found
	}
	for _, m := range patterns[index]().FindAllStringSubmatchIndex(s, -1) {
		found = append(found, match{m[0], m[1], m[2*r.Group], m[2*r.Group+1]})
	}
	return found
}

// contextMax is how much before a match may say what it is, in UTF-16 units.
const contextMax = 24

// context is where what Not is asked of begins: at the match, or with Before at
// what stands before it in its sentence, without digits.
func (r *TextRule) context(s string, at int) int {
	for n := 0; r.Before && at > 0 && n < contextMax && !isDigit(s[at-1]) && strings.IndexByte("\n!?", s[at-1]) < 0; {
		c, size := utf8.DecodeLastRuneInString(s[:at])
		at -= size
		n += max(utf16.RuneLen(c), 1)
	}
	return at
}

func (r *TextRule) hits(match, secret string) bool {
	if secret == "" || secret == Mark {
		return false
	}
	if len(r.Unless) > 0 {
		match = strings.ToLower(match)
		for _, harmless := range r.Unless {
			if strings.HasPrefix(match, harmless) {
				return false
			}
		}
	}
	check := checks[r.Check]
	return check == nil || check(secret)
}

// allRules are the rules in the order in which they are tried.
var allRules = append(phraseRules, textRules...)

// patterns and excuses are the expressions of allRules, each made at its first
// use: few strings need one that a finder does not do for.
var (
	patterns = eachRule(func(r *TextRule) *regexp.Regexp {
		if r.Fold {
			return regexp.MustCompile("(?i)" + r.Pattern)
		}
		return regexp.MustCompile(r.Pattern)
	})
	excuses = eachRule(func(r *TextRule) *regexp.Regexp {
		if r.Not == "" {
			return nil
		}
		return regexp.MustCompile("(?i)" + r.Not)
	})
)

// eachRule makes something of every rule, when it is first asked for.
func eachRule[T any](of func(*TextRule) T) []func() T {
	all := make([]func() T, len(allRules))
	for i := range allRules {
		all[i] = sync.OnceValue(func() T { return of(&allRules[i]) })
	}
	return all
}

// traits are what the gates of the rules look at, found in one pass.
type traits struct{ run, digits, words, singles int }

func traitsOf(s string) traits {
	var t traits
	run, word := 0, 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := isUpper(c) || isLower(c)
		if isDigit(c) {
			t.digits++
		}
		if letter || isDigit(c) || c == '_' || c == '+' || c == '/' || c == '=' || c == '-' {
			run++
			t.run = max(t.run, run)
		} else {
			run = 0
		}
		if alone := letter || isDigit(c); alone && (i == 0 || !isAlnum(s[i-1])) && (i+1 == len(s) || !isAlnum(s[i+1])) {
			t.singles++
		}
		if letter {
			if word++; word == seedMinWord {
				t.words++
			}
		} else {
			word = 0
		}
	}
	return t
}

// cut is the longest beginning of s that is valid UTF-8 and has at most n bytes.
func cut(s string, n int) string {
	if len(s) > n {
		s = s[:n]
		for len(s) > 0 && !utf8.RuneStart(s[len(s)-1]) {
			s = s[:len(s)-1]
		}
		if r, size := utf8.DecodeLastRuneInString(s); r == utf8.RuneError && size <= 1 && len(s) > 0 {
			s = s[:len(s)-1]
		}
	}
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "")
	}
	return s
}
