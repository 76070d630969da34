package search

import (
	"slices"
	"strings"
	"sync"
)

// What people call a thing and what an application calls it often differ, in
// ways that no table knows: somebody takes in a patient, and clicks on admit.
// A store learns such words from its own sessions: what was acted upon, again
// and again, where a goal has a word, and is not said in the goal itself, is
// what the word means there.

// actFields are where a step says what it acted upon.
const actFields = fieldSet(1<<fieldTestID | 1<<fieldTarget)

// learnedWord is a word of targets that stands for a word of goals, with what
// it counts, of whole.
type learnedWord struct {
	word   *word
	factor int
}

// weighLearned judges a word of targets that was acted upon, and not said, in
// hits of the of sessions whose goals have a word; with of all sessions have it
// in a target. It gives what the word counts, of whole; zero when it says
// nothing.
func weighLearned(hits, of, with, all int) int {
	if hits < learnedLeast || 100*hits < learnedShare*of {
		return 0 // too few to tell, or too few of them
	}
	if hits*all < learnedLift*with*of {
		return 0 // it is acted upon everywhere
	}
	return factorLearned * (hits - 1) / of
}

// sortLearned brings the surest first and keeps a few.
func sortLearned(list []learnedWord) []learnedWord {
	slices.SortFunc(list, func(a, b learnedWord) int {
		if a.factor != b.factor {
			return b.factor - a.factor
		}
		return strings.Compare(a.word.text, b.word.text)
	})
	return list[:min(len(list), maxLearned)]
}

// learnable reports whether a word in so many goals can teach anything.
func learnable(of, all int) bool {
	return of >= learnedLeast && of <= learnedMost && of*learnedRare <= all
}

// actors are the words of targets, by number: a session names its own by four
// bytes each, and they can be counted without looking them up.
type actors struct {
	words []*word // nil where a number is free
	free  []uint32
}

// number is that of a word, which gets one if it has none.
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

// leave frees the number of a word that stands nowhere any more.
func (a *actors) leave(w *word) {
	if w.actor != 0 {
		a.words[w.actor-1] = nil
		a.free = append(a.free, w.actor-1)
		w.actor = 0
	}
}

// counts is the memory of learned, by actor. All are zero between questions.
var counts = sync.Pool{New: func() any { return new([]int32) }}

// learned gives the words of targets that stand for a word of goals.
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
				continue // it was judged, or is not worth looking at
			}
			word := x.actors.words[act]
			if weigh(word, hits) == 0 {
				continue // nor would fewer do
			}
			if f := weigh(word, hits-x.said(word, w, goals)); f > 0 {
				out = append(out, learnedWord{word, f})
			}
		}
	})
	return sortLearned(out)
}

// eachTeaching calls do for the sessions whose goals have a word that was not
// acted upon in them: where it was it is the application's own.
func (x *index) eachTeaching(of *word, goals []uint32, do func(n uint32, s *session)) {
	for _, n := range goals {
		if s := x.sessions[n]; of.actor == 0 || !slices.Contains(s.acts, of.actor-1) {
			do(n, s)
		}
	}
}

// said is in how many of those sessions another word was acted upon that their
// goals have too.
func (x *index) said(act, of *word, goals []uint32) (times int) {
	said := act.list(fieldGoal)
	if said == nil {
		return 0
	}
	x.eachTeaching(of, goals, func(n uint32, s *session) {
		times += one(said.has(n) && slices.Contains(s.acts, act.actor-1))
	})
	return times
}

// act notes that a word stands in a target of the session.
func (x *index) act(s *session, w *word) {
	if n := x.actors.number(w); !slices.Contains(s.acts, n) {
		s.acts = append(s.acts, n)
	}
}

// unact takes it back where no step of the session has it any more.
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
