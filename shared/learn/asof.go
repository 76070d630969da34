package learn

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"cairn/shared/types"
)

// AsOf returns the items as they were at a time, if steps had changed them by then:
// with learnings, trust and confirmed recipes. Retention stores them as edits of that
// time before it drops the older steps, so that their knowledge is kept.
func (b *Base) AsOf(to types.Time) []*types.KBItem {
	then, said := New(), New()
	for _, e := range b.edits {
		if e.At < to {
			then.edits, said.edits = append(then.edits, e), append(said.edits, e)
		}
	}
	for id, r := range b.runs {
		kept := *r
		kept.summaryCache = nil
		kept.actions = slices.DeleteFunc(slices.Clone(r.actions), func(a *stepAction) bool { return a.at >= to })
		if len(kept.actions) > 0 {
			then.runs[id] = &kept
		}
	}
	var out []*types.KBItem
	for _, item := range then.state().items {
		if item.Status == StatusDraft || same(item, said.state().byID[item.KnowledgeID]) {
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

// same reports whether two items are equal.
func same(a, b *types.KBItem) bool {
	if b == nil {
		return false
	}
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
