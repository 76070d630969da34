package core

import (
	"testing"

	"cairn/shared/types"
)

// TestValidateEditAgreesWithAnEmptyCore: the check without engines refuses the
// edits that an empty core refuses, with the same error.
func TestValidateEditAgreesWithAnEmptyCore(t *testing.T) {
	edits := []*types.Edit{
		nil, {}, {EditID: "e-1"},
		{EditID: "e-1", KB: &types.KBEdit{Op: types.KBConfirm, KnowledgeID: "pay"}},
		{EditID: "", KB: &types.KBEdit{Op: types.KBConfirm, KnowledgeID: "pay"}},
		{EditID: "e-1", KB: &types.KBEdit{Op: "sell", KnowledgeID: "pay"}},
		{EditID: "e-1", KB: &types.KBEdit{Op: types.KBConfirm, KnowledgeID: "pay"}, Card: &types.CardEdit{}},
		{EditID: "e-1", Card: &types.CardEdit{Op: types.CardAdd, Domain: "shop.example", Pattern: &types.Pattern{}}},
		{EditID: "e-1", Card: &types.CardEdit{Op: types.CardAdd, Domain: "shop.example"}},
		{EditID: "e-1", Card: &types.CardEdit{Op: types.CardDelete, Domain: "a b"}},
		{EditID: "e-1", Site: &types.SiteEdit{Op: types.SiteNamed, Name: "shop", Patterns: []string{"https://shop.example"}}},
		{EditID: "e-1", Site: &types.SiteEdit{Op: types.SiteNamed, Name: "Shop"}},
		{EditID: "e-1", Flow: &types.FlowEdit{}},
		{EditID: "a b", Flow: &types.FlowEdit{}},
	}
	valid := 0
	for i, e := range edits {
		want, got := New().PutEdit(e), ValidateEdit(e)
		if (want == nil) != (got == nil) || want != nil && want.Error() != got.Error() {
			t.Errorf("edit %d: ValidateEdit says %v, PutEdit %v", i, got, want)
		}
		if got == nil {
			valid++
		}
	}
	if valid < 2 || valid == len(edits) {
		t.Errorf("%d of %d edits are valid", valid, len(edits))
	}
}
