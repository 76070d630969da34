package pilot

import (
	"reflect"
	"slices"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// act is one action of the tables below.
type act func(r *rig) (*tool.ActResult, error)

func TestKeysAndClicksAreDoneAndRecordedAsTheyAreMeant(t *testing.T) {
	send := byTestID("send")
	press := func(in tool.PressInput) act {
		return func(r *rig) (*tool.ActResult, error) { return r.Press(t.Context(), in) }
	}
	click := func(how types.Clicking) act {
		return func(r *rig) (*tool.ActResult, error) {
			return r.Click(t.Context(), tool.ClickInput{TargetInput: send, Clicking: how})
		}
	}
	for name, x := range map[string]struct {
		do    act
		did   []string
		tool  string
		input map[string]any
	}{
		"a key on a target":         {press(tool.PressInput{TargetInput: send, Key: "Esc"}), []string{"press Escape"}, "mm_press", map[string]any{"testId": "send", "key": "Escape"}},
		"a key several times":       {press(tool.PressInput{TargetInput: send, Key: "down", Times: 3}), []string{"press ArrowDown", "press ArrowDown", "press ArrowDown"}, "mm_press", map[string]any{"testId": "send", "key": "ArrowDown", "times": 3}},
		"a key for what has focus":  {press(tool.PressInput{Key: "Ctrl+K"}), []string{"press Control+k"}, "mm_press", map[string]any{"key": "Control+k"}},
		"a plain click, spelt out":  {click(types.Clicking{Button: "left", Count: 1}), []string{"click"}, "mm_click", map[string]any{"testId": "send", "does": "sends"}},
		"a double click":            {click(types.Clicking{Count: 2}), []string{"click map[count:2]"}, "mm_click", map[string]any{"testId": "send", "count": 2, "does": "sends"}},
		"a right click, with Shift": {click(types.Clicking{Button: "right", Modifiers: []string{"Shift", "shift"}}), []string{"click map[button:right modifiers:[Shift]]"}, "mm_click", map[string]any{"testId": "send", "button": "right", "modifiers": []any{"Shift"}}},
		"hovering": {func(r *rig) (*tool.ActResult, error) {
			return r.Hover(t.Context(), tool.HoverInput{TargetInput: send})
		}, []string{"hover"}, "mm_hover", map[string]any{"testId": "send"}},
		"going back": {func(r *rig) (*tool.ActResult, error) { return r.Back(t.Context(), tool.BackInput{}) }, []string{"back"}, "mm_back", map[string]any{}},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			before := len(r.input.did)
			if _, err := x.do(r); err != nil {
				t.Fatal(err)
			}
			if did := r.input.did[before:]; !slices.Equal(did, x.did) {
				t.Errorf("it did %q, want %q", did, x.did)
			}
			s := r.memory.steps[len(r.memory.steps)-1]
			if s.Tool.Name != x.tool || !reflect.DeepEqual(s.Tool.Input, x.input) || !s.Outcome.OK {
				t.Errorf("recorded is %s %v, %+v", s.Tool.Name, s.Tool.Input, s.Outcome)
			}
		})
	}
}

// TestATabIsHeldWhileAnElementIsFocused: in the background it has no focus else.
func TestATabIsHeldWhileAnElementIsFocused(t *testing.T) {
	for name, in := range map[string]tool.PressInput{
		"a target":           {TargetInput: byTestID("send"), Key: "ArrowUp"},
		"what has the focus": {Key: "ArrowUp"},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			focused := 0
			r.browser.answer[wire.KindLocate] = func(e wire.Envelope) (*wire.Reply, error) {
				if e.Locate.For == "focus" && r.input.holds > 0 {
					focused++
				}
				return r.browser.locate(e.Locate)
			}
			if _, err := r.Press(t.Context(), in); err != nil || focused != 1 || r.input.holds != 0 {
				t.Errorf("%d times focused in a held tab, %d holds left, %v", focused, r.input.holds, err)
			}
		})
	}
}

// TestWhatIsNoActionIsRefusedBeforeAnythingIsDone: nothing is pressed or recorded.
func TestWhatIsNoActionIsRefusedBeforeAnythingIsDone(t *testing.T) {
	for name, x := range map[string]struct {
		in   tool.PressInput
		hint string
	}{
		"a key that is none":        {tool.PressInput{Key: "Entr"}, `nearest: Enter, End, Delete; a key is a character or a name, as in "Enter", "ArrowDown", "F2" or "Control+Shift+k"; text is for mm_type`},
		"the key of the tab":        {tool.PressInput{Key: "Control+Shift+W"}, "mm_tabs with action close closes a tab"},
		"the key of the window":     {tool.PressInput{Key: "Alt+F4"}, "mm_tabs with action close closes a tab"},
		"the key that loads again":  {tool.PressInput{Key: "F5"}, "mm_navigate to the page's address loads it again"},
		"two names of one target":   {tool.PressInput{Key: "Enter", TargetInput: tool.TargetInput{TestID: "send", Text: "Send"}}, "name the target by exactly one of: a11yRef; testId; selector; role and name together; its visible text"},
		"a role alone for a target": {tool.PressInput{Key: "Enter", TargetInput: tool.TargetInput{Role: "button"}}, "give its name too, or say by within what it is in: there a role alone will do if one element has it"},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			steps, did := len(r.memory.steps), len(r.input.did)
			_, err := r.Press(t.Context(), x.in)
			if fault := types.AsError(err); err == nil || fault.Code != types.CodeInvalidInput || fault.Hint != x.hint {
				t.Errorf("it answers %v, hint %q", err, types.AsError(err).Hint)
			}
			if len(r.memory.steps) != steps || len(r.input.did) != did {
				t.Errorf("it did %q and recorded %d steps", r.input.did[did:], len(r.memory.steps)-steps)
			}
		})
	}
}

// TestKeysAnswerADialog: Enter and Escape answer a dialog as in a
// person's browser; no other key goes past it.
func TestKeysAnswerADialog(t *testing.T) {
	ok, cancel := tool.TargetInput{Role: "button", Name: "OK"}, tool.TargetInput{Role: "button", Name: "Cancel"}
	for name, x := range map[string]struct {
		in   tool.PressInput
		did  string
		code types.Code
	}{
		"Enter":           {tool.PressInput{Key: "Enter"}, `answer true ""`, ""},
		"Escape":          {tool.PressInput{Key: "Escape"}, `answer false ""`, ""},
		"Enter on OK":     {tool.PressInput{Key: "Enter", TargetInput: ok}, `answer true ""`, ""},
		"Enter on Cancel": {tool.PressInput{Key: "Enter", TargetInput: cancel}, `answer false ""`, ""},
		"a letter":        {tool.PressInput{Key: "x"}, "", types.CodeTargetNotActable},
		"Tab on OK":       {tool.PressInput{Key: "Tab", TargetInput: ok}, "", types.CodeTargetNotActable},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			r.input.box = &types.Dialog{Type: "confirm", Message: "Really?", Open: true}
			before := len(r.input.did)
			_, err := r.Press(t.Context(), x.in)
			if x.code != "" {
				wantCode(t, err, x.code)
			} else if err != nil || !slices.Equal(r.input.did[before:], []string{x.did}) {
				t.Errorf("it did %q, %v", r.input.did[before:], err)
			}
		})
	}
}

// TestAKeyThatClosesTheTabIsDone: and one that comes after the tab was gone is not.
func TestAKeyThatClosesTheTabIsDone(t *testing.T) {
	r := launched(t)
	r.input.then = func() { delete(r.browser.tabs, r.tab.id); r.input.fail = errGone() }
	got, err := r.Press(t.Context(), tool.PressInput{Key: "q", Times: 3})
	if err != nil || !got.TabClosed {
		t.Errorf("it answers %+v, %v", got, err)
	}
}

func TestATextNamesATarget(t *testing.T) {
	r := launched(t)
	var asked *wire.Locate
	r.browser.answer[wire.KindLocate] = func(e wire.Envelope) (*wire.Reply, error) {
		asked = e.Locate
		return &wire.Reply{Located: &wire.Located{X: 1, Y: 2, Target: types.Target{Role: "button", Name: "Send"}, Matches: 1}}, nil
	}
	in := tool.ClickInput{TargetInput: tool.TargetInput{Text: "Send", Within: &tool.TargetInput{Text: "Ann"}}, ActInput: tool.ActInput{TimeoutMs: 5000}}
	if _, err := r.Click(t.Context(), in); err != nil || asked.Text != "Send" || asked.WithinText != "Ann" || asked.Within != nil || !asked.Patient {
		t.Errorf("asked is %+v, %v", asked, err)
	}
	if s := r.memory.steps[len(r.memory.steps)-1]; s.Tool.Target.Name != "Send" || s.Tool.Input["text"] != "Send" {
		t.Errorf("recorded is %+v", s.Tool)
	}
	if _, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{Role: "Clickable", Name: "Send"}}); err != nil || asked.Target.Role != "generic" || asked.Patient {
		t.Errorf("asked is %+v, %v", asked, err)
	}
}
