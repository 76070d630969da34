package gateway

import (
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestCardsAreRows finds the row of an element in boxes that have no role, as many pages draw lists.
func TestCardsAreRows(t *testing.T) {
	for name, one := range map[string]struct{ tree, ref, row string }{
		"a box beside one with the same button": {`- main:
  - generic [ref=e1]:
    - paragraph [ref=e2]: Coast Roads
    - generic [ref=e3]: Travel
    - button "Lend" [ref=e4]
  - generic [ref=e5]:
    - paragraph [ref=e6]: Dusk Songs
    - generic [ref=e7]: Poetry
    - button "Lend" [ref=e8]`, "e8", "Dusk Songs · Poetry · Lend"},
		"a button that the others have not": {`- main:
  - generic [ref=e1]:
    - text: Coast Roads
    - generic [ref=e2] [cursor=pointer]: Lend
    - button "⋮" [ref=e3]
  - generic [ref=e4]:
    - text: Dusk Songs
    - generic [ref=e5] [cursor=pointer]: Return
    - button "⋮" [ref=e6]`, "e5", "Dusk Songs · Return"},
		"a box around the parts of the card": {`- main:
  - generic [ref=e1]:
    - generic [ref=e2]:
      - paragraph [ref=e3]: Coast Roads
      - generic [ref=e9]: Travel
      - generic [ref=e4]:
        - button "Lend" [ref=e5]
  - generic [ref=e6]:
    - text: Dusk Songs
    - button "Lend" [ref=e7]`, "e5", "Coast Roads · Travel · Lend"},
		"boxes of controls alone": {`- main:
  - generic [ref=e1]:
    - button "Less" [ref=e2]
    - button "Reset" [ref=e3]
  - generic [ref=e4]:
    - button "Less" [ref=e5]`, "e2", ""},
		"boxes of controls that have texts": {`- main:
  - generic [ref=e1]:
    - button "Less" [ref=e2]:
      - generic: less
    - button "Reset" [ref=e3]
  - generic [ref=e4]:
    - button "Less" [ref=e5]:
      - generic: less
    - button "Reset" [ref=e6]`, "e6", ""},
		"a box that only labels a control of the card": {`- main:
  - generic [ref=e1]:
    - heading "Coast Roads" [ref=e2]
    - generic [ref=e3]:
      - checkbox "Lent" [ref=e4]
      - generic [ref=e5]: Lent
    - generic [ref=e6]:
      - checkbox "Worn" [ref=e7]
      - generic [ref=e8]: Worn
  - generic [ref=e9]:
    - heading "Dusk Songs" [ref=e10]
    - generic [ref=e11]:
      - checkbox "Lent" [ref=e12]
      - generic [ref=e13]: Lent`, "e4", "Coast Roads · Lent Lent · Worn Worn"},
		"parts of the page": {`- main:
  - generic [ref=e1]:
    - text: Books
    - button "Help" [ref=e2]` + strings.Repeat("\n    - paragraph: Page", maxCard) + `
  - generic [ref=e3]:
    - text: Loans
    - button "Help" [ref=e4]` + strings.Repeat("\n    - paragraph: Page", maxCard), "e2", ""},
		"boxes of different controls": {`- main:
  - generic [ref=e1]:
    - text: Profile
    - button "Rename" [ref=e2]
  - generic [ref=e3]:
    - text: Billing
    - button "Pay" [ref=e4]`, "e2", ""},
		"a box in a row": {`- table:
  - row [ref=e1]:
    - cell "Ada" [ref=e2]
    - cell [ref=e3]:
      - generic [ref=e4]:
        - text: home
        - button "Call" [ref=e5]
      - generic [ref=e6]:
        - text: work
        - button "Call" [ref=e7]
  - row [ref=e8]:
    - cell "Ben" [ref=e9]`, "e7", "Ada · home Call · work Call"},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := pageOf("http://a.test/", "", mustRead(t, one.tree)).target(one.ref)
			if !ok || got.Row != one.row {
				t.Errorf("the row is %q, want %q", got.Row, one.row)
			}
		})
	}
}

// TestTheOnlyCardIsARowOfARun finds the card of an element where a search left no other: in a run,
// because the flow knows it to be in one. Anything else would be one, as the form around a button.
func TestTheOnlyCardIsARowOfARun(t *testing.T) {
	tree := mustRead(t, `- main:
  - searchbox "Find" [ref=e1]
  - generic [ref=e2]:
    - generic [ref=e3]:
      - paragraph [ref=e4]: Dusk Songs
      - button "☆" [ref=e5]
    - generic [ref=e6]:
      - button "Lend" [ref=e7]`)
	labelled := mustRead(t, `- main:
  - generic [ref=e1]:
    - generic [ref=e2]:
      - paragraph [ref=e3]: Dusk Songs
      - generic [ref=e4]:
        - button "Lend" [ref=e7]
        - generic [ref=e8]: Lend
  - generic [ref=e9]:
    - paragraph [ref=e10]: Coast Roads
    - button "Lend" [ref=e11]`)
	lend := types.Flow{Steps: []types.FlowStep{{Targets: []types.FlowTarget{{Role: "button", Name: "Lend", RowRole: "generic", Row: "{book}"}}}}}
	form := types.Flow{Steps: []types.FlowStep{{Targets: []types.FlowTarget{{Role: "button", Name: "Lend"}}}}}
	for name, x := range map[string]struct {
		tree []element
		also wanted
		row  string
	}{
		"a recording":                    {tree, nil, ""},
		"a run with a card":              {tree, wantedBy(&lend, map[string]string{"book": "Dusk Songs"}), "Dusk Songs · Lend"},
		"a run whose step has no card":   {tree, wantedBy(&form, nil), ""},
		"a run with a label in the card": {labelled, wantedBy(&lend, nil), "Dusk Songs · Lend Lend"},
		"a recording with a label in it": {labelled, nil, "Dusk Songs · Lend Lend"},
	} {
		got, _ := pageWith("http://a.test/", "", x.tree, x.also).target("e7")
		if got.Row != x.row {
			t.Errorf("%s: the row is %q, want %q", name, got.Row, x.row)
		}
	}
}

func mustRead(t *testing.T, yaml string) []element {
	t.Helper()
	tree, err := readAria(yaml)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
