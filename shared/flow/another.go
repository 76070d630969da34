package flow

import "slices"

// ofAnother reports whether the goal is about another object than the title, which names
// one that the goal does not: the group A, and the group B. Such a flow would do to the
// first what is wanted of the second.
func (r *reading) ofAnother(m matched) bool {
	for at, t := range r.f.title {
		if t.param != "" || r.says(t) {
			continue
		}
		if t.named && r.namesUnknown(m) || !t.light && m.title[at] == 0 && r.replaced(at, m) {
			return true
		}
	}
	return r.isFixed(m)
}

// isFixed reports whether the flow is always done to an object that the goal does not
// name, where the goal names something that the flow knows nothing of.
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

// says reports whether the goal has a word of the title as it is. A single letter is a
// name where it is written as one.
func (r *reading) says(t token) bool {
	for _, w := range r.words {
		if w.folded == t.folded && (!t.named || len(t.folded) > 1 || w.shaped(false)) {
			return true
		}
	}
	return false
}

// namesUnknown reports whether the goal names something that the flow knows nothing of.
func (r *reading) namesUnknown(m matched) bool {
	for i, w := range r.words {
		if !r.taken[i] && w.shaped(i == 0) && r.strange(i, m) {
			return true
		}
	}
	return false
}

// replaced reports whether the goal has an unknown word where the title has one behind
// the same word: delete the user kofi. A title with parameters has its object in one.
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

// strange reports whether a word of the goal is nothing that the flow knows.
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
