package risk

import (
	"strings"
	"sync"
	"unicode"
)

// list holds the words that [list.has] looks for. It reads its text at the first question: a command line starts
// without, and an answer about a page asks thousands of times.
type list struct {
	read sync.Once
	text string

	words  map[string]bool
	starts []string // of words with any ending
	parts  []string // of names in scripts without spaces
}

// newList makes a list of words with spaces between. A trailing * matches any ending.
func newList(text string) *list { return &list{text: text} }

func lists(texts map[Kind]string) map[Kind]*list {
	out := map[Kind]*list{}
	for kind, text := range texts {
		out[kind] = newList(text)
	}
	return out
}

// has reports whether the list contains a word. In scripts without spaces it suffices
// that the word contains an entry of two characters or more, unless that follows 已
// (done).
func (l *list) has(word string) bool {
	l.read.Do(l.parse)
	if l.words[word] {
		return true
	}
	for _, start := range l.starts {
		if strings.HasPrefix(word, start) {
			return true
		}
	}
	for _, part := range l.parts {
		if strings.Contains(word, part) && !strings.Contains(word, "已"+part) {
			return true
		}
	}
	return false
}

func (l *list) parse() {
	l.words = map[string]bool{}
	for _, one := range strings.Fields(l.text) {
		stem, open := strings.CutSuffix(one, "*")
		l.words[stem] = true
		if open {
			l.starts = append(l.starts, stem)
		}
		if spaceless(stem) {
			l.parts = append(l.parts, stem)
		}
	}
}

// spaceless reports whether a word belongs to a script without spaces between words.
func spaceless(word string) bool {
	return len(word) > 3 && strings.ContainsFunc(word, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
	})
}
