package search

import (
	"fmt"
	"slices"
	"strings"
)

// Attach adds the contents of a segment, and returns the ids of its sessions. After
// an error ([ErrSegment]) the engine is unchanged; a session or step that it already
// has is such an error. The caller may reuse data afterwards.
func (e *Engine) Attach(data []byte) (sessionIDs []string, err error) {
	x := e.index
	p, err := parse(data, uint32(len(x.blocks)), uint32(len(x.sessions)))
	if err != nil {
		return nil, err
	}
	defer p.done()
	for _, s := range p.sessions {
		if e.sessions[s.meta.SessionID] != nil {
			return nil, fmt.Errorf("%w: session %s is there already", ErrSegment, s.meta.SessionID)
		}
	}
	for i := range p.held {
		id := p.held[i].id
		if e.steps[id] != nil {
			for _, h := range p.held[:i] {
				delete(e.steps, h.id)
			}
			return nil, fmt.Errorf("%w: step %s is there already", ErrSegment, id)
		}
		e.steps[id] = p.sessions[p.of[p.held[i].in-uint32(len(x.blocks))]]
	}
	x.attach(p)
	for _, s := range p.sessions {
		id := s.meta.SessionID
		sessionIDs = append(sessionIDs, id)
		e.sessions[id] = s
		for _, place := range s.places {
			e.places.sessions[place] = append(e.places.sessions[place], s)
		}
	}
	e.count += len(p.held)
	return sessionIDs, nil
}

// attach appends a segment's part of the index.
func (x *index) attach(p *parsed) {
	x.cachedTerms.clear()
	firstBlock, firstSession := uint32(len(x.blocks)), uint32(len(x.sessions))
	for _, s := range p.sessions {
		s.number = uint32(len(x.sessions))
		x.sessions = append(x.sessions, s)
		x.count++
		x.length += s.length
		ofSession(s.meta, func(e exact) { x.exacts.set(e, s.number, ofWhole) })
		for i := 0; i < len(s.steps); i += 64 {
			steps := s.steps[i:min(i+64, len(s.steps)):min(i+64, len(s.steps))]
			s.blocks = append(s.blocks, uint32(len(x.blocks)))
			x.owners = append(x.owners, s.number)
			b := block{session: s, steps: slices.Clone(steps), used: fullMask(uint8(len(steps)))}
			for _, h := range steps {
				if !h.ok {
					b.failed |= h.mask()
				}
			}
			x.blocks = append(x.blocks, b)
		}
	}
	seen := spreading{known: finder{buckets: x.words.buckets}, p: p, block: firstBlock, session: firstSession}
	for _, l := range p.exacts {
		if have := x.exacts[l.exact]; have != nil {
			have.join(&l.posts, &seen.memory)
		} else {
			x.exacts[l.exact] = &l.posts
		}
	}
	for g := range seen.in {
		seen.in[g] = make([]uint32, len(p.sessions))
	}
	text, lists := 0, 0
	for _, w := range p.words {
		x.attachWord(p.text[text:w.text], p.lists[lists:w.lists], &seen)
		text, lists = w.text, w.lists
	}
	x.words.merge(seen.fresh)
}

func (x *index) attachWord(text string, lists []list, seen *spreading) {
	w := seen.known.find(text)
	if w == nil {
		w = x.enterLoose(strings.Clone(text))
		seen.fresh = append(seen.fresh, w)
	}
	seen.word++
	fresh := len(w.lists) == 0
	if fresh {
		w.lists = seen.lists.part(len(lists))
	}
	for i := range lists {
		l := &lists[i]
		w.spread.fields |= 1 << l.field
		seen.count(w, l.field, l.at)
		if actFields.has(l.field) {
			x.attachActs(w, l.at)
		}
		if fresh {
			w.lists = append(w.lists, list{l.field, seen.memory.clone(&l.posts)})
		} else {
			w.join(l, &seen.memory)
		}
	}
}

// attachActs records a word for the sessions that have it in a target. Words arrive
// one after the other, so it can only be the last entry of a session.
func (x *index) attachActs(w *word, blocks []uint32) {
	number := x.actors.number(w)
	for _, at := range blocks {
		s := x.blocks[at].session
		if n := len(s.acts); n == 0 || s.acts[n-1] != number {
			s.acts = append(s.acts, number)
		}
	}
}

// spreading counts the sessions of a segment that contain each word, and collects the
// new words.
type spreading struct {
	known          finder
	fresh          []*word
	lists          arena[list] // memory for those of new words
	memory         postsArena  // and for their postings
	p              *parsed
	block, session uint32 // the first numbers
	word           uint32
	in             [groupCount][]uint32 // by session, the last word found there
}

func (k *spreading) count(w *word, f field, numbers []uint32) {
	g := groups[f]
	in := k.in[g]
	for _, at := range numbers {
		n := at - k.session
		if f < stepFields {
			n = k.p.of[at-k.block]
		}
		if in[n] != k.word {
			in[n] = k.word
			w.spread.sessions[g]++
		}
	}
}
