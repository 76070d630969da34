package redact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// expected are the matches that package regexp finds.
func expected(i int, s string) (found []match) {
	r := &allRules[i]
	for _, m := range compiled()[i].pattern.FindAllStringSubmatchIndex(s, -1) {
		found = append(found, match{m[0], m[1], m[2*r.Group], m[2*r.Group+1]})
	}
	return found
}

// TestFindersFindWhatPackageRegexpFinds asks every rule about secrets, ordinary
// lines and both with pieces changed: a finder must find the same, neither less
// nor elsewhere.
func TestFindersFindWhatPackageRegexpFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 7))
	texts := manyTexts(t, r)
	rules := map[int]bool{}
	for range 15_000 {
		s, i := altered(r, texts), r.IntN(len(allRules))
		got, ok := finders[i]().find(s)
		if !ok {
			continue
		}
		want := expected(i, s)
		if !slices.Equal(got, want) {
			t.Fatalf("%s finds %v in %q, want %v", allRules[i].Name, got, s, want)
		}
		if len(want) > 0 {
			rules[i] = true
		}
	}
	if len(rules) < len(allRules)/5 {
		t.Errorf("the strings call for %d of %d rules: this tests little", len(rules), len(allRules))
	}
}
