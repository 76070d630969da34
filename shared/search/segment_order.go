package search

import (
	"slices"
	"strings"
)

// sortedRuns gives words in the order of their texts. They are put in order run
// by run, so that nobody waits until all are.
type sortedRuns struct {
	runs   [][]*word // none is empty
	sorted int       // of them, the first
	left   int       // words
}

// runWords is how many words are put in order at once: some milliseconds as
// WebAssembly.
const runWords = 1 << 13

// inDisorder are all words of a lexicon.
func (x *lexicon) inDisorder() sortedRuns {
	all := make([]*word, 0, len(x.words))
	for _, w := range x.words {
		all = append(all, w)
	}
	out := sortedRuns{left: len(all)}
	for run := range slices.Chunk(all, runWords) {
		out.runs = append(out.runs, run)
	}
	return out
}

// unsorted reports whether sort has something to do.
func (s *sortedRuns) unsorted() bool { return s.sorted < len(s.runs) }

// sort puts one more run in order.
func (s *sortedRuns) sort() {
	slices.SortFunc(s.runs[s.sorted], func(a, b *word) int { return strings.Compare(a.text, b.text) })
	s.sorted++
}

// next takes the first of the words that are left.
func (s *sortedRuns) next() *word {
	first := 0
	for i := range s.runs {
		if s.runs[i][0].text < s.runs[first][0].text {
			first = i
		}
	}
	w := s.runs[first][0]
	if s.left--; len(s.runs[first]) > 1 {
		s.runs[first] = s.runs[first][1:]
	} else {
		s.runs = slices.Delete(s.runs, first, first+1)
		s.sorted--
	}
	return w
}
