package flow

import (
	"slices"
	"strings"
)

// ofAnother reports whether the goal names another object than the title: the group B
// instead of the group A. Such a flow would act on the wrong object, the one in its
// title.
func (r *reading) ofAnother(m matched) bool {
	for at, t := range r.f.title {
		if t.param != "" || r.says(t) {
			continue
		}
		if t.named && r.namesUnknown(m) || !t.light && m.title[at] == 0 && (r.replaced(at, m) || r.becomes(at, m)) {
			return true
		}
	}
	return r.isFixed(m)
}

// isFixed reports whether the flow always acts on an object that the goal does not
// name, while the goal names something that is unknown to the flow.
func (r *reading) isFixed(m matched) bool {
	other := slices.ContainsFunc(r.f.fixed, func(stems []string) bool {
		return !slices.ContainsFunc(stems, func(s string) bool {
			return slices.ContainsFunc(r.words, func(w goalWord) bool { return w.stem == s })
		})
	})
	if !other {
		return false
	}
	for i, w := range r.words {
		if r.taken[i] {
			continue
		}
		points := slices.Contains(referring, w.folded) && !slices.ContainsFunc(r.f.title, func(t token) bool { return t.folded == w.folded }) // another one
		if points || !w.light && telling(w.folded) && r.strange(i, m) {
			return true
		}
	}
	return false
}

// says reports whether the goal has a word of the title in the same form. A single letter
// counts as a name where it is written as one.
func (r *reading) says(t token) bool {
	for _, w := range r.words {
		if w.folded == t.folded && (!t.named || len(t.folded) > 1 || w.shaped(false)) {
			return true
		}
	}
	return false
}

// namesUnknown reports whether the goal names something that is unknown to the flow.
func (r *reading) namesUnknown(m matched) bool {
	for i, w := range r.words {
		if !r.taken[i] && w.shaped(i == 0) && r.strange(i, m) {
			return true
		}
	}
	return false
}

// replaced reports whether the goal has an unknown word after the same word as in the title:
// delete the user kofi. In a title with parameters, a parameter is the object.
func (r *reading) replaced(at int, m matched) bool {
	if slices.ContainsFunc(r.f.title, func(t token) bool { return t.param != "" }) {
		return false
	}
	before := at - 1
	for before >= 0 && r.f.title[before].light {
		before--
	}
	if before < 1 {
		return false // behind the verb there is mostly a kind of thing, in any words
	}
	for i, w := range r.words {
		if w.folded != r.f.title[before].folded {
			continue
		}
		for i++; i < len(r.words) && r.words[i].light; i++ {
		}
		return i < len(r.words) && !r.taken[i] && r.strange(i, m)
	}
	return false
}

// becomes reports whether the title ends with a result, as in to inactive, and the goal with
// another one, of which the flow knows nothing.
func (r *reading) becomes(at int, m matched) bool {
	last := len(r.words) - 1
	return at > 0 && at == len(r.f.title)-1 && last > 0 && r.f.title[at-1].light && r.f.title[at-1].folded == r.words[last-1].folded &&
		!r.taken[last] && r.strange(last, m)
}

// maxUnexplained bounds the words that a call lists as unexplained.
const maxUnexplained = 5

// unexplained returns the words of the goal, as it writes them, that no part of the flow is
// about: another action, another thing, a value without a parameter.
func (r *reading) unexplained() (words []string) {
	m, values := r.matched(), r.likelyValues()
	for i := range r.words {
		w := &r.words[i]
		verb := w.head && w.quote == 0 && w.tells()
		switch {
		case r.taken[i] || values[i] && !r.replacesNumber(i) || !verb && (w.light || secondary(w.folded)) || len(words) == maxUnexplained:
		case verb && (r.does(i) == byVerb || slices.ContainsFunc(r.f.steps, func(s knownWord) bool { return w.near(s) > 0 })), !verb && !r.strange(i, m), slices.Contains(words, w.raw):
		default:
			words = append(words, w.raw)
		}
	}
	return words
}

// replacesNumber reports whether a word with a digit stands where the title has another one,
// after the same word: for 4h, and the title says for 2h.
func (r *reading) replacesNumber(i int) bool {
	for at := 1; at < len(r.f.title) && i > 0 && strings.ContainsFunc(r.words[i].raw, digit); at++ {
		before, t := r.f.title[at-1], r.f.title[at]
		if t.param == "" && before.param == "" && before.folded == r.words[i-1].folded && strings.ContainsFunc(t.folded, digit) && !r.says(t) {
			return true
		}
	}
	return false
}

// strange reports whether a word of the goal is unknown to the flow.
func (r *reading) strange(i int, m matched) bool {
	w := &r.words[i]
	if m.words[i] > 0 {
		return false
	}
	for _, t := range r.f.title {
		if t.param == "" && w.wide(t.knownWord) > 0 {
			return false
		}
	}
	for _, s := range r.f.steps {
		if w.near(s) > 0 || w.wide(s) > 0 {
			return false
		}
	}
	return true
}
