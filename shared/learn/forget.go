package learn

import (
	"slices"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Forgotten is what a forgetting means for the knowledge base, spelt out so that
// a store can delete the same.
type Forgotten struct {
	Edits []string // ids that go
	// Instead are edits that take the place of some that go: what they say of
	// other sites stays.
	Instead []*types.Edit
}

// Named says which edits speak of what f names: words of a site, of an element
// or of a session, and decisions about recipes that nothing else leads to.
// sessions and steps are the ones that f means. Steps and sessions need no naming
// here: what was learnt of them goes with them.
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
			k.Op == types.KBPut && cites(k.Item, sessions), about(k, f):
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
	clear(b.deeds)
	for _, id := range sessions {
		delete(b.runs, id)
	}
	for _, step := range steps {
		r := b.runs[step.SessionID]
		if r == nil {
			continue
		}
		r.acts = slices.DeleteFunc(r.acts, func(a *act) bool { return a.id == step.StepID })
		r.tale = nil
	}
	b.edits = slices.DeleteFunc(b.edits, func(e *types.Edit) bool { return slices.Contains(edits, e.EditID) })
	b.sum = nil
	clear(b.facts)
}

// without is a copy that lacks sessions and steps, to see what they alone bring
// about.
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
		if slices.ContainsFunc(r.acts, func(a *act) bool { return gone[a.id] }) {
			kept.tale = nil
			kept.acts = slices.DeleteFunc(slices.Clone(r.acts), func(a *act) bool { return gone[a.id] })
		}
		out.runs[id] = &kept
	}
	return out
}

// recipeIDs are the ids that sessions' recipes have.
func (b *Base) recipeIDs() map[string]bool {
	ids := map[string]bool{}
	newest := b.newest()
	for _, r := range b.runs {
		if t := r.told(newest); t.recipe != nil {
			ids[t.recipe.KnowledgeID] = true
		}
	}
	return ids
}

// cites reports whether an item was made of one of the sessions.
func cites(item *types.KBItem, sessions []string) bool {
	return slices.ContainsFunc(sessions, func(id string) bool { return item.DocCitation == "session "+id })
}

// about reports whether an edit speaks of what is forgotten and of nothing else.
func about(k *types.KBEdit, f types.Forgetting) bool {
	switch {
	case f.Here == nil:
		return false
	case k.Learning != nil:
		return tells(k.Learning, f)
	}
	return f.Said == nil && k.Item != nil && k.Item.Origin != "" && f.Here(k.Item.Origin)
}

// tells reports whether a learning is one of an origin that is forgotten, or
// names the element there.
func tells(l *types.Learning, f types.Forgetting) bool {
	if l.Origin == "" || !f.Here(l.Origin) {
		return false
	}
	return f.Said == nil || mentions(l.OriginalError, f) || mentions(l.RecoveryApproach, f) || mentions(l.HumanReasoning, f) || mentions(l.Task, f) ||
		mentions(string(l.OriginalAction.ToolArguments), f) || l.CorrectedAction != nil && mentions(string(l.CorrectedAction.ToolArguments), f)
}

// mentions reports whether a text quotes the element that is forgotten.
func mentions(s string, f types.Forgetting) bool {
	return text.Mentions(s, f.Said)
}

// forgottenAction stands for an action of a recipe on an element that was
// forgotten.
const forgottenAction = "(an action that was forgotten)"

// putWithout is a put without what it says of what is forgotten: its learnings,
// the trust that it lost or won there, and the actions on the element. It is nil
// when it says nothing of it.
func putWithout(e *types.Edit, f types.Forgetting) *types.Edit {
	item, found := *e.KB.Item, false
	goes := func(l types.Learning) bool { return tells(&l, f) }
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
