package search

import "sync"

// maxKept is how many terms are kept ready until they grow old; those that are
// not asked again while as many others are come to an end.
const maxKept = 512

// keptTerms are words of queries as the present store understands them. People
// write a query letter by letter and ask it again with one word more: most of
// its words were asked a moment ago. Whatever changes the store ends it.
type keptTerms struct {
	mu         sync.Mutex // questions may be asked at once
	young, old map[string]term
}

func (k *keptTerms) clear() {
	k.mu.Lock()
	clear(k.young)
	clear(k.old)
	k.mu.Unlock()
}

func (k *keptTerms) get(word string) (t term, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if t, ok = k.young[word]; ok {
		return t, true
	}
	if t, ok = k.old[word]; ok {
		k.keep(word, t)
	}
	return t, ok
}

func (k *keptTerms) put(word string, t term) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keep(word, t)
}

func (k *keptTerms) keep(word string, t term) {
	if k.young == nil || len(k.young) >= maxKept {
		k.young, k.old = make(map[string]term, maxKept), k.young
	}
	k.young[word] = t
}

// term gives all that may stand for a word of a query. Nobody may change it.
func (x *index) term(word string) term {
	t, ok := x.kept.get(word)
	if !ok {
		t = wordTerm(word, x)
		x.resolve(&t)
		x.kept.put(word, t)
	}
	return t
}

// resolve finds where the words of a term stand.
func (x *index) resolve(t *term) {
	if t.resolved {
		return
	}
	for i := range t.hits {
		h := &t.hits[i]
		h.posts = x.words[h.word].in(h.field)
		t.ofSteps += one(h.field < stepFields)
	}
	t.resolved = true
}
