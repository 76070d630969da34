package redact

import (
	"math/bits"
	"strings"
	"sync"
)

// ruleSet is a set of rules by their place in allRules.
type ruleSet [3]uint64

func (s *ruleSet) add(i int) { s[i>>6] |= 1 << (i & 63) }

// gateWords are the keywords of all rules by how they begin, so that one pass
// over a string finds which rules its words call for.
type gateWords struct {
	always ruleSet // rules without keywords
	begin  [1 << 12][]gateWord
}

type gateWord struct {
	word  string
	rules ruleSet
}

// beginning hashes the two bytes that every keyword has at least.
func beginning(a, b byte) uint { return (uint(a)*131 + uint(b)) & (1<<12 - 1) }

var gate = sync.OnceValue(func() *gateWords {
	g := &gateWords{}
	if len(allRules) > 64*len(ruleSet{}) {
		panic("redact: more rules than a ruleSet holds")
	}
	words := map[string]*ruleSet{}
	for i, r := range allRules {
		if len(r.Keywords) == 0 {
			g.always.add(i)
		}
		for _, w := range r.Keywords {
			if words[w] == nil {
				words[w] = &ruleSet{}
			}
			words[w].add(i)
		}
	}
	for w, rules := range words {
		at := beginning(w[0], w[1])
		g.begin[at] = append(g.begin[at], gateWord{w, *rules})
	}
	return g
})

// labels counts the rules that a name calls for by its words.
func (g *gateWords) labels(name string) int {
	n := 0
	for i, called := range g.called(strings.ToLower(name)) {
		n += bits.OnesCount64(called &^ g.always[i])
	}
	return n
}

// called are the rules that a lower-cased string calls for by its words.
func (g *gateWords) called(lower string) ruleSet {
	out := g.always
	for i := 0; i+1 < len(lower); i++ {
		for _, w := range g.begin[beginning(lower[i], lower[i+1])] {
			if len(lower)-i >= len(w.word) && lower[i:i+len(w.word)] == w.word {
				for k, rules := range w.rules {
					out[k] |= rules
				}
			}
		}
	}
	return out
}
