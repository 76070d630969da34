package search

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"cairn/shared/text"
)

// lexicon holds the words of an index, and finds them exactly, by stem, by prefix,
// and by letters.
type lexicon struct {
	words   sortedWords
	stems   map[string]*word       // of words that differ from their stem: the first, which links to its kin
	lengths [maxLetters + 1]marked // words by number of letters; the last entry has all longer ones
	numbers marked                 // numbers are many and resemble no other word
	hashed  int                    // number of words that are hashes
}

// maxLetters is the greatest length with a separate list of words.
const maxLetters = 24

// marked holds words with their letter sets. A search for similar words walks it: an
// edit changes two letters at most.
type marked struct {
	letterSets []uint32 // of each word, its letter set
	words      []*word
}

// word is a word of the lexicon with its places.
type word struct {
	text     string
	nextForm *word  // the next with the same stem
	at       int32  // its index among the marked; pairs and hashes have none
	actor    uint32 // its number among words of targets plus 1; 0 is none
	long     int32  // number of letters
	spread   spread
	lists    []list // by field
}

func newLexicon() lexicon {
	return lexicon{stems: map[string]*word{}}
}

// newWord returns a word without places.
func newWord(s string) *word {
	return &word{text: s, at: -1, long: int32(utf8.RuneCountInString(s))}
}

// intern returns the word of a text, and creates it if necessary.
func (x *lexicon) intern(s string) *word {
	if w := x.word(s); w != nil {
		return w
	}
	return x.enter(strings.Clone(s))
}

// enter creates the word of a text that shares no memory with a longer text.
func (x *lexicon) enter(s string) *word {
	w := x.enterLoose(s)
	x.words.insert(w)
	return w
}

// hasLetters reports whether a word can be searched by its letters: it is neither a
// pair of words nor a hash.
func (w *word) hasLetters() bool { return w.at >= 0 }

// enterLoose is enter without the sorted list, into which the caller must put the
// word at once ([sortedWords.merge]).
func (x *lexicon) enterLoose(s string) *word {
	w := newWord(s)
	if hashedWord(s) {
		x.hashed++
		return w
	}
	if strings.Contains(s, pairMark) {
		return w
	}
	if stem := text.Stem(w.text); stem != w.text {
		w.nextForm = x.stems[stem]
		x.stems[strings.Clone(stem)] = w
	}
	x.listFor(w.text).add(w)
	return w
}

func (x *lexicon) forget(w *word) {
	x.words.remove(w)
	if hashedWord(w.text) {
		x.hashed--
	}
	if !w.hasLetters() {
		return
	}
	if stem := text.Stem(w.text); stem != w.text {
		x.orphan(stem, w)
	}
	x.listFor(w.text).remove(w)
}

// orphan removes a word from the list of its stem.
func (x *lexicon) orphan(stem string, w *word) {
	if first := x.stems[stem]; first != w {
		for first.nextForm != w {
			first = first.nextForm
		}
		first.nextForm = w.nextForm
		return
	}
	if delete(x.stems, stem); w.nextForm != nil {
		x.stems[strings.Clone(stem)] = w.nextForm
	}
}

// listFor returns the list of marked words to which a text belongs.
func (x *lexicon) listFor(s string) *marked {
	if number(s) {
		return &x.numbers
	}
	return &x.lengths[min(utf8.RuneCountInString(s), maxLetters)]
}

func (m *marked) add(w *word) {
	w.at = int32(len(m.words))
	m.words = append(m.words, w)
	m.letterSets = append(m.letterSets, letterSet(w.text))
}

func (m *marked) remove(w *word) {
	last := len(m.words) - 1
	m.words[w.at], m.letterSets[w.at] = m.words[last], m.letterSets[last]
	m.words[w.at].at = w.at
	m.words[last] = nil
	m.words, m.letterSets = m.words[:last], m.letterSets[:last]
}

// number reports whether a word is a number.
func number(s string) bool {
	for i := 0; i < len(s); i++ {
		if !digit(s[i]) {
			return false
		}
	}
	return true
}

// markOfOther spreads characters other than a to z over the remaining bits.
const markOfOther = 26

// letterSet returns the set of letters of a word, in 32 bits.
func letterSet(s string) uint32 {
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

func (x *lexicon) word(s string) *word { return x.words.find(s) }

func (x *lexicon) pair(a, b string) *word { return x.word(a + pairMark + b) }

func (x *lexicon) prefixed(prefix string) []*word { return x.words.prefixed(prefix) }

func (x *lexicon) stemmed(stem string) (out []*word) {
	if w := x.word(stem); w != nil && w.at >= 0 && text.Stem(stem) == stem {
		out = append(out, w)
	}
	for w := x.stems[stem]; w != nil; w = w.nextForm {
		out = append(out, w)
	}
	return sortedByText(out)
}

func (x *lexicon) containing(part string) (out []*word) {
	want := letterSet(part)
	look := func(among *marked) {
		for i, m := range among.letterSets {
			if m&want == want && strings.Contains(among.words[i].text, part) {
				out = append(out, among.words[i])
			}
		}
	}
	for i := min(utf8.RuneCountInString(part), maxLetters); i <= maxLetters; i++ {
		look(&x.lengths[i])
	}
	if number(part) {
		look(&x.numbers)
	}
	return sortedByText(out)
}

func (x *lexicon) near(s string, most int) [][]*word {
	out := make([][]*word, most+1)
	if most == 0 {
		return out
	}
	want, letters := letterSet(s), utf8.RuneCountInString(s)
	for n := max(0, min(letters, maxLetters)-most); n <= min(letters+most, maxLetters); n++ {
		among := &x.lengths[n]
		for i, m := range among.letterSets {
			if bits.OnesCount32(m^want) > 2*most {
				continue
			}
			w := among.words[i]
			if n := text.Distance(s, w.text, most); n <= most {
				out[n] = append(out[n], w)
			}
		}
	}
	for _, words := range out {
		sortedByText(words)
	}
	return out
}

func sortedByText(words []*word) []*word {
	if len(words) > 1 {
		slices.SortFunc(words, func(a, b *word) int { return strings.Compare(a.text, b.text) })
	}
	return words
}

func digit(c byte) bool { return '0' <= c && c <= '9' }
