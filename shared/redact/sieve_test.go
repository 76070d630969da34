package redact

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestSievesLetThroughWhatTheExpressionsFind asks every rule about secrets of
// every kind, ordinary lines, and both with pieces changed: a sieve must never
// hold back a string in which its expression finds something.
func TestSievesLetThroughWhatTheExpressionsFind(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	texts := manyTexts(t, r)
	found := make([]int, len(allRules))
	for range 15_000 {
		s := altered(r, texts)
		i := r.IntN(len(allRules))
		if finds := patterns[i]().MatchString(s); finds {
			found[i]++
			if !sieves[i]().passes(s) {
				t.Fatalf("%s finds something in %q, which its sieve holds back", allRules[i].Name, s)
			}
		}
	}
	rules := 0
	for _, n := range found {
		if n > 0 {
			rules++
		}
	}
	if rules < len(allRules)/5 {
		t.Errorf("the strings call for %d of %d rules: this tests little", rules, len(allRules))
	}
}

// manyTexts are secrets of every kind and ordinary lines.
func manyTexts(t *testing.T, r *rand.Rand) []string {
	var texts []string
	for _, s := range secrets {
		texts = append(texts, s.text)
	}
	for _, c := range canaries() {
		lines, _ := c.f(r)
		texts = append(texts, lines...)
	}
	for _, make := range ordinary(r) {
		texts = append(texts, make())
	}
	for _, row := range worldClasses(t) {
		texts = append(texts, strings.Split(draw(r, row), " | ")...)
	}
	return texts
}

// altered is a text with a few pieces of others in it, some in another case.
func altered(r *rand.Rand, texts []string) string {
	s := texts[r.IntN(len(texts))]
	for range r.IntN(3) {
		other, at := texts[r.IntN(len(texts))], r.IntN(len(s)+1)
		from := r.IntN(len(other) + 1)
		to := min(len(other), from+r.IntN(12))
		s = s[:at] + other[from:to] + s[min(len(s), at+r.IntN(4)):]
	}
	switch r.IntN(8) {
	case 0:
		s = strings.ToUpper(s)
	case 1:
		s = strings.ReplaceAll(strings.ReplaceAll(s, "s", "ſ"), "k", "\u212a") // which fold to s and k
	case 2:
		s += "\n" + texts[r.IntN(len(texts))]
	}
	return strings.ToValidUTF8(s, "")
}

func TestSievesHoldBackOrdinaryText(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	asked, passed := 0, 0
	for range 50 {
		for _, make := range ordinary(r) {
			s := make()
			for i := range allRules {
				asked++
				if sieves[i]().passes(s) {
					passed++
				}
			}
		}
	}
	if passed*50 > asked {
		t.Errorf("%d of %d ordinary lines pass a sieve", passed, asked)
	}
}

func TestSieveOfManyStatesLetsThrough(t *testing.T) {
	s := newSieve(`(?:a|b){0,4}a(?:a|b){12}c`, false)
	r := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 1<<16)
	for i := range text {
		text[i] = "ab"[r.IntN(2)]
	}
	if !s.passes(string(text)) {
		t.Error("an automaton that became too large held a string back")
	}
	if len(s.states) > sieveStates {
		t.Errorf("%d states", len(s.states))
	}
}

func FuzzSieve(f *testing.F) {
	for _, s := range secrets {
		f.Add(s.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if s = cut(s, MaxText); !utf8.ValidString(s) {
			t.Fatal("not cut to valid text")
		}
		for i := range allRules {
			if patterns[i]().MatchString(s) && !sieves[i]().passes(s) {
				t.Errorf("%s finds something in %q, which its sieve holds back", allRules[i].Name, s)
			}
			if got, ok := finders[i]().find(s); ok && !slices.Equal(got, expected(i, s)) {
				t.Errorf("%s finds %v in %q, want %v", allRules[i].Name, got, s, expected(i, s))
			}
		}
	})
}
