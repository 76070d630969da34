package prior

import (
	"slices"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestFreeLines asks after actions that only the asker did: they come after the actions of others,
// and never alone. An action of others is given although the asker did it, unless they ended there.
func TestFreeLines(t *testing.T) {
	const filters, sort, list = "list/click/Filters", "list/click/Sort", "list/click/Export"
	shop := app{screens: map[string][]element{"list": {{"", "button", "Filters"}, {"", "button", "Sort"}, {"", "button", "Export"}, {"", "button", "Pay now"}}}}
	cases := []struct {
		name        string
		others, did []string
		want        []string
	}{
		{"done once before the last action", []string{list}, []string{filters, sort}, []string{"Export", "Filters"}},
		{"the last action", []string{list}, []string{filters}, []string{"Export"}},
		{"nothing that others did", []string{list}, []string{filters, sort, list}, nil},
		{"risky", []string{list}, []string{"list/click/Pay now", sort}, []string{"Export"}},
		{"others went on", []string{sort, list, filters}, []string{sort, list, filters, list}, []string{"Filters", "Export", "Sort"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e := New()
			remember(e, shop, "Export the list", c.others, 1)
			b := newRun(e, types.Session{SessionID: "asker", CreatedAt: day.Add(time.Hour), Goal: "Export the list"})
			b.play(shop, c.did)
			var got []string
			if p := b.ask(shop, "list"); p != nil {
				for _, s := range p.SuggestedNextActions {
					got = append(got, s.PreferredTarget.Hint.Name)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("suggested %q, want %q", got, c.want)
			}
		})
	}
}

// TestEmptyFieldsFillFreeLines asks on a page with fields that nobody used: they come last,
// unless they are filled, and not where somebody typed into another field.
func TestEmptyFieldsFillFreeLines(t *testing.T) {
	shop := app{screens: map[string][]element{"list": {{"", "button", "Export"}, {"", "textbox", "Query"}, {"", "textbox", "Voucher"}}}}
	for _, test := range []struct {
		did    string
		filled bool
		want   []string
	}{
		{"list/click/Export", false, []string{"Export", "Query", "Voucher"}},
		{"list/click/Export", true, []string{"Export", "Query"}},
		{"list/type/Query", false, []string{"Query", "Export"}}, // the goal names Export
	} {
		e := New()
		remember(e, shop, "Export the list", []string{test.did}, 1)
		look := shop.observe("list")
		look.A11y.Nodes[2].Filled = test.filled
		var got []string
		for _, s := range e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: *look, Goal: "Export the list"}).SuggestedNextActions {
			got = append(got, s.PreferredTarget.Hint.Name)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("after %s, filled %t: suggested %q, want %q", test.did, test.filled, got, test.want)
		}
	}
}

// TestElementsThatTheGoalNames asks on a page with elements that nobody used: those come first
// whose names have the most adjacent words of the goal. One with a minor part comes last, and
// is given alone too, but not with another number or where a click pays.
func TestElementsThatTheGoalNames(t *testing.T) {
	button := func(name string) element { return element{"", "button", name} }
	for _, test := range []struct {
		goal  string
		shown []element
		want  []string
	}{
		{"Take the licence cc-by-sa-4.0", []element{button("cc-by-4.0"), button("cc-by-sa-4.0")}, []string{"cc-by-sa-4.0", "cc-by-4.0"}},
		{"Enter the name and log in", []element{button("Help"), button("Login")}, []string{"Login"}},
		{"Print a receipt", []element{button("Long history of each receipt"), button("Help")}, []string{"Long history of each receipt"}},
		{"Open the invoice 12", []element{button("Invoice 13"), button("Help")}, nil},
		{"Show the money", []element{button("Send money to somebody else"), button("Help")}, nil},
		{"Print a receipt", []element{{"", "checkbox", "Colour"}, button("Receipt")}, []string{"Receipt", "Colour"}},
		{"Print a receipt", []element{{"", "checkbox", "Colour"}, button("Help")}, nil},
	} {
		e := New()
		remember(e, app{screens: map[string][]element{"list": {button("Export")}}}, "Export the list", []string{"list/click/Export"}, 1)
		look := app{screens: map[string][]element{"list": test.shown}}.observe("list")
		var got []string
		if p := e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: *look, Goal: test.goal}); p != nil {
			for _, s := range p.SuggestedNextActions {
				got = append(got, s.PreferredTarget.Hint.Name)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: suggested %q, want %q", test.goal, got, test.want)
		}
	}
}
