package capture

import (
	"reflect"
	"testing"

	"cairn/shared/types"
)

func TestAKeyThatWritesIsNoKeyPress(t *testing.T) {
	for chord, want := range map[string]bool{
		"Enter": true, "Escape": true, "ArrowDown": true, "F2": true, "Space": true, "Shift+Tab": true, "Shift+Enter": true,
		"Control+k": true, "Control+Shift+k": true, "Meta+Enter": true, "Alt+1": true, "Control++": true, "Control+Alt+Delete": true,
		"": false, "a": false, "A": false, "Shift+a": false, " ": false, "Control+ ": false, "+": false, "日": false, "Control+hunter2": false,
		"Control": false, "Shift+Control+k": false, "Control+Control+k": false, "Hyper+k": false, "enter": false, "Enter\n": false,
	} {
		if got := PressedKey(chord); got != want {
			t.Errorf("%q: %v", chord, got)
		}
	}
	for chord, want := range map[string][]string{"k": nil, "Control+Shift+k": {"Control", "Shift"}, "Control++": {"Control"}, "+": nil} {
		if mods, _ := SplitChord(chord); !reflect.DeepEqual(mods, want) {
			t.Errorf("%q: %q", chord, mods)
		}
	}
	for want, held := range map[string][]string{"Control+Shift+k": {"Shift", "Control"}, "Control+?": {"Control", "Shift"}} {
		if got := Chord(held, want[len(want)-1:]); got != want {
			t.Errorf("%q with ? or K is %q, want %q", held, got, want)
		}
	}
}

func TestAKeyPressIsRememberedByItsKeyAlone(t *testing.T) {
	field, secret := types.Target{Role: "textbox", Name: "Find"}, types.Target{Role: "textbox", Name: "Password", Sensitive: true}
	for name, tt := range map[string]struct {
		tool   string
		actor  types.Actor
		target types.Target
		input  map[string]any
		want   map[string]any // nil for a step that is refused
	}{
		"a person's Escape":                         {"mm_press", types.ActorObserved, field, map[string]any{"key": "Escape", "text": "x"}, map[string]any{"key": "Escape"}},
		"a person's shortcut":                       {"press", types.ActorObserved, field, map[string]any{"key": "Control+k"}, map[string]any{"key": "Control+k"}},
		"a person's letter":                         {"mm_press", types.ActorObserved, field, map[string]any{"key": "a"}, nil},
		"a person's capital letter":                 {"mm_press", types.ActorObserved, field, map[string]any{"key": "Shift+A"}, nil},
		"no key":                                    {"mm_press", types.ActorObserved, field, nil, nil},
		"a person's Enter in a password field":      {"mm_press", types.ActorObserved, secret, map[string]any{"key": "Enter"}, map[string]any{"key": "Enter"}},
		"a person's other key in a password field":  {"mm_press", types.ActorObserved, secret, map[string]any{"key": "ArrowLeft"}, nil},
		"an agent's letter":                         {"mm_press", types.ActorAgent, field, map[string]any{"key": "j"}, map[string]any{"key": "j"}},
		"an agent's letter in a password field":     {"mm_press", types.ActorAgent, secret, map[string]any{"key": "j"}, map[string]any{}},
		"typing that ended with Enter":              {"mm_type", types.ActorObserved, field, map[string]any{"text": "lamp", "submit": true}, map[string]any{"submit": true}},
		"the same from an earlier extension":        {"mm_type", types.ActorObserved, field, map[string]any{"key": "Enter"}, map[string]any{"submit": true}},
		"an agent's typing that ended with Enter":   {"mm_type", types.ActorAgent, field, map[string]any{"text": "lamp", "submit": true}, map[string]any{"text": "lamp", "submit": true}},
		"typing that ended with Enter, in a secret": {"mm_type", types.ActorObserved, secret, map[string]any{"submit": true}, map[string]any{"submit": true}},
	} {
		raw := &types.Step{SessionID: "mm-a", StepID: "s-key-press", Timestamp: 1750000000000, Actor: tt.actor, Tool: types.Tool{Name: tt.tool, Input: tt.input, Target: &tt.target}, Outcome: types.Outcome{OK: true}}
		step, err := Step(1750000000000, raw, nil)
		if tt.want == nil {
			if err == nil {
				t.Errorf("%s: is remembered as %+v", name, step.Tool)
			}
			continue
		}
		if err != nil || len(step.Tool.Input)+len(tt.want) > 0 && !reflect.DeepEqual(step.Tool.Input, tt.want) {
			t.Errorf("%s: %+v, %v, want %v", name, step, err, tt.want)
			continue
		}
		if !reflect.DeepEqual(step.Labels, []string{LabelInteraction}) {
			t.Errorf("%s: labels %q", name, step.Labels)
		}
	}
	enter := &types.Step{Tool: types.Tool{Name: "mm_type", Target: &field, Input: map[string]any{"submit": true}}, Outcome: types.Outcome{OK: true}}
	press := &types.Step{Tool: types.Tool{Name: "mm_press", Input: map[string]any{"key": "Control+k"}}, Outcome: types.Outcome{OK: true}}
	if got := Snippet(enter, nil) + "; " + Snippet(press, nil) + "; " + Notes(press); got != `textbox: "Find", key: Enter; key: Control+k; key: Control+k` {
		t.Errorf("snippets and notes: %s", got)
	}
}
