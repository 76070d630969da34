package flow

import (
	"strings"
	"testing"

	"cairn/shared/types"
)

// picture makes the target of a step a picture without role and name.
func picture(hint, row string, nth, of int) func(*types.Step) {
	return func(s *types.Step) {
		s.Tool.Target = &types.Target{Selector: "body > p > i:nth-child(3)", Tag: "i", Hint: hint, Row: row, RowNth: nth, RowOf: of}
	}
}

// TestAPictureIsKnownByItsRow presses a picture that a page lists as no control.
func TestAPictureIsKnownByItsRow(t *testing.T) {
	for _, x := range []struct {
		hint, row string
		known     bool
	}{
		{"ellipsis", "Dill Terrace, 5 pieces", true},
		{"", "Dill Terrace, 5 pieces", false},
		{"ellipsis", "", false},
	} {
		flows := distil(record(1, "Harvest the Dill").on("/garden", `button "Add"`).click(`generic ""`, picture(x.hint, x.row, 3, 3)).on("/garden", `button "Harvest"`).click(`button "Harvest"`))
		if len(flows) > 0 != x.known {
			t.Errorf("a picture %q in the row %q is known: %t", x.hint, x.row, !x.known)
			continue
		}
		if x.known {
			at := flows[0].Steps[0].Targets[0]
			if len(paramsIn(at.Row)) != 1 || at.Hint != x.hint || at.Tag != "i" || at.Nth != 3 || at.Of != 3 {
				t.Errorf("the picture is %+v", at)
			}
		}
	}
}

// TestAFilterDoesNotSelectARow does something in a row that has two values of the goal. One of them was chosen before,
// and is a value of the task.
func TestAFilterDoesNotSelectARow(t *testing.T) {
	const goal = "Show the plants of the North bed and move the Beans to the South bed"
	for _, x := range []struct {
		before, row string
		filtered    bool
	}{
		{`menuitem "North bed"`, "Beans North bed, 20 pieces", true},
		{`option "North bed"`, "Beans · North bed · 20", true},
		{`link "North bed"`, "Beans · North bed · 20", false}, // where the thing itself was opened
		{`menuitem "North bed"`, "Beets · North bed · 20", false},
	} {
		f := only(t, distil(record(1, goal).on("/garden", x.before, `menuitem "South bed"`, `menuitem "Terrace"`).click(x.before).on("/garden", `button "Edit"`).click(`generic ""`, picture("edit", x.row, 0, 0)).on("/garden", `option "South bed"`).click(`option "South bed"`)))
		if strings.Contains(f.Title, "North bed") {
			t.Errorf("behind %s, the filter is a part of the title %q", x.before, f.Title)
		}
		if byOther := !strings.Contains(f.Title, "Beans"); byOther != x.filtered {
			t.Errorf("behind %s, the row %q is chosen for the title %q", x.before, x.row, f.Title)
		}
	}
}
