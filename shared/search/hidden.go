package search

import (
	"strings"
	"sync"

	"cairn/shared/capture"
)

// The index contains words of hidden names as hashes (DESIGN 5.3). A query finds them
// by the same words and by synonyms. Prefixes and typing errors match only words in
// clear.

// hashMark begins the hash of a word in the lexicon; no word contains it.
const hashMark = "#"

// hashedWord reports whether a word of the lexicon is a hash.
func hashedWord(s string) bool { return strings.HasPrefix(s, hashMark) }

// besideHidden wraps add: it passes the words of hidden names as hashes and the rest
// of the texts in clear. Screens and addresses hide their segments.
func besideHidden(add func(f field, how splitting, s string)) func(f field, how splitting, s string) {
	return func(f field, how splitting, s string) {
		segments := f == fieldScreen || how == asAddress || f == fieldPhrase
		clear, hashes := capture.HiddenIn(s, segments)
		add(f, how, clear)
		if how == asPhrases {
			return // hashes do not contain the order of words
		}
		for _, hash := range hashes {
			add(f, asHash, hashMark+hash)
		}
	}
}

// wordHashes hashes the words of queries. It is safe for concurrent use.
type wordHashes struct {
	mu    sync.Mutex
	hider *capture.Hider
}

// SetNameKey sets the key of the word hashes. Without it a query finds no hidden
// words.
func (e *Engine) SetNameKey(key []byte) {
	e.index.hashes.mu.Lock()
	e.index.hashes.hider = capture.NewHider(key)
	e.index.hashes.mu.Unlock()
	e.index.cachedTerms.clear()
}

// hidden returns the lexicon's hash of the words with the stem of a word, or nil
// where there is none.
func (x *index) hidden(word string) *word {
	if x.hashed == 0 {
		return nil
	}
	x.hashes.mu.Lock()
	hash := x.hashes.hider.WordHash(word)
	x.hashes.mu.Unlock()
	if hash == "" {
		return nil
	}
	return x.word(hashMark + hash)
}
