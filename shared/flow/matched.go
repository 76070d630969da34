package flow

import (
	"slices"
	"strings"
)

// matched holds, for each word of a goal, the nearness to its word of the title, and the
// other way round. Each word is matched once, except that a general verb of the title may
// use a word that is matched already.
type matched struct{ words, title []float64 }

// matched pairs the words of the goal with those of the title.
func (r *reading) matched() matched {
	near := make([][]float64, len(r.words))
	for i, w := range r.words {
		if r.taken[i] || w.light {
			continue
		}
		near[i] = make([]float64, len(r.f.title))
		for at, t := range r.f.title {
			if t.param == "" && !t.light && !(t.head && i+1 < len(r.words) && w.isState(t.folded)) {
				if near[i][at] = r.kin(i, t.knownWord); oneSense(w.stem, t.stem, w.sense, t.sense) {
					near[i][at] = max(near[i][at], nearKin)
				}
			}
		}
	}
	return r.pair(near)
}

// isState reports whether a word before a thing says that the verb of a title was done to it: to show
// the deleted user is not to delete it.
func (w *goalWord) isState(verb string) bool {
	return !w.head && w.folded != verb && strings.HasSuffix(w.folded, "ed")
}

// pair pairs the nearest first. near is by word of the goal and of the title.
func (r *reading) pair(near [][]float64) matched {
	m := matched{make([]float64, len(near)), make([]float64, len(r.f.title))}
	for {
		best, word, at := 0.0, -1, -1
		for i := range near {
			for t, n := range near[i] {
				if m.words[i] == 0 && m.title[t] == 0 && n > best {
					best, word, at = n, i, t
				}
			}
		}
		if word < 0 {
			break
		}
		m.words[word], m.title[at] = best, best
	}
	for t := range m.title {
		if m.title[t] > 0 || !slices.ContainsFunc(classes, func(c class) bool { return slices.Contains(c.general, r.f.title[t].stem) }) {
			continue
		}
		for i := range near {
			if near[i] != nil {
				m.title[t] = max(m.title[t], near[i][t])
			}
		}
	}
	return m
}
