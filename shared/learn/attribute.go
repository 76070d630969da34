package learn

import (
	"slices"

	"cairn/shared/text"
	"cairn/shared/types"
)

// How a failure without a kb_source finds the item that is to blame. The parts
// add up to 1; nothing is said below surest, nor when two items fit about
// equally well.
const (
	partTarget = 0.5 // the item's actions name the target
	partWords  = 0.3 // the item speaks of what the step's names speak of
	partScreen = 0.2 // the item is about this screen

	surest  = 0.6
	outdoes = 0.15
)

// Attribute guesses which item a failed step was derived from, and how sure the
// guess is (0 to 1). It is nil when it is not sure: a learning on the wrong item
// does more harm than none.
func (b *Base) Attribute(step *types.Step) (*types.KBItem, float64) {
	t := step.Tool.Target
	if t == nil {
		return nil, 0
	}
	var first *types.KBItem
	best, second := 0.0, 0.0
	for _, item := range b.items {
		if item.Origin != "" && item.Origin != originOf(step) {
			continue
		}
		score := blame(item, step, t)
		switch {
		case score > best:
			first, best, second = item, score, best
		case score > second:
			second = score
		}
	}
	if best < surest || best-second < outdoes {
		return nil, 0
	}
	return first, best
}

func blame(item *types.KBItem, step *types.Step, t *types.Target) float64 {
	named := text.Words(t.Name)
	if len(named) == 0 {
		named = text.TokenizeIdentifier(t.TestID)
	}
	if len(named) == 0 {
		return 0
	}
	score := 0.0
	if namesTarget(item, named) {
		score += partTarget
	}
	about := append(text.Words(item.Description+" "+item.UILocation), text.TokenizeIdentifier(item.KnowledgeID)...)
	score += float64(partWords * share(named, about))
	if screen := text.TokenizeIdentifier(screenOf(step)); len(screen) > 0 {
		score += float64(partScreen * share(screen, append(about, text.Words(item.OutputState)...)))
	}
	return score
}

// namesTarget reports whether one action of the item has all words of a
// target's name.
func namesTarget(item *types.KBItem, named []string) bool {
	return slices.ContainsFunc(item.ActionSequence, func(action string) bool {
		return share(named, append(text.Words(action), text.TokenizeIdentifier(action)...)) == 1
	})
}

// share is how many of words are among others, 0 to 1.
func share(words, others []string) float64 {
	n := 0
	for _, w := range words {
		if slices.ContainsFunc(others, func(o string) bool { return text.Stem(o) == text.Stem(w) }) {
			n++
		}
	}
	return float64(n) / float64(len(words))
}
