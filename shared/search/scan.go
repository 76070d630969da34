package search

import (
	"sort"

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
		for _, step := range from.steps {
			docs.steps = append(docs.steps, stepDocument(step))
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
		for at, step := range docs.steps {
			if !onScreen(docs.session.steps[at], req.Filters.Screen) {
				continue
			}
			f := parts{session: docs.session.meta, step: docs.session.steps[at], now: now}
			p.find(&f, step, docs.meta, p.norm(docs.length))
			if score := p.score(&f); score > 0 {
				out = append(out, match{score, docs.session, docs.session.steps[at]})
			}
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].before(out[j]) })
	return out[:min(len(out), req.Limit)]
}

// find adds up what the terms find in one step and its session.
func (p *plan) find(f *parts, step, meta document, norm int) {
	for i := range p.terms {
		t := &p.terms[i]
		var r found
		t.each(step, meta, func(h hit) {
			r.add(h)
			if h.field == fieldBranch {
				f.branch = max(f.branch, int(h.worth))
			}
		})
		f.add(t, r, norm)
	}
}

// each calls count for the worthiest hit of each slot.
func (t *term) each(step, meta document, count func(hit)) {
	const noSlot = fieldCount
	done := noSlot
	for _, h := range t.hits {
		doc := step
		if h.field >= stepFields {
			doc = meta
		}
		if h.slot != done && doc[h.word].has(h.field) {
			count(h)
			done = h.slot
		}
	}
}
