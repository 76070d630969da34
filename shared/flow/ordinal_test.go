package flow

import (
	"maps"
	"testing"

	"cairn/shared/types"
)

// TestOrdinalsAreNumbers reads the 18th as the 18 that a page shows, but not as a part of a
// name or where the page has ordinals itself.
func TestOrdinalsAreNumbers(t *testing.T) {
	moved := func(goal, day string) *types.Flow {
		tape := record(1, goal).on("/c", `button "Ann"`, `button "Bo"`, `textbox "Day"`).click(`button "Ann"`).write(`textbox "Day"`, day, submit)
		return distil(tape)[0]
	}
	for _, x := range []struct {
		name, goal, day, title, again string
		want                          map[string]string
	}{
		{"a day", "Move the shift to the 18th", "18", "Move the shift to the {day}th", "Move the shift to the 23rd", map[string]string{"day": "23"}},
		{"one that is written wrongly", "Move the shift to the 23th at noon", "23", "Move the shift to the {day}th at noon", "Move the shift to the 2nd at noon", map[string]string{"day": "2"}},
		{"a number for an ordinal", "Move the shift to the 18th", "18", "Move the shift to the {day}th", "Move the shift to the 21", map[string]string{"day": "21"}},
		{"the page's ordinal", "Move the shift to the 18th", "18th", "Move the shift to the {day}", "Move the shift to the 23rd", map[string]string{"day": "23rd"}},
		{"a sign before it", "Move the shift to $7", "$7", "Move the shift to {day}", "Move the shift to $9", map[string]string{"day": "$9"}},
		{"a name", "Move the shift to 5th Avenue", "5th Avenue", "Move the shift to {day}", "Move the shift to 6th Street", map[string]string{"day": "6th Street"}},
	} {
		f := moved(x.goal, x.day)
		if f.Title != x.title {
			t.Errorf("%s: the title is %q, want %q", x.name, f.Title, x.title)
		}
		if got, _, _ := Bind(f, x.again, nil); !maps.Equal(got, x.want) {
			t.Errorf("%s: %q gives %v, want %v", x.name, x.again, got, x.want)
		}
		if calls := Rank([]*types.Flow{f}, x.again); len(calls) == 0 || calls[0].Confidence < likely {
			t.Errorf("%s: %q gives %v", x.name, x.again, calls)
		}
	}
}
