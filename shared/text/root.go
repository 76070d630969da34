package text

import "strings"

// endings maps suffixes that derive nouns, adjectives and verbs from verbs to the possible
// endings of the verb, as [Stem] leaves it.
var endings = []struct {
	ending  string
	instead []string
}{
	{"ication", []string{"i"}},         // notification, notifi
	{"ription", []string{"rib"}},       // subscription, subscrib
	{"ation", []string{"", "at", "r"}}, // confirmation, translation
	{"ition", []string{"", "it", "os"}},
	{"ement", []string{"", "e"}},
	{"ment", []string{""}},
	{"sion", []string{"s", "d"}},
	{"ion", []string{""}},
	{"anc", []string{""}},
	{"enc", []string{""}},
	{"abl", []string{""}},
	{"ibl", []string{""}},
	{"iti", []string{""}},
	{"al", []string{""}},
	{"er", []string{"", "r"}}, // sender; register as in registration
	{"or", []string{""}},
	{"li", []string{""}},
	{"nes", []string{""}},
	{"ness", []string{""}},
	{"i", []string{""}}, // delivery, deliver
	{"iv", []string{""}},
	{"at", []string{""}},
}

// rootMin is the shortest valid root: shorter ones begin many words.
const rootMin = 4

// Roots returns the forms from which a stem may be derived, itself included: for
// confirmation, confirm. It is approximate: words with a common root may be unrelated.
func Roots(stem string) []string {
	if !plain(stem) || len(stem) < rootMin {
		return nil
	}
	out := []string{stem}
	add := func(root string) {
		if len(root) >= rootMin {
			out = append(out, root)
		}
	}
	for _, e := range endings {
		rest, found := strings.CutSuffix(stem, e.ending)
		if !found || len(rest) < rootMin-1 {
			continue
		}
		for _, instead := range e.instead {
			add(rest + instead)
		}
		if k := len(rest); rest[k-1] == rest[k-2] && !vowel(rest[k-1]) {
			add(rest[:k-1]) // cancellation
		}
	}
	return out
}
