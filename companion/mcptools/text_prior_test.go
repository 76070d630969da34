package mcptools

import (
	"testing"

	"cairn/shared/types"
)

// TestSuggestionsWithoutElementsAreCalls writes suggestions of an address and of a
// text as the tools take them.
func TestSuggestionsWithoutElementsAreCalls(t *testing.T) {
	for want, s := range map[string]types.SuggestedAction{
		`mm_navigate {"url":"https://shop.test/orders"}`: {Action: "navigate", PreferredTarget: types.PriorTarget{Type: types.TargetURL, Text: "https://shop.test/orders"}},
		`mm_wait_for_notification {"text":"Paid"}`:       {Action: "wait_for_notification", PreferredTarget: types.PriorTarget{Type: types.TargetText, Text: "Paid"}},
		`mm_wait_for_notification {}`:                    {Action: "wait_for_notification", PreferredTarget: types.PriorTarget{Type: types.TargetText}},
	} {
		if got := doText(s); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
