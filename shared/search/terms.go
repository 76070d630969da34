package search

import "sync"

// maxKept is the size of one generation of cached terms. A term is dropped when as
// many others were requested since its last use.
const maxKept = 512

// keptTerms caches the terms of words and pairs for the present state of the store.
// People type a query letter by letter and repeat it with one word more, so most of
// it was computed a moment ago. Every change of the store clears the cache.
type keptTerms struct {
	mu         sync.Mutex // queries may run concurrently
	young, old map[string]*keptTerm
}

// keptTerm is the cached term of a word or pair, with its factors.
type keptTerm struct {
	of   queryPair
	term *term
}

// is reports whether the entry belongs to this word or pair.
func (t *keptTerm) is(of queryPair) bool { return t != nil && t.of == of }

func (k *keptTerms) clear() {
	k.mu.Lock()
	clear(k.young)
	clear(k.old)
	k.mu.Unlock()
}

// get returns the term of a word or pair, and creates it if it is not cached.
func (k *keptTerms) get(of queryPair, x *index, make func(queryPair, *index) *term) *term {
	k.mu.Lock()
	t := k.young[of.word]
	if !t.is(of) {
		if t = k.old[of.word]; t.is(of) {
			k.keep(t)
		}
	}
	k.mu.Unlock()
	if !t.is(of) {
		t = &keptTerm{of, make(of, x)}
		k.mu.Lock()
		k.keep(t)
		k.mu.Unlock()
	}
	return t.term
}

func (k *keptTerms) keep(t *keptTerm) {
	if k.young == nil || len(k.young) >= maxKept {
		k.young, k.old = make(map[string]*keptTerm), k.young
	}
	k.young[t.of.word] = t
}

// term returns all that may stand for a word of a query.
func (x *index) term(word string) *term {
	return x.cachedTerms.get(queryPair{word: word}, x, func(of queryPair, x *index) *term { return wordTerm(of.word, x) })
}

// pairTerm returns all that may stand for a pair of a query.
func (x *index) pairTerm(pair queryPair) *term {
	return x.cachedTerms.get(pair, x, func(of queryPair, x *index) *term { return newPairTerm(of, x) })
}
