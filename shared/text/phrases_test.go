package text

import (
	"slices"
	"strings"
	"testing"
)

// TestPhrases finds the meaning of several words together, also with others between them.
func TestPhrases(t *testing.T) {
	for words, means := range map[string]string{"turn the kitchen lamp on": "enable", "get rid of it": "delete", "pay back": "repay", "turn left": "", "on": ""} {
		var stems, found []string
		for _, w := range strings.Fields(words) {
			stems = append(stems, Stem(w))
		}
		Phrases(stems, func(_ []int, means []string) { found = append(found, means...) })
		if means == "" && len(found) > 0 || means != "" && !slices.Contains(found, Stem(means)) {
			t.Errorf("%q means %q", words, found)
		}
	}
	if !slices.Contains(SaidAs(Stem("repay")), [2]string{"pay", "back"}) {
		t.Errorf("repay is said as %q", SaidAs(Stem("repay")))
	}
}
