package search

import (
	"math/bits"

	"cairn/shared/types"
)

// index is an inverted index of a store: for every word and field, the places that
// contain it. Steps are in blocks of at most 64 steps of one session, so that one
// posting marks with one bit each the steps that contain the word. The metadata of a
// session is posted once.
//
// It is exact after every change: a step is found as soon as it was added, and after
// its removal no posting, word or count of it is left.
type index struct {
	lexicon
	byID     map[string]*session // the engine's
	sessions []*session          // by number; nil where a number is free
	freeSess []uint32
	blocks   []block
	owners   []uint32 // by block, the number of its session; noOwner where a number is free
	freeBlk  []uint32

	actors actors
	exacts exacts

	count, length int // number of sessions; number of words in all goals
	memo          map[memoKey][]*word
	cachedTerms   keptTerms
	hashes        wordHashes
}

// block holds up to 64 steps of one session.
type block struct {
	session *session
	steps   []*held // by bit; nil where a bit is free
	used    uint64  // bits in use
	failed  uint64  // of failed steps
	mixed   bool    // the bits may differ from the order of the steps
}

// memoKey is a text with its splitting rule: pages repeat their texts.
type memoKey struct {
	how  splitting
	text string
}

// noOwner is the session of a free block.
const noOwner = ^uint32(0)

// ofWhole is the bit of postings for a whole session: none.
const ofWhole = 0

// maxMemo bounds the cache of split texts; when it is full, it is cleared.
const maxMemo = 1 << 13

func newIndex() *index {
	return &index{lexicon: newLexicon(), exacts: exacts{}, memo: map[memoKey][]*word{}}
}

// addSession adds a session without its steps.
func (x *index) addSession(s *session) {
	x.cachedTerms.clear()
	if n := len(x.freeSess); n > 0 {
		s.number = x.freeSess[n-1]
		x.freeSess = x.freeSess[:n-1]
		x.sessions[s.number] = s
	} else {
		s.number = uint32(len(x.sessions))
		x.sessions = append(x.sessions, s)
	}
	x.count++
	x.addMeta(s)
}

// removeSession removes a session that has no steps left.
func (x *index) removeSession(s *session) {
	x.cachedTerms.clear()
	x.removeMeta(s)
	x.sessions[s.number] = nil
	x.freeSess = append(x.freeSess, s.number)
	x.count--
}

// addMeta posts a session's metadata; removeMeta removes these postings.
func (x *index) addMeta(s *session) {
	x.cachedTerms.clear()
	s.length = len(goalWords(s.meta.Goal))
	x.length += s.length
	ofSession(s.meta, func(e exact) { x.exacts.set(e, s.number, ofWhole) })
	eachMetaText(s.meta, func(f field, how splitting, text string) {
		for _, w := range x.split(how, text) {
			x.post(w, f, s.number, ofWhole, s)
		}
	})
}

func (x *index) removeMeta(s *session) {
	x.cachedTerms.clear()
	x.length -= s.length
	ofSession(s.meta, func(e exact) { x.exacts.unset(e, s.number, ofWhole) })
	eachMetaText(s.meta, func(f field, how splitting, text string) {
		for _, t := range split(how, text) {
			x.unpost(t, f, s.number, ofWhole, s)
		}
	})
}

func (x *index) addStep(s *session, h *held, step *types.Step) {
	x.cachedTerms.clear()
	x.place(s, h)
	at, bit := h.in, h.mask()
	ofStep(step, func(e exact) { x.exacts.set(e, at, bit) })
	eachText(step, func(f field, how splitting, text string) {
		for _, w := range x.split(how, text) {
			x.post(w, f, at, bit, s)
		}
	})
}

func (x *index) removeStep(s *session, h *held) {
	x.cachedTerms.clear()
	at, bit, step := h.in, h.mask(), h.read()
	ofStep(step, func(e exact) { x.exacts.unset(e, at, bit) })
	eachText(step, func(f field, how splitting, text string) {
		for _, t := range split(how, text) {
			x.unpost(t, f, at, bit, s)
		}
	})
	b := &x.blocks[at]
	b.used &^= bit
	b.failed &^= bit
	b.steps[h.bit] = nil
	if b.used != 0 {
		return
	}
	*b = block{}
	x.owners[at] = noOwner
	x.freeBlk = append(x.freeBlk, at)
	for i, n := range s.blocks {
		if n == at {
			s.blocks = append(s.blocks[:i], s.blocks[i+1:]...)
			break
		}
	}
}

// place assigns a step a free bit in the blocks of its session.
func (x *index) place(s *session, h *held) {
	for _, at := range s.blocks {
		if b := &x.blocks[at]; b.used != ^uint64(0) {
			n := bits.TrailingZeros64(^b.used)
			if n == len(b.steps) {
				b.steps = append(b.steps, nil)
			}
			b.steps[n] = h
			b.used |= 1 << n
			h.in, h.bit = at, uint8(n)
			b.note(h)
			return
		}
	}
	at := x.newBlock(block{session: s, steps: []*held{h}, used: 1})
	s.blocks = append(s.blocks, at)
	h.in, h.bit = at, 0
	x.blocks[at].note(h)
}

// note records whether a new step of the block succeeded, and whether it came in the
// order of its bit.
func (b *block) note(h *held) {
	if !h.ok {
		b.failed |= h.mask()
	}
	if earlier := b.used & (h.mask() - 1); earlier != 0 {
		b.mixed = b.mixed || !b.steps[63-bits.LeadingZeros64(earlier)].before(h)
	}
	if later := b.used &^ (h.mask() - 1) &^ h.mask(); later != 0 {
		b.mixed = b.mixed || !h.before(b.steps[bits.TrailingZeros64(later)])
	}
}

func (x *index) newBlock(b block) (at uint32) {
	if n := len(x.freeBlk); n > 0 {
		at = x.freeBlk[n-1]
		x.freeBlk = x.freeBlk[:n-1]
		x.blocks[at], x.owners[at] = b, b.session.number
		return at
	}
	x.blocks, x.owners = append(x.blocks, b), append(x.owners, b.session.number)
	return uint32(len(x.blocks) - 1)
}

// split is the function split, with its words added to the lexicon.
func (x *index) split(how splitting, text string) []*word {
	key := memoKey{how, text}
	if words, ok := x.memo[key]; ok {
		return words
	}
	var out []*word
	for _, t := range split(how, text) {
		out = append(out, x.intern(t))
	}
	if len(x.memo) >= maxMemo {
		clear(x.memo)
	}
	x.memo[key] = out
	return out
}

func (x *index) post(w *word, f field, at uint32, bit uint64, s *session) {
	g := groups[f]
	i, is := w.find(f)
	stood := is && w.lists[i].has(at) || x.occurs(w, g, s)
	if !is {
		w.add(i, list{field: f})
	}
	if !w.lists[i].set(at, bit) {
		return
	}
	if !stood {
		w.spread.sessions[g]++
	}
	w.spread.fields |= 1 << f
	if actFields.has(f) {
		x.addActed(s, w)
	}
}

// unpost removes such a record. A word without places is removed.
func (x *index) unpost(text string, f field, at uint32, bit uint64, s *session) {
	w := x.word(text)
	if w == nil || !w.spread.fields.has(f) {
		return // the same text occurred there twice and is already removed
	}
	i, _ := w.find(f)
	l := &w.lists[i]
	if !l.unset(at, bit) {
		return
	}
	last := len(l.at) == 0
	if last {
		w.drop(i)
		w.spread.fields &^= 1 << f
	}
	if actFields.has(f) {
		s.unact(w)
	}
	if g := groups[f]; !x.occurs(w, g, s) {
		w.spread.sessions[g]--
	}
	if w.spread.fields == 0 {
		x.actors.release(w)
		x.forget(w)
		clear(x.memo) // it may contain the word
	}
}

// occurs reports whether a word occurs in any field of a group in a session.
func (x *index) occurs(w *word, g group, s *session) bool {
	for i := range w.lists {
		l := &w.lists[i]
		if groups[l.field] != g {
			continue
		}
		if l.field >= stepFields {
			if l.has(s.number) {
				return true
			}
			continue
		}
		for _, at := range s.blocks {
			if l.has(at) {
				return true
			}
		}
	}
	return false
}

// Figures of a store that a ranker needs besides words.
func (x *index) goalLength() int { return x.length }
func (x *index) size() int       { return x.count }
