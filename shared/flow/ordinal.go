package flow

import (
	"regexp"
	"slices"
	"strings"

	"cairn/shared/text"
)

// ordinals matches numbers in an order, also those that are written wrongly: 23th.
var ordinals = regexp.MustCompile(`^(\d{1,4})(?:st|nd|rd|th)$`)

// ordinal returns the number of an ordinal, as in the 18th, empty for other words.
func ordinal(word string) string {
	if m := ordinals.FindStringSubmatch(word); m != nil {
		return m[1]
	}
	return ""
}

// ending is how titles write the end of an ordinal behind its parameter: the {day}th.
const ending = "th"

// counted returns the text after a parameter in a title without the end of an ordinal, and
// whether it had one.
func counted(after string) (rest string, is bool) {
	rest, is = strings.CutPrefix(after, ending)
	if !is || rest != "" && text.InWord([]rune(rest)[0]) {
		return after, false
	}
	return rest, true
}

// numbers replaces the ordinals among the values of a goal by their numbers where the page has
// numbers: the title says so, or the options do.
func (r *reading) numbers() {
	for _, p := range r.f.Params {
		n := ordinal(strings.ToLower(r.values[p.Name]))
		if n != "" && (strings.Contains(r.f.Title, "{"+p.Name+"}"+ending) || slices.Contains(p.Options, n)) {
			r.values[p.Name] = n
		}
	}
}

// says reports whether the goal has a text, which may be a number that it writes as an ordinal.
func (f facts) says(value string) bool {
	return text.HoldsWords(f.goal, value) || slices.ContainsFunc(wordsAt(f.goal), func(w word) bool {
		return w.folded == value && strings.ContainsFunc(value, digit)
	})
}
