package learn

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"cairn/shared/types"
)

// AsOf are the items as they stood before an instant, where steps had made them
// other than what people and catalogs said: with what was learnt, the trust that
// was lost or won, and recipes that were confirmed. It is what is to be put at
// that instant when the steps before it go because they are old, and not because
// somebody wants them forgotten.
func (b *Base) AsOf(to types.Time) []*types.KBItem {
	then, said := New(), New()
	for _, e := range b.edits {
		if e.At < to {
			then.edits, said.edits = append(then.edits, e), append(said.edits, e)
		}
	}
	for id, r := range b.runs {
		kept := *r
		kept.tale = nil
		kept.acts = slices.DeleteFunc(slices.Clone(r.acts), func(a *act) bool { return a.at >= to })
		if len(kept.acts) > 0 {
			then.runs[id] = &kept
		}
	}
	var out []*types.KBItem
	for _, item := range then.made().items {
		if item.Status == StatusDraft || same(item, said.made().byID[item.KnowledgeID]) {
			continue
		}
		kept := *item
		if strings.HasPrefix(kept.DocCitation, "session ") {
			kept.DocCitation = "sessions before " + to.String()[:len("2006-01-02")]
		}
		out = append(out, &kept)
	}
	return out
}

// same reports whether two items say the same.
func same(a, b *types.KBItem) bool {
	if b == nil {
		return false
	}
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
