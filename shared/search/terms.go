package search

import "sync"

// maxKept is how many terms are kept ready until they grow old; those that are
// not asked again while as many others are come to an end.
const maxKept = 512

// keptTerms are words and pairs of queries as the present store understands
// them. People write a query letter by letter and ask it again with one word
// more: most of it was asked a moment ago. Whatever changes the store ends it.
type keptTerms struct {
	mu         sync.Mutex // questions may be asked at once
	young, old map[string]*keptTerm
}

// keptTerm is what a word or pair was understood to be, with what it counted.
type keptTerm struct {
	of   queryPair
	term *term
}

// is reports whether it may be taken for another.
func (t *keptTerm) is(of queryPair) bool { return t != nil && t.of == of }

func (k *keptTerms) clear() {
	k.mu.Lock()
	clear(k.young)
	clear(k.old)
	k.mu.Unlock()
}

// get is the term of a word or pair, made if it is not there.
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

// term gives all that may stand for a word of a query.
func (x *index) term(word string) *term {
	return x.kept.get(queryPair{word: word}, x, func(of queryPair, x *index) *term { return wordTerm(of.word, x) })
}

// pairTerm gives all that may stand for a pair of a query.
func (x *index) pairTerm(pair queryPair) *term {
	return x.kept.get(pair, x, func(of queryPair, x *index) *term { return newPairTerm(of, x) })
}
