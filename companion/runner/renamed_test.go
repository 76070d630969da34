package runner

import (
	"fmt"
	"testing"

	"cairn/shared/text"
	"cairn/shared/types"
)

// TestEquals wants the one of several equals that stands between its own neighbours, and
// none where an equal may have taken its place.
func TestEquals(t *testing.T) {
	save := types.FlowTarget{Role: "button", Name: "Save", Near: []string{`link "Back"`, `link "Next"`, `heading "Edit"`}}
	page := func(names ...string) (nodes []types.A11yNode) {
		for i, name := range names {
			role := map[string]string{"Save": "button", "Edit": "heading"}[name]
			if role == "" {
				role = "link"
			}
			n := node(role, name)
			n.Ref = fmt.Sprintf("e%d", i+1)
			nodes = append(nodes, n)
		}
		return nodes
	}
	for _, tc := range []struct {
		name  string
		nodes []types.A11yNode
		want  string
	}{
		{"one at the top of a small page", page("Save", "Home", "Edit", "Back", "Save", "Next"), "e5"},
		{"one at the end", page("Edit", "Back", "Save", "Next", "Terms", "Save"), "e3"},
		{"one beside it", page("Edit", "Back", "Save", "Save", "Next"), ""},
		{"one between it and its neighbours", page("Save", "Save", "Edit", "Back", "Next"), ""},
		{"a second form like it", page("Edit", "Back", "Save", "Next", "Edit", "Back", "Save", "Next"), ""},
		{"a second form that lacks a neighbour", page("Edit", "Back", "Save", "Terms", "Edit", "Back", "Save", "Next"), ""},
		{"all neighbours on one side", page("Save", "Terms", "Edit", "Back", "Next", "Save"), ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, d := prove(&save, false, &scene{nodes: tc.nodes})
			if got := ""; f != nil {
				if got = f.node.Ref; got != tc.want {
					t.Errorf("it is %s, want %q", got, tc.want)
				}
			} else if tc.want != "" {
				t.Errorf("none is, since %s; want %s", d.message, tc.want)
			}
		})
	}
}

// TestRowsRenamed wants the element of a row by another name that says the same, once no
// row has the old name, and by no other.
func TestRowsRenamed(t *testing.T) {
	remove := types.FlowTarget{Role: "button", Name: "Remove", Row: "bob@x.com", Twins: 1}
	for _, tc := range []struct{ first, second, want string }{
		{"Remove", "Remove", "e2"}, {"Delete", "Delete", "e2"}, {"Delete all", "Delete all", ""}, {"Remove", "Delete", ""}, {"Removed", "Removed", ""}, {"Edit", "Edit", ""},
	} {
		nodes := []types.A11yNode{{Ref: "e1", Role: "button", Name: tc.first}, {Ref: "e2", Role: "button", Name: tc.second}}
		in := rows{"e1": {parts: []string{"ann@x.com"}}, "e2": {parts: []string{"bob@x.com"}}}
		got := ""
		if f, _ := prove(&remove, false, &scene{nodes: nodes, rows: in}); f != nil {
			if got = f.node.Ref; f.weak != (tc.second != "Remove") {
				t.Errorf("%s in the row: weak is %v", tc.second, f.weak)
			}
		}
		if got != tc.want {
			t.Errorf("rows with %s and %s: it is %q, want %q", tc.first, tc.second, got, tc.want)
		}
	}
}

// TestRenamedWidely wants a wider synonym to be taken only where all neighbours are as recorded.
func TestRenamedWidely(t *testing.T) {
	execute := types.FlowTarget{Role: "button", Name: "Execute", Near: []string{`button "Cancel"`, `heading "Responses"`}}
	for _, tc := range []struct {
		before, name, behind string
		found                bool
	}{
		{"Cancel", "Run", "Responses", true}, {"Cancel", "Clear", "Responses", false}, {"Close", "Run", "Responses", false}, {"Cancel", "Run", "Answers", false}, {"Cancel", "Delete", "Responses", false},
	} {
		f, _ := prove(&execute, false, &scene{nodes: []types.A11yNode{node("button", tc.before), node("button", tc.name), node("heading", tc.behind)}})
		if found := f != nil && f.node.Name == tc.name && f.weak; found != tc.found {
			t.Errorf("%s between %s and %s is it: %v, want %v", tc.name, tc.before, tc.behind, found, tc.found)
		}
	}
}

// TestRenamedInADialog wants controls of the page behind a dialog, which have some neighbours of its target, to
// be no doubt where one alone says the same.
func TestRenamedInADialog(t *testing.T) {
	yes := types.FlowTarget{Role: "button", Name: "Yes, reject", Near: []string{`textbox "Reason"`, `button "Back"`, `button "Reject"`}}
	for _, tc := range []struct{ page, yes, found string }{
		{"Approve", "Yes, reject now", "Yes, reject now"}, {"Approve", "Send", ""}, {"Yes, reject now", "Yes, reject now", ""}, {"Approve", "Yes, reject all", ""},
	} {
		nodes := []types.A11yNode{node("button", "Reject"), node("button", tc.page), node("button", "Reject"), node("textbox", "Reason", `in=dialog "Reject"`), node("button", tc.yes, `in=dialog "Reject"`), node("button", "Back", `in=dialog "Reject"`)}
		got := ""
		if f, _ := prove(&yes, false, &scene{nodes: nodes}); f != nil {
			got = f.node.Name
		}
		if got != tc.found {
			t.Errorf("%q beside %q: it is %q, want %q", tc.yes, tc.page, got, tc.found)
		}
	}
}

// TestRenamedAtTheEnd wants the last control of a page to be known by all that is before it.
func TestRenamedAtTheEnd(t *testing.T) {
	save := types.FlowTarget{Role: "button", Name: "Save", Near: []string{`button "Back"`, `combobox "Plan"`}}
	for _, tc := range []struct {
		names []string
		found string
	}{
		{[]string{"Plan", "Back", "Store"}, "Store"}, {[]string{"Plan", "Cancel", "Store"}, ""}, {[]string{"Plan", "Back", "Delete"}, ""}, {[]string{"Back", "Plan", "Store"}, ""},
	} {
		var nodes []types.A11yNode
		for _, name := range tc.names {
			nodes = append(nodes, node(map[bool]string{true: "combobox", false: "button"}[name == "Plan"], name))
		}
		got := ""
		if f, _ := prove(&save, false, &scene{nodes: nodes}); f != nil {
			got = f.node.Name
		}
		if got != tc.found {
			t.Errorf("behind %q it is %q, want %q", tc.names[:2], got, tc.found)
		}
	}
}

// TestAnotherValue wants a list that is named by its value to be known by its place and another of its options.
func TestAnotherValue(t *testing.T) {
	list := types.FlowTarget{Role: "button", Name: "Oslo", Near: []string{`textbox "Name"`, `radio "small"`}}
	for _, tc := range []struct {
		was, now, behind string
		found            bool
	}{
		{"Oslo", "Rome", "small", true}, {"Oslo", "Bern", "small", false}, {"Choose", "Rome", "small", true}, {"Choose", "Rome", "large", false},
		{"Oslo", "Rome", "large", false}, {"Oslo", "Choose", "small", false}, {"Oslo", "Delete", "small", false},
	} {
		target := list
		target.Name = tc.was
		f, _ := prove(&target, false, &scene{nodes: []types.A11yNode{node("textbox", "Name"), node("button", tc.now), node("radio", tc.behind)}, choices: []string{"Oslo", "Paris", "Rome"}})
		if found := f != nil && f.node.Name == tc.now && !f.weak; found != tc.found {
			t.Errorf("%s before %s, once %s, is it: %v, want %v", tc.now, tc.behind, tc.was, found, tc.found)
		}
	}
	for _, tc := range []struct {
		was   string
		now   []string
		found string
	}{
		{"Oslo Town", []string{"Paris Town", "Save"}, "Paris Town"}, {"Town Oslo", []string{"Town Rome"}, "Town Rome"}, {"Oslo Town", []string{"Paris Harbour"}, ""},
		{"Oslo Town", []string{"Paris"}, ""}, {"Oslo", []string{"Paris Town"}, ""}, {"Oslo Town", []string{"Bern Town"}, ""}, {"Oslo Town", []string{"Paris Town", "Rome Town"}, ""},
	} {
		target, got := types.FlowTarget{Role: "button", Name: tc.was}, ""
		var nodes []types.A11yNode
		for _, name := range tc.now {
			nodes = append(nodes, node("button", name))
		}
		if f, _ := prove(&target, false, &scene{nodes: nodes, choices: []string{"Oslo", "Paris", "Rome"}}); f != nil {
			got = f.node.Name
		}
		if got != tc.found {
			t.Errorf("%q among %q is %q, want %q", tc.was, tc.now, got, tc.found)
		}
	}
	coach := types.FlowTarget{Role: "button", Name: "Claus", Row: "Falcons", Rows: []string{"Foxes · Claus · Edit"}}
	for names, want := range map[[2]string]string{{"Birgit", "Edit"}: "e1", {"Birgit", "Anders"}: "", {"Birgit", "Choose"}: "", {"Birgit", ""}: "e1", {"Edit", "Birgit"}: "e2", {"Edit", "Claus"}: "e2"} {
		nodes, in := []types.A11yNode{{Ref: "e1", Role: "button", Name: names[0]}, {Ref: "e2", Role: "button", Name: names[1]}}, &row{parts: []string{"Falcons"}}
		got := ""
		if f, _ := prove(&coach, false, &scene{nodes: nodes, rows: rows{"e1": in, "e2": in}, choices: []string{"Anders", "Birgit", "Claus"}}); f != nil {
			got = f.node.Ref
		}
		if got != want {
			t.Errorf("in a row with %q it is %q, want %q", names, got, want)
		}
	}
	r := &run{flow: &types.Flow{Params: []types.FlowParam{{Name: "zone", Kind: types.FlowChoice, Options: []string{"Oslo", "Rome"}}},
		Steps: []types.FlowStep{{Tool: "click"}, {Tool: "click", Targets: []types.FlowTarget{{Role: "option", Name: "{zone}"}}}, {Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Save"}}}}}}
	for at, want := range []int{2, 0, 0} {
		if r.at = at; len(r.choices()) != want {
			t.Errorf("step %d leads to %d options, want %d", at, len(r.choices()), want)
		}
	}
}

// TestSameSense wants names to be taken for each other only where they say the same.
func TestSameSense(t *testing.T) {
	for _, tc := range []struct {
		was, now string
		same     bool
	}{
		{"Create issue", "Add issue", true}, {"Save", "Save now", true}, {"Save", "Store", true}, {"Search", "Find", true}, {"Cancel", "Cancel now", true}, {"Execute", "Run", false},
		{"Add note", "Add payment", false}, {"Reply", "Reply all", false}, {"Sign in", "Sign up", false}, {"Star", "Unstar", false}, {"Follow", "Unfollow", false}, {"Close issue", "Reopen issue", false},
		{"Open", "Close", false}, {"Show details", "Hide details", false}, {"Save", "Delete", false}, {"Delete", "Delete all", false}, {"Delete", "Delete account", false}, {"Enable", "Disable", false},
		{"Star", "Snooze", false}, {"Star", "Starred", false}, {"Approve", "Approved", false}, {"Add 1", "Add 2", false}, {"", "Save", false}, {"Mark as read", "Mark as unread", false}, {"Upload file", "Download file", false}, {"Notify", "Do not notify", false},
	} {
		if got := sameSense(tc.was, tc.now, text.Related); got != tc.same {
			t.Errorf("%q and %q say the same: %v, want %v", tc.was, tc.now, got, tc.same)
		}
	}
}
