package cdp

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"unicode"

	"github.com/chromedp/cdproto/input"

	"cairn/shared/capture"
)

// keyStroke is one key in the form of Input.dispatchKeyEvent.
type keyStroke struct {
	key, code, text string
	vk              int64
}

// keyStrokes holds the keys that have names. The text is the one that a key writes.
var keyStrokes = map[string]keyStroke{
	"Enter": {code: "Enter", text: "\r", vk: 13}, "Tab": {code: "Tab", vk: 9}, "Escape": {code: "Escape", vk: 27},
	"Space": {key: " ", code: "Space", text: " ", vk: 32}, "Backspace": {code: "Backspace", vk: 8},
	"Delete": {code: "Delete", vk: 46}, "Insert": {code: "Insert", vk: 45}, "Home": {code: "Home", vk: 36}, "End": {code: "End", vk: 35},
	"PageUp": {code: "PageUp", vk: 33}, "PageDown": {code: "PageDown", vk: 34}, "ContextMenu": {code: "ContextMenu", vk: 93},
	"ArrowLeft": {code: "ArrowLeft", vk: 37}, "ArrowUp": {code: "ArrowUp", vk: 38}, "ArrowRight": {code: "ArrowRight", vk: 39}, "ArrowDown": {code: "ArrowDown", vk: 40},
	"F1": {code: "F1", vk: 112}, "F2": {code: "F2", vk: 113}, "F3": {code: "F3", vk: 114}, "F4": {code: "F4", vk: 115},
	"F5": {code: "F5", vk: 116}, "F6": {code: "F6", vk: 117}, "F7": {code: "F7", vk: 118}, "F8": {code: "F8", vk: 119},
	"F9": {code: "F9", vk: 120}, "F10": {code: "F10", vk: 121}, "F11": {code: "F11", vk: 122}, "F12": {code: "F12", vk: 123},
	"Shift": {code: "ShiftLeft", vk: 16}, "Control": {code: "ControlLeft", vk: 17}, "Alt": {code: "AltLeft", vk: 18}, "Meta": {code: "MetaLeft", vk: 91},
}

// punctuation holds the keys of a US keyboard that write punctuation, with and without
// Shift.
var punctuation = []struct {
	plain, shifted, code string
	vk                   int64
}{
	{";", ":", "Semicolon", 186}, {"=", "+", "Equal", 187}, {",", "<", "Comma", 188}, {"-", "_", "Minus", 189}, {".", ">", "Period", 190},
	{"/", "?", "Slash", 191}, {"`", "~", "Backquote", 192}, {"[", "{", "BracketLeft", 219}, {`\`, "|", "Backslash", 220},
	{"]", "}", "BracketRight", 221}, {"'", `"`, "Quote", 222},
	{"1", "!", "Digit1", 49}, {"2", "@", "Digit2", 50}, {"3", "#", "Digit3", 51}, {"4", "$", "Digit4", 52}, {"5", "%", "Digit5", 53},
	{"6", "^", "Digit6", 54}, {"7", "&", "Digit7", 55}, {"8", "*", "Digit8", 56}, {"9", "(", "Digit9", 57}, {"0", ")", "Digit0", 48},
}

// modifierBits are those of Input.dispatchKeyEvent.
var modifierBits = map[string]int64{"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}

// keyOf returns the key that writes a character, and whether it needs Shift. A
// character that a US keyboard lacks has no code.
func keyOf(r rune) (k keyStroke, shift bool) {
	k = keyStroke{key: string(r), text: string(r)}
	upper := unicode.ToUpper(r)
	if upper >= 'A' && upper <= 'Z' {
		k.code, k.vk = "Key"+string(upper), int64(upper)
		return k, r == upper
	}
	for _, m := range punctuation {
		if k.key == m.plain || k.key == m.shifted {
			k.code, k.vk = m.code, m.vk
			return k, k.key == m.shifted
		}
	}
	return k, false
}

// Press strikes a key or a chord, as [capture.ReadChord] returns it. Modifiers go down
// before the key and up after it.
func (t *Tab) Press(ctx context.Context, chord string) error {
	held, name := capture.SplitChord(chord)
	stroke, named := keyStrokes[name]
	switch {
	case named && stroke.key == "":
		stroke.key = name
	case !named && len([]rune(name)) == 1:
		var shift bool
		if stroke, shift = keyOf([]rune(name)[0]); shift && len(held) > 0 && stroke.key == strings.ToLower(stroke.key) {
			held = append(held, "Shift") // "Control+?" needs it
		}
	case !named:
		return fmt.Errorf("press %q: no such key here", chord)
	}
	bits := int64(0)
	for _, m := range held {
		bits |= modifierBits[m]
	}
	if bits == modifierBits["Shift"] && len([]rune(name)) == 1 {
		stroke.key = strings.ToUpper(stroke.key)
		stroke.text = stroke.key
	}
	if bits&^modifierBits["Shift"] != 0 {
		stroke.text = ""
	}
	var commands []string
	if c := editing(bits, stroke.key); c != "" {
		commands = []string{c}
	}
	release, err := t.keepAttached(ctx)
	if err != nil {
		return err
	}
	defer release()
	letGo, err := t.holdKeys(ctx, held)
	if err != nil {
		return err
	}
	err = t.strike(ctx, stroke, bits, commands...)
	letGo()
	return err
}

// holdKeys presses modifier keys, until letGo.
func (t *Tab) holdKeys(ctx context.Context, held []string) (letGo func(), err error) {
	bits := int64(0)
	var down []input.DispatchKeyEventParams
	letGo = func() {
		for i := len(down) - 1; i >= 0; i-- {
			up := down[i]
			up.Type, up.Modifiers = input.DispatchKeyEventTypeKeyUp, up.Modifiers&^modifierBits[up.Key]
			last, cancel := releasing(ctx)
			_ = t.feel(last, input.DispatchKeyEvent.Method, up) // a closed page has released it as well
			cancel()
		}
	}
	for _, m := range held {
		bits |= modifierBits[m]
		k := keyStrokes[m]
		key := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Key: m, Code: k.code,
			WindowsVirtualKeyCode: k.vk, NativeVirtualKeyCode: k.vk, Modifiers: bits}
		if err := t.feel(ctx, input.DispatchKeyEvent.Method, key); err != nil {
			letGo()
			return nil, err
		}
		down = append(down, key)
	}
	return letGo, nil
}

// editing returns the editing command of a chord. Headless browsers have no key
// bindings, so the command is sent with the key.
func editing(bits int64, key string) string {
	command := modifierBits["Control"]
	if runtime.GOOS == "darwin" {
		command = modifierBits["Meta"]
	}
	switch bits {
	case command:
		return map[string]string{"a": "selectAll", "c": "copy", "x": "cut", "v": "paste", "z": "undo", "y": "redo"}[key]
	case command | modifierBits["Shift"]:
		return map[string]string{"z": "redo"}[key]
	}
	return ""
}

// SelectAll selects the content of the focused field.
func (t *Tab) SelectAll(ctx context.Context) error {
	return t.shortcut(ctx, keyStroke{key: "a", code: "KeyA", vk: 65}, "selectAll")
}

// CaretToEnd moves the caret to the end of the focused field.
func (t *Tab) CaretToEnd(ctx context.Context) error {
	return t.shortcut(ctx, keyStroke{key: "End", code: "End", vk: 35}, "moveToEndOfDocument")
}

// shortcut strikes a key with the platform's command modifier. It sends the editing
// command as well, because headless browsers have no key bindings.
func (t *Tab) shortcut(ctx context.Context, stroke keyStroke, command string) error {
	modifier := modifierBits["Control"]
	if runtime.GOOS == "darwin" {
		modifier = modifierBits["Meta"]
	}
	return t.strike(ctx, stroke, modifier, command)
}

func (t *Tab) strike(ctx context.Context, stroke keyStroke, modifiers int64, commands ...string) error {
	release, err := t.keepAttached(ctx)
	if err != nil {
		return err
	}
	defer release()
	down := input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeRawKeyDown, Key: stroke.key, Code: stroke.code,
		WindowsVirtualKeyCode: stroke.vk, NativeVirtualKeyCode: stroke.vk,
		Modifiers: modifiers, Commands: commands,
	}
	if stroke.text != "" {
		down.Type, down.Text, down.UnmodifiedText = input.DispatchKeyEventTypeKeyDown, stroke.text, stroke.text
	}
	if err := t.feel(ctx, input.DispatchKeyEvent.Method, down); err != nil {
		return err
	}
	up := down
	up.Type, up.Text, up.UnmodifiedText, up.Commands = input.DispatchKeyEventTypeKeyUp, "", "", nil
	if err := t.feelLast(ctx, input.DispatchKeyEvent.Method, up); err != nil && !isClosed(err) {
		return err
	}
	return nil
}
