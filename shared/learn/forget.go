package learn

import (
	"slices"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Forgotten lists the edits that a deletion request removes from the knowledge base, so
// that a store can delete the same ones.
type Forgotten struct {
	Edits []string // ids of the removed edits
	// Instead are edits that replace some of the removed ones and keep their
	// content on other sites.
	Instead []*types.Edit
}

// Named returns the edits that a deletion request covers: those about a site, an
// element or a session, and decisions about recipes that no other session yields.
// sessions and steps are the records that f covers; learnings derived from them
// disappear with them.
func (b *Base) Named(f types.Forgetting, sessions []string, steps []*types.Step) Forgotten {
	var out Forgotten
	if f.All {
		for _, e := range b.edits {
			out.Edits = append(out.Edits, e.EditID)
		}
		return out
	}
	before := b.recipeIDs()
	rest := b.without(sessions, steps)
	after := rest.recipeIDs()
	for _, e := range b.edits {
		k := e.KB
		lone := before[k.KnowledgeID] && !after[k.KnowledgeID] && k.Op != types.KBPut
		switch {
		case slices.Contains(f.Edits, e.EditID), lone, k.Op == types.KBNote && slices.Contains(sessions, k.SessionID),
			k.Op == types.KBPut && cites(k.Item, sessions), coversEdit(k, f):
			out.Edits = append(out.Edits, e.EditID)
		case k.Op == types.KBPut && f.Here != nil:
			if kept := putWithout(e, f); kept != nil {
				out.Edits, out.Instead = append(out.Edits, e.EditID), append(out.Instead, kept)
			}
		}
	}
	return out
}

// Forget removes sessions, steps and edits.
func (b *Base) Forget(sessions []string, steps []*types.Step, edits []string) {
	clear(b.keys)
	for _, id := range sessions {
		delete(b.runs, id)
	}
	for _, step := range steps {
		r := b.runs[step.SessionID]
		if r == nil {
			continue
		}
		r.actions = slices.DeleteFunc(r.actions, func(a *stepAction) bool { return a.id == step.StepID })
		r.summaryCache = nil
	}
	b.edits = slices.DeleteFunc(b.edits, func(e *types.Edit) bool { return slices.Contains(edits, e.EditID) })
	b.stateCache = nil
	clear(b.facts)
}

// without returns a copy that lacks sessions and steps, to find the items that exist
// only because of them.
func (b *Base) without(sessions []string, steps []*types.Step) *Base {
	gone := map[string]bool{}
	for _, step := range steps {
		gone[step.StepID] = true
	}
	out := For(b.siteOf)
	for id, r := range b.runs {
		if slices.Contains(sessions, id) {
			continue
		}
		kept := *r
		if slices.ContainsFunc(r.actions, func(a *stepAction) bool { return gone[a.id] }) {
			kept.summaryCache = nil
			kept.actions = slices.DeleteFunc(slices.Clone(r.actions), func(a *stepAction) bool { return gone[a.id] })
		}
		out.runs[id] = &kept
	}
	return out
}

// recipeIDs returns the ids of the sessions' recipes.
func (b *Base) recipeIDs() map[string]bool {
	ids := map[string]bool{}
	newest := b.newest()
	for _, r := range b.runs {
		if t := r.summary(newest); t.recipe != nil {
			ids[t.recipe.KnowledgeID] = true
		}
	}
	return ids
}

// cites reports whether an item was derived from one of the sessions.
func cites(item *types.KBItem, sessions []string) bool {
	return slices.ContainsFunc(sessions, func(id string) bool { return item.DocCitation == "session "+id })
}

// coversEdit reports whether an edit concerns deleted data only.
func coversEdit(k *types.KBEdit, f types.Forgetting) bool {
	switch {
	case f.Here == nil:
		return false
	case k.Learning != nil:
		return coversLearning(k.Learning, f)
	}
	return f.Said == nil && k.Item != nil && k.Item.Origin != "" && f.Here(k.Item.Origin)
}

// coversLearning reports whether a learning belongs to a deleted origin, or names a
// deleted element there.
func coversLearning(l *types.Learning, f types.Forgetting) bool {
	if l.Origin == "" || !f.Here(l.Origin) {
		return false
	}
	return f.Said == nil || mentions(l.OriginalError, f) || mentions(l.RecoveryApproach, f) || mentions(l.HumanReasoning, f) || mentions(l.Task, f) ||
		mentions(string(l.OriginalAction.ToolArguments), f) || l.CorrectedAction != nil && mentions(string(l.CorrectedAction.ToolArguments), f)
}

// mentions reports whether a text quotes the deleted element.
func mentions(s string, f types.Forgetting) bool {
	return text.Mentions(s, f.Said)
}

// forgottenAction replaces an action of a recipe on a deleted element.
const forgottenAction = "(an action that was forgotten)"

// putWithout returns a put edit without the deleted data: learnings, changes of trust,
// and actions on the element. It returns nil if the edit contains none.
func putWithout(e *types.Edit, f types.Forgetting) *types.Edit {
	item, found := *e.KB.Item, false
	goes := func(l types.Learning) bool { return coversLearning(&l, f) }
	if slices.ContainsFunc(item.KBLearnings, goes) {
		item.KBLearnings, found = slices.DeleteFunc(slices.Clone(item.KBLearnings), goes), true
	}
	if f.Said == nil {
		found = trustWithout(&item, f.Here) || found
	} else if item.Origin == "" || f.Here(item.Origin) {
		item.ActionSequence = slices.Clone(item.ActionSequence)
		for i, action := range item.ActionSequence {
			if mentions(action, f) {
				item.ActionSequence[i], found = forgottenAction, true
			}
		}
		if mentions(string(item.Parameters), f) {
			item.Parameters, found = nil, true
		}
	}
	if !found {
		return nil
	}
	put := *e.KB
	put.Item = &item
	return &types.Edit{EditID: e.EditID + "~", At: e.At, KB: &put}
}
