package flow

import (
	"slices"
	"testing"

	"cairn/shared/types"
)

// A part of the page with the words of the goal chooses no element, unless
// there are several such parts.
func TestLandmarksAreNoRows(t *testing.T) {
	known := facts{goal: "Transfer 0.1 ETH to 0x9c41ee07"}
	for name, x := range map[string]struct {
		target types.Target
		want   string
	}{
		"the only one":     {types.Target{Role: "button", Name: "Send", TestID: "send", RowRole: "region", Row: "Tokens | 2 ETH"}, ""},
		"one of several":   {types.Target{Role: "button", Name: "Send", Twins: 2, RowRole: "region", Row: "ETH"}, "ETH"},
		"in a row":         {types.Target{Role: "button", Name: "Send", RowRole: "row", Row: "ETH"}, "ETH"},
		"without a name":   {types.Target{Role: "button", RowRole: "region", Row: "ETH"}, "ETH"},
		"a part elsewhere": {types.Target{Role: "button", Name: "Send", Twins: 2, RowRole: "region", Row: "USDC"}, ""},
	} {
		if got, _ := spanOf(&act{target: &x.target}, known); got.value != x.want {
			t.Errorf("%s: it is chosen by %q, want %q", name, got.value, x.want)
		}
	}
}

// TestTheRowOfAFieldIsNoChoice opens the calendar beside a field before something risky is done.
func TestTheRowOfAFieldIsNoChoice(t *testing.T) {
	for name, x := range map[string]struct {
		button, beside string
		steady         bool
	}{
		"the row of a field":            {`button "Open Calendar"`, `textbox "From"`, true},
		"of a button":                   {`button "Open Calendar"`, `button "From"`, false},
		"a risky button beside a field": {`button "Delete"`, `textbox "From"`, false},
	} {
		f := only(t, distil(record(1, "Publish the offer").on("/offer", x.button, x.button, x.beside, `button "Publish"`).click(x.button, func(s *types.Step) {
			s.Tool.Target.Row = "From"
		}).click(`button "Publish"`)))
		if row := f.Steps[0].Targets[0].Row; (row == "From") != x.steady {
			t.Errorf("%s: the row is %q", name, row)
		}
	}
}

// TestAFormIsNoRowOfAList types into a field that only its number in a row tells from others, before something risky is done.
func TestAFormIsNoRowOfAList(t *testing.T) {
	for name, x := range map[string]struct {
		fields int
		form   bool
	}{
		"a form has most of the fields":   {3, true},
		"a row of a list has few of them": {4, false},
	} {
		page := append(slices.Repeat([]string{`textbox ""`}, x.fields), `button "Publish"`)
		f := only(t, distil(record(1, "Publish the offer for 3h").on("/offer", page...).write(`textbox ""`, "3h", among("Start · Duration · End", ""), func(s *types.Step) {
			s.Tool.Target.RowNth, s.Tool.Target.RowOf = 2, 2
		}).click(`button "Publish"`)))
		if got := f.Steps[0].Targets[0]; (got.Row == "Start") != x.form || got.Nth != 2 || got.Of != 2 {
			t.Errorf("%s: the field is %+v", name, got)
		}
	}
}

// TestARowOfRepeatedLinksTellsNoField types into a field beside a link that stands beside other fields as well.
func TestARowOfRepeatedLinksTellsNoField(t *testing.T) {
	for name, x := range map[string]struct {
		links []string
		row   string
	}{
		"a link of each field":    {[]string{`link "add value"`, `link "add value"`}, ""},
		"the only link like that": {[]string{`link "add value"`}, "( add value )"},
	} {
		page := append([]string{`heading "Entry"`, `textbox ""`, `button "Update"`, `button "Cancel"`}, x.links...)
		f := only(t, distil(record(1, "Change the phone").on("/entry", page...).write(`textbox ""`, "777", row("( add value )"), nth(1)).click(`button "Update"`)))
		if got := f.Steps[0].Targets[0]; got.Row != x.row || x.row == "" && len(got.Near) == 0 {
			t.Errorf("%s: the field is %+v", name, got)
		}
	}
}

// TestOneOfTwoNumbersInARowDoesNotChooseIt has rows with a number of the goal, and one with two of them in different cells.
func TestOneOfTwoNumbersInARowDoesNotChooseIt(t *testing.T) {
	known := facts{goal: "Delete the lines 3 and 4 of the table audit"}
	for row, want := range map[string]string{"4 · line 3": "", "5 · line 4": "4", "3 · line 3": "3", "9 · line 8": ""} {
		if got, _ := spanOf(&act{target: &types.Target{Role: "checkbox", RowRole: "row", Row: row}}, known); got.value != want {
			t.Errorf("the row %s is chosen by %q, want %q", row, got.value, want)
		}
	}
}
