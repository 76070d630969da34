package redact

import "testing"

func TestReservedLeavesOutWhatMayBeThePassword(t *testing.T) {
	for goal, want := range map[string]string{
		"Sign in to the tool library, member 4410, featherduster, and view the order": "Sign in to the … library, member …, …, and view the order",
		"Einloggen (" + Mark + ", Geigenkasten) und buchen":                           "… (" + Mark + ", …) und …",
		"Add the featherduster to the order":                                          "Add the featherduster to the order",
	} {
		if got := Reserved(goal, nil); got != want {
			t.Errorf("Reserved(%q) = %q, want %q", goal, got, want)
		}
	}
	if got := Reserved("Set the password expiry to 90 days", func(word string) bool { return word == "expiry" || word == "90" }); got != "Set the password expiry to 90 days" {
		t.Errorf("with known words: %q", got)
	}
}
