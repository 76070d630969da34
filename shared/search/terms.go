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
	young, old map[queryPair]*term
}

func (k *keptTerms) clear() {
	k.mu.Lock()
	clear(k.young)
	clear(k.old)
	k.mu.Unlock()
}

// get is the term of a word or pair, made if it is not there.
func (k *keptTerms) get(of queryPair, x *index, make func(queryPair, *index) *term) *term {
	k.mu.Lock()
	t := k.young[of]
	if t == nil {
		if t = k.old[of]; t != nil {
			k.keep(of, t)
		}
	}
	k.mu.Unlock()
	if t == nil {
		t = make(of, x)
		k.mu.Lock()
		k.keep(of, t)
		k.mu.Unlock()
	}
	return t
}

func (k *keptTerms) keep(of queryPair, t *term) {
	if k.young == nil || len(k.young) >= maxKept {
		k.young, k.old = make(map[queryPair]*term), k.young
	}
	k.young[of] = t
}

// term gives all that may stand for a word of a query.
func (x *index) term(word string) *term {
	return x.kept.get(queryPair{word: word}, x, func(of queryPair, x *index) *term { return wordTerm(of.word, x) })
}

// pairTerm gives all that may stand for a pair of a query.
func (x *index) pairTerm(pair queryPair) *term {
	return x.kept.get(pair, x, func(of queryPair, x *index) *term { return newPairTerm(of, x) })
}
