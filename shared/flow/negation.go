package flow

import (
	"slices"
	"strings"
)

// negating are words that turn a task into its opposite, in the languages that most pages have.
var negating = strings.Fields("but except not no never without cannot dont nicht kein keine keinen nie ohne sans pas jamais non sin nunca niet geen zonder inte ikke не нет без")

// negates reports whether a word negates those behind it: next is the one after it. Before a number,
// no is its abbreviation.
func negates(word, next string) bool {
	if word == "no" && strings.ContainsFunc(next, digit) {
		return false
	}
	return slices.Contains(negating, word) || strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t")
}

// negated reports whether the goal negates something and the title does not, or the reverse. They are light
// words, which a goal may have more or fewer of, and yet "as not urgent" is another task than "as urgent".
// At the end of a value they negate the words behind it: Ann not.
func (r *reading) negated() bool {
	count := 0
	for i, w := range r.words {
		next, inside := "", w.raw != w.folded // at the end: lösche Dirk nicht
		if i+1 < len(r.words) {
			next, inside = r.words[i+1].folded, r.taken[i+1]
		}
		if !(r.taken[i] && inside) && w.quote == 0 && negates(w.folded, next) {
			count++
		}
	}
	return count != r.f.negations
}

// negationsIn counts the words of a title that negate something.
func negationsIn(title []token) (count int) {
	for i, t := range title {
		next := ""
		if i+1 < len(title) {
			next = title[i+1].folded
		}
		if t.param == "" && negates(t.folded, next) {
			count++
		}
	}
	return count
}
