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

// Named says which edits speak of what f names: words of a site or of a session,
// and decisions about recipes that nothing else leads to. sessions and steps
// are the ones that f means. Steps and sessions need no naming here: what was
// learnt of them goes with them.
func (b *Base) Named(f types.Forget, sessions []string, steps []*types.Step) Forgotten {
	var out Forgotten
	if f.All && f.StepID == "" && f.SessionID == "" && f.Origin == "" {
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
			k.Op == types.KBPut && cites(k.Item, sessions), aboutOrigin(k, text.Origin(f.Origin)):
			out.Edits = append(out.Edits, e.EditID)
		case k.Op == types.KBPut && f.Origin != "":
			if kept := withoutOrigin(e, text.Origin(f.Origin)); kept != nil {
				out.Edits, out.Instead = append(out.Edits, e.EditID), append(out.Instead, kept)
			}
		}
	}
	return out
}

// Forget removes sessions, steps and edits.
func (b *Base) Forget(sessions []string, steps []*types.Step, edits []string) {
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
	out := New()
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

// aboutOrigin reports whether an edit speaks of an origin and of nothing else.
func aboutOrigin(k *types.KBEdit, origin string) bool {
	return origin != "" && (k.Item != nil && k.Item.Origin == origin || k.Learning != nil && k.Learning.Origin == origin)
}

// withoutOrigin is a put without its learnings of an origin, nil when it has
// none of it.
func withoutOrigin(e *types.Edit, origin string) *types.Edit {
	here := func(l types.Learning) bool { return l.Origin == origin }
	if !slices.ContainsFunc(e.KB.Item.KBLearnings, here) {
		return nil
	}
	item := *e.KB.Item
	item.KBLearnings = slices.DeleteFunc(slices.Clone(item.KBLearnings), here)
	put := *e.KB
	put.Item = &item
	return &types.Edit{EditID: e.EditID + "~", At: e.At, KB: &put}
}
