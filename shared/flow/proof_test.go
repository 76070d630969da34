package flow_test

import (
	"testing"

	"cairn/shared/flow"
	"cairn/shared/types"
)

// TestProves compares each part of an element with the one that a run verified.
func TestProves(t *testing.T) {
	now := types.Target{Role: "button", Name: "Pay Ann", TestID: "pay", Hint: "coin", Origin: "https://a.example", Row: "Ann Byron · 12"}
	for _, c := range []struct {
		is    string
		was   types.Target
		row   string
		holds bool
	}{
		{"the same", types.Target{Role: "button", Name: "Pay Ann", TestID: "pay", Origin: "https://a.example"}, "Ann Byron", true},
		{"only its origin is known", types.Target{Origin: "https://a.example"}, "", true},
		{"the row's text is in the name", types.Target{Origin: "https://a.example"}, "Pay Ann", true},
		{"another role", types.Target{Role: "link", Origin: "https://a.example"}, "", false},
		{"another name", types.Target{Name: "Pay", Origin: "https://a.example"}, "", false},
		{"another test id", types.Target{TestID: "pay2", Origin: "https://a.example"}, "", false},
		{"the same hint", types.Target{Hint: "coin", Origin: "https://a.example"}, "", true},
		{"another hint", types.Target{Hint: "bin", Origin: "https://a.example"}, "", false},
		{"another origin", types.Target{Role: "button"}, "", false},
		{"another row", types.Target{Origin: "https://a.example"}, "Bob", false},
		{"two cells of the row", types.Target{Origin: "https://a.example"}, "Ann · 12", true},
		{"two cells of the row, in another order", types.Target{Origin: "https://a.example"}, "12 · Ann", false},
		{"a cell of the row, and the name", types.Target{Origin: "https://a.example"}, "12 · Pay", true},
		{"one cell of the row, and one of another", types.Target{Origin: "https://a.example"}, "Ann · 13", false},
		{"a part of a word in the row", types.Target{Origin: "https://a.example"}, "Byr", false},
	} {
		if err := flow.Proves(&c.was, c.row, &now); (err == nil) != c.holds {
			t.Errorf("%s: %v", c.is, err)
		}
	}
}

// TestACellIsATextWithoutItsMark compares cells with a text.
func TestACellIsATextWithoutItsMark(t *testing.T) {
	for cell, want := range map[string]bool{"C": true, "c": true, "C ↦": true, "C ★": true, "C++": false, "C ++": false, "C 2": false, "C #": false, `"C"`: true, `"C" or "D"`: false, `"C`: false, "↦": false, "": false} {
		if got := flow.HasCell("1 · "+cell, "C"); got != want {
			t.Errorf("%q is C: %t", cell, got)
		}
	}
}
