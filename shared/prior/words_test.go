package prior

import (
	"slices"
	"strings"
	"testing"
)

func TestShortWordsTellThingsApart(t *testing.T) {
	for s, want := range map[string]string{
		"Install version 5.2.1": "install version 5.2.1",
		"v4.9":                  "v4 4.9",
		"row 7":                 "row 7",
		"Size M":                "size m",
		"A":                     "a",
		"A red mug":             "red mug",
		"I want tea.":           "want tea",
		"a.b.c":                 "",
		"INV-0058":              "inv 0058",
		"...":                   "",
		"7 of 7":                "of 7",
	} {
		if got := wordsOf(s); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q has the words %q, want %q", s, got, want)
		}
	}
}

// TestWidenKeepsWhatWasSaid holds the words of a goal as they are: they are stems
// already, and a stem of "clos" is another word.
func TestWidenKeepsWhatWasSaid(t *testing.T) {
	if got := widen("Close the window", words("Close the window")); !slices.Equal(got, words("Close the window")) {
		t.Errorf("widened to %q", got)
	}
}
