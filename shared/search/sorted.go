package search

import (
	"slices"
	"sort"
	"strings"
)

// maxBucket is where a bucket is split: small enough that an insertion moves
// little, large enough that there are few buckets.
const maxBucket = 512

// sortedWords keeps words in the order of text, in buckets.
type sortedWords struct {
	buckets [][]string // none is empty
}

// bucket is the bucket in which a word is or belongs.
func (s *sortedWords) bucket(w string) int {
	i := sort.Search(len(s.buckets), func(i int) bool { return s.buckets[i][0] > w })
	return max(0, i-1)
}

func (s *sortedWords) insert(w string) {
	if len(s.buckets) == 0 {
		s.buckets = [][]string{{w}}
		return
	}
	n := s.bucket(w)
	b := s.buckets[n]
	i, found := slices.BinarySearch(b, w)
	if found {
		return
	}
	b = slices.Insert(b, i, w)
	s.buckets[n] = b
	if len(b) > maxBucket {
		half := len(b) / 2
		s.buckets[n] = b[:half:half]
		s.buckets = slices.Insert(s.buckets, n+1, slices.Clone(b[half:]))
	}
}

func (s *sortedWords) remove(w string) {
	if len(s.buckets) == 0 {
		return
	}
	n := s.bucket(w)
	i, found := slices.BinarySearch(s.buckets[n], w)
	if !found {
		return
	}
	s.buckets[n] = slices.Delete(s.buckets[n], i, i+1)
	if len(s.buckets[n]) == 0 {
		s.buckets = slices.Delete(s.buckets, n, n+1)
	}
}

// prefixed returns the words that begin with a prefix.
func (s *sortedWords) prefixed(prefix string) []string {
	var out []string
	if len(s.buckets) == 0 {
		return nil
	}
	for n := s.bucket(prefix); n < len(s.buckets); n++ {
		i := 0
		if b := s.buckets[n]; b[0] < prefix {
			i, _ = slices.BinarySearch(b, prefix)
		}
		for ; i < len(s.buckets[n]); i++ {
			if !strings.HasPrefix(s.buckets[n][i], prefix) {
				return out
			}
			out = append(out, s.buckets[n][i])
		}
	}
	return out
}
