package redact

import (
	"slices"
	"testing"
)

// TestAValueBesideAButtonThatHidesItIsSecret has names of neighbours, and roles where they count.
func TestAValueBesideAButtonThatHidesItIsSecret(t *testing.T) {
	button := []string{"text", "text", "button", "button"}
	for _, c := range []struct {
		names, roles []string
		secret       bool // the second name
	}{
		{[]string{"Garden forum", "tulips4Breakfast", "Hide"}, nil, true},
		{[]string{"ada", "bluekettle", "Verbergen"}, nil, true},
		{[]string{"Parental control", "2290", "Hide code"}, nil, true},
		{[]string{"Mot de passe", "Croissant", "Masquer"}, nil, true},
		{[]string{"SESSION_SECRET", "four horses running", "Hide value"}, nil, true},
		{[]string{"ada", "bluekettle", "Copy", "Hide"}, button, true},
		{[]string{"ada", "bluekettle", "Copy", "Show"}, button, false},
		{[]string{"ada@x.test", "hoopoe-Tree1", "Copy password"}, nil, true},
		{[]string{"Home", "Garden forum", "Copy password"}, nil, false},
		{[]string{"Home", "Comments", "Hide"}, nil, false},
		{[]string{"Home", "Family plan", "Hide"}, nil, false},
		{[]string{"Home", "42 replies", "Hide comments"}, nil, false},
		{[]string{"Home", "sidebar", "Hide sidebar"}, nil, false},
		{[]string{"Home", "details", "Hide"}, []string{"link", "heading", "button"}, false},
		{[]string{"Password", "not set", "Hide"}, nil, false},
	} {
		got := slices.Clone(c.names)
		if Names(got, c.roles); (got[1] == Mark) != c.secret {
			t.Errorf("%q become %q", c.names, got)
		}
	}
}
