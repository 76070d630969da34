package redact

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// expected are the matches that package regexp finds.
func expected(i int, s string) (found []match) {
	r := &allRules[i]
	for _, m := range patterns[i]().FindAllStringSubmatchIndex(s, -1) {
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

// Limits of what a rule may cost. A rule that fails here slows down all that is
// recorded: its expression wants another form.
const (
	shortString  = 256 // in which every finder finds by itself, as long as names and messages are
	stepsPerChar = 5   // places that one finder tries, on average, in ordinary lines
)

// TestNoRuleIsTooLargeForItsFinder counts instead of measuring time.
func TestNoRuleIsTooLargeForItsFinder(t *testing.T) {
	most := finderBits / (shortString + 1)
	for i, r := range allRules {
		if n := len(finders[i]().prog.Inst); n > most {
			t.Errorf("%s compiles to %d instructions, more than %d", r.Name, n, most)
		}
		patterns[i]()
		excuses[i]() // both parse
	}
}

// TestOrdinaryTextCostsFindersLittle asks every finder whose sieve lets ordinary
// lines through how many places it tries in them.
func TestOrdinaryTextCostsFindersLittle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	steps, chars := make([]int, len(allRules)), 0
	for range 20 {
		for _, make := range ordinary(r) {
			s := make()
			chars += len(s)
			for i := range allRules {
				if sieves[i]().passes(s) {
					steps[i] += stepsOf(t, i, s)
				}
			}
		}
	}
	for i, n := range steps {
		if n > stepsPerChar*chars {
			t.Errorf("%s tries %d places in %d ordinary characters", allRules[i].Name, n, chars)
		}
	}
}

// stepsOf counts the places that a rule's finder tries in s.
func stepsOf(t *testing.T, i int, s string) int {
	w := &walk{}
	if _, ok := finders[i]().findWith(w, s); !ok {
		t.Fatalf("%s cannot tell where it may begin in %q", allRules[i].Name, s)
	}
	return w.steps
}

// TestPhrasesFullOfDigitsAreNoLabels: of a list of such phrases, no two neighbours
// are read together, which costs as much as reading all of them again.
func TestPhrasesFullOfDigitsAreNoLabels(t *testing.T) {
	for _, c := range []struct {
		label, value string
		want         bool
	}{
		{"Customer", "Order 12 of the Shop", true},
		{"Customer 2", "Order 12 of the Shop", true},
		{"Order 10345 of customer 345", "Order 10346 of customer 376", false},
		{"Customer", "Order of the Shop", false},
		{"Weather", "Order 12 of the Shop", false},
	} {
		if got := numbered(c.label, c.value); got != c.want {
			t.Errorf("numbered(%q, %q) = %v", c.label, c.value, got)
		}
	}
}
