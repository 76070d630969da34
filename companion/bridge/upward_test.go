package bridge

import (
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// A person's edits and deletion requests in the extension go
// up as records among the others.
func TestBatchesCarryWhatPeopleSayInTheExtension(t *testing.T) {
	edit := &types.Edit{EditID: "e-1", At: 1, Card: &types.CardEdit{Op: types.CardClear, Domain: "a.example"}}
	for name, c := range map[string]struct {
		record wire.Record
		taken  bool
	}{
		"an edit":      {wire.Record{Edit: edit}, true},
		"a forgetting": {wire.Record{Forget: &types.Forget{All: true}}, true},
		"nothing":      {wire.Record{}, false},
	} {
		c.record.Seq = 1
		if err := checkBatch(&wire.Batch{First: 1, Records: []wire.Record{c.record}}); (err == nil) != c.taken {
			t.Errorf("%s: %v", name, err)
		}
	}
}
