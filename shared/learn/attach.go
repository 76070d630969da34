package learn

import (
	"bytes"
	"slices"
	"strings"

	"cairn/shared/types"
)

// attach adds a learning to the item that it corrects and lowers the item's trust. A
// repeated failure increments a count; with another recovery it is listed separately,
// because both may be right.
func attach(item *types.KBItem, learning types.Learning) {
	for i := range item.KBLearnings {
		old := &item.KBLearnings[i]
		if !sameFailure(old, &learning) {
			continue
		}
		if old.Timestamp == learning.Timestamp {
			return // it came with a catalog
		}
		if conflict(old, &learning) {
			continue
		}
		failed(item, &learning)
		merged := *old
		merged.Count = max(1, merged.Count) + max(1, learning.Count)
		merged.Timestamp, merged.Task, merged.StepNum = learning.Timestamp, learning.Task, learning.StepNum
		if merged.Guess > 0 && learning.Guess == 0 {
			merged.Guess = 0
		}
		if hasAdvice(&learning) {
			merged.RecoveryApproach, merged.CorrectedAction, merged.HumanReasoning = learning.RecoveryApproach, learning.CorrectedAction, learning.HumanReasoning
		}
		item.KBLearnings = append(slices.Delete(item.KBLearnings, i, i+1), merged)
		return
	}
	failed(item, &learning)
	item.KBLearnings = append(item.KBLearnings, learning)
	evictLearning(item)
}

// evictLearning removes the oldest learning beyond maxLearnings, one without advice
// first.
func evictLearning(item *types.KBItem) {
	if len(item.KBLearnings) <= maxLearnings {
		return
	}
	i := slices.IndexFunc(item.KBLearnings[:len(item.KBLearnings)-1], func(l types.Learning) bool { return !hasAdvice(&l) })
	item.KBLearnings = slices.Delete(item.KBLearnings, max(i, 0), max(i, 0)+1)
}

// sameFailure reports whether the same action failed in the same way at the same
// place.
func sameFailure(a, b *types.Learning) bool {
	return sameAction(&a.OriginalAction, &b.OriginalAction) && errorKind(a.OriginalError) == errorKind(b.OriginalError) &&
		a.Origin == b.Origin && a.Screen == b.Screen
}

func sameAction(a, b *types.KBAction) bool {
	return a.ToolName == b.ToolName && bytes.Equal(a.ToolArguments, b.ToolArguments)
}

// errorKind returns the stable part of an error: its code, if it is one of Cairn's.
func errorKind(message string) string {
	if code, _, ok := strings.Cut(message, ":"); ok && strings.HasPrefix(code, "MM_") {
		return code
	}
	return message
}

// conflict reports whether two learnings of one failure have different advice.
func conflict(a, b *types.Learning) bool {
	return hasAdvice(a) && hasAdvice(b) && (a.RecoveryApproach != b.RecoveryApproach || a.HumanReasoning != b.HumanReasoning)
}

// hasAdvice reports whether a learning contains a recovery or a correction.
func hasAdvice(l *types.Learning) bool { return l.RecoveryApproach != "" || l.Human() }

// note adds a person's or agent's note on an item to the learning of the same action,
// or as a separate learning if there is none.
func (s *state) note(item *types.KBItem, said types.Learning) {
	for i := len(item.KBLearnings) - 1; i >= 0; i-- {
		l := &item.KBLearnings[i]
		if said.StepNum == 0 || l.Task != said.Task || l.Origin != said.Origin || l.Screen != said.Screen || !sameAction(&l.OriginalAction, &said.OriginalAction) {
			continue
		}
		if said.RecoveryApproach != "" {
			l.RecoveryApproach = joinAdvice(said.RecoveryApproach, l.RecoveryApproach)
		}
		if said.HumanReasoning != "" {
			l.HumanReasoning = joinAdvice(said.HumanReasoning, l.HumanReasoning)
		}
		return
	}
	attach(item, said)
}

// joinAdvice puts a note before the recorded recovery.
func joinAdvice(said, seen string) string {
	if seen == "" {
		return said
	}
	return said + " (" + seen + ")"
}

// recoveryAction returns the first action of a recorded recovery, "" if the learning has
// only a note.
func recoveryAction(l *types.Learning) string {
	for _, note := range []struct{ text, begin string }{{l.RecoveryApproach, workedInstead}, {l.HumanReasoning, personDid}} {
		if _, way, ok := strings.Cut(note.text, note.begin); ok {
			way, _, _ = strings.Cut(way, ", then ")
			return strings.TrimSuffix(way, ")")
		}
	}
	return ""
}
