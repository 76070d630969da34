package flow

import (
	"slices"
	"testing"

	"cairn/shared/types"
)

// TestAnotherObjectIsNotOffered asks for the actions on one object, of another one: the
// flow has no parameter for it, and is not to be offered.
func TestAnotherObjectIsNotOffered(t *testing.T) {
	for title, goals := range map[string][2]string{
		"Delete the group A":       {"Remove the group A", "Delete the group B"},
		"Delete the group Alpha":   {"Remove group Alpha", "Remove the group Beta"},
		"Delete the user kofi":     {"Remove the user kofi", "Delete the user mary"},
		"Restart the server web-1": {"Reboot the server web-1", "Reboot the server web-2"},
		"Delete printers":          {"Remove printers", "Delete visitors"},
		"Archive marketing":        {"Archive marketing", "Archive sales"},
		"Show the timetable":       {"Display the timetable", "Show the timetable of the tram"},
		"Star a mail":              {"Star a mail", "Star another mail"},
	} {
		flows := []*types.Flow{flowOf("flow", title, "link printers; link marketing; button Confirm")}
		flows[0].Steps[2].Targets[0].Row = "Ferry"
		if calls := Rank(flows, goals[0]); len(calls) == 0 || calls[0].Confidence < offered {
			t.Errorf("%q: %q gives %v", title, goals[0], calls)
		}
		if calls := Rank(flows, goals[1]); len(calls) > 0 && calls[0].Confidence >= offered {
			t.Errorf("%q: %q gives %v", title, goals[1], calls)
		}
	}
}

// TestAnotherVerbIsNotOffered asks for something else to be done to the same object.
func TestAnotherVerbIsNotOffered(t *testing.T) {
	flows := []*types.Flow{flowOf("flow", "Add the book {title}", "button New record; textbox title; button Create")}
	for _, goal := range []string{"Rename the book Emma", "Delete the book Emma", "Show the book Emma"} {
		if calls := Rank(flows, goal); len(calls) > 0 && calls[0].Confidence >= offered {
			t.Errorf("%q gives %v", goal, calls)
		}
	}
	flows = []*types.Flow{flowOf("flow", "Delete the boat {boat}", "row; generic Delete this row; button Delete")}
	for goal, want := range map[string]bool{"Clone the boat Alma": false, "Hire out the boat Alma": false, "Remove boat Alma": true, "Get rid of the boat Alma": true} {
		if calls := Rank(flows, goal); len(calls) > 0 != want {
			t.Errorf("%q gives %v", goal, calls)
		}
	}
	flows = []*types.Flow{flowOf("flow", "Move the mail {mail} to {folder}", "row; combobox Folder; button Move")}
	if calls := Rank(flows, "File the mail Lunch under Receipts"); len(calls) == 0 || calls[0].Confidence < offered {
		t.Errorf("to file is not to move: %v", calls)
	}
}

// TestAnotherTaskIsNotOffered asks for a task that has words of a flow and is another one: its
// verb, its opposite, or the words behind it are others.
func TestAnotherTaskIsNotOffered(t *testing.T) {
	flows := []*types.Flow{
		flowOf("export", "Export the contacts as CSV", "link Contacts; button Export"),
		flowOf("cancel", "Cancel my booking of {class}", "link My bookings; row; button Cancel"),
		flowOf("star", "Star the mail from {sender}", "row; button Star"),
		flowOf("ticket", "File an issue {title}", "link New issue; textbox Title; button Create issue"),
		flowOf("try", "Try the request for the stone {id}", "button GET /stones/{id} Get one stone; button Try it out; textbox id; button Execute"),
		flowOf("suspend", "Switch the member {member} to inactive", "row; switch Active"),
	}
	for goal, want := range map[string]string{
		"Import contacts from a CSV file": "", "Cancel my membership": "", "Unstar the mail from Ann": "", "Show my bookings": "",
		"Change the plan of member Cora Lind to Student": "", "Set the member Cora Lind to inactive": "suspend",
		"Add a star to the mail from Ann": "star", "Open a ticket called Broken lamp": "ticket", "Get rid of my booking of Yoga": "cancel", "Which contacts are there as CSV?": "export",
		`Add a stone with the body {"name":"flint"} by the API`: "", "Delete the stone s-17 by the API": "", "Show the stone s-17 by the API": "try", "Send the request for the stone s-17": "try",
	} {
		got := ""
		if calls := Rank(flows, goal); len(calls) > 0 && calls[0].Confidence >= offered {
			got = calls[0].Flow
		}
		if got != want {
			t.Errorf("%q gives %q, want %q", goal, got, want)
		}
	}
}

// TestUnexplainedWordsAreListed asks for a task that a flow does not do, or does in other words.
func TestUnexplainedWordsAreListed(t *testing.T) {
	flows := []*types.Flow{flowOf("give", "Give the shift at the {row} to {text}", "row; button Edit; textbox Guard; button Save"), flowOf("ship", "Ship the order of {customer}", "row; button Actions; menuitem Ship")}
	for goal, want := range map[string][]string{
		"Move the shift of Ann to the 23th":       {"Move"},
		"Add an order for Ann, due on 2027-04-05": {"Add", "Ann", "due", "2027-04-05"},
		"Hand the shift at the Gate over to Ann":  nil,
	} {
		calls := Rank(flows, goal)
		if len(calls) == 0 || calls[0].Confidence >= likely || !slices.Equal(calls[0].Unexplained, want) {
			t.Errorf("%q gives %+v, want %q", goal, calls, want)
		}
	}
}

// TestAnOptionalParameterExplainsNothing gives a value for which only an optional parameter is
// left, whose name the goal does not say: a run would do the task without it.
func TestAnOptionalParameterExplainsNothing(t *testing.T) {
	f := flowOf("add", "Add the task {title}", "textbox Title; textbox Due; button Add")
	f.Params = append(f.Params, types.FlowParam{Name: "due", Kind: types.FlowText, Optional: true})
	for goal, sure := range map[string]bool{`Add the task "Paint"`: true, `Add the task "Paint" 2027-01-02`: false} {
		if calls := Rank([]*types.Flow{f}, goal); len(calls) != 1 || calls[0].Confidence >= likely != sure {
			t.Errorf("%q gives %+v", goal, calls)
		}
	}
}

// TestLoggingInIsNoLoggingOfSomething has the verb of a phrase in the title that means to write when it stands alone.
func TestLoggingInIsNoLoggingOfSomething(t *testing.T) {
	f := flowOf("login", "Log in as {username}", "textbox Username; textbox Password; button Login")
	for _, goal := range []string{"Add an author Nora Pike from the country Chile", "Add the folder Ash"} {
		if calls := Rank([]*types.Flow{f}, goal); len(calls) > 0 {
			t.Errorf("%q gives %+v", goal, calls)
		}
	}
}

// TestAShortValueIsNotTakenFromAnotherWord has a value whose letters another word begins with.
func TestAShortValueIsNotTakenFromAnotherWord(t *testing.T) {
	f := flowOf("save", "Save an order for {name} in size {size}", "textbox Name; combobox Size; link size; button Save")
	calls := Rank([]*types.Flow{f}, "Save an order for Carl in size S")
	if len(calls) == 0 || calls[0].Confidence < likely || calls[0].Params["size"] != "S" {
		t.Errorf("got %+v", calls)
	}
}

// TestAFixedWordThatNoStepTouchesIsNoObject has a duration in the title that the form had anyway.
func TestAFixedWordThatNoStepTouchesIsNoObject(t *testing.T) {
	f := flowOf("mute", "Mute the alert {alert} on {host} for 2h, because of {comment}", "row; link Mute; textbox Comment; button Create")
	f.Params[0].Kind, f.Params[1].Kind = types.FlowChoice, types.FlowChoice
	f.Steps[0].Targets[0].Row = "{alert} · {host}"
	for goal, want := range map[string][]string{
		"Mute the HighLoad alert of db1":                         nil,
		"Mute the alert HighLoad on db1 for 4h, because of rain": {"4h"},
	} {
		if calls := Rank([]*types.Flow{f}, goal); len(calls) != 1 || calls[0].Confidence >= likely || calls[0].Confidence <= opposed || !slices.Equal(calls[0].Unexplained, want) {
			t.Errorf("%q gives %+v, want a similar flow without words for %q", goal, calls, want)
		}
	}
	f.Steps[0].Targets[0].Row = "2h" // the object after all
	if calls := Rank([]*types.Flow{f}, "Mute the alert HighLoad on db1 for 4h"); len(calls) > 0 && calls[0].Confidence > opposed {
		t.Errorf("a step on the row of 2h: %+v", calls)
	}
}

// TestAnotherTaskWithAPlainVerbIsNotSure has a goal that shares only the kind of thing with a
// title of many parameters: its name has a number, and a particle gives the title's verb its meaning.
func TestAnotherTaskWithAPlainVerbIsNotSure(t *testing.T) {
	f := flowOf("take", "Take in the bike {bike} of {owner} for {mechanic}", "button Take in a bike; textbox Bike; textbox Owner; combobox Mechanic; button Save")
	f.Params[2].Kind = types.FlowChoice
	for _, goal := range []string{"Set the bike Otter 9 to in work", "Give the bike Kite 7 to the mechanic Wim"} {
		if calls := Rank([]*types.Flow{f}, goal); len(calls) > 0 && calls[0].Confidence >= likely {
			t.Errorf("%q gives %+v", goal, calls)
		}
		if values, _, err := Bind(f, goal, nil); err != nil || values["owner"] != "" {
			t.Errorf("%q binds %v, %v: a number at the end of a name is no value of its own", goal, values, err)
		}
	}
	if calls := Rank([]*types.Flow{f}, "Take in the bike Stork 5 of Mona for Vera"); len(calls) != 1 || len(calls[0].Missing) > 0 {
		t.Errorf("the task itself gives %+v", calls)
	}
}

// TestAGeneralVerbMayFrameTheVerb has the verb of a title as a noun behind a general verb.
func TestAGeneralVerbMayFrameTheVerb(t *testing.T) {
	flows := []*types.Flow{flowOf("star", "Star the mail from {mail}", "row; button Star"), flowOf("new", "Create an issue titled {title}", "button New issue; textbox Title; button Submit")}
	for goal, sure := range map[string]bool{"Add a star to the mail from Acme": true, `Open a new issue "Login is broken"`: true, "Show the star of the mail from Acme": false} {
		if calls := Rank(flows, goal); len(calls) > 0 && calls[0].Confidence >= likely != sure {
			t.Errorf("%q gives %+v", goal, calls)
		}
	}
}

func TestTheTitleThatSaysMoreOfTheGoalIsFirst(t *testing.T) {
	flows := []*types.Flow{
		{ID: "a", Title: "Cancel the trip to {row}", Params: []types.FlowParam{{Name: "row", Kind: types.FlowChoice}}, Runs: types.FlowRuns{OK: 3}},
		{ID: "b", Title: "Cancel the trip to {row} on the second page", Params: []types.FlowParam{{Name: "row", Kind: types.FlowChoice}}},
	}
	for goal, want := range map[string]string{"Cancel the trip to Cadiz on the second page": "b", "Cancel the trip to Cadiz": "a"} {
		if calls := Rank(flows, goal); len(calls) == 0 || calls[0].Flow != want || calls[0].Params["row"] != "Cadiz" {
			t.Errorf("%q: got %+v, want %s", goal, calls, want)
		}
	}
}

// TestAGoalNeedNotNameTheSite omits the name of the application, which most titles have, or adds it. The name of an object
// that several flows act on is no such name.
func TestAGoalNeedNotNameTheSite(t *testing.T) {
	row := []types.FlowParam{{Name: "order", Kind: types.FlowChoice}}
	click := func(name string) []types.FlowStep {
		return []types.FlowStep{{Tool: "click", Targets: []types.FlowTarget{{Role: "link", Name: name}}}}
	}
	flows := []*types.Flow{
		{ID: "delete", Title: "Delete the order {order} from Bookhouse", Params: row, Steps: click("Delete {order}")},
		{ID: "ship", Title: "Ship the order {order} of Bookhouse", Params: row, Steps: click("Ship {order}")},
		{ID: "count", Title: "Count the crates", Steps: click("Count")},
	}
	for name, x := range map[string]struct {
		rename  func(title, link string) (string, string)
		goal, f string
	}{
		"without it":             {nil, "Remove order ORD-1007", "delete"},
		"with it":                {nil, "Count the crates in Bookhouse", "count"},
		"another name":           {nil, "Count the crates in Wharfside", ""},
		"an object of the flows": {func(title, link string) (string, string) { return title, link + " Bookhouse" }, "Remove order ORD-1007", ""},
	} {
		var of []*types.Flow
		for _, f := range flows {
			c := *f
			if x.rename != nil {
				var link string
				c.Title, link = x.rename(f.Title, f.Steps[0].Targets[0].Name)
				c.Steps = click(link)
			}
			of = append(of, &c)
		}
		calls := Rank(of, x.goal)
		if got := len(calls) > 0 && calls[0].Confidence >= likely; got != (x.f != "") || got && calls[0].Flow != x.f {
			t.Errorf("%s: the calls are %+v", name, calls)
		}
	}
}
