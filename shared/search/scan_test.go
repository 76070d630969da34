package search

import (
	"sort"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// scan answers queries by looking at every step. It is what the index is held
// to: slow, and plain enough to be believed.
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
			f := parts{session: docs.session.meta, step: docs.session.steps[at], now: now}
			p.find(&f, step, docs.meta, p.norm(docs.length))
			if score := p.score(&f); score > 0 {
				found = append(found, match{score, docs.session, docs.session.steps[at], score, 0})
			}
		}
		if p.fades {
			sort.Slice(found, func(i, j int) bool { return found[i].before(&found[j]) })
			for i := range found {
				found[i].score = faded(found[i].alone, i)
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
	words         map[string]spread
	sorted        []string
	docs          []sessionDocs
}

func (v *plainVocabulary) learned(word string) []learnedWord {
	of, counts := 0, map[string]int{}
	for _, s := range v.docs {
		if !s.meta[word].has(fieldGoal) {
			continue
		}
		of++
		acts := map[string]bool{}
		for _, step := range s.steps {
			for w, fields := range step {
				acts[w] = acts[w] || fields&actFields != 0
			}
		}
		if acts[word] {
			continue
		}
		for w, act := range acts {
			if act && !s.meta[w].has(fieldGoal) {
				counts[w]++
			}
		}
	}
	if !learnable(of, v.count) {
		return nil
	}
	var out []learnedWord
	for w, hits := range counts {
		if f := weighLearned(hits, of, int(v.words[w].sessions[groupAct]), v.count); f > 0 {
			out = append(out, learnedWord{w, f})
		}
	}
	return sortLearned(out)
}

func newVocabulary(docs []sessionDocs) *plainVocabulary {
	v := &plainVocabulary{docs: docs, count: len(docs), words: map[string]spread{}}
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
		for w, fields := range all {
			n := v.words[w]
			for g, of := range groupFields {
				if fields&of != 0 {
					n.sessions[g]++
				}
			}
			n.fields |= fields
			v.words[w] = n
		}
	}
	for w := range v.words {
		v.sorted = append(v.sorted, w)
	}
	sort.Strings(v.sorted)
	return v
}

func (v *plainVocabulary) term(word string) term     { return wordTerm(word, v) }
func (v *plainVocabulary) size() int                 { return v.count }
func (v *plainVocabulary) goalLength() int           { return v.length }
func (v *plainVocabulary) spread(word string) spread { return v.words[word] }

func (v *plainVocabulary) filter(keep func(word string) bool) []string {
	var out []string
	for _, w := range v.sorted {
		if !strings.Contains(w, pairMark) && keep(w) {
			out = append(out, w)
		}
	}
	return out
}

func (v *plainVocabulary) containing(part string) []string {
	return v.filter(func(w string) bool { return strings.Contains(w, part) })
}

func (v *plainVocabulary) prefixed(prefix string) []string {
	return v.filter(func(w string) bool { return strings.HasPrefix(w, prefix) })
}

func (v *plainVocabulary) stemmed(stem string) []string {
	return v.filter(func(w string) bool { return text.Stem(w) == stem })
}

func (v *plainVocabulary) near(word string, most int) [][]string {
	out := make([][]string, most+1)
	for n := range out {
		out[n] = v.filter(func(w string) bool { return !number(w) && text.Distance(word, w, most) == n })
	}
	return out
}
