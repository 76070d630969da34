package exchange

import (
	"testing"

	"cairn/shared/types"
)

// TestRowsAreReadBack: the way to an element in its row names the row and the element
// again, whatever the page calls them.
func TestRowsAreReadBack(t *testing.T) {
	for _, want := range []types.Target{
		{Name: "Delete", Row: "Ann", RowRole: "row", Twins: 1},
		{TestID: "delete", Row: "Ann · 3 items", RowRole: "listitem", Twins: 1},
		{Name: "It's", Row: "O'Neill · it's", Twins: 1},
		{Name: "'", Row: "'a'", Twins: 1},
		{Name: `a"b]`, Row: `"]`, Twins: 1},
	} {
		got := targetOf(selectorsOf(&want))
		if got.Name != want.Name || got.TestID != want.TestID || got.Row != want.Row || got.Twins != 1 {
			t.Errorf("%+v is read back as %+v from %q", want, got, selectorsOf(&want))
		}
	}
}
