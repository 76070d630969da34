package pilot

import (
	"slices"
	"testing"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

func TestADialogIsAnsweredLikeAnyOther(t *testing.T) {
	confirm := types.Dialog{Type: "confirm", Message: "Delete?", Open: true}
	prompt := types.Dialog{Type: "prompt", Message: "Name?", Open: true, Default: "me"}
	for name, tc := range map[string]struct {
		box  types.Dialog
		do   func(r *rig) error
		code types.Code // of its failure
		did  []string
		open bool // afterwards
	}{
		"OK":               {confirm, clicks(tool.TargetInput{Role: "button", Name: "OK"}), "", []string{`answer true ""`}, false},
		"Cancel":           {confirm, clicks(tool.TargetInput{Role: "Button", Name: "cancel"}), "", []string{`answer false ""`}, false},
		"by ref":           {confirm, clicks(tool.TargetInput{A11yRef: "box3"}), "", []string{`answer true ""`}, false},
		"its own text":     {prompt, clicks(tool.TargetInput{Role: "button", Name: "OK"}), "", []string{`answer true "me"`}, false},
		"a text":           {prompt, answers("Ann", true), "", []string{`answer true "Ann"`}, false},
		"a text to stay":   {prompt, answers("Ann", false), "", nil, true},
		"text for OK":      {confirm, typesInto(tool.TargetInput{Role: "button", Name: "OK"}), types.CodeTargetNotActable, nil, true},
		"behind it":        {confirm, clicks(tool.TargetInput{TestID: "send"}), types.CodeTargetNotActable, nil, true},
		"by a selector":    {confirm, clicks(tool.TargetInput{Selector: "button"}), types.CodeTargetNotActable, nil, true},
		"the dialog":       {confirm, clicks(tool.TargetInput{A11yRef: "box1"}), "", nil, true},
		"a message OK":     {types.Dialog{Type: "prompt", Message: "OK", Open: true}, clicks(tool.TargetInput{A11yRef: "box1"}), "", nil, true},
		"a field OK":       {types.Dialog{Type: "prompt", Message: "OK", Open: true}, clicks(tool.TargetInput{A11yRef: "box2"}), "", nil, true},
		"a message Cancel": {types.Dialog{Type: "confirm", Message: "Cancel", Open: true}, clicks(tool.TargetInput{Role: "alertdialog", Name: "Cancel"}), "", nil, true},
		"a field of none":  {confirm, answers("Ann", true), types.CodeTargetNotActable, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			r.input.box, r.input.boxed = &tc.box, make(chan struct{})
			err := tc.do(r)
			if tc.code != "" {
				wantCode(t, err, tc.code)
			} else if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(r.input.did, tc.did) || (r.input.box != nil) != tc.open {
				t.Errorf("did %q, open %v; want %q, %v", r.input.did, r.input.box != nil, tc.did, tc.open)
			}
			if step := r.memory.steps[0]; step.Outcome.OK == (tc.code != "") || step.Observation.A11y.Nodes[0].Role != "alertdialog" || step.Observation.State.Origin != "http://127.0.0.1:1" {
				t.Errorf("the step is %+v before %+v", step, step.Observation)
			}
		})
	}
}

// TestARunAnswersItsQuestionAlone has a run press OK in a dialog of the message that it saw, and of another one.
func TestARunAnswersItsQuestionAlone(t *testing.T) {
	for message, want := range map[string][]string{"Delete?": {`answer true ""`}, "Save?": nil} {
		r := launched(t)
		r.input.box, r.input.boxed = &types.Dialog{Type: "confirm", Message: "Delete?", Open: true}, make(chan struct{})
		nodes := (&tab{input: r.input}).boxed(&types.Dialog{Type: "confirm", Message: message}).A11y.Nodes
		proof := &tool.Proof{Target: types.Target{Role: "button", Name: boxOK}, May: "deletes", Around: flow.Around(nodes, 1)}
		_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{A11yRef: okRef}, ActInput: tool.ActInput{Proof: proof}})
		if !slices.Equal(r.input.did, want) || types.HasCode(err, types.CodeStaleRef) != (want == nil) {
			t.Errorf("a run that saw %q did %q, %v", message, r.input.did, err)
		}
	}
}

// TestTheButtonsOfAQuestionAreBelowIt wants a dialog's buttons below its message, also where that has quotation marks and lines:
// flows know by it that they answer this question.
func TestTheButtonsOfAQuestionAreBelowIt(t *testing.T) {
	nodes := (&tab{}).boxed(&types.Dialog{Type: "confirm", Message: "Delete \"Plan\"?\nIt cannot be undone."}).A11y.Nodes
	if got := nodes[len(nodes)-1].Path; !slices.Equal(got, []string{nodes[0].Label()}) {
		t.Errorf("the path is %q", got)
	}
}

// TestATextIsForItsPromptAlone types into a prompt that the page replaces by another one.
func TestATextIsForItsPromptAlone(t *testing.T) {
	r := launched(t)
	r.input.box, r.input.boxed = &types.Dialog{Type: "prompt", Message: "Name?", Open: true, Default: "me"}, make(chan struct{})
	if err := answers("Ann", false)(r); err != nil {
		t.Fatal(err)
	}
	r.input.box, r.input.boxed = &types.Dialog{Type: "prompt", Message: "Amount?", Open: true, Default: "0"}, make(chan struct{})
	if err := clicks(tool.TargetInput{A11yRef: okRef})(r); err != nil || !slices.Equal(r.input.did, []string{`answer true "0"`}) {
		t.Errorf("it did %q, %v", r.input.did, err)
	}
}

func clicks(target tool.TargetInput) func(*rig) error {
	return func(r *rig) error {
		_, err := r.Click(r.t.Context(), tool.ClickInput{TargetInput: target})
		return err
	}
}

func typesInto(target tool.TargetInput) func(*rig) error {
	return func(r *rig) error {
		_, err := r.Type(r.t.Context(), tool.TypeInput{TargetInput: target, Text: "x"})
		return err
	}
}

func answers(text string, submit bool) func(*rig) error {
	return func(r *rig) error {
		_, err := r.Type(r.t.Context(), tool.TypeInput{TargetInput: tool.TargetInput{Role: "textbox", Name: "Name?"}, Text: text, Submit: submit})
		return err
	}
}
