package runner

import (
	"testing"
	"testing/synctest"

	"cairn/shared/types"
)

// TestAValueThatMayBeTwo runs a flow with values that end with the name of something on the page.
func TestAValueThatMayBeTwo(t *testing.T) {
	for value, stops := range map[string]bool{
		"May in Team":        true,
		"May im team":        true,
		"May":                false,
		"Team":               false,
		"in Team":            false,
		"Dream Team":         false,
		"Mayinteam":          false,
		"May within Team":    false,
		"May in Teams":       false,
		"the Email":          false,
		"Ann gives an Email": false,
	} {
		t.Run(value, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				h := newFakeDriver(t, pages)
				values := map[string]string{"email": value, "role": "Admin"}
				r := New(h, NewBook())
				result, err := r.Run(t.Context(), f, values, Options{AllowRisky: true})
				if stops {
					if err != nil || result.Stop == nil || result.Stop.Reason != types.FlowAmbiguous || result.Stop.Step != 1 || len(h.did) != 1 {
						t.Fatalf("it ends with %+v, %v after %v", result, err, h.did)
					}
					result, err = r.Continue(t.Context(), nil, Options{AllowRisky: true})
				}
				if err != nil || result.Stop != nil || len(h.did) != 6 {
					t.Errorf("it ends with %+v, %v after %v, want all steps done", result.Stop, err, h.did)
				}
			})
		})
	}
}
