package learn

import (
	"encoding/json"
	"slices"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Shown returns an item for people and agents: without the hashes of names that are not
// stored. A Base keeps the hashes, because they distinguish elements. It returns an
// item without hashes unchanged.
func Shown(item *types.KBItem) *types.KBItem {
	if item == nil {
		return nil
	}
	var s hashRemover
	out := *item
	s.texts(&out.Description, &out.UILocation, &out.OutputState)
	s.list(&out.ActionSequence)
	s.list(&out.Prerequisites)
	s.json(&out.Parameters)
	out.KBLearnings, out.TrustHistory = slices.Clone(out.KBLearnings), slices.Clone(out.TrustHistory)
	for i := range out.KBLearnings {
		l := &out.KBLearnings[i]
		s.texts(&l.Task, &l.OriginalError, &l.RecoveryApproach, &l.HumanReasoning, &l.Screen)
		s.json(&l.OriginalAction.ToolArguments)
		if l.CorrectedAction != nil {
			corrected := *l.CorrectedAction
			s.json(&corrected.ToolArguments)
			l.CorrectedAction = &corrected
		}
	}
	for i := range out.TrustHistory {
		s.texts(&out.TrustHistory[i].Screen)
	}
	if !s.changed {
		return item
	}
	return &out
}

// shownAll is Shown for a list.
func shownAll(items []*types.KBItem) []*types.KBItem {
	out := make([]*types.KBItem, len(items))
	for i, item := range items {
		out[i] = Shown(item)
	}
	return out
}

// hashRemover replaces texts by their shown form, and records whether any changed.
type hashRemover struct{ changed bool }

func (s *hashRemover) texts(texts ...*string) {
	for _, t := range texts {
		if shown := capture.Shown(*t); shown != *t {
			*t, s.changed = shown, true
		}
	}
}

func (s *hashRemover) list(list *[]string) {
	*list = slices.Clone(*list)
	for i := range *list {
		s.texts(&(*list)[i])
	}
}

func (s *hashRemover) json(raw *json.RawMessage) {
	if shown := capture.ShownJSON(*raw); string(shown) != string(*raw) {
		*raw, s.changed = shown, true
	}
}
