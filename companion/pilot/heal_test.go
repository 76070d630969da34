package pilot

import (
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// recorded is how a button "Send" was known: between a heading and a field.
func recorded(change func(*types.Anchored)) []types.Anchored {
	a := types.Anchored{
		Target: types.Target{TestID: "old-send", Role: "button", Name: "Send"}, Times: 3,
		Path: []string{"main"}, Beside: []string{`heading "Account 1"`, `textbox "Amount"`}, Others: []string{"swap"},
	}
	if change != nil {
		change(&a)
	}
	return []types.Anchored{a}
}

func node(role, name, testID string, path ...string) types.A11yNode {
	return types.A11yNode{Ref: "e-" + name + testID, Role: role, Name: name, TestID: testID, Path: path}
}

func TestWhoCountsAsTheSameElement(t *testing.T) {
	heading, field := node("heading", "Account 1", "", "main"), node("textbox", "Amount", "", "main")
	send := node("button", "Send", "new-send", "main")
	for name, c := range map[string]struct {
		known []types.Anchored
		page  []types.A11yNode
		fit   int
	}{
		"renamed":                       {recorded(nil), []types.A11yNode{heading, send, field}, 1},
		"renamed, one neighbour left":   {recorded(nil), []types.A11yNode{heading, send}, 1},
		"no neighbour left":             {recorded(nil), []types.A11yNode{send, node("link", "Help", "")}, 0},
		"neighbours far away":           {recorded(nil), append([]types.A11yNode{heading, field, node("a", "1", ""), node("a", "2", ""), node("a", "3", ""), node("a", "4", ""), node("a", "5", ""), node("a", "6", ""), node("a", "7", "")}, send), 0},
		"another name":                  {recorded(nil), []types.A11yNode{heading, node("button", "Send all", "", "main"), field}, 0},
		"another role":                  {recorded(nil), []types.A11yNode{heading, node("link", "Send", "", "main"), field}, 0},
		"somebody who was there before": {recorded(nil), []types.A11yNode{heading, node("button", "Send", "swap", "main"), field}, 0},
		"two of them":                   {recorded(nil), []types.A11yNode{heading, send, node("button", "Send", "", "main"), field}, 2},
		"now in a dialog":               {recorded(nil), []types.A11yNode{heading, node("button", "Send", "", "main", `dialog "Review"`), field}, 0},
		"moved to another landmark":     {recorded(nil), []types.A11yNode{heading, node("button", "Send", "", "banner"), field}, 1},
		"like it in another landmark":   {recorded(nil), []types.A11yNode{node("button", "Send", "", "banner"), heading}, 0},
		"its landmark renamed": {recorded(func(a *types.Anchored) { a.Path = []string{`region "Pay"`} }),
			[]types.A11yNode{heading, node("button", "Send", "", `region "Payer"`)}, 1},
		"translated":         {recorded(nil), []types.A11yNode{heading, node("button", "Senden", "new-send", "main"), field}, 0},
		"the opposite of it": {recorded(nil), []types.A11yNode{heading, node("button", "Don't send", "", "main"), field}, 0},
		"one of twins, elsewhere": {recorded(func(a *types.Anchored) { a.Twins = 1 }),
			[]types.A11yNode{heading, node("button", "Send", "", "banner"), field}, 0},
		"one of twins, in its place":       {recorded(func(a *types.Anchored) { a.Twins = 1 }), []types.A11yNode{heading, send, field}, 1},
		"one of twins, half of it left":    {recorded(func(a *types.Anchored) { a.Twins, a.Beside = 1, append(a.Beside, `link "Help"`, `link "Fees"`) }), []types.A11yNode{heading, send, field}, 1},
		"one of twins, less is left":       {recorded(func(a *types.Anchored) { a.Twins, a.Beside = 1, append(a.Beside, `link "Help"`) }), []types.A11yNode{heading, send}, 0},
		"one of twins without a neighbour": {recorded(func(a *types.Anchored) { a.Twins, a.Beside = 1, nil }), []types.A11yNode{send}, 0},
		"elsewhere, two of three left":     {recorded(func(a *types.Anchored) { a.Beside = append(a.Beside, `link "Help"`) }), []types.A11yNode{heading, node("button", "Send", "", "banner"), field}, 1},
		"elsewhere, two of four left":      {recorded(func(a *types.Anchored) { a.Beside = append(a.Beside, `link "Help"`, `link "Fees"`) }), []types.A11yNode{heading, node("button", "Send", "", "banner"), field}, 0},
		"elsewhere, the only one left":     {recorded(func(a *types.Anchored) { a.Beside = a.Beside[:1] }), []types.A11yNode{heading, node("button", "Send", "", "banner")}, 0},
		"now in an alert":                  {recorded(nil), []types.A11yNode{heading, node("button", "Send", "", "main", `alertdialog "Sure?"`), field}, 0},
		"without a test id, as others":     {recorded(func(a *types.Anchored) { a.Others = []string{""} }), []types.A11yNode{heading, node("button", "Send", "", "main"), field}, 1},
		"alone on its page":                {recorded(func(a *types.Anchored) { a.Beside = nil }), []types.A11yNode{send}, 1},
		"alone, but elsewhere":             {recorded(func(a *types.Anchored) { a.Beside = nil }), []types.A11yNode{node("button", "Send", "", "banner")}, 0},
		"alone, but in a list":             {recorded(func(a *types.Anchored) { a.Beside = nil }), []types.A11yNode{node("button", "Send", "", "main", "list")}, 0},
		"nothing known":                    {nil, []types.A11yNode{heading, send, field}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := candidates(c.known, c.page); len(got) != c.fit {
				t.Errorf("%d fit, want %d: %+v", len(got), c.fit, got)
			}
		})
	}
}

// healing is a rig whose memory knows the button Send of the home screen by
// another test id.
func healing(t *testing.T, change func(*types.Observation)) *rig {
	r := launched(t)
	r.memory.anchored = recorded(func(a *types.Anchored) { a.Path, a.Beside = nil, []string{`textbox "Amount"`} })
	for _, page := range r.browser.tabs {
		if change != nil {
			change(page)
		}
	}
	return r
}

func TestARenamedTargetIsActedOnAndReported(t *testing.T) {
	r := healing(t, nil)
	got, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("old-send")})
	if err != nil {
		t.Fatal(err)
	}
	if got.Healed == nil || got.Healed.From.TestID != "old-send" || got.Healed.To.TestID != "send" || !strings.Contains(got.Healed.Why, "3 earlier steps") {
		t.Errorf("healed is %+v", got.Healed)
	}
	if want := (types.AnchorRequest{Origin: "http://127.0.0.1:1", Screen: "home", TestID: "old-send"}); r.memory.anchor != want {
		t.Errorf("memory was asked %+v", r.memory.anchor)
	}
	step := r.memory.steps[0]
	if step.Tool.Input["testId"] != "old-send" || step.Tool.Target.TestID != "send" || step.Tool.Input["healed"] != got.Healed.Why {
		t.Errorf("the step keeps %+v and %+v", step.Tool.Input, step.Tool.Target)
	}
}

func TestNothingElseIsActedOn(t *testing.T) {
	twins := func(o *types.Observation) {
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: "e9", Role: "button", Name: "Send"})
	}
	for name, c := range map[string]struct {
		change func(*types.Observation)
		code   types.Code
		hint   string
	}{
		"two fit":      {twins, types.CodeTargetAmbiguous, `e1 button "Send" [send], e9 button "Send"`},
		"none is left": {func(o *types.Observation) { o.A11y.Nodes = o.A11y.Nodes[1:] }, types.CodeTargetNotFound, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := healing(t, c.change)
			_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("old-send")})
			wantCode(t, err, c.code)
			if hint := types.AsError(err).Hint; !strings.Contains(hint, c.hint) {
				t.Errorf("the hint is %q", hint)
			}
			if len(r.input.did) != 0 || len(r.memory.steps) != 1 || r.memory.steps[0].Outcome.OK {
				t.Errorf("did %v, recorded %+v", r.input.did, r.memory.steps)
			}
		})
	}
	for _, is := range []types.Target{{Role: "button", Name: "Delete"}, {Role: "link", Name: "Send"}} {
		r := healing(t, nil)
		r.browser.answer[wire.KindLocate] = func(e wire.Envelope) (*wire.Reply, error) {
			if e.Locate.Target.A11yRef == "" {
				return nil, types.Fault(types.CodeTargetNotFound, "no such element", "nearest here: …")
			}
			return &wire.Reply{Located: &wire.Located{Target: is}}, nil // it changed while it was looked at
		}
		_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("old-send")})
		wantCode(t, err, types.CodeTargetNotFound)
		if len(r.input.did) != 0 {
			t.Errorf("did %v on %+v", r.input.did, is)
		}
	}
	for _, becomes := range []func(*types.State){func(s *types.State) { s.CurrentScreen = "other" }, func(s *types.State) { s.Origin = "http://127.0.0.1:2" }} {
		r := healing(t, nil)
		r.browser.answer[wire.KindLocate] = func(e wire.Envelope) (*wire.Reply, error) {
			if e.Locate.Target.A11yRef == "" {
				other := *home()
				becomes(&other.State)
				r.browser.tabs[r.tab.id] = &other
				return nil, types.Fault(types.CodeTargetNotFound, "no such element", "nearest here: …")
			}
			return &wire.Reply{Located: &wire.Located{Target: types.Target{Role: "button", Name: "Send", TestID: "send"}, Matches: 1}}, nil
		}
		_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("old-send")})
		wantCode(t, err, types.CodeTargetNotFound)
		if len(r.input.did) != 0 {
			t.Errorf("did %v", r.input.did)
		}
	}
	t.Run("what is on the page needs no healing", func(t *testing.T) {
		r := healing(t, nil)
		got, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")})
		if err != nil || got.Healed != nil || r.memory.anchor.TestID != "" {
			t.Errorf("healed %+v, %v; memory was asked %+v", got, err, r.memory.anchor)
		}
	})
}

func TestANameThatPassedToAnotherElement(t *testing.T) {
	heading, field := node("heading", "Account 1", "", "main"), node("textbox", "Amount", "", "main")
	send, remove := node("button", "Send", "", "main"), node("button", "Delete", "", "main")
	asked := types.Target{Selector: "main > button"}
	for name, c := range map[string]struct {
		now  types.A11yNode
		page []types.A11yNode
		code types.Code
	}{
		"the same element":                    {send, []types.A11yNode{heading, send, field}, ""},
		"its text changed":                    {remove, []types.A11yNode{heading, remove, field}, ""},
		"it moved, and another took its name": {remove, []types.A11yNode{remove, heading, send, field}, types.CodeTargetAmbiguous},
		"another role has its words":          {node("link", "Send", "", "main"), []types.A11yNode{node("link", "Send", "", "main"), heading, send, field}, types.CodeTargetAmbiguous},
		"one like it, but elsewhere":          {remove, []types.A11yNode{remove, send}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			err := usurped(asked, types.Target{Role: c.now.Role, Name: c.now.Name}, recorded(nil), c.page)
			if c.code == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			wantCode(t, err, c.code)
			if hint := types.AsError(err).Hint; !strings.Contains(hint, c.now.Ref+" "+c.now.Label()+`, e-Send button "Send"`) {
				t.Errorf("the hint is %q", hint)
			}
		})
	}
}

func TestTheSameButtonOfAnotherRowIsAnother(t *testing.T) {
	for name, c := range map[string]struct {
		was, now types.Target
		same     bool
	}{
		"no row was recorded":        {types.Target{}, types.Target{RowRole: "row", Row: "Ann · Admin"}, true},
		"the same row":               {types.Target{RowRole: "row", Row: "Bob · Admin"}, types.Target{RowRole: "row", Row: "Bob · Admin"}, true},
		"another row":                {types.Target{RowRole: "row", Row: "Bob · Admin"}, types.Target{RowRole: "row", Row: "Ann · Admin"}, false},
		"no row any more":            {types.Target{RowRole: "row", Row: "Bob · Admin"}, types.Target{}, false},
		"the row that an agent said": {types.Target{RowRole: "row", Row: "Bob"}, types.Target{RowRole: "row", Row: "Bob · Admin"}, true},
		"an item of that name":       {types.Target{RowRole: "row", Row: "Bob"}, types.Target{RowRole: "listitem", Row: "Bob · Admin"}, false},
		"a row with a like word":     {types.Target{RowRole: "row", Row: "Bob"}, types.Target{RowRole: "row", Row: "Bobby · Admin"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := sameRow(&c.was, &c.now); got != c.same {
				t.Errorf("the same row: %v, want %v", got, c.same)
			}
		})
	}
	r := healing(t, nil)
	r.memory.anchored[0].Target.RowRole, r.memory.anchored[0].Target.Row = "row", "Bob · Admin"
	_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("old-send")})
	wantCode(t, err, types.CodeTargetNotFound)
	if len(r.input.did) != 0 {
		t.Errorf("did %v", r.input.did)
	}
}
