package learn

import (
	"bytes"
	"slices"
	"strings"

	"cairn/shared/types"
)

// attach adds a learning to the item that it corrects and lowers the item's
// trust. The same failure again counts up instead of being listed twice; with
// another recovery it is listed as well, because both may be true.
func attach(item *types.KBItem, learning types.Learning) {
	for i := range item.KBLearnings {
		old := &item.KBLearnings[i]
		if !sameFailure(old, &learning) {
			continue
		}
		if old.Timestamp == learning.Timestamp {
			return // a catalog brought it along
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
		if answered(&learning) {
			merged.RecoveryApproach, merged.CorrectedAction, merged.HumanReasoning = learning.RecoveryApproach, learning.CorrectedAction, learning.HumanReasoning
		}
		item.KBLearnings = append(slices.Delete(item.KBLearnings, i, i+1), merged)
		return
	}
	failed(item, &learning)
	item.KBLearnings = append(item.KBLearnings, learning)
	makeRoom(item)
}

// makeRoom lets the oldest learning go, one without an answer first.
func makeRoom(item *types.KBItem) {
	if len(item.KBLearnings) <= maxLearnings {
		return
	}
	i := slices.IndexFunc(item.KBLearnings[:len(item.KBLearnings)-1], func(l types.Learning) bool { return !answered(&l) })
	item.KBLearnings = slices.Delete(item.KBLearnings, max(i, 0), max(i, 0)+1)
}

// sameFailure: the same action failed in the same way at the same place.
func sameFailure(a, b *types.Learning) bool {
	return sameAction(&a.OriginalAction, &b.OriginalAction) && kindOf(a.OriginalError) == kindOf(b.OriginalError) &&
		a.Origin == b.Origin && a.Screen == b.Screen
}

func sameAction(a, b *types.KBAction) bool {
	return a.ToolName == b.ToolName && bytes.Equal(a.ToolArguments, b.ToolArguments)
}

// kindOf is an error without what differs from time to time: its code, where it
// has one of ours.
func kindOf(message string) string {
	if code, _, ok := strings.Cut(message, ":"); ok && strings.HasPrefix(code, "MM_") {
		return code
	}
	return message
}

// conflict reports whether two learnings of one failure say different things of
// what works.
func conflict(a, b *types.Learning) bool {
	return answered(a) && answered(b) && (a.RecoveryApproach != b.RecoveryApproach || a.HumanReasoning != b.HumanReasoning)
}

// answered reports whether a learning says what to do instead.
func answered(l *types.Learning) bool { return l.RecoveryApproach != "" || l.Human() }

// note adds what somebody said of an item: to the learning that it is about
// where there is one, else as a learning of its own.
func (s *sum) note(item *types.KBItem, said types.Learning) {
	for i := len(item.KBLearnings) - 1; i >= 0; i-- {
		l := &item.KBLearnings[i]
		if said.StepNum == 0 || l.Task != said.Task || l.Origin != said.Origin || l.Screen != said.Screen || !sameAction(&l.OriginalAction, &said.OriginalAction) {
			continue
		}
		if said.RecoveryApproach != "" {
			l.RecoveryApproach = withWay(said.RecoveryApproach, l.RecoveryApproach)
		}
		if said.HumanReasoning != "" {
			l.HumanReasoning = withWay(said.HumanReasoning, l.HumanReasoning)
		}
		return
	}
	attach(item, said)
}

// withWay puts what somebody said before what was seen to work.
func withWay(said, seen string) string {
	if seen == "" {
		return said
	}
	return said + " (" + seen + ")"
}

// wayOf is the first action of what worked instead, in the words of a recovery;
// "" where only somebody's own words say it.
func wayOf(l *types.Learning) string {
	for _, told := range []struct{ text, begin string }{{l.RecoveryApproach, workedInstead}, {l.HumanReasoning, personDid}} {
		if _, way, ok := strings.Cut(told.text, told.begin); ok {
			way, _, _ = strings.Cut(way, ", then ")
			return strings.TrimSuffix(way, ")")
		}
	}
	return ""
}
