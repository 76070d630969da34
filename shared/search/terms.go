package search

import "sync"

// maxKept is how many terms are kept ready; beyond it they are begun anew.
const maxKept = 512

// keptTerms are words of queries as the present store understands them. People
// write a query letter by letter and ask it again with one word more: most of
// its words were asked a moment ago. Whatever changes the store ends it.
type keptTerms struct {
	mu   sync.Mutex // questions may be asked at once
	list map[string]term
}

func (k *keptTerms) clear() {
	k.mu.Lock()
	clear(k.list)
	k.mu.Unlock()
}

// term gives all that may stand for a word of a query. Nobody may change it.
func (x *index) term(word string) term {
	x.kept.mu.Lock()
	t, ok := x.kept.list[word]
	x.kept.mu.Unlock()
	if ok {
		return t
	}
	t = wordTerm(word, x)
	x.resolve(&t)
	x.kept.mu.Lock()
	defer x.kept.mu.Unlock()
	if x.kept.list == nil || len(x.kept.list) >= maxKept {
		x.kept.list = make(map[string]term, maxKept)
	}
	x.kept.list[word] = t
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
