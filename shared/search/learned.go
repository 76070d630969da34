package search

import (
	"slices"
	"strings"
	"sync"
)

// People's word for a thing and the application's word often differ, in ways that no
// table covers: a user takes in a patient, and clicks on admit. A store learns such
// words from its sessions. Suppose that sessions whose goals contain a word often act
// on a target with another word that is not in the goal: then the target's word is a
// meaning of the goal's word.

// actFields are the fields of a step that name its target.
const actFields = fieldSet(1<<fieldTestID | 1<<fieldTarget)

// learnedWord is a word of targets that stands for a word of goals, with its factor,
// of whole.
type learnedWord struct {
	word   *word
	factor int
}

// weighLearned rates a word of targets as a meaning of a word of goals. It was acted
// on, and not in the goal, in hits of the `of` sessions whose goals have the goal's
// word; `with` of `all` sessions have it in a target. It returns the word's factor,
// of whole, or zero when the word means nothing.
func weighLearned(hits, of, with, all int) int {
	if hits < learnedLeast || 100*hits < learnedShare*of {
		return 0 // too few to decide, or too small a share of them
	}
	if hits*all < learnedLift*with*of {
		return 0 // acted on in every kind of session
	}
	return factorLearned * (hits - 1) / of
}

// sortLearned sorts the surest words first and keeps a few.
func sortLearned(list []learnedWord) []learnedWord {
	slices.SortFunc(list, func(a, b learnedWord) int {
		if a.factor != b.factor {
			return b.factor - a.factor
		}
		return strings.Compare(a.word.text, b.word.text)
	})
	return list[:min(len(list), maxLearned)]
}

// learnable reports whether a word in this number of goals can teach anything.
func learnable(of, all int) bool {
	return of >= learnedLeast && of <= learnedMost && of*learnedRare <= all
}

// actors numbers the words of targets: a session stores its words as four bytes each,
// and counting them needs no lookups.
type actors struct {
	words []*word // nil where a number is free
	free  []uint32
}

// number returns the number of a word, and assigns one if it has none.
func (a *actors) number(w *word) uint32 {
	if w.actor == 0 {
		if n := len(a.free); n > 0 {
			w.actor = a.free[n-1] + 1
			a.free = a.free[:n-1]
			a.words[w.actor-1] = w
		} else {
			a.words = append(a.words, w)
			w.actor = uint32(len(a.words))
		}
	}
	return w.actor - 1
}

// release frees the number of a word that no longer occurs.
func (a *actors) release(w *word) {
	if w.actor != 0 {
		a.words[w.actor-1] = nil
		a.free = append(a.free, w.actor-1)
		w.actor = 0
	}
}

// counts pools the memory of learned, by actor. All values are zero between queries.
var counts = sync.Pool{New: func() any { return new([]int32) }}

// learned returns the words of targets that stand for a word of goals.
func (x *index) learned(of string) []learnedWord {
	w := x.word(of)
	if w == nil || !w.spread.fields.has(fieldGoal) {
		return nil
	}
	goals := w.list(fieldGoal).at
	if !learnable(len(goals), x.count) {
		return nil
	}
	room := counts.Get().(*[]int32)
	defer counts.Put(room)
	if len(*room) < len(x.actors.words) {
		*room = make([]int32, len(x.actors.words))
	}
	acted := *room
	x.eachTeaching(w, goals, func(n uint32, s *session) {
		for _, act := range s.acts {
			acted[act]++
		}
	})
	var out []learnedWord
	weigh := func(word *word, hits int) int {
		return weighLearned(hits, len(goals), int(word.spread.sessions[groupAct]), x.count)
	}
	x.eachTeaching(w, goals, func(n uint32, s *session) {
		for _, act := range s.acts {
			hits := int(acted[act])
			if acted[act] = 0; hits < learnedLeast || 100*hits < learnedShare*len(goals) {
				continue // already rated, or not worth it
			}
			word := x.actors.words[act]
			if weigh(word, hits) == 0 {
				continue // fewer sessions would not suffice either
			}
			if f := weigh(word, hits-x.countOtherWords(word, w, goals)); f > 0 {
				out = append(out, learnedWord{word, f})
			}
		}
	})
	return sortLearned(out)
}

// eachTeaching calls do for the sessions whose goals have a word that is in none of
// their targets. Where it is in one, it is the application's word.
func (x *index) eachTeaching(of *word, goals []uint32, do func(n uint32, s *session)) {
	for _, n := range goals {
		if s := x.sessions[n]; of.actor == 0 || !slices.Contains(s.acts, of.actor-1) {
			do(n, s)
		}
	}
}

// countOtherWords counts those sessions whose goals also contain another word that they acted
// on.
func (x *index) countOtherWords(act, of *word, goals []uint32) (times int) {
	said := act.list(fieldGoal)
	if said == nil {
		return 0
	}
	x.eachTeaching(of, goals, func(n uint32, s *session) {
		times += one(said.has(n) && slices.Contains(s.acts, act.actor-1))
	})
	return times
}

// addActed records that a word occurs in a target of the session.
func (x *index) addActed(s *session, w *word) {
	if n := x.actors.number(w); !slices.Contains(s.acts, n) {
		s.acts = append(s.acts, n)
	}
}

// unact removes the record if no step of the session has the word any more.
func (s *session) unact(w *word) {
	ids, targets := w.list(fieldTestID), w.list(fieldTarget)
	for _, at := range s.blocks {
		if ids.has(at) || targets.has(at) {
			return
		}
	}
	if i := slices.Index(s.acts, w.actor-1); i >= 0 {
		s.acts = slices.Delete(s.acts, i, i+1)
	}
}
