package search

import (
	"sort"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// scan answers queries by looking at every step. It is the standard for the index:
// slow, and plain enough to be believed.
type scan struct {
	docs  []sessionDocs
	vocab *plainVocabulary
}

// sessionDocs is a session read into words.
type sessionDocs struct {
	session *session
	meta    document
	length  int // of the goal, in words
	steps   []document
}

// newScan reads a whole store.
func newScan(e *Engine) *scan {
	s := &scan{}
	for _, id := range e.SessionIDs() {
		from := e.sessions[id]
		docs := sessionDocs{session: from, meta: sessionDocument(from.meta), length: len(goalWords(from.meta.Goal))}
		for _, h := range from.steps {
			docs.steps = append(docs.steps, stepDocument(h.read()))
		}
		s.docs = append(s.docs, docs)
	}
	s.vocab = newVocabulary(s.docs)
	return s
}

// top returns the best matches for a plan, at most limit.
func (s *scan) top(p *plan, now types.Time, req types.SearchRequest) []match {
	var out []match
	for _, docs := range s.docs {
		if !passes(docs.session.meta, now, req.Scope, req.CurrentSessionID, req.Filters) {
			continue
		}
		var found []match
		for at, step := range docs.steps {
			if !stepPasses(docs.session.steps[at].read(), req.Filters) {
				continue
			}
			f := parts{session: docs.session.meta, ok: docs.session.steps[at].ok, now: now}
			p.find(&f, step, docs.meta, p.norm(docs.length))
			if score := p.score(&f); score > 0 {
				found = append(found, match{score, docs.session, docs.session.steps[at], score, 0})
			}
		}
		if p.fades {
			sort.Slice(found, func(i, j int) bool { return found[i].before(&found[j]) })
			for i := range found {
				found[i].score = faded(found[i].unfaded, i)
			}
		}
		out = append(out, found...)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].before(&out[j]) })
	return out[:min(len(out), req.Limit)]
}

// plainVocabulary finds words by looking at all of them.
type plainVocabulary struct {
	count, length int
	words         map[string]*word // with their spreads alone
	sorted        []*word
	docs          []sessionDocs
	hider         *capture.Hider
}

func (v *plainVocabulary) learned(of string) []learnedWord {
	goals, counts := 0, map[string]int{}
	for _, s := range v.docs {
		if !s.meta[of].has(fieldGoal) {
			continue
		}
		goals++
		acts := map[string]bool{}
		for _, step := range s.steps {
			for w, fields := range step {
				acts[w] = acts[w] || fields&actFields != 0
			}
		}
		if acts[of] {
			continue
		}
		for w, act := range acts {
			if act && !s.meta[w].has(fieldGoal) {
				counts[w]++
			}
		}
	}
	if !learnable(goals, v.count) {
		return nil
	}
	var out []learnedWord
	for w, hits := range counts {
		if f := weighLearned(hits, goals, int(v.words[w].spread.sessions[groupAct]), v.count); f > 0 {
			out = append(out, learnedWord{v.words[w], f})
		}
	}
	return sortLearned(out)
}

func newVocabulary(docs []sessionDocs) *plainVocabulary {
	v := &plainVocabulary{hider: capture.NewHider(testNameKey), docs: docs, count: len(docs), words: map[string]*word{}}
	for _, s := range docs {
		v.length += s.length
		all := document{}
		for w, fields := range s.meta {
			all[w] |= fields
		}
		for _, step := range s.steps {
			for w, fields := range step {
				all[w] |= fields
			}
		}
		for text, fields := range all {
			w := v.words[text]
			if w == nil {
				w = newWord(text)
				v.words[text] = w
				v.sorted = append(v.sorted, w)
			}
			for g, of := range groupFields {
				if fields&of != 0 {
					w.spread.sessions[g]++
				}
			}
			w.spread.fields |= fields
		}
	}
	sort.Slice(v.sorted, func(i, j int) bool { return v.sorted[i].text < v.sorted[j].text })
	return v
}

func (v *plainVocabulary) term(word string) *term        { return wordTerm(word, v) }
func (v *plainVocabulary) pairTerm(pair queryPair) *term { return newPairTerm(pair, v) }
func (v *plainVocabulary) size() int                     { return v.count }
func (v *plainVocabulary) goalLength() int               { return v.length }
func (v *plainVocabulary) word(text string) *word        { return v.words[text] }
func (v *plainVocabulary) hidden(word string) *word {
	return v.words[hashMark+v.hider.WordHash(word)]
}
func (v *plainVocabulary) pair(a, b string) *word { return v.words[a+pairMark+b] }

func (v *plainVocabulary) filter(keep func(word string) bool) []*word {
	var out []*word
	for _, w := range v.sorted {
		if !strings.Contains(w.text, pairMark) && !hashedWord(w.text) && keep(w.text) {
			out = append(out, w)
		}
	}
	return out
}

func (v *plainVocabulary) containing(part string) []*word {
	return v.filter(func(w string) bool { return strings.Contains(w, part) })
}

func (v *plainVocabulary) prefixed(prefix string) []*word {
	return v.filter(func(w string) bool { return strings.HasPrefix(w, prefix) })
}

func (v *plainVocabulary) stemmed(stem string) []*word {
	return v.filter(func(w string) bool { return text.Stem(w) == stem })
}

func (v *plainVocabulary) near(of string, most int) [][]*word {
	out := make([][]*word, most+1)
	for n := range out {
		out[n] = v.filter(func(w string) bool { return !number(w) && text.Distance(of, w, most) == n })
	}
	return out
}
