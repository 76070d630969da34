package runner

import (
	"testing"

	"cairn/shared/types"
)

// TestTheButtonOfThePartThatWasFilled wants a button whose equals are new to be the only one below the heading of the field
// that the run filled last, which has a "!".
func TestTheButtonOfThePartThatWasFilled(t *testing.T) {
	for page, want := range map[string]string{
		"heading Password;textbox New;button Save;heading Address;!textbox City;button Save":             "e6",
		"heading Password;!textbox New;button Save;heading Address;textbox City;button Save":             "e3",
		"heading Password;textbox New;button Save;heading Address;textbox City;button Save":              "ambiguous",
		"heading Password;textbox New;button Save;heading Address;!textbox City;button Save;button Save": "ambiguous",
		"textbox New;button Save;!textbox City;button Save":                                              "ambiguous",
		"heading Address;button Save;!textbox City;heading Help;button Save":                             "ambiguous",
	} {
		if got := provedOn(&types.FlowTarget{Role: "button", Name: "Save"}, false, page); got != want {
			t.Errorf("%s: got %s, want %s", page, got, want)
		}
	}
}
