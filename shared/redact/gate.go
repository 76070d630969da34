package redact

import (
	"iter"
	"slices"
	"strings"
	"sync"
)

// gates have the words of all rules by their first two bytes, so that one pass over
// a text finds the few rules that may apply.
type gates struct {
	always uint64
	rows   [256]*[256]uint16 // where in words those are that begin with two bytes
	words  [][]gated         // the first is empty
	named  map[string]uint64
}

// gated is a word without its first two bytes, and the rules that it calls for.
type gated struct {
	rest  string
	rules uint64
}

var gate = sync.OnceValue(func() *gates {
	g := &gates{words: make([][]gated, 1), named: map[string]uint64{}}
	for i, r := range rules {
		g.named[r.Name] = 1 << i
		if g.add(1<<i, r.Words); len(r.Words) == 0 {
			g.always |= 1 << i
		}
	}
	return g
})

func (g *gates) add(rules uint64, words []string) {
	for _, w := range words {
		if g.rows[w[0]] == nil {
			g.rows[w[0]] = new([256]uint16)
		}
		at := &g.rows[w[0]][w[1]]
		if *at == 0 {
			*at = uint16(len(g.words))
			g.words = append(g.words, nil)
		}
		g.words[*at] = append(g.words[*at], gated{w[2:], rules})
	}
}

// calls returns the rules that the words of s call for, a bit each.
func (g *gates) calls(s string) uint64 {
	lower, called := strings.ToLower(s), g.always
	for i := 0; i+1 < len(lower); i++ {
		for w := range g.at(lower[i:]) {
			called |= w.rules
		}
	}
	return called
}

// at returns the words that a lower-cased text of two bytes or more begins with.
func (g *gates) at(s string) iter.Seq[gated] {
	return func(yield func(gated) bool) {
		row := g.rows[s[0]]
		if row == nil || row[s[1]] == 0 {
			return
		}
		for _, w := range g.words[row[s[1]]] {
			if strings.HasPrefix(s[2:], w.rest) && !yield(w) {
				return
			}
		}
	}
}

// run asks for n characters in a row as keys are made of.
func run(n int) func(string) bool {
	return func(s string) bool { return len(runsOf(s, keySigns, n)) > 0 }
}

// keySigns are signs that keys have beside letters and digits.
const keySigns = "._=+/!$:~-"

// series asks for n digits with one sign or space between two at most.
func series(n int) func(string) bool {
	return func(s string) bool {
		digits, apart := 0, 0
		for i := 0; i < len(s) && digits < n; i++ {
			if isDigit(s[i]) {
				digits, apart = digits+1, 0
			} else if apart++; apart > 1 || isUpper(s[i]) || isLower(s[i]) {
				digits = 0
			}
		}
		return digits >= n
	}
}

// shortWords asks for 16 words in a row that may be bytes.
func shortWords(s string) bool {
	n := 0
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return r < 0x80 && strings.IndexByte(" ,:;[]{}()\n", byte(r)) >= 0 }) {
		if n++; len(word) > 4 {
			n = 0
		}
		if n == 16 {
			return true
		}
	}
	return false
}

// hyphenated asks for a word with a hyphen in it, as groups of a key are.
func hyphenated(s string) bool {
	return slices.ContainsFunc(runsOf(s, "-", 9), func(p part) bool { return strings.IndexByte(s[p.lo:p.hi], '-') >= 4 })
}
