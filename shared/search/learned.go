package search

import (
	"slices"
	"strings"
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

// learned gives the words of targets that stand for a word of goals.
func (x *index) learned(of string) []learnedWord {
	w := x.words[of]
	if w == nil || !w.spread.fields.has(fieldGoal) {
		return nil
	}
	goals := w.in(fieldGoal)
	if !learnable(len(goals.at), x.count) {
		return nil
	}
	counts := map[*word]int{}
	for _, n := range goals.at {
		acts := x.sessions[n].acts
		if slices.Contains(acts, w) {
			continue // it is the application's own word
		}
		for _, act := range acts {
			if said := act.in(fieldGoal); !said.has(n) {
				counts[act]++
			}
		}
	}
	var out []learnedWord
	for act, hits := range counts {
		if f := weighLearned(hits, len(goals.at), int(act.spread.sessions[groupAct]), x.count); f > 0 {
			out = append(out, learnedWord{act, f})
		}
	}
	return sortLearned(out)
}

// act notes that a word stands in a target of the session.
func (s *session) act(w *word) {
	if !slices.Contains(s.acts, w) {
		s.acts = append(s.acts, w)
	}
}

// unact takes it back where no step of the session has it any more.
func (s *session) unact(w *word) {
	for _, at := range s.blocks {
		ids, targets := w.in(fieldTestID), w.in(fieldTarget)
		if ids.has(at) || targets.has(at) {
			return
		}
	}
	if i := slices.Index(s.acts, w); i >= 0 {
		s.acts = slices.Delete(s.acts, i, i+1)
	}
}
