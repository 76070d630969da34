package capture

import (
	"reflect"
	"testing"

	"cairn/shared/types"
)

func TestKeysAreReadHoweverTheyAreCalled(t *testing.T) {
	for given, want := range map[string]string{
		"Enter": "Enter", "return": "Enter", "\n": "Enter", "\r": "Enter", "\t": "Tab", "Esc": "Escape", "Down": "ArrowDown", "arrowdown": "ArrowDown", " ": "Space", "F2": "F2", "f12": "F12",
		"a": "a", "A": "A", "é": "é", "日": "日", "+": "+", "KeyA": "a", "Digit7": "7", "Slash": "/", "Backquote": "`",
		"Ctrl+Shift+K": "Control+Shift+k", "Shift+Ctrl+k": "Control+Shift+k", "control + a": "Control+a", "Control+A": "Control+a", "Cmd+Enter": "Meta+Enter",
		"ControlOrMeta+c": "Control+c", "Control++": "Control++", "Shift+/": "?", "Control+Shift+/": "Control+?", "Shift+a": "Shift+a", "Shift+Tab": "Shift+Tab",
		"Alt+Option+x": "Alt+x", "Shift": "Shift", "ControlLeft": "Control",
	} {
		got, err := ReadChord(given, false)
		if err != nil || got != want {
			t.Errorf("%q is read as %q, %v, want %q", given, got, err, want)
		}
		if again, err := ReadChord(got, false); err != nil || again != got {
			t.Errorf("%q read again is %q, %v", got, again, err)
		}
	}
	if got, err := ReadChord("ControlOrMeta+c", true); err != nil || got != "Meta+c" {
		t.Errorf("on a Mac it is %q, %v", got, err)
	}
}

func TestWhatIsNoKeyIsRefusedWithItsLikes(t *testing.T) {
	const how = `; a key is a character or a name, as in "Enter", "ArrowDown", "F2" or "Control+Shift+k"; text is for mm_type`
	for given, want := range map[string]struct{ message, hint string }{
		"Entr":       {`key "Entr": there is no key "Entr"`, "nearest: Enter, End, Delete" + how},
		"hello":      {`key "hello": there is no key "hello"`, ""},
		"Hyper+k":    {`key "Hyper+k": there is no key "Hyper"`, ""},
		"Control+ab": {`key "Control+ab": there is no key "ab"`, ""},
		"Key1":       {`key "Key1": there is no key "Key1"`, ""},
		"KeyAB":      {`key "KeyAB": there is no key "KeyAB"`, ""},
		"Digita":     {`key "Digita": there is no key "Digita"`, ""},
		"Digit10":    {`key "Digit10": there is no key "Digit10"`, ""},
		"a+b":        {`key "a+b": there is no key "a"`, ""},
		"":           {`key "": there is no key ""`, ""},
		"\x00":       {`key "\x00": there is no key "\x00"`, ""},
		"F13":        {`key "F13": there is no key "F13"`, "nearest: F1, F10, F11" + how},
	} {
		_, err := ReadChord(given, false)
		fault := types.AsError(err)
		if err == nil || fault.Code != types.CodeInvalidInput || fault.Message != want.message || want.hint != "" && fault.Hint != want.hint {
			t.Errorf("%q: %v %q", given, err, fault)
		}
	}
}

// FuzzReadChord: whatever is given, a key that is read is read again as itself, and
// a refusal names the keys.
func FuzzReadChord(f *testing.F) {
	for _, seed := range []string{"Enter", "Control+Shift+k", "++", "+++", " + ", "Shift+\u00e9", "\xff", "ctrl+ctrl+a", "Digit12"} {
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, given string, mac bool) {
		chord, err := ReadChord(given, mac)
		if err != nil {
			if types.AsError(err).Hint == "" {
				t.Errorf("%q: %v", given, err)
			}
			return
		}
		if again, err := ReadChord(chord, mac); err != nil || again != chord {
			t.Errorf("%q is %q, and that %q, %v", given, chord, again, err)
		}
	})
}

func TestHowAClickWasMadeIsReadBack(t *testing.T) {
	for name, x := range map[string]struct {
		input map[string]any
		want  types.Clicking
	}{
		"plain":               {nil, types.Clicking{}},
		"all":                 {map[string]any{"button": "right", "count": 2.0, "modifiers": []any{"Shift", "Alt"}, "at": map[string]any{"x": 1.0, "y": 2.0}}, types.Clicking{Button: "right", Count: 2, Modifiers: []string{"Alt", "Shift"}, At: &types.Point{X: 1, Y: 2}}},
		"what no click takes": {map[string]any{"button": "fifth", "count": 99, "modifiers": []any{"Hyper", 3}, "at": map[string]any{"x": -1, "y": 2}}, types.Clicking{}},
		"the middle":          {map[string]any{"button": "middle", "count": 1}, types.Clicking{Button: "middle"}},
		"a place of a size":   {map[string]any{"at": map[string]any{"x": 1, "y": 2, "width": 3, "height": 4}}, types.Clicking{At: &types.Point{X: 1, Y: 2, Width: 3, Height: 4}}},
		"a place far away":    {map[string]any{"at": map[string]any{"x": 1, "y": maxPoint + 1}}, types.Clicking{}},
		"other kinds":         {map[string]any{"button": 2, "count": "2", "modifiers": "Shift", "at": "1,2"}, types.Clicking{}},
	} {
		got := Click(&types.Step{Tool: types.Tool{Name: "mm_click", Input: x.input}})
		if !reflect.DeepEqual(got, x.want) {
			t.Errorf("%s: %+v, want %+v", name, got, x.want)
		}
		if back := Click(&types.Step{Tool: types.Tool{Name: "mm_click", Input: ClickInput(got)}}); !reflect.DeepEqual(back, got) {
			t.Errorf("%s: written and read it is %+v", name, back)
		}
		if other := Click(&types.Step{Tool: types.Tool{Name: "mm_hover", Input: x.input}}); !other.Plain() {
			t.Errorf("%s: another action is %+v", name, other)
		}
	}
}

// TestHowAStepWasDoneIsOneWord tells presses and clicks apart by their details: two are equal only if these are.
func TestHowAStepWasDoneIsOneWord(t *testing.T) {
	for want, tool := range map[string]types.Tool{
		"":             {Name: "mm_type", Input: map[string]any{"key": "Enter", "times": 2}},
		"Tab":          {Name: "mm_press", Input: map[string]any{"key": "Tab", "times": 1}},
		"Tab×3":        {Name: "press", Input: map[string]any{"key": "Tab", "times": 3.0}},
		"End":          {Name: "mm_press", Input: map[string]any{"key": "End", "times": maxTimes + 1}},
		"Home":         {Name: "mm_press", Input: map[string]any{"key": "Home", "times": "2"}},
		"map[count:2]": {Name: "mm_click", Input: map[string]any{"count": 2}},
	} {
		if got := Manner(&types.Step{Tool: tool}); got != want {
			t.Errorf("%+v is done as %q, want %q", tool, got, want)
		}
	}
}
