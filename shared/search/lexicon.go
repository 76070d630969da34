package search

import (
	"math/bits"
	"slices"
	"sort"
	"strings"

	"cairn/shared/text"
)

// lexicon is the words of an index, with the ways to find them: as they are,
// by stem, by their beginning, by their letters.
type lexicon struct {
	words  map[string]*word
	stems  map[string][]*word
	sorted sortedWords
	marked [2]marked // words, and numbers, which are many and like nothing else
}

// marked are words with their letters. Looking through them is how words that
// are like another are found: an edit changes two letters at most.
type marked struct {
	marks []uint32 // of each word
	words []*word
}

// word is a word of the lexicon with where it stands.
type word struct {
	text   string
	stem   string
	at     int // its place among the marked; pairs have none
	spread spread
	lists  []list // by field
}

// list is where a word stands in a field.
type list struct {
	field field
	posts
}

func newLexicon() lexicon {
	return lexicon{words: map[string]*word{}, stems: map[string][]*word{}}
}

// intern returns the word of a text, and makes it if need be.
func (x *lexicon) intern(s string) *word {
	if w := x.words[s]; w != nil {
		return w
	}
	w := &word{text: strings.Clone(s), at: -1}
	x.words[w.text] = w
	if strings.Contains(s, pairMark) {
		return w // nobody looks for pairs by their letters
	}
	w.stem = text.Stem(w.text)
	x.stems[w.stem] = append(x.stems[w.stem], w)
	x.sorted.insert(w.text)
	x.marked[one(number(w.text))].add(w)
	return w
}

// forget removes a word that stands nowhere.
func (x *lexicon) forget(w *word) {
	delete(x.words, w.text)
	if w.at < 0 {
		return
	}
	same := x.stems[w.stem]
	if same = slices.DeleteFunc(same, func(v *word) bool { return v == w }); len(same) > 0 {
		x.stems[w.stem] = same
	} else {
		delete(x.stems, w.stem)
	}
	x.sorted.remove(w.text)
	x.marked[one(number(w.text))].remove(w)
}

func (m *marked) add(w *word) {
	w.at = len(m.words)
	m.words = append(m.words, w)
	m.marks = append(m.marks, mark(w.text))
}

func (m *marked) remove(w *word) {
	last := len(m.words) - 1
	m.words[w.at], m.marks[w.at] = m.words[last], m.marks[last]
	m.words[w.at].at = w.at
	m.words[last] = nil
	m.words, m.marks = m.words[:last], m.marks[:last]
}

// number reports whether a word is one.
func number(s string) bool {
	for i := 0; i < len(s); i++ {
		if !digit(s[i]) {
			return false
		}
	}
	return true
}

// markOfOther spreads characters beyond a to z over the bits that are left.
const markOfOther = 26

// mark is the set of letters of a word, in 32 bits.
func mark(s string) uint32 {
	var out uint32
	for _, r := range s {
		if 'a' <= r && r <= 'z' {
			out |= 1 << (r - 'a')
		} else {
			out |= 1 << (markOfOther + r%(32-markOfOther))
		}
	}
	return out
}

func (x *lexicon) spread(s string) spread {
	if w := x.words[s]; w != nil {
		return w.spread
	}
	return spread{}
}

func (x *lexicon) prefixed(prefix string) []string { return x.sorted.prefixed(prefix) }

func (x *lexicon) stemmed(stem string) []string {
	var out []string
	for _, w := range x.stems[stem] {
		out = append(out, w.text)
	}
	sort.Strings(out)
	return out
}

func (x *lexicon) containing(part string) []string {
	var out []string
	want := mark(part)
	in := x.marked[:1]
	if number(part) {
		in = x.marked[:]
	}
	for _, among := range in {
		for i, m := range among.marks {
			if m&want == want && strings.Contains(among.words[i].text, part) {
				out = append(out, among.words[i].text)
			}
		}
	}
	sort.Strings(out)
	return out
}

func (x *lexicon) near(s string, most int) [][]string {
	out := make([][]string, most+1)
	if most == 0 {
		return out
	}
	want := mark(s)
	among := &x.marked[0]
	for i, m := range among.marks {
		if bits.OnesCount32(m^want) > 2*most {
			continue
		}
		w := among.words[i].text
		if n := text.Distance(s, w, most); n <= most {
			out[n] = append(out[n], w)
		}
	}
	for _, words := range out {
		sort.Strings(words)
	}
	return out
}

// list returns the list of a field, and makes it if need be.
func (w *word) list(f field) *list {
	i := 0
	for i < len(w.lists) && w.lists[i].field < f {
		i++
	}
	if i == len(w.lists) || w.lists[i].field != f {
		w.lists = slices.Insert(w.lists, i, list{field: f})
	}
	return &w.lists[i]
}

// in is where a word stands in a field, without making a list.
func (w *word) in(f field) posts {
	for i := range w.lists {
		if w.lists[i].field == f {
			return w.lists[i].posts
		}
	}
	return posts{}
}

func (w *word) dropList(f field) {
	w.lists = slices.DeleteFunc(w.lists, func(l list) bool { return l.field == f })
}
