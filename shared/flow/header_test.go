package flow

import (
	"slices"
	"strings"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// TestTheOnlyCellOfARowIsKnownByThat records the only listed cell of a row, whose text is data.
func TestTheOnlyCellOfARowIsKnownByThat(t *testing.T) {
	tape := record(1, "Set the price of Easel to 14").on("/stock", `gridcell "33"`, `textbox "Price"`).click(`gridcell "33"`, row("Easel · 33 · yes")).write(`textbox "Price"`, "14")
	f := distil(tape)[0]
	if got := f.Steps[0].Targets[0]; got.Name != "" || got.Row != "{row}" || got.Nth != 1 || got.Of != 1 {
		t.Errorf("got %+v", got)
	}
}

// TestARowIsRememberedByACompleteCell chooses rows by a word of the goal.
func TestARowIsRememberedByACompleteCell(t *testing.T) {
	for text, want := range map[string]int{"Easel · 33": 1, "33 · easel": 2, "Easel XL · 33": 0, "Easel": CellSomewhere, "33 ↦ · Easel ↦": 2, `33 · "easel"`: 2} {
		tape := record(1, "Delete the Easel").on("/stock", `button ""`, `button ""`).click(`button ""`, row(text), func(s *types.Step) { s.Tool.Target.Twins = 1 })
		f := distil(tape)[0]
		if got := f.Steps[0].Targets[0]; got.Cell != want || got.Row == "" {
			t.Errorf("in the row %s it is %+v", text, got)
		}
		name := strings.ReplaceAll(text, " · ", " ")
		if len(strings.Fields(name)) == 1 {
			continue // another one would be chosen by its name
		}
		tape = record(1, "Delete the Easel").on("/stock", `row "`+name+`"`, `row "Anvil 80"`).click(`row "`+name+`"`, row(text))
		if got := distil(tape)[0].Steps[0].Targets[0]; got.Cell != want || got.Row == "" {
			t.Errorf("the row %s itself is %+v", text, got)
		}
	}
}

// TestARunTeachesNoOtherCell follows a session with a run of its flow that took a row with more in the cell.
func TestARunTeachesNoOtherCell(t *testing.T) {
	first := record(1, "Delete the Easel").on("/stock", `row "Easel 33"`, `row "Anvil 80"`).click(`row "Easel 33"`, row("Easel · 33"))
	again := record(2, "Delete the Easel").on("/stock", `row "Easel XL 33"`, `row "Anvil 80"`).click(`row "Easel XL 33"`, row("Easel XL · 33"))
	if got := distil(first, again.ran(distil(first)[0], true))[0].Steps[0].Targets[0]; got.Cell != 1 {
		t.Errorf("got %+v", got)
	}
}

// TestASymbolIsNoPartOfAnObject chooses a card by its name, behind which the card shows a star.
func TestASymbolIsNoPartOfAnObject(t *testing.T) {
	for goal, want := range map[string]string{"Lend the book Coast Roads": "Lend the book {book}", `Lend the book "Coast Roads ☆"`: "Lend the book {book}"} {
		tape := record(1, goal).on("/books", `button "Lend"`, `button "Lend"`).click(`button "Lend"`, row("Coast Roads ☆ · Travel · Lend"), func(s *types.Step) { s.Tool.Target.Twins = 1 })
		f := distil(tape)[0]
		if got := f.Steps[0].Targets[0]; f.Title != want || got.Row != "{book}" {
			t.Errorf("%s: the title is %q, and the row %q", goal, f.Title, got.Row)
		}
	}
}

// TestTheKindInANameIsNoPartOfItsObject clicks on links that name their object behind the words that all of them have.
func TestTheKindInANameIsNoPartOfItsObject(t *testing.T) {
	for name, x := range map[string]struct{ goal, link, beside, title, want string }{
		"small, with its row":   {"Remove the user carla from the desk", "Remove user carla", "Remove user bert", "Remove the user {user} from the desk", "Remove user {user}"},
		"a capital":             {"Make dora a member of the group Operators", "Show details for user group Operators", "Show details for user group Guests", "Make dora a member of the group {group}", "Show details for user group {group}"},
		"no other of that kind": {"Remove the user carla from the desk", "Remove user carla", "Leave", "Remove the user carla from the desk", "Remove user carla"},
	} {
		f := only(t, distil(record(1, x.goal).on("/desk", `link "`+x.link+`"`, `link "`+x.beside+`"`).click(`link "`+x.link+`"`, row("Details of "+x.link[strings.LastIndex(x.link, " ")+1:]+" · "+x.link)).on("/desk/one", `button "Yes"`).click(`button "Yes"`)))
		if got := f.Steps[0].Targets[0].Name; got != x.want || f.Title != x.title {
			t.Errorf("%s: %q, and %q is clicked", name, f.Title, got)
		}
	}
}

// TestAVerbInTheGoalIsNoChoice returns the book that a search leaves, as the goal says. One session saw the
// row of the book, and the other saw no rows.
func TestAVerbInTheGoalIsNoChoice(t *testing.T) {
	const goal = "Search for Far Ferries among the lent books and return it"
	of := row("Far Ferries · Travel · Return")
	alone := func(s *types.Step) {}
	twin := func(s *types.Step) { of(s); s.Tool.Target.Twins = 1 }
	for _, role := range []string{"generic", "link", "button"} {
		for name, rows := range map[string][]func(*types.Step){"one row": {twin}, "two sessions": {twin, twin}, "a row in one session": {alone, twin}} {
			var runs []Run
			for i, row := range rows {
				tape := record(i+1, goal).on("/books", role+` "All"`, `searchbox "Find"`, role+` "Lend"`, role+` "Return"`).write(`searchbox "Find"`, "Far Ferries").click(role+` "Return"`, row)
				runs = append(runs, Run{tape.session, tape.steps})
			}
			f := distilRuns(runs)[0]
			got := f.Steps[1].Targets[0]
			if got.Name != "Return" || got.Row != "" && got.Row != "{find}" || len(f.Params) != 1 {
				t.Errorf("%s, %s: %+v, %+v", role, name, got, f.Params)
			}
		}
	}
}

// TestTheFirstWordOfAGoalIsNoChoice presses a control with the goal's verb in its name, which begins with a capital
// in the goal only because the sentence does.
func TestTheFirstWordOfAGoalIsNoChoice(t *testing.T) {
	for goal, want := range map[string]string{
		"Log in and log 2 hours on Fog horn":  "Log time", // once more as a verb
		"In the folder Log put 2 hours there": "",
	} {
		verb, _, _ := strings.Cut(want, " ")
		if verb == "" {
			verb = "Log"
		}
		link := `link "` + verb + ` time"`
		tape := record(1, goal).on("/issues/3", link, `link "Edit"`).click(link, row("Edit · "+verb+" time · Watch")).on("/issues/3/new", `textbox "Hours"`).write(`textbox "Hours"`, "2")
		f := distil(tape)[0]
		if got := f.Steps[0].Targets[0]; got.Name != want {
			t.Errorf("%s: %+v", goal, got)
		}
	}
}

// TestACellKeepsItsHeader records the second of three cells below some headers.
func TestACellKeepsItsHeader(t *testing.T) {
	second := func(s *types.Step) { s.Tool.Target.RowNth, s.Tool.Target.RowOf = 2, 3 }
	for _, x := range []struct {
		name  string
		heads []string
		want  []string
	}{
		{"a header for each", []string{`columnheader "Tool"`, `columnheader "Price"`, `columnheader "On"`}, []string{`columnheader "Price"`}},
		{"headers of two tables", []string{`columnheader "Tool"`, `columnheader "Price"`, `columnheader "On"`, `columnheader "Name"`}, nil},
		{"a header without a name", []string{`columnheader "Tool"`, `columnheader ""`, `columnheader "On"`}, nil},
		{"none", nil, nil},
	} {
		tape := record(1, "Set the price of Easel to 14").on("/stock", append(x.heads, `gridcell "33"`, `textbox "Price"`)...).
			click(`gridcell "33"`, row("Easel · 33 · yes"), second).write(`textbox "Price"`, "14")
		f := distil(tape)[0]
		if got := f.Steps[0].Targets[0]; !slices.Equal(got.Near, x.want) || got.Row != "{row}" || got.Nth != 2 {
			t.Errorf("%s: got %+v, want the header %v", x.name, got, x.want)
		}
	}
}

// TestAnElementOfATableKeepsItsColumn records an element in the row of Easel, which opens two choices,
// below a header that the page does not list.
func TestAnElementOfATableKeepsItsColumn(t *testing.T) {
	for _, x := range []struct {
		name, opens, option string
		column              string
		want                types.FlowTarget
	}{
		{"a control with a name", `button "Move"`, "Barn", "Place", types.FlowTarget{Role: "button", Name: "Move", Near: []string{`columnheader "Place"`}}},
		{"a control whose name is its value", `button "attic"`, "Barn", "Place", types.FlowTarget{Role: "button", Near: []string{`columnheader "Place"`}}},
		{"the same outside of a table", `button "attic"`, "Barn", "", types.FlowTarget{Role: "button", Name: "attic"}},
		{"a head that is hidden", `button "attic"`, "Barn", capture.NewHider([]byte("key")).Hide("Place"), types.FlowTarget{Role: "button", Name: "attic"}},
		{"an icon", `button ""`, "Barn", "Place", types.FlowTarget{Role: "button", Hint: "pencil", Near: []string{`columnheader "Place"`}}},
	} {
		of := func(s *types.Step) {
			s.Tool.Target.Column, s.Tool.Target.Twins = x.column, 2
			if s.Tool.Target.Name == "" {
				s.Tool.Target.Hint = "pencil"
			}
		}
		tape := record(1, "Move the Easel to Barn").on("/stock", x.opens).click(x.opens, row("Easel · 33"), of).
			on("/stock", x.opens, `option "Attic"`, `option "Barn"`).click(`option "Barn"`)
		f := distil(tape)[0]
		if got := f.Steps[0].Targets[0]; got.Role != x.want.Role || got.Name != x.want.Name || got.Hint != x.want.Hint || !slices.Equal(got.Near, x.want.Near) {
			t.Errorf("%s: got %+v, want %+v", x.name, got, x.want)
		}
	}
}

// TestTheOnlyElementWithAHintIsKnownByItsNeighbours opens a calendar by an icon without a name.
func TestTheOnlyElementWithAHintIsKnownByItsNeighbours(t *testing.T) {
	hint := func(s *types.Step) { s.Tool.Target.Hint = "toggle-icon" }
	for n, want := range map[int]int{1: 2, 2: 0} { // with an equal, nothing says which of them it was
		page := []string{`textbox "Opens"`, `generic ""`, `generic ""`, `button "Save"`}
		flows := distil(record(1, "Set the date").on("/trail", slices.Delete(page, n, 2)...).click(`generic ""`, hint).click(`button "Save"`))
		if want == 0 && len(flows) > 0 || want > 0 && len(only(t, flows).Steps[0].Targets[0].Near) != want {
			t.Errorf("of %d: got %+v, want %d neighbours", n, flows, want)
		}
	}
}

// TestAHintHasNoWordOfTheValue records a radio that the page's code names by its value, beside its label.
func TestAHintHasNoWordOfTheValue(t *testing.T) {
	for hint, want := range map[string]string{"state Torn": "state", "Torn": "", "bin": "bin"} {
		of := func(s *types.Step) { s.Tool.Target.Hint = hint }
		tape := record(1, "Note that the book is Torn").on("/", `radio ""`, `radio ""`, `button "Save"`).click(`radio ""`, row("Torn"), of).click(`button "Save"`)
		f := distil(tape)[0]
		if got := f.Steps[0].Targets[0]; got.Hint != want || got.Row != "{choice}" {
			t.Errorf("%s: got %+v, want the hint %q", hint, got, want)
		}
	}
}
