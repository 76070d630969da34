package masking

import (
	"encoding/json"
	"strings"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/exact"
	"cairn/shared/types"
	"cairn/shared/wire"
)

const key = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"

func TestReplyLosesSecretsWhereverTheyStand(t *testing.T) {
	known := exact.New([]byte("salt"))
	known.Add("purple sausages")
	for where, r := range map[string]*wire.Reply{
		"title":   {Page: &wire.Page{Observation: types.Observation{State: types.State{Title: "Key " + key, CurrentURL: "https://x.test/?q=" + key}}}},
		"node":    {Page: &wire.Page{Observation: types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{{Name: "Copy " + key, TestID: key, Path: []string{`region "` + key + `"`}}}}}}},
		"test id": {Page: &wire.Page{Observation: types.Observation{TestIDs: []types.TestID{{TestID: key, Name: key}}}}},
		"heard":   {Page: &wire.Page{Same: true, Heard: []wire.Heard{{Text: "made " + key}}, Astray: "link " + key}},
		"failure": {Page: &wire.Page{Failed: 1, Failures: []wire.Failure{{Method: "GET", URL: "https://x.test/keys/" + key, Status: 404}}}},
		"located": {Located: &wire.Located{Target: types.Target{Name: "Copy " + key, TestID: key, Selector: "#" + key, Row: "Ann · " + key + " · Copy"}}},
		"around":  {Located: &wire.Located{Around: &wire.Around{Dialog: "Delete " + key, Heading: key, Form: key, Address: "/" + key, Submits: []string{"Send " + key, "purple sausages"}}}},
		"fault":   {Error: types.Fault(types.CodeTargetAmbiguous, "two of "+key, "use "+key)},
		"texts":   {Texts: []string{"Hello", "purple sausages, " + key}},
		"tabs":    {Tab: &wire.Tab{Title: key, URL: "https://x.test/" + key}, Tabs: []wire.Tab{{Title: key, URL: "https://x.test/?a=" + key}}},
		"typed":   {Page: &wire.Page{Observation: types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{{Name: "Hello purple sausages"}}}}}, Error: types.Fault("X", "purple sausages", "")},
	} {
		Reply(r, known)
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), key[8:]) || strings.Contains(string(text), "purple") {
			t.Errorf("%s: %s", where, text)
		}
	}
}

func TestNeighboursThatAreLeftOutStillTell(t *testing.T) {
	page := &wire.Page{Beside: []string{"Name", "Ada", "Door code", "4711", "Edit"}, Observation: types.Observation{
		A11y: types.A11y{Nodes: []types.A11yNode{{Role: "cell", Name: "4711", Path: []string{`row "Door code 4711"`}}, {Role: "button", Name: "Edit", Path: []string{`cell "4711"`}}}},
	}}
	Reply(&wire.Reply{Page: page}, nil)
	if text, _ := json.Marshal(page); strings.Contains(string(text), "4711") || page.Beside != nil {
		t.Errorf("the code stays: %s", text)
	}
	step := &types.Step{After: &types.After{Appeared: []string{`button "4711"`, `button "Edit"`}}, Outcome: types.Outcome{Error: types.Fault("X", "invalid: 4711", "")}}
	Step(step, []string{"Door code", "4711", "Edit"})
	if text, _ := json.Marshal(step); strings.Contains(string(text), "4711") || step.After.Appeared[1] != `button "Edit"` {
		t.Errorf("the code stays in what appeared: %s", text)
	}
}

// TestWhatALabelHidStaysHidden shows a secret beside its label, and then without it.
func TestWhatALabelHidStaysHidden(t *testing.T) {
	known := exact.New([]byte("salt"))
	Reply(&wire.Reply{Page: &wire.Page{Outline: &types.Outline{Items: []types.OutlineItem{{Text: "Recovery code"}, {Text: "winter54xq"}, {Text: "Door code"}, {Text: "4711"}, {Text: "Password"}, {Text: "correct-horse"}}}}}, known)
	step := &types.Step{
		Observation: &types.Observation{TestIDs: []types.TestID{{Name: "winter54xq"}}},
		After:       &types.After{Appeared: []string{`status "Copied winter54xq"`, `status "4711 sold"`, `status "correct-horse won"`}},
	}
	capture.Known(step, known)
	if text, _ := json.Marshal(step); strings.Contains(string(text), "winter") || !strings.Contains(string(text), "4711 sold") || !strings.Contains(string(text), "horse won") {
		t.Errorf("it stays, or a short number or words elsewhere do not: %s", text)
	}
}

// TestWhatASentenceHidStaysHidden shows a secret in a sentence that names it, and then without.
func TestWhatASentenceHidStaysHidden(t *testing.T) {
	known := exact.New([]byte("salt"))
	const shape = "ghp_16C7e42F292c6912E7710c838347Ae178B4a" // known wherever it stands
	Reply(&wire.Reply{Page: &wire.Page{Outline: &types.Outline{Items: []types.OutlineItem{{Text: "Your new password is winter54xq. It holds"}, {Text: "Your code is 482913"}, {Text: "use " + shape}}}}}, known)
	if got := known.Mask("Copied winter54xq"); got != "Copied [REDACTED]" {
		t.Errorf("a password became %q", got)
	}
	if got := known.Mask("Order 482913 " + shape); got != "Order 482913 "+shape {
		t.Errorf("a short number or a known shape became %q", got)
	}
}

func TestARowLosesWhatItsLabelsShow(t *testing.T) {
	r := &wire.Reply{Located: &wire.Located{Target: types.Target{Row: "Door code · 4711 · Edit"}}}
	if Reply(r, nil); strings.Contains(r.Located.Target.Row, "4711") || !strings.HasPrefix(r.Located.Target.Row, "Door code · ") {
		t.Errorf("the row is %q", r.Located.Target.Row)
	}
}

// TestANamelessFieldKeepsItsLabel: the number of a passport looks like any other, and only the label before the field that it is
// typed into shows that it is private. It is read once more where the text is known.
func TestANamelessFieldKeepsItsLabel(t *testing.T) {
	for _, x := range []struct {
		target types.Target
		want   string
	}{
		{types.Target{Role: "textbox", Before: "Número de pasaporte"}, "Número de pasaporte"},
		{types.Target{Role: "textbox", Name: "Passport", Before: "Número de pasaporte"}, ""},
		{types.Target{Role: "button", Before: "Número de pasaporte"}, ""},
		{types.Target{Role: "textbox", Before: strings.Repeat("long ", 20)}, ""},
	} {
		r := &wire.Reply{Located: &wire.Located{Target: x.target}}
		if Reply(r, nil); r.Located.Target.Before != x.want {
			t.Errorf("%+v keeps %q, want %q", x.target, r.Located.Target.Before, x.want)
		}
	}
	r := &wire.Reply{Located: &wire.Located{Target: types.Target{Role: "textbox", Before: "Número de pasaporte"}}}
	Reply(r, nil)
	step, err := capture.Step(1, &types.Step{SchemaVersion: types.SchemaVersion, StepID: "s-0001", SessionID: "mm-0001", Actor: types.ActorAgent, Timestamp: 1, Outcome: types.Outcome{OK: true}, Tool: types.Tool{Name: "mm_type", Target: &r.Located.Target, Input: map[string]any{"text": "17CK48291"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(step); strings.Contains(string(text), "17CK48291") || strings.Contains(string(text), "pasaporte") {
		t.Errorf("the step is %s", text)
	}
}
