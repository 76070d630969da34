package search

import (
	"fmt"
	"slices"
	"testing"
)

// TestMergedWordsAreInTheOrderOfText merges many words, in parts of every size,
// into words that came one by one.
func TestMergedWordsAreInTheOrderOfText(t *testing.T) {
	for _, sizes := range [][]int{{0, 1}, {1, 1}, {0, 5 * maxBucket}, {3, 3 * maxBucket}, {2 * maxBucket, 40}, {3 * maxBucket, 2 * maxBucket, 1}} {
		d := &dice{state: uint64(len(sizes) + sizes[0])}
		var words sortedWords
		var want []string
		known := map[string]bool{}
		for part, size := range sizes {
			var fresh []*word
			for len(fresh) < size {
				text := fmt.Sprintf("%s%d", d.word(), d.roll(1<<20))
				if known[text] {
					continue
				}
				known[text] = true
				want = append(want, text)
				fresh = append(fresh, newWord(text))
			}
			if part == 0 {
				for _, w := range fresh {
					words.insert(w)
				}
				continue
			}
			words.merge(sortedByText(fresh))
		}
		slices.Sort(want)
		var got []string
		for _, b := range words.buckets {
			if len(b) == 0 || len(b) > maxBucket {
				t.Errorf("sizes %v: a bucket of %d", sizes, len(b))
			}
		}
		words.eachAfter("", func(w *word) bool {
			got = append(got, w.text)
			return true
		})
		for _, text := range want {
			if w := words.find(text); w == nil || w.text != text || words.find(text+" ") != nil {
				t.Errorf("sizes %v: %q is not found", sizes, text)
			}
		}
		inOrder := finder{buckets: words.buckets}
		for i, text := range want {
			if i%3 == 0 && (inOrder.find(text) == nil || inOrder.find(text+" ") != nil) {
				t.Errorf("sizes %v: %q is not found in order", sizes, text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("sizes %v: %d words in order, want %d", sizes, len(got), len(want))
		}
	}
}
