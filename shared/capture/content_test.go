package capture

import (
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

// hiddenContent captures a click in the mode full, in a session with a goal.
func hiddenContent(t *testing.T, goal string, target types.Target, nodes ...types.A11yNode) *types.Step {
	t.Helper()
	step, err := Step(noon, &types.Step{
		SessionID: "mm-0001", StepID: "s-0001", Timestamp: noon, Actor: types.ActorAgent, Outcome: types.Outcome{OK: true},
		Tool:        types.Tool{Name: "mm_click", Target: &target, Input: map[string]any{"name": target.Name, "within": target.Row}},
		Observation: &types.Observation{State: types.State{CurrentURL: "https://a.example/", Title: "Orders of Ellinor Vahl and others"}, A11y: types.A11y{Nodes: nodes}},
		After:       &types.After{CurrentURL: "https://a.example/", Appeared: []string{`text "blue lantern"`, `button "Save"`, `status "Order placed"`}},
	}, DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	content := Content{Names: NewHider(testKey), Goal: goal, Familiar: func(_ Kind, text string) bool { return text == "Gardening" }}
	content.Apply(step)
	return step
}

func TestContentIsHiddenWhateverItSays(t *testing.T) {
	node := func(role, name string, path ...string) types.A11yNode {
		return types.A11yNode{Role: role, Name: name, Path: path}
	}
	open := types.Target{Role: "button", Tag: "button", Name: "Open"}
	row := func(text string) types.Target {
		t := open
		t.RowRole, t.Row = "row", text
		return t
	}
	for name, c := range map[string]struct {
		goal   string
		target types.Target
		nodes  []types.A11yNode
		hidden []string // no step may hold them
		clear  []string
	}{
		"texts, cells and entries that are only seen": {"", open, []types.A11yNode{node("cell", "croquembouche"), node("listitem", "plum tree"), node("text", "himawari"), node("button", "Lucía: el usuario es girasol"), node("link", "Gimnasio lara88 zanahoria")},
			[]string{"croquembouche", "plum", "himawari", "girasol", "zanahoria", "lantern", "Ellinor"}, nil},
		"a row around a control": {"", open, []types.A11yNode{node("checkbox", "Select", `row "Wifi nettlesoup"`)}, []string{"nettlesoup"}, []string{`"name":"Select"`}},
		"controls, heads and labels stay": {"", open, []types.A11yNode{node("checkbox", "Password protection for all the shared files"), node("columnheader", "Code"), node("heading", "Password policy"), node("link", "Account settings"), node("button", "Sichern")},
			nil, []string{"shared files", `"Code"`, "Password policy", "Account settings", "Sichern", `status "Order placed"`, `button "Save"`}},
		"the number behind a card":             {"", row("Visa · 448"), nil, []string{"448"}, []string{"Visa · "}},
		"a button that is a whole row":         {"", types.Target{Role: "button", Tag: "button", Name: "Ana the gate opens with osprey", RowRole: "button", Row: "Ana · the gate opens with osprey"}, nil, []string{"osprey"}, nil},
		"a button that says part of its row":   {"", types.Target{Role: "button", Tag: "button", Name: "Delete the order of the whole club", RowRole: "row", Row: "osprey · Delete the order of the whole club"}, nil, nil, []string{"whole club"}},
		"a link that is a whole row":           {"", types.Target{Role: "link", Tag: "a", Name: "Library fr-22 osprey", RowRole: "link", Row: "Library · fr-22 · osprey"}, nil, []string{"osprey"}, nil},
		"the entries beside an entry":          {"", types.Target{Role: "button", Tag: "li", Name: "Laptop: osprey"}, []types.A11yNode{node("button", "Laptop: osprey", "list"), node("button", "Tablet: dipper", "list"), node("button", "Sort notes")}, []string{"osprey", "dipper"}, []string{"Sort notes"}},
		"a number in a heading":                {"", open, []types.A11yNode{node("heading", "Safe 30-82-46"), node("heading", "Week 21")}, []string{"30-82"}, []string{"Week 21"}},
		"a message with a word of its own":     {"", open, []types.A11yNode{node("status", "Copied dipper")}, []string{"dipper"}, nil},
		"a word in an item that is a button":   {"", types.Target{Role: "button", Tag: "li", Name: "Pineapple"}, nil, []string{"Pineapple"}, nil},
		"a sentence in a link":                 {"", types.Target{Role: "link", Tag: "a", Name: "Ana: the gate opens with osprey"}, nil, []string{"osprey"}, nil},
		"a sentence in Chinese":                {"", types.Target{Role: "link", Tag: "a", Name: "母：パソコンのパスワードはひまわり"}, nil, []string{"ひまわり"}, nil},
		"a label that a script listens to":     {"", types.Target{Role: "generic", Tag: "div", Name: "Start game"}, []types.A11yNode{node("generic", "osprey")}, []string{"osprey"}, []string{"Start game"}},
		"a link that an author wrote":          {"", types.Target{Role: "link", Tag: "a", Name: "Code secret oublié ?"}, nil, nil, []string{`"name":"Code secret oublié ?","within"`, `"name":"Code secret oublié ?","tag"`}},
		"a number in a link":                   {"", types.Target{Role: "link", Tag: "a", Name: "Door 4471"}, nil, []string{"4471"}, nil},
		"a small number in a link":             {"", types.Target{Role: "link", Tag: "a", Name: "Page 12"}, nil, nil, []string{"Page 12"}},
		"a label on a button of a script":      {"", types.Target{Role: "button", Tag: "div", Name: "Save changes"}, nil, nil, []string{`"name":"Save changes"`}},
		"all but the first cell of a row":      {"", row("Bakery · bar.centrale · croquembouche · Open"), []types.A11yNode{node("button", "Open")}, []string{"centrale", "croquembouche"}, []string{"Bakery · [hidden:", "] · Open"}},
		"a row that is one text":               {"", row("croquembouche"), nil, []string{"croquembouche"}, nil},
		"an order that nobody asked for":       {"", row("Order 4471 · ACME GmbH"), nil, []string{"4471"}, nil},
		"the order of the goal":                {"Cancel order 4471", row("Order 4471 · ACME GmbH"), nil, []string{"ACME"}, []string{"Order 4471 · [hidden:"}},
		"the row's name that the goal has":     {"Open 4471 of ACME", types.Target{Role: "cell", Tag: "td", Name: "4471"}, nil, nil, []string{`"name":"4471"`}},
		"what another session acted on, too":   {"", types.Target{Role: "row", Tag: "tr", Name: "Gardening"}, nil, nil, []string{`"name":"Gardening"`}},
		"the day of a calendar, and no number": {"", types.Target{Role: "gridcell", Tag: "td", Name: "14"}, []types.A11yNode{node("gridcell", "1720")}, []string{"1720"}, []string{`"name":"14"`}},
	} {
		kept := strings.ReplaceAll(stepJSON(t, hiddenContent(t, c.goal, c.target, c.nodes...)), `\"`, `"`)
		for _, hidden := range c.hidden {
			if strings.Contains(kept, hidden) {
				t.Errorf("%s: %q is in %s", name, hidden, kept)
			}
		}
		for _, clear := range c.clear {
			if !strings.Contains(kept, clear) {
				t.Errorf("%s: %q is not in %s", name, clear, kept)
			}
		}
	}
}

func TestContentIsHiddenInArgumentsAndErrors(t *testing.T) {
	const said = "Ana: the gate opens with osprey"
	for name, c := range map[string]struct {
		input  map[string]any
		errs   string
		target types.Target
		clear  []string
	}{
		"the end of a drag":           {map[string]any{"to": map[string]any{"role": "listitem", "name": said}, "within": "Ana · " + said}, "", types.Target{Role: "button", Name: "Move"}, []string{`"name":"Move"`}},
		"words for another element":   {map[string]any{"name": said, "role": "link"}, "", types.Target{Role: "button", Name: "Open"}, nil},
		"a selector with a text":      {map[string]any{"selector": `li:has-text("` + said + `")`}, "", types.Target{Role: "button", Name: "Open", Selector: `[aria-label="` + said + `"]`}, nil},
		"a selector of the author":    {nil, "", types.Target{Role: "button", Name: "Open", Selector: `[data-id="row-4711"]`}, []string{"row-4711"}},
		"an error that quotes a page": {nil, `"` + said + `" lies over "Save changes"`, types.Target{Role: "button", Name: "Open"}, []string{"Save changes", "lies over"}},
		"the target in an error":      {nil, `the link "` + said + `" is gone`, types.Target{Role: "link", Name: said}, []string{"is gone"}},
	} {
		raw := &types.Step{SessionID: "mm-0001", StepID: "s-0001", Timestamp: noon, Actor: types.ActorAgent, Tool: types.Tool{Name: "mm_click", Target: &c.target, Input: c.input}}
		if c.errs != "" {
			raw.Outcome.Error = types.Fault(types.CodeTargetNotFound, c.errs, "")
		}
		step, err := Step(noon, raw, DefaultRules())
		if err != nil {
			t.Fatal(err)
		}
		(&Content{Names: NewHider(testKey)}).Apply(step)
		kept := strings.ReplaceAll(strings.ReplaceAll(stepJSON(t, step), `\\\"`, `"`), `\"`, `"`)
		if strings.Contains(kept, "osprey") {
			t.Errorf("%s: it is in %s", name, kept)
		}
		for _, clear := range c.clear {
			if !strings.Contains(kept, clear) {
				t.Errorf("%s: %q is not in %s", name, clear, kept)
			}
		}
	}
}

func TestContentIsHiddenOnce(t *testing.T) {
	step := hiddenContent(t, "", types.Target{Role: "link", Name: "Ana: the gate opens with osprey", Row: "Ana · the gate opens with osprey"}, types.A11yNode{Role: "cell", Name: "osprey lamp"})
	before := stepJSON(t, step)
	if again := (&Content{Names: NewHider(testKey)}); !strings.Contains(before, hiddenStart) {
		t.Errorf("%s has nothing hidden", before)
	} else if again.Apply(step); stepJSON(t, step) != before {
		t.Errorf("%s became %s", before, stepJSON(t, step))
	}
}

// TestHiddenContentIsFoundOnItsPage compares the hidden form of a row's cells with the page's.
func TestHiddenContentIsFoundOnItsPage(t *testing.T) {
	step := hiddenContent(t, "", types.Target{Role: "button", Name: "Open", RowRole: "row", Row: "Bakery · croquembouche"})
	if cells := RowCells(step.Tool.Target.Row); !slices.Equal(cells, []string{"Bakery", NewHider(testKey).Hide("croquembouche")}) {
		t.Errorf("the row is %q", cells)
	}
}
