package search

import (
	"slices"
	"unicode/utf8"

	"cairn/shared/text"
)

// People write checkout, check out and check-out for the same thing. An application
// uses one of them.

// splitUnknown splits words that the store does not contain into words that it does: paybill
// counts as pay-bill.
func splitUnknown(runs [][]string, v vocabulary) [][]string {
	for i, run := range runs {
		var out []string
		changed := false
		for _, w := range run {
			if pieces := pieces(w, v); pieces != nil {
				out, changed = append(out, pieces...), true
			} else {
				out = append(out, w)
			}
		}
		if changed {
			runs[i] = out
		}
	}
	return runs
}

// pieces returns two words of the store that form a word which the store does not
// contain, or nil.
func pieces(w string, v vocabulary) []string {
	letters := utf8.RuneCountInString(w)
	if letters < 2*minPiece || text.Unspaced(w) || text.Light(w) || inStore(w, v) || letters > maxCompound {
		return nil
	}
	var best []string
	least := 0
	for i := range w {
		a, b := w[:i], w[i:]
		short := min(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
		if short > least && short >= minPiece && inStore(a, v) && inStore(b, v) {
			best, least = []string{a, b}, short
		}
	}
	if best == nil {
		return nil
	}
	for _, words := range v.near(w, one(letters >= minTypo)) {
		if len(words) > 0 {
			return nil
		}
	}
	return best
}

// inStore reports whether the store contains a word or another form of it.
func inStore(w string, v vocabulary) bool {
	return v.word(w) != nil || len(v.stemmed(text.Stem(w))) > 0
}

// derived returns the words of the store with the same root as a stem: confirm for
// confirmation.
func derived(stem string, v vocabulary) (out []*word) {
	for _, root := range text.Roots(stem) {
		for _, w := range v.prefixed(root) {
			if slices.Contains(text.Roots(text.Stem(w.text)), root) {
				out = append(out, w)
			}
		}
	}
	return out
}
