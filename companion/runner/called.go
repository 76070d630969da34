package runner

import (
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// hintHere returns the words of an element's hint that its row does not have.
func (s *scene) hintHere(ref, hint string) []string {
	row := s.rows[ref]
	return slices.DeleteFunc(strings.Fields(hint), func(w string) bool { holds, _ := row.holds(w); return holds })
}

// hintThen returns the words of a target's hint that the rows of the recordings do not have.
func hintThen(t *types.FlowTarget) []string {
	return slices.DeleteFunc(strings.Fields(t.Hint), func(w string) bool {
		return slices.ContainsFunc(t.Rows, func(row string) bool { return text.HoldsWhole(row, w) })
	})
}

// called returns the words for an element's effect: those of its hint, or of the name that it has.
func (s *scene) called(ref string, at *types.Target) []string {
	if at.Hint == "" {
		return strings.Fields(at.Name)
	}
	return s.hintHere(ref, at.Hint)
}

// calledAlike reports whether the words of an element mean the same as the recorded hint, and those of the
// others in its row do not. Words that all of them have say nothing.
func calledAlike(t *types.FlowTarget, now []string, others [][]string) bool {
	if len(now) == 0 {
		return t.Of <= 1
	}
	less := func(words []string) []string {
		return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
			return len(others) > 0 && slices.Contains(now, w) && !slices.ContainsFunc(others, func(o []string) bool { return !slices.Contains(o, w) })
		})
	}
	means := func(words []string) bool { return meansHint(less(hintThen(t)), less(words)) }
	return means(now) && !slices.ContainsFunc(others, means)
}

// meansHint reports whether the words of two hints mean the same. The first ones say most: those of an
// id or an icon stand before those of a look.
func meansHint(was, now []string) bool {
	if len(was) == 0 || len(now) == 0 {
		return false
	}
	in := func(some, all []string) bool {
		return within(stems(spaced(some)), stems(spaced(all)), text.Related)
	}
	return sense(spaced(was), spaced(now), text.Related) && in(was[:1], now) && in(now[:1], was)
}

func spaced(words []string) string {
	return strings.NewReplacer("-", " ", "_", " ").Replace(strings.Join(words, " "))
}
