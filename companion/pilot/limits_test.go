package pilot

import (
	"cmp"
	"encoding/json"
	"strings"
	"testing"

	"cairn/shared/flow"
	"cairn/shared/limits"
	"cairn/shared/risk"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// TestWhenARunAsks wants a run to need permission for just the risk of an action, and by word of its agent where
// the person wants to hear of risks.
func TestWhenARunAsks(t *testing.T) {
	for _, x := range []struct {
		confirm string
		proof   *tool.Proof
		want    bool
	}{
		{"", nil, false},
		{limits.ConfirmRisky, nil, true},
		{"", &tool.Proof{}, true},
		{"", &tool.Proof{May: "sends"}, false},
		{"", &tool.Proof{May: "pays", ByWord: true}, true},
		{limits.ConfirmRisky, &tool.Proof{May: "sends"}, true},
		{limits.ConfirmRisky, &tool.Proof{May: "sends", ByWord: true}, false},
		{limits.ConfirmPerson, &tool.Proof{May: "sends", ByWord: true}, true},
	} {
		l, err := limits.Parse(limits.Given{Confirm: x.confirm})
		if err != nil {
			t.Fatal(err)
		}
		a := &Agent{cfg: Config{Limits: l}}
		if got := a.asks(x.proof, risk.Sends); got != x.want || x.proof != nil && x.proof.Does != "sends" {
			t.Errorf("confirm %q, %+v: it asks: %t", x.confirm, x.proof, got)
		}
	}
}

// TestARecordedRiskIsAskedFor presses an element whose words say nothing of the risk that its step was recorded with.
func TestARecordedRiskIsAskedFor(t *testing.T) {
	for may, want := range map[string]string{"": "", "sends": "", "pays": "click"} {
		r := launched(t)
		proof := &tool.Proof{Target: types.Target{Role: "combobox", Name: "Network"}, Risk: "pays", May: may}
		_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{A11yRef: "e4"}, ActInput: tool.ActInput{Proof: proof}})
		if did := strings.Join(r.input.did, ","); did != want || types.HasCode(err, types.CodeConfirmation) != (want == "") {
			t.Errorf("with leave for %q it did %q, %v", may, did, err)
		}
	}
}

// TestARiskOfThePageIsAskedForToo presses an element whose words name a risk that its step was recorded without.
func TestARiskOfThePageIsAskedForToo(t *testing.T) {
	for may, want := range map[string]string{"": "", "pays": "", "sends": "click"} {
		r := launched(t)
		proof := &tool.Proof{Target: types.Target{Role: "button", Name: "Send"}, May: may}
		_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{A11yRef: "e1"}, ActInput: tool.ActInput{Proof: proof}})
		if did := strings.Join(r.input.did, ","); did != want || types.HasCode(err, types.CodeConfirmation) != (want == "") || proof.Does != "sends" || proof.Begun != (want != "") {
			t.Errorf("with leave for %q it did %q, %+v, %v", may, did, proof, err)
		}
	}
}

// TestARunLeavesWhatHasMoved presses nothing in another place than it was chosen by, and records no step that was not begun.
func TestARunLeavesWhatHasMoved(t *testing.T) {
	for _, moved := range []bool{false, true} {
		r := launched(t)
		proof := &tool.Proof{Target: types.Target{Role: "button", Name: "Send"}, May: "sends", Around: flow.Around(home().A11y.Nodes, 0)}
		if moved {
			proof.Around = append(proof.Around, "heading \"Ann\"")
		}
		_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{A11yRef: "e1"}, ActInput: tool.ActInput{Proof: proof}})
		if (len(r.input.did) == 0) != moved || (len(r.memory.steps) == 0) != moved || types.HasCode(err, types.CodeStaleRef) != moved {
			t.Errorf("moved %v: it did %q and recorded %d steps, %v", moved, r.input.did, len(r.memory.steps), err)
		}
	}
}

// TestWhichActionsAreAskedFor finds the risks of each kind of action, by its element and the texts around it.
func TestWhichActionsAreAskedFor(t *testing.T) {
	element := func(role, name string) *wire.Located {
		return &wire.Located{Target: types.Target{Role: role, Name: name}}
	}
	options := &wire.Located{FillRef: "e4", Target: types.Target{Role: "combobox", Name: "Action"}}
	form := &wire.Located{Target: types.Target{Role: "textbox", Name: "Name"}, Editable: true, Around: &wire.Around{Form: "Account", Submits: []string{"Delete account"}}}
	bar := &types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: "Save"}, {Ref: "e2", Role: "button", Name: "Remove"}}}}
	for name, c := range map[string]struct {
		tool  string
		input map[string]any
		key   string
		at    *wire.Located
		focus *wire.Located
		want  risk.Kind
	}{
		"a click":                     {tool: "mm_click", at: element("button", "Send"), want: risk.Sends},
		"a click beside a risky one":  {tool: "mm_click", at: &wire.Located{Ref: "e1", Target: types.Target{Role: "button", Name: "Save", Row: "Save · Remove"}}},
		"a click below a risky text":  {tool: "mm_click", at: &wire.Located{Ref: "e1", Target: types.Target{Role: "button", Name: "Save", Row: "Removes it · Save"}}, want: risk.Deletes},
		"a click on a test id":        {tool: "mm_click", at: &wire.Located{Target: types.Target{Role: "button", TestID: "send"}}, want: risk.Sends},
		"a click with the right":      {tool: "mm_click", input: map[string]any{"button": "right"}, at: element("button", "Send")},
		"a click with another button": {tool: "mm_click", input: map[string]any{"button": "middle"}, at: element("button", "Send"), want: risk.Sends},
		"an option":                   {tool: "mm_type", input: map[string]any{"text": "Delete account"}, at: options, want: risk.Deletes},
		"no option":                   {tool: "mm_type", input: map[string]any{"text": ""}, at: options},
		"a text":                      {tool: "mm_type", input: map[string]any{"text": "Delete account"}, at: element("textbox", "Name")},
		"a text with Enter":           {tool: "mm_type", input: map[string]any{"text": "Bob", "submit": true}, at: form, want: risk.Deletes},
		"a text in that form":         {tool: "mm_type", input: map[string]any{"text": "Bob"}, at: form},
		"Enter where the focus is":    {tool: "mm_press", key: "Enter", focus: form, want: risk.Deletes},
		"Enter on a button":           {tool: "mm_press", key: "Enter", at: element("button", "Send"), focus: form, want: risk.Sends},
		"Tab":                         {tool: "mm_press", key: "Tab", focus: form},
		"Enter on the page":           {tool: "mm_press", key: "Enter"},
		"the mouse":                   {tool: "mm_hover", at: element("button", "Send")},
	} {
		at := &attempt{action: action{tool: c.tool, input: c.input, key: c.key}, focus: c.focus, before: bar}
		kind := risk.None
		for _, do := range at.doing(c.at) {
			kind = cmp.Or(kind, risk.Of(do))
		}
		if kind != c.want {
			t.Errorf("%s: it %s something, want %q", name, kind, c.want)
		}
	}
	question := &types.Dialog{Type: "prompt", Message: "Delete all files?"}
	for _, submit := range []bool{false, true} {
		at := &attempt{action: action{tool: "mm_type", input: map[string]any{"submit": submit}}}
		all := at.onBoxPart(question, &types.A11yNode{Role: "textbox", Name: "Answer"})
		if (len(all) == 1 && risk.Of(all[0]) == risk.Deletes) != submit {
			t.Errorf("an answer that is given %v: %+v", submit, all)
		}
	}
}

// TestNothingOfABarredFrameIsLeft puts texts of a frame outside of the limits into each part of an observation.
func TestNothingOfABarredFrameIsLeft(t *testing.T) {
	const out = "https://admin.pay.test"
	r := bounded(t)
	at := func(origin, secret string) *wire.Page {
		p := &wire.Page{Observation: *home(), Heard: []wire.Heard{{Text: secret}}, Astray: secret}
		p.Observation.Frames = []types.State{{Origin: origin, Title: secret}}
		p.Observation.TestIDs = append(p.Observation.TestIDs, types.TestID{TestID: secret, Origin: origin})
		p.Observation.A11y.Nodes = append(p.Observation.A11y.Nodes, types.A11yNode{Ref: "f1", Name: secret, Origin: origin})
		p.Outline = &types.Outline{Items: []types.OutlineItem{{Ref: "e1"}, {Ref: "f1", Text: secret}, {Text: secret, Origin: origin}, {Text: "Total"}},
			Overlays: []types.Overlay{{Name: secret}, {Ref: "f1", Name: secret}, {Ref: "e1", Name: "Menu"}}}
		return p
	}
	for origin, left := range map[string]int{out: 0, "https://a.pay.test": 9} {
		p := at(origin, "SECRET")
		barred := r.withoutBarred(p)
		text, err := json.Marshal(p)
		if got := strings.Count(string(text), "SECRET"); err != nil || got != left || (barred == out) != (left == 0) || !strings.Contains(string(text), "Total") || !strings.Contains(string(text), "Menu") {
			t.Errorf("of %s %d are left in %s, barred %q, %v", origin, got, text, barred, err)
		}
	}
}

// TestWhoseQuestion wants the person to be asked in the name of the frame that has the element.
func TestWhoseQuestion(t *testing.T) {
	for want, target := range map[string]*types.Target{"https://page.test": nil, "https://frame.test": {Origin: "https://frame.test"}} {
		if got := whose(target, "https://page.test"); got != want {
			t.Errorf("%+v is of %q", target, got)
		}
	}
}

// TestRefsOfWhatWasDrawnAgainTwice wants old refs to lead to the present ones, also as a part within which to look.
func TestRefsOfWhatWasDrawnAgainTwice(t *testing.T) {
	r := redrawn{"e1": "e50"}
	r.note(look{nodes: []types.A11yNode{{Ref: "e50", Role: "row", Name: "Ann"}}}, look{nodes: []types.A11yNode{{Ref: "e60", Role: "row", Name: "Ann"}}})
	for _, old := range []string{"e1", "e50", "e60"} {
		if got := r.target(tool.TargetInput{Text: "Open", Within: &tool.TargetInput{A11yRef: old}}); got.Within.A11yRef != "e60" {
			t.Errorf("within %s is within %s", old, got.Within.A11yRef)
		}
	}
}

// TestARunPointsAtOneElement wants the page's description of the only element that a run asks for.
func TestARunPointsAtOneElement(t *testing.T) {
	r := bounded(t)
	for _, x := range []struct {
		in      tool.TargetInput
		matches int
		origin  string
		fit     string
		code    types.Code
	}{
		{tool.TargetInput{TestID: "send"}, 1, "", "see", ""},
		{tool.TargetInput{Text: "Send"}, 1, "", "drop", ""},
		{tool.TargetInput{TestID: "send"}, 2, "", "see", types.CodeTargetAmbiguous},
		{tool.TargetInput{TestID: "send"}, 1, "https://admin.pay.test", "see", types.CodeActionDenied},
	} {
		fit := ""
		r.browser.answer[wire.KindLocate] = func(e wire.Envelope) (*wire.Reply, error) {
			fit = e.Locate.For
			return &wire.Reply{Located: &wire.Located{Ref: "e1", Target: types.Target{Name: "Send", Origin: x.origin}, Matches: x.matches}}, nil
		}
		at, err := r.Point(t.Context(), x.in)
		if fit != x.fit || (err == nil) != (x.code == "") || err == nil && at.A11yRef != "e1" || err != nil && types.AsError(err).Code != x.code {
			t.Errorf("%+v, %d of %q: %+v, %v, looked for to %s", x.in, x.matches, x.origin, at, err, fit)
		}
	}
}

// TestATokenIsUsedUpByAnotherAction gives the token of a click to a key.
func TestATokenIsUsedUpByAnotherAction(t *testing.T) {
	r, _, _ := careful(t, limits.ConfirmRisky)
	_, err := r.Click(t.Context(), clickSend(""))
	first := token(t, err)
	_, err = r.Press(t.Context(), tool.PressInput{TargetInput: tool.TargetInput{TestID: "send"}, ActInput: tool.ActInput{Confirm: first}, Key: "Enter"})
	token(t, err)
	_, err = r.Click(t.Context(), clickSend(first))
	if again := token(t, err); again == first || len(r.input.did) > 0 {
		t.Errorf("the token counts for both, did %v", r.input.did)
	}
}

// TestAFailedTargetIsCompletedFromItsFrame has a field of one test id in the page and in a frame.
func TestAFailedTargetIsCompletedFromItsFrame(t *testing.T) {
	const page, frame = "http://127.0.0.1:1", "https://pay.test"
	before := home()
	before.A11y.Nodes = []types.A11yNode{{Role: "textbox", Name: "Card", TestID: "pay", Origin: frame, Sensitive: true}, {Role: "button", Name: "Pay", TestID: "pay"}}
	for origin, want := range map[string]string{"": "Card", frame: "Card", page: "Pay", "https://other.test": ""} {
		at := types.Target{TestID: "pay", Origin: origin}
		if got := resolve(&at, before); got != (want != "") || at.Name != want || at.Sensitive != (want == "Card") {
			t.Errorf("of %q it is %+v", origin, at)
		}
	}
}
