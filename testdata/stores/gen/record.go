package gen

import "fmt"

// Numbers of records that pages of a real world show beside their controls.
// recordsMost is fitted: with 20, packed steps have the same size as those recorded
// on real sites.
const (
	recordsMost  = 20
	recordsPerID = 3    // one in this number has a test id
	properNames  = 6000 // some far more often than others
	years        = 3
)

var recordRoles = words("row cell listitem link")

// record returns a text of page data: a name, a sum, a date, a number of something.
func record(r *random) string {
	switch r.below(5) {
	case 0:
		return pick(r, people) + " " + properName(r)
	case 1:
		return fmt.Sprintf("%d.%02d %s", r.below(2000), r.below(100), pick(r, []string{"EUR", "USD", "CHF"}))
	case 2:
		return fmt.Sprintf("%d-%02d-%02d", 2024+r.below(years), 1+r.below(12), 1+r.below(28))
	case 3:
		return fmt.Sprintf("%s #%d", title(pickSkewed(r, nouns)), r.below(30000))
	}
	return properName(r) + " " + pickSkewed(r, nouns) + " " + pick(r, attributes)
}

// properName returns a word of two to four syllables that is in no dictionary.
func properName(r *random) string {
	n := r.skewed(properNames)
	name := ""
	for rest := n + len(syllables); rest > 0; rest /= len(syllables) {
		name += syllables[rest%len(syllables)]
	}
	return title(name)
}
