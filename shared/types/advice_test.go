package types

import "testing"

// TestAddressesAndTextsAreFollowed compares steps without an element with the
// suggestions.
func TestAddressesAndTextsAreFollowed(t *testing.T) {
	suggested := []SuggestedAction{
		{Action: "click", PreferredTarget: PriorTarget{Type: TargetTestID, Text: "send"}},
		{Action: "navigate", PreferredTarget: PriorTarget{Type: TargetURL, Text: "https://shop.test/orders"}},
		{Action: "wait_for_notification", PreferredTarget: PriorTarget{Type: TargetText}},
	}
	for _, c := range []struct {
		tool  string
		input map[string]any
		rank  int
	}{
		{"mm_navigate", map[string]any{"url": "https://shop.test/orders"}, 2},
		{"mm_navigate", map[string]any{"url": "https://shop.test/basket"}, 0},
		{"mm_navigate", nil, 0},
		{"mm_wait_for_notification", nil, 3},
		{"mm_wait_for_notification", map[string]any{"text": "Paid"}, 0},
		{"mm_click", map[string]any{"url": "https://shop.test/orders"}, 0},
	} {
		step := &Step{Tool: Tool{Name: c.tool, Input: c.input}}
		if got := Follows(step, suggested); got != c.rank {
			t.Errorf("%s %v follows %d, want %d", c.tool, c.input, got, c.rank)
		}
	}
	if a := Advise(&Step{Tool: Tool{Name: "mm_navigate"}}, suggested); len(a.Given) != 3 || !a.Given[1].Target.Empty() {
		t.Errorf("given %+v", a.Given)
	}
}
