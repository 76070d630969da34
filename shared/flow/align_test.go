package flow

import (
	"testing"

	"cairn/shared/types"
)

// TestElementsOfOneNameThatAreUsedAlike wants a step to be the same one where its element became one that is used alike.
func TestElementsOfOneNameThatAreUsedAlike(t *testing.T) {
	for roles, want := range map[[2]string]float64{
		{"button", "menuitem"}:  alike,
		{"textbox", "combobox"}: alike,
		{"checkbox", "switch"}:  alike,
		{"textbox", "button"}:   apart,
		{"checkbox", "button"}:  apart,
	} {
		act := func(role string) *act {
			return &act{tool: "click", target: &types.Target{Role: role, Name: "Archive"}}
		}
		if got := likeness(act(roles[0]), act(roles[1])); got != want {
			t.Errorf("%s and %s: %v, want %v", roles[0], roles[1], got, want)
		}
	}
}
