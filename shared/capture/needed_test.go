package capture

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/types"
)

// orchard is a step on a page on which every text but those of its controls is somebody's.
func orchard() *types.Step {
	return &types.Step{
		SessionID: "mm-0001", StepID: "s-0001", Timestamp: noon, Actor: types.ActorObserved, Outcome: types.Outcome{OK: true},
		Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: "delete-4711", Role: "button", Name: "Delete", RowRole: "row", Row: "Wilma Quittenbaum · purple-sausages", Column: "secrets of Wilma", Hint: "trash", Selector: `button[aria-label="Delete Wilma"]`}},
		Observation: &types.Observation{
			State: types.State{CurrentURL: "https://a.example/people/wilma-quittenbaum/edit?tab=secrets#top", Title: "Wilma Quittenbaum", Origin: "https://a.example"},
			TestIDs: []types.TestID{
				{TestID: "delete-4711", Visible: true, Role: "button", Name: "Delete"},
				{TestID: "wifi", Visible: true, Role: "text", Name: "purple-sausages"}},
			A11y: types.A11y{Nodes: []types.A11yNode{
				{Ref: "e1", Role: "heading", Name: "Wilma Quittenbaum"},
				{Ref: "e2", Role: "button", Name: "Delete", TestID: "delete-4711", Path: []string{"main", `dialog "Wilma Quittenbaum"`}},
				{Ref: "e3", Role: "text", Name: "purple-sausages", TestID: "wifi"}}},
		},
		After: &types.After{CurrentURL: "https://a.example/people/wilma-quittenbaum", Title: "Wilma Quittenbaum", Appeared: []string{`alert "Wilma Quittenbaum was deleted"`}},
	}
}

func hiding(t *testing.T, raw *types.Step, familiar func(Kind, string) bool) *types.Step {
	t.Helper()
	step, err := Step(noon, raw, DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	(&Needed{Names: NewHider(testKey), Familiar: familiar}).Apply(step)
	return step
}

func stepJSON(t *testing.T, step *types.Step) string {
	t.Helper()
	out, err := json.Marshal(step)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestNeededKeepsTheNameThatWasActedOnAlone(t *testing.T) {
	full := stepJSON(t, hiding(t, orchard(), func(Kind, string) bool { return true }))
	step := hiding(t, orchard(), nil)
	kept := stepJSON(t, step)
	for _, private := range []string{"Wilma", "wilma", "Quittenbaum", "quittenbaum", "sausages", "4711", "secrets", "deleted", "people", "top"} {
		if strings.Contains(kept, private) {
			t.Errorf("%q is in %s", private, kept)
		}
	}
	for _, there := range []string{"Wilma", "Quittenbaum", "sausages"} {
		if !strings.Contains(full, there) && !strings.Contains(stepJSON(t, orchard()), there) {
			t.Errorf("%q was never there", there)
		}
	}
	h := NewHider(testKey)
	want := &types.Target{TestID: "delete-####", Role: "button", Name: "Delete", RowRole: "row", Row: h.Hide("Wilma Quittenbaum") + RowJoin + h.Hide("purple-sausages"), Column: h.Hide("secrets of Wilma"), Hint: h.Hide("trash")}
	if !reflect.DeepEqual(step.Tool.Target, want) {
		t.Errorf("target is %+v, want %+v", step.Tool.Target, want)
	}
	if got, want := step.Observation.State.CurrentScreen, h.Segment("people")+"/"+h.Segment("wilma-quittenbaum")+"/"+h.Segment("edit")+"?tab="+h.Segment("secrets"); got != want {
		t.Errorf("screen is %q, want %q", got, want)
	}
	if got, want := step.Observation.A11y.Nodes[1].Path, []string{"main", `dialog "` + h.Hide("Wilma Quittenbaum") + `"`}; !reflect.DeepEqual(got, want) {
		t.Errorf("path is %q, want %q", got, want)
	}
	if step.Keep != types.KeepNeeded {
		t.Errorf("keep is %q", step.Keep)
	}
}

func TestNeededFormIsAFixedPoint(t *testing.T) {
	raw := orchard()
	raw.Tool.Input = map[string]any{"url": raw.Observation.State.CurrentURL, "to": map[string]any{"role": "row", "name": "Wilma Quittenbaum purple sausages 4711"}}
	once := hiding(t, raw, nil)
	again, err := Step(noon, once, DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	if stepJSON(t, again) != stepJSON(t, once) {
		t.Errorf("captured again:\n%s\nwas\n%s", stepJSON(t, again), stepJSON(t, once))
	}
	if twice := hiding(t, once, nil); stepJSON(t, twice) != stepJSON(t, once) {
		t.Errorf("hidden again:\n%s\nwas\n%s", stepJSON(t, twice), stepJSON(t, once))
	}
}

func TestFamiliarTextsStayInClear(t *testing.T) {
	raw := orchard()
	raw.Tool.Target = &types.Target{Role: "link", Name: "Orders"}
	step := hiding(t, raw, func(kind Kind, s string) bool {
		return kind == KindName && s == "Orders" || kind == KindSegment && s == "people" || kind == KindTitle
	})
	if step.Tool.Target.Name != "Orders" || step.Observation.State.Title != "Wilma Quittenbaum" {
		t.Errorf("target %q, title %q", step.Tool.Target.Name, step.Observation.State.Title)
	}
	h := NewHider(testKey)
	if got, want := step.After.CurrentURL, "https://a.example/people/"+h.Segment("wilma-quittenbaum"); got != want {
		t.Errorf("address is %q, want %q", got, want)
	}
	raw.Tool.Target.Name = "Order 4711"
	if step := hiding(t, raw, func(Kind, string) bool { return true }); step.Tool.Target.Name != h.Hide("Order 4711") {
		t.Errorf("a name with a number is kept: %q", step.Tool.Target.Name)
	}
}

func TestToolThatComesAtTheEndOfAStepIsHidden(t *testing.T) {
	step := hiding(t, orchard(), nil)
	want := stepJSON(t, step)
	step.Tool = orchard().Tool
	ended, err := Step(noon, step, DefaultRules())
	if err != nil {
		t.Fatal(err)
	}
	if (&Needed{Names: NewHider(testKey)}).Apply(ended); stepJSON(t, ended) != want {
		t.Errorf("the step is\n%s\nwant\n%s", stepJSON(t, ended), want)
	}
}

// TestTheNameOfAButtonThatIsContentIsHidden: a message that a script made a button says what it contains.
func TestTheNameOfAButtonThatIsContentIsHidden(t *testing.T) {
	message := "Wilma: the shed opens with purple sausages"
	for tag, hidden := range map[string]bool{"li": true, "p": true, "tr": true, "button": false, "a": false, "div": true, "my-message": true} {
		raw := orchard()
		raw.Actor = types.ActorAgent
		raw.Tool = types.Tool{Name: "mm_click", Target: &types.Target{Role: "button", Name: message, Tag: tag}, Input: map[string]any{"role": "button", "name": message}}
		step := hiding(t, raw, nil)
		for _, kept := range []string{step.Tool.Target.Name, step.Tool.Input["name"].(string)} {
			if IsHidden(kept) != hidden {
				t.Errorf("the name of a button made of %s is kept as %q", tag, kept)
			}
		}
		raw.Tool.Target.Name = "Save draft"
		if got := hiding(t, raw, nil).Tool.Target.Name; IsHidden(got) != contentTags[tag] {
			t.Errorf("the label of a button made of %s is kept as %q", tag, got)
		}
		raw.Tool.Target.Name = message
		familiar := hiding(t, raw, func(Kind, string) bool { return true })
		if got := familiar.Tool.Target.Name; got != message {
			t.Errorf("what was acted on before is kept as %q", got)
		}
	}
}

func TestOnlyWholeAddressesCanBeVisited(t *testing.T) {
	for address, whole := range map[string]bool{
		"https://a.example": true, "https://a.example/people/edit?tab=new#top": true, "https://a.example/~AbCdEg~": false, "https://a.example/a/~~/b": false,
		"https://a.example/a?tab=": false, "https://a.example/a?b=c&tab=": false, "https://a.example/#/~AbCdEg.GhIjKw~": false,
	} {
		if WholeAddress(address) != whole {
			t.Errorf("%s is whole: %v", address, !whole)
		}
	}
}

func TestWhatLooksHiddenIsHidden(t *testing.T) {
	raw := orchard()
	raw.Observation.State.CurrentURL = "https://a.example/~george/~wanda.george/~0~/x"
	raw.Observation.State.Title = "[hidden:george wandas]"
	kept := stepJSON(t, hiding(t, raw, nil))
	for _, private := range []string{"george", "wanda"} {
		if strings.Contains(kept, private) {
			t.Errorf("%q is in %s", private, kept)
		}
	}
}

func TestErrorsQuoteNoNames(t *testing.T) {
	raw := orchard()
	raw.Outcome = types.Outcome{Error: &types.Error{Code: types.CodeNotFound, Message: `there is no "Delete"; there is "Wilma Quittenbaum"`, Hint: "look again"}}
	h := NewHider(testKey)
	if got := hiding(t, raw, nil).Outcome.Error; got.Message != h.Hide(raw.Outcome.Error.Message) {
		t.Errorf("a page's own text is %q", got.Message)
	}
	raw.Actor = types.ActorAgent
	if got, want := hiding(t, raw, nil).Outcome.Error.Message, `there is no "Delete"; there is "`+h.Hide("Wilma Quittenbaum")+`"`; got != want {
		t.Errorf("message is %q, want %q", got, want)
	}
}

func TestInputsSayNothingOfThePage(t *testing.T) {
	h := NewHider(testKey)
	for name, try := range map[string]struct {
		actor       types.Actor
		input, want map[string]any
	}{
		"where a person went": {types.ActorObserved, map[string]any{"url": "https://a.example/wilma?q=1"}, map[string]any{"url": "https://a.example/" + h.Segment("wilma") + "?q="}},
		"where an agent went": {types.ActorAgent, map[string]any{"url": "https://a.example/wilma"}, map[string]any{"url": "https://a.example/wilma"}},
		"what a person chose": {types.ActorObserved, map[string]any{"option": "Wilma", "key": "Enter"}, map[string]any{"option": h.Hide("Wilma"), "key": "Enter"}},
		"what an agent named": {types.ActorAgent, map[string]any{"role": "link", "name": "Wilma", "testId": "row-4711", "selector": "text=Wilma", "text": "milk"},
			map[string]any{"role": "link", "name": h.Hide("Wilma"), "testId": "row-####", "selector": HiddenMark, "text": "milk"}},
		"where a person dragged": {types.ActorObserved, map[string]any{"to": map[string]any{"role": "button", "name": "Done"}, "files": []any{"wilma.pdf"}},
			map[string]any{"to": map[string]any{"role": "button", "name": "Done"}, "files": []any{h.Hide("wilma.pdf")}}},
	} {
		step := &types.Step{Actor: try.actor, Tool: types.Tool{Name: "mm_test", Input: try.input}}
		(&Needed{Names: h}).Apply(step)
		if !reflect.DeepEqual(step.Tool.Input, try.want) {
			t.Errorf("%s: %v, want %v", name, step.Tool.Input, try.want)
		}
	}
}

func TestSelectorsWithDataAreDropped(t *testing.T) {
	for selector, kept := range map[string]bool{
		"#save": true, "form > button.primary": true, `input[name="amount"]`: true, `[data-testid="save"]`: true, "nav a:nth-child(2)": true,
		`a[href="/users/wilma"]`: false, `[aria-label="Delete Wilma"]`: false, "text=Wilma": false, `//a[text()="Wilma"]`: false,
		`a:has-text("Wilma")`: false, "#user-4711": false, "#row-12": true, `img[alt*=Wilma]`: false,
	} {
		if PlainSelector(selector) != kept {
			t.Errorf("%s is kept: %v", selector, !kept)
		}
	}
}

// FuzzNeeded checks on any page text that it is not in the stored form, and that the form is a fixed point.
func FuzzNeeded(f *testing.F) {
	for _, s := range []string{"Pineapple express", "[hidden:AbCdEg]", "~AbCdEg~", `a "b`, "~~", "[hidden]", "1720 lantern", "x · y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		raw := orchard()
		raw.Observation.State.Title, raw.After.Title = s, s
		raw.Observation.State.CurrentURL = "https://a.example/" + s
		raw.Observation.A11y.Nodes[2].Name, raw.Observation.TestIDs[1].Name = s, s
		raw.Observation.A11y.Nodes[2].Path = []string{s, `dialog "` + s + `"`}
		raw.After.Appeared = []string{`text "` + s + `"`, s}
		raw.Tool.Target.Row = s
		step := hiding(t, raw, nil)
		if again := hiding(t, step, nil); stepJSON(t, again) != stepJSON(t, step) {
			t.Errorf("hidden again:\n%s\nwas\n%s", stepJSON(t, again), stepJSON(t, step))
		}
	})
}
