package flow

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

// taught returns the flow of one session, from a line of orders.txt.
func taught(t *testing.T, line string) *types.Flow {
	kind, rest, _ := strings.Cut(line, " ")
	parts := strings.Split(rest, " | ")
	tape, button := record(1, parts[0]), fmt.Sprintf("button %q", parts[1])
	if kind == "row" {
		tape.on("/list", button, button).click(button, row(parts[2]), func(s *types.Step) { s.Tool.Target.Twins = 1 })
		return only(t, distil(tape))
	}
	var fields, values []string
	for field := range strings.SplitSeq(parts[2], "; ") {
		name, value, _ := strings.Cut(field, "=")
		fields, values = append(fields, fmt.Sprintf("textbox %q", name)), append(values, value)
	}
	tape.on("/form", append(slices.Clone(fields), button)...)
	for i, field := range fields {
		tape.write(field, values[i])
	}
	return only(t, distil(tape.click(button)))
}

// TestOrdersRunOrAsk gives orders for known tasks in other words, which run with their values or ask for them, and such
// that resemble a known task, have all its values and yet want something else.
func TestOrdersRunOrAsk(t *testing.T) {
	text, err := os.ReadFile("testdata/orders.txt")
	if err != nil {
		t.Fatal(err)
	}
	var flows []*types.Flow
	for line := range strings.Lines(string(text)) {
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		goal, values, _ := strings.Cut(rest, " -> ")
		switch kind {
		case "#":
			continue
		case "domain":
			flows = nil
			continue
		case "flow":
			flows = append(flows, taught(t, rest))
			continue
		}
		calls := Rank(flows, goal)
		runs := len(calls) > 0 && calls[0].Confidence >= likely && len(calls[0].Missing) == 0
		known := flows[len(flows)-1].ID
		switch {
		case kind == "!" && !runs, kind == "?" && !runs && calls[0].Flow == known:
		case kind == "=" && runs && calls[0].Flow == known:
			got, want := slices.Sorted(maps.Values(calls[0].Params)), strings.Split(values, "; ")
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Errorf("%q: the values are %q, want %q", goal, got, want)
			}
		default:
			t.Errorf("%s %q: %+v", kind, goal, calls)
		}
	}
}

// TestAValueKeepsItsForm holds the values of goals to the form of those before.
func TestAValueKeepsItsForm(t *testing.T) {
	for _, x := range []struct {
		before string
		form   types.FlowForm
		fits   []string
		other  []string
	}{
		{"500", types.FormNumber, []string{"900", "1,250.50", "900 EUR", "$ 900"}, []string{"70%", "roughly 900", "900 overnight", "900's", "900 half"}},
		{"2026-03-14", types.FormNumber, []string{"2026-04-02"}, []string{"Friday", "the day after 2026-04-02"}},
		{"ann@x.test", types.FormAddress, []string{"bob@y.test"}, []string{"Bob"}},
		{"T-7", types.FormCode, []string{"T-9"}, []string{"T-9 and T-10"}},
		{"new-checkout", types.FormCode, []string{"dark-mode"}, []string{"dark-mode in staging"}},
		{"Blue Harbour", types.FormName, []string{"Emma", "Dr. van der Berg", "Lord of the Rings", "Ash & Sons", "dark mode", "4 June 2026"}, []string{"Mill House in a week", "after Salt Roads", "Rolf Iten, Eva Lind", "Power Yoga and Spin Gold", "mill house in a week"}},
		{"general", types.FormCode, []string{"jobs", "over"}, []string{"jobs for an hour", "jobs tomorrow"}},
		{"Buy milk", "", []string{"Order 20 chairs"}, nil},
		{"half of 20", "", []string{"all"}, nil},
	} {
		p := types.FlowParam{Name: "value", Kind: types.FlowText, Form: formOf([]string{"", x.before})}
		if p.Form != x.form {
			t.Errorf("%s has the form %q, want %q", x.before, p.Form, x.form)
		}
		for i, v := range append(x.fits, x.other...) {
			if got := fitsParam(&p, v); got != (i < len(x.fits)) {
				t.Errorf("%s, after %s: fits %v", v, x.before, got)
			}
		}
	}
	search := only(t, distil(record(1, "Search for Shoes").on("/", `searchbox "Search"`).write(`searchbox "Search"`, "Shoes", submit)))
	if values, _, _ := Bind(search, "Search for shoes with laces", nil); values["search"] != "shoes with laces" {
		t.Errorf("a search takes %v", values)
	}
	numbered := types.FlowParam{Name: "invoice", Kind: types.FlowChoice, Form: types.FormNumber}
	if fitsParam(&numbered, "2042 twice") || !fitsParam(&numbered, "2042") {
		t.Error("a row with a number has more than that")
	}
	for values, want := range map[string]types.FlowForm{"Emma|7": types.FormName, "7|T-9|Emma": types.FormName, "7|ann@x.test": "", "Emma|Buy milk": "", "Buy milk|Emma": ""} {
		if got := formOf(strings.Split(values, "|")); got != want {
			t.Errorf("%s have the form %q, want %q", values, got, want)
		}
	}
}

// TestAnOrderIsPutInOrder moves the verb of an order to its beginning, and leaves out words of politeness.
func TestAnOrderIsPutInOrder(t *testing.T) {
	for goal, want := range map[string]string{
		"Could you please delete the user Bo?":                    "delete the user Bo",
		"I'd like to delete the user Bo":                          "delete the user Bo",
		"Je voudrais supprimer Bo":                                "supprimer Bo",
		"Überweise bitte 80 Euro":                                 "Überweise 80 Euro",
		"The user Bo should be deleted.":                          "deleted The user Bo",
		"Have the user Bo deleted":                                "deleted the user Bo",
		"Find out the day when the user Bo can be deleted":        "Find out the day when the user Bo can be deleted",
		"Answer the mail with Thank you":                          "Answer the mail with Thank you",
		"Please":                                                  "Please",
		"Canned soup: add it":                                     "Canned soup: add it",
		"Show the user that you have to delete":                   "Show the user that you have to delete",
		"Delete the user Bo who wants to be red":                  "Delete the user Bo who wants to be red",
		"Can the user Bo be deleted":                              "Can the user Bo be deleted",
		"Veuillez, s'il vous plaît, archiver le dossier Dupont":   "s'il vous plaît, archiver le dossier Dupont",
		"Please can you please please delete the user Bo, thanks": "delete the user Bo, thanks",
	} {
		if got := order(goal); got != want {
			t.Errorf("%s: %q, want %q", goal, got, want)
		}
	}
}

// TestAPoliteTitleIsAnOrder teaches a task by a polite goal, and gives it politely, in the passive and bare.
func TestAPoliteTitleIsAnOrder(t *testing.T) {
	for _, taughtBy := range []string{"I would like to renew the loan of The Long Winter", "Could you please renew the loan of The Long Winter?", "The loan of The Long Winter should be renewed"} {
		f := taught(t, "row "+taughtBy+" | Renew | The Long Winter · due 3 May")
		for _, goal := range []string{taughtBy, "Renew the loan of The Long Winter", "The loan of The Long Winter should be renewed"} {
			if calls := Rank([]*types.Flow{f}, goal); len(calls) != 1 || calls[0].Confidence < likely || len(calls[0].Missing) > 0 || calls[0].Params["row"] != "The Long Winter" {
				t.Errorf("%s: %q gives %+v", f.Title, goal, calls)
			}
		}
	}
}

// TestPartsOfATitleMayBeExchanged reads values behind the words of the title in another order, and none where those leave
// open which is which.
func TestPartsOfATitleMayBeExchanged(t *testing.T) {
	move := taught(t, "form Move 40 units of SKU-118 from bay A2 to bay C7 | Move | Quantity=40; Item=SKU-118; From bay=A2; To bay=C7")
	claim := taught(t, "form File a claim for 1250 on the policy HH-4471 for theft | File claim | Amount=1250; Policy=HH-4471; Cause=theft")
	for goal, want := range map[string]string{
		"Move 25 units of SKU-220 to bay D4 from bay B1":       "map[from_bay:B1 item:SKU-220 quantity:25 to_bay:D4] []",
		"Move 25 units to bay D4 from bay B1":                  "map[from_bay:B1 quantity:25 to_bay:D4] [item]",
		"File a claim on the policy HH-5520 for theft for 900": "map[policy:HH-5520] [amount cause]",
	} {
		f := move
		if strings.HasPrefix(goal, "File") {
			f = claim
		}
		values, missing, err := Bind(f, goal, nil)
		if got := fmt.Sprint(values, missing); err != nil || got != want {
			t.Errorf("%s: %s, want %s", goal, got, want)
		}
	}
}
