package search

import (
	"slices"
	"sort"
	"strings"
)

// maxBucket is the size at which a bucket is split: small enough that an insertion
// moves little, large enough that there are few buckets.
const maxBucket = 512

// sortedWords holds words in the order of text, in buckets.
type sortedWords struct {
	buckets [][]ordered // none is empty
}

// ordered is a word with the head of its text. The head suffices for nearly all
// comparisons.
type ordered struct {
	head uint64
	word *word
}

// headOf returns the first eight bytes of a text as a number with the same order.
func headOf(s string) (head uint64) {
	for i := range 8 {
		head <<= 8
		if i < len(s) {
			head |= uint64(s[i])
		}
	}
	return head
}

// before reports whether the word comes before a text with the given head.
func (o *ordered) before(head uint64, s string) bool {
	return o.head < head || o.head == head && o.word.text < s
}

// after reports whether the word comes after a text with the given head.
func (o *ordered) after(head uint64, s string) bool {
	return o.head > head || o.head == head && o.word.text > s
}

// bucket returns the index of the bucket that a text belongs to.
func (s *sortedWords) bucket(head uint64, text string) int {
	i := sort.Search(len(s.buckets), func(i int) bool { return !s.buckets[i][0].before(head, text) })
	if i < len(s.buckets) && s.buckets[i][0].word.text == text {
		return i
	}
	return max(0, i-1)
}

// place returns the index in a bucket that a text belongs to.
func place(b []ordered, head uint64, text string) int {
	from, to := 0, len(b)
	for from < to {
		if mid := int(uint(from+to) / 2); b[mid].before(head, text) {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from
}

// find returns the word of a text, or nil.
func (s *sortedWords) find(text string) *word {
	if len(s.buckets) == 0 {
		return nil
	}
	head := headOf(text)
	b := s.buckets[s.bucket(head, text)]
	if i := place(b, head, text); i < len(b) && b[i].head == head && b[i].word.text == text {
		return b[i].word
	}
	return nil
}

// finder finds words whose texts are requested in order. It continues from the last
// position, which is several times faster than a full search for each.
type finder struct {
	buckets [][]ordered
	at      int // in the first of them
}

func (f *finder) find(text string) *word {
	head := headOf(text)
	for len(f.buckets) > 1 && !f.buckets[1][0].after(head, text) {
		f.buckets, f.at = f.buckets[1:], 0
	}
	if len(f.buckets) == 0 {
		return nil
	}
	b := f.buckets[0]
	step := 1 // the next is usually near
	for f.at+step < len(b) && b[f.at+step].before(head, text) {
		f.at, step = f.at+step, 2*step
	}
	f.at += place(b[f.at:min(f.at+step+1, len(b))], head, text)
	if f.at < len(b) && b[f.at].head == head && b[f.at].word.text == text {
		return b[f.at].word
	}
	return nil
}

// eachAfter calls do for the words after a text, in order, until it returns false. It
// reports whether it reached the end.
func (s *sortedWords) eachAfter(text string, do func(*word) bool) bool {
	if len(s.buckets) == 0 {
		return true
	}
	head := headOf(text)
	n := s.bucket(head, text)
	i := place(s.buckets[n], head, text)
	for ; n < len(s.buckets); n, i = n+1, 0 {
		for _, o := range s.buckets[n][i:] {
			if o.word.text != text && !do(o.word) {
				return false
			}
		}
	}
	return true
}

// insert adds a word that is not in the list.
func (s *sortedWords) insert(w *word) {
	head := headOf(w.text)
	if len(s.buckets) == 0 {
		s.buckets = [][]ordered{{{head, w}}}
		return
	}
	n := s.bucket(head, w.text)
	b := s.buckets[n]
	b = slices.Insert(b, place(b, head, w.text), ordered{head, w})
	s.buckets[n] = b
	if len(b) > maxBucket {
		half := len(b) / 2
		s.buckets[n] = slices.Clone(b[:half])
		s.buckets = slices.Insert(s.buckets, n+1, slices.Clone(b[half:]))
	}
}

// merge adds many new words, given in the order of text. It rewrites each bucket
// once; insert moves half a bucket for each word.
func (s *sortedWords) merge(words []*word) {
	var out [][]ordered
	add := func(bucket []ordered) {
		for len(bucket) > maxBucket {
			out = append(out, slices.Clone(bucket[:maxBucket/2]))
			bucket = bucket[maxBucket/2:]
		}
		out = append(out, slices.Clone(bucket))
	}
	var room []ordered
	for n, b := range s.buckets {
		room = room[:0]
		for len(words) > 0 {
			head := headOf(words[0].text)
			if n+1 < len(s.buckets) && !s.buckets[n+1][0].after(head, words[0].text) {
				break
			}
			for len(b) > 0 && b[0].before(head, words[0].text) {
				room, b = append(room, b[0]), b[1:]
			}
			room, words = append(room, ordered{head, words[0]}), words[1:]
		}
		if len(room) == 0 {
			out = append(out, b)
			continue
		}
		room = append(room, b...)
		add(room)
	}
	for len(words) > 0 { // the list was empty
		n := min(len(words), maxBucket/2)
		room = room[:0]
		for _, w := range words[:n] {
			room = append(room, ordered{headOf(w.text), w})
		}
		add(room)
		words = words[n:]
	}
	s.buckets = out
}

func (s *sortedWords) remove(w *word) {
	head := headOf(w.text)
	n := s.bucket(head, w.text)
	i := place(s.buckets[n], head, w.text)
	s.buckets[n] = slices.Delete(s.buckets[n], i, i+1)
	if len(s.buckets[n]) == 0 {
		s.buckets = slices.Delete(s.buckets, n, n+1)
	}
}

func (s *sortedWords) prefixed(prefix string) []*word {
	if len(s.buckets) == 0 {
		return nil
	}
	head := headOf(prefix)
	mask := ^uint64(0) << (64 - 8*min(len(prefix), 8)) // zero for an empty one
	var out []*word
	for n := s.bucket(head, prefix); n < len(s.buckets); n++ {
		b := s.buckets[n]
		b = b[place(b, head, prefix):]
		same := 0
		for same < len(b) && b[same].head&mask == head && (len(prefix) <= 8 || strings.HasPrefix(b[same].word.text, prefix)) {
			same++
		}
		for i := range b[:same] {
			if b[i].word.hasLetters() {
				out = append(out, b[i].word)
			}
		}
		if same < len(b) {
			break
		}
	}
	return out
}
