package flow

import (
	"testing"

	"cairn/shared/types"
)

// TestTheButtonsBesideAreNoTextsOfARow has rows of texts and buttons, on a page that begins with a button.
func TestTheButtonsBesideAreNoTextsOfARow(t *testing.T) {
	for _, x := range []struct {
		row     string
		buttons []string
		at      int
		want    string
	}{
		{"Save · Close · Remove", []string{"Save", "Close", "Remove"}, 0, ""},
		{"Remove · Close · Save", []string{"Remove", "Close", "Save"}, 2, ""},
		{"Remove all · Close · Save", []string{"Close", "Save"}, 1, "Remove all"},
		{"Delete · Yes · No", []string{"Yes", "No"}, 0, "Delete"},
		{"Delete · Yes · No", []string{"Edit", "Delete", "Draft", "Yes", "No"}, 3, "Delete"},
		{"Bob asks for access · Accept · Decline", []string{"Accept", "Decline"}, 0, "Bob asks for access"},
	} {
		var nodes []types.A11yNode
		for _, name := range x.buttons {
			nodes = append(nodes, types.A11yNode{Role: "button", Name: name})
		}
		if got := RowTexts(x.row, nodes, x.at); got != x.want {
			t.Errorf("%s: %q, want %q", x.row, got, x.want)
		}
	}
}
