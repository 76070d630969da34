package capture

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/types"
)

// KeyEnter is the key that submits a field.
const KeyEnter = "Enter"

// InputKey and InputSubmit are the fields of a tool's input for a pressed key, and for
// typing that ended with Enter. InputDoes holds the effect of a risky action
// (risk.Kind), as found on its page; InputNth is the number of the element among those
// of the page with the same name, from 1.
const (
	InputKey    = "key"
	InputSubmit = "submit"
	InputDoes   = "does"
	InputNth    = "nth"
)

// modifiers lists the names of modifier keys in their order in a chord. They are
// those of the DOM, Playwright and Puppeteer.
var modifiers = []string{"Control", "Alt", "Meta", "Shift"}

// namedKeys holds the keys that produce no text.
var namedKeys = map[string]bool{
	KeyEnter: true, "Escape": true, "Tab": true, "Space": true, "Backspace": true, "Delete": true, "Insert": true,
	"ArrowUp": true, "ArrowDown": true, "ArrowLeft": true, "ArrowRight": true,
	"Home": true, "End": true, "PageUp": true, "PageDown": true, "ContextMenu": true,
	"F1": true, "F2": true, "F3": true, "F4": true, "F5": true, "F6": true, "F7": true, "F8": true, "F9": true, "F10": true, "F11": true, "F12": true,
}

// SplitChord splits a key press: "Control+Shift+k" is the modifiers Control
// and Shift, and the key k. A plus sign is the key of "Control++".
func SplitChord(chord string) (mods []string, key string) {
	key = chord
	for {
		before, rest, ok := strings.Cut(key, "+")
		if !ok || before == "" || rest == "" {
			return mods, key
		}
		mods, key = append(mods, before), rest
	}
}

// Chord joins modifiers and a key in the stored form.
func Chord(held []string, key string) string {
	var parts []string
	for _, m := range modifiers {
		if slices.Contains(held, m) && (m != "Shift" || namedKeys[key] || unicode.IsLetter([]rune(key + " ")[0])) {
			parts = append(parts, m)
		}
	}
	if len(parts) > 0 && utf8.RuneCountInString(key) == 1 {
		key = strings.ToLower(key)
	}
	return strings.Join(append(parts, key), "+")
}

// Modifier reports whether a key is a modifier.
func Modifier(key string) bool { return slices.Contains(modifiers, key) }

// PressedKey reports whether a key press may be recorded, for every actor: a key that
// produces no text, or a shortcut with Control, Alt or Meta. A character by itself or
// with Shift is typing.
func PressedKey(chord string) bool {
	mods, key := SplitChord(chord)
	at, command := 0, false
	for _, m := range mods {
		for at < len(modifiers) && modifiers[at] != m {
			at++
		}
		if at == len(modifiers) {
			return false // unknown, repeated or out of order: not the stored form
		}
		command = command || m != "Shift"
		at++
	}
	return namedKeys[key] || command && utf8.RuneCountInString(key) == 1 && key != " "
}

// keepKey stores the key of a press, and the Enter that ended typing, in a step's tool
// input. It rejects a press that was typing. In a password field all keys except Enter
// are part of the password. Earlier extensions reported Enter in a field as the key of
// typing. Where raw has such a key, [Input] has made tool.Input.
func keepKey(tool *types.Tool, actor types.Actor, raw map[string]any) error {
	key, _ := raw[InputKey].(string)
	switch bareTool(tool.Name) {
	case "press":
		secret := tool.Target != nil && tool.Target.Sensitive
		switch {
		case PressedKey(key) && (!secret || key == KeyEnter):
			tool.Input[InputKey] = key
		case actor == types.ActorObserved:
			return types.Invalid("the step is a key press without a key that may be remembered",
				"Keys that write nothing, and shortcuts with Control, Alt or Meta, are remembered; typed characters are not.")
		case secret:
			delete(tool.Input, InputKey)
			tool.TextRedacted = true
		}
	case "type":
		if submit, _ := raw[InputSubmit].(bool); submit || actor == types.ActorObserved && key == KeyEnter {
			tool.Input[InputSubmit] = true
		}
	}
	return nil
}

// Submits reports whether a step's typing ended with Enter.
func Submits(step *types.Step) bool {
	submit, _ := step.Tool.Input[InputSubmit].(bool)
	return submit && bareTool(step.Tool.Name) == "type"
}

// Key returns the key of a step that is a key press, else "".
func Key(step *types.Step) string {
	if bareTool(step.Tool.Name) != "press" {
		return ""
	}
	key, _ := step.Tool.Input[InputKey].(string)
	return key
}
