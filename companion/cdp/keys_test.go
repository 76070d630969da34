package cdp

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// keyEvents returns the keyboard events of the fake's page.
func keyEvents(f *fakeCaller) (events []string) {
	for _, p := range f.params {
		var e struct {
			Type, Key, Code, Text string
			Modifiers             int
			Commands              []string
			Buttons               *int
		}
		if json.Unmarshal(p, &e) == nil && e.Key != "" {
			events = append(events, fmt.Sprintf("%s %s %s %q %d %v", e.Type, e.Key, e.Code, e.Text, e.Modifiers, e.Commands))
		}
	}
	return events
}

func TestKeysArePressedAsAKeyboardWould(t *testing.T) {
	for chord, want := range map[string][]string{
		"a":         {`keyDown a KeyA "a" 0 []`, `keyUp a KeyA "" 0 []`},
		"?":         {`keyDown ? Slash "?" 0 []`, `keyUp ? Slash "" 0 []`},
		"日":         {`keyDown 日  "日" 0 []`, `keyUp 日  "" 0 []`},
		"Enter":     {`keyDown Enter Enter "\r" 0 []`, `keyUp Enter Enter "" 0 []`},
		"Space":     {`keyDown   Space " " 0 []`, `keyUp   Space "" 0 []`},
		"Shift+a":   {`rawKeyDown Shift ShiftLeft "" 8 []`, `keyDown A KeyA "A" 8 []`, `keyUp A KeyA "" 8 []`, `keyUp Shift ShiftLeft "" 0 []`},
		"Alt+F4":    {`rawKeyDown Alt AltLeft "" 1 []`, `rawKeyDown F4 F4 "" 1 []`, `keyUp F4 F4 "" 1 []`, `keyUp Alt AltLeft "" 0 []`},
		"Control+a": {`rawKeyDown Control ControlLeft "" 2 []`, `rawKeyDown a KeyA "" 2 [selectAll]`, `keyUp a KeyA "" 2 []`, `keyUp Control ControlLeft "" 0 []`},
		"Control+?": {`rawKeyDown Control ControlLeft "" 2 []`, `rawKeyDown Shift ShiftLeft "" 10 []`, `rawKeyDown ? Slash "" 10 []`, `keyUp ? Slash "" 10 []`, `keyUp Shift ShiftLeft "" 2 []`, `keyUp Control ControlLeft "" 0 []`},
	} {
		if runtime.GOOS == "darwin" && chord == "Control+a" {
			continue
		}
		f := newFake()
		if err := newTestTab(t, f).Press(t.Context(), chord); err != nil {
			t.Errorf("%s: %v", chord, err)
		}
		if got := keyEvents(f); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", chord, got, want)
		}
	}
}

// TestEveryKeyThatIsReadCanBePressed: each key that capture reads is one here.
func TestEveryKeyThatIsReadCanBePressed(t *testing.T) {
	for _, name := range []string{"Enter", "Escape", "Tab", "Space", "Backspace", "Delete", "Insert", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown",
		"ContextMenu", "F1", "F12", "Control", "Shift", "Alt", "Meta", "a", "Z", "0", "~", "ü", "Meta+Shift+ArrowLeft"} {
		chord, err := capture.ReadChord(name, false)
		if err == nil {
			err = newTestTab(t, newFake()).Press(t.Context(), chord)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestClicksOfEveryKind(t *testing.T) {
	f := newFake()
	if err := newTestTab(t, f).ClickAs(t.Context(), 1, 2, types.Clicking{Button: "right", Count: 2, Modifiers: []string{"Shift"}}); err != nil {
		t.Fatal(err)
	}
	var did []string
	for _, p := range f.params {
		var e struct {
			Type, Button, Key              string
			Buttons, ClickCount, Modifiers int
		}
		if json.Unmarshal(p, &e) == nil && (e.Button != "" || e.Key != "" || e.Type == "mouseMoved") {
			did = append(did, fmt.Sprint(e.Type, e.Key, e.Button, e.Buttons, e.ClickCount, e.Modifiers))
		}
	}
	want := []string{"mouseMoved0 0 8", "rawKeyDownShift0 0 8", "mousePressedright2 1 8", "mouseReleasedright0 1 8", "mousePressedright2 2 8", "mouseReleasedright0 2 8", "keyUpShift0 0 0"}
	if !slices.Equal(did, want) {
		t.Errorf("the mouse did %q, want %q", did, want)
	}
}
