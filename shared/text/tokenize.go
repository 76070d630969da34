package text

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// minToken is the shortest meaningful word, in characters (spec 001 section 4.1.1).
// In scripts without spaces one character is a word.
const minToken = 2

// stopwords are dropped from queries and goals (spec 001 sections 4.1.1 and
// 8.1: every tool's name begins with "mm").
var stopwords = setOf(
	"a", "an", "the", "to", "from", "in", "on", "at", "for", "with", "and",
	"or", "but", "is", "are", "was", "were", "be", "been", "flow", "test",
	"should", "can", "will", "do", "does", "did", "have", "has", "had",
	"this", "that", "these", "those", "it", "mm", "mcp",
)

func setOf(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

// Stopword reports whether Tokenize drops a (lower-case) word.
func Stopword(word string) bool { return stopwords[word] }

// Tokenize splits a text into its words: lower case, in order, each once,
// without stopwords and words of one character (spec 001 section 4.1.1).
func Tokenize(s string) []string {
	var out list
	scan(s, func(word string) {
		if !stopwords[word] {
			out.add(word)
		}
	})
	return out.words
}

// Words splits a text like Tokenize, but keeps stopwords and words of one
// character: it reads texts, not queries.
func Words(s string) []string {
	var out list
	runs(s, out.add)
	return out.words
}

// list collects words, each once, in order. Texts are short, so a linear search is
// faster than a set.
type list struct {
	words []string
	seen  map[string]bool
}

// manyWords is the length from which a set is faster than a linear search.
const manyWords = 24

func (l *list) add(word string) {
	if l.has(word) {
		return
	}
	l.words = append(l.words, word)
	if len(l.words) == manyWords {
		l.seen = setOf(l.words...)
	} else if l.seen != nil {
		l.seen[word] = true
	}
}

func (l *list) has(word string) bool {
	if l.seen != nil {
		return l.seen[word]
	}
	return slices.Contains(l.words, word)
}

// scan calls emit for every word of s that is long enough.
func scan(s string, emit func(word string)) {
	runs(s, func(word string) {
		if len(word) >= minToken && (len(word) > utf8.UTFMax || utf8.RuneCountInString(word) >= minToken || Unspaced(word)) {
			emit(word)
		}
	})
}

// Unspaced reports whether a word belongs to a script without spaces, and so is a
// piece of a longer run.
func Unspaced(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return classOf(r) == classUnspaced
}

// runs calls emit for every word of s: lower-case runs of letters, digits and their
// marks, and pairs of unspaced characters.
func runs(s string, emit func(word string)) {
	var pair [2]rune            // the last characters of an unspaced run
	word := make([]byte, 0, 64) // as UTF-8, so that conversion to a string is a copy
	unspacedRun := 0
	flush := func() {
		if len(word) > 0 {
			emit(string(word))
		}
		word = word[:0]
		if unspacedRun == 1 {
			emit(string(pair[1]))
		}
		unspacedRun = 0
	}
	for _, r := range s {
		switch classOf(r) {
		case classLetter:
			if unspacedRun > 0 {
				flush()
			}
			word = utf8.AppendRune(word, lower(r))
		case classUnspaced:
			if len(word) > 0 {
				flush()
			}
			pair[0], pair[1] = pair[1], r
			unspacedRun++
			if unspacedRun > 1 {
				emit(string(pair[:]))
			}
		default:
			flush()
		}
	}
	flush()
}

// class is the role of a character in a word.
type class uint8

const (
	classBreak class = iota
	classLetter
	classUnspaced
)

// unspacedScripts lists scripts without spaces between words, or (Hangul) with
// attached particles, so that whole runs would rarely be equal.
var unspacedScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// firstUnspaced is below every unspaced script, so that one comparison decides most
// text.
const firstUnspaced = 0x0E00

func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return classLetter
		}
		return classBreak
	case r >= firstUnspaced && (unicode.In(r, unspacedScripts...) || r == 'ー' || r == '々'):
		if unicode.IsPunct(r) || unicode.IsSymbol(r) {
			return classBreak
		}
		return classUnspaced
	case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r):
		return classLetter
	}
	return classBreak
}

// lower returns the lower-case form; it maps full-width letters and digits, which
// input methods produce, to the ordinary ones.
func lower(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	if '！' <= r && r <= '～' {
		r -= '！' - '!'
	}
	return unicode.ToLower(r)
}
