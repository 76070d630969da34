package text

import (
	"slices"
	"testing"
)

func TestQuoted(t *testing.T) {
	for s, want := range map[string][]string{
		"":                                      nil,
		"none":                                  nil,
		`click button "Vault of Ann" on home`:   {"Vault of Ann"},
		`link "a \"b\"" (testId "x-1")`:         {`a "b"`, "x-1"},
		`[data-testid='pay'] and ` + "`send`":   {"pay", "send"},
		`it's a "Save" that isn't "done`:        {`s a "Save" that isn`, "Save"},
		`"broken \x" then "whole"`:              {` then `},
		`[data-testid="confirm-footer-button"]`: {"confirm-footer-button"},
	} {
		if got := Quoted(s); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", s, got, want)
		}
	}
}

func TestMentionsAtAnyDepth(t *testing.T) {
	is := func(text string) bool { return text == "pay" }
	for s, want := range map[string]bool{`click("pay")`: true, `{"selector":"[data-testid=\"pay\"]"}`: true, `pay`: false, `"payment"`: false, "''": false} {
		if Mentions(s, is) != want {
			t.Errorf("%s: %v", s, !want)
		}
	}
}
