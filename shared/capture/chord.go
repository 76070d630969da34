package capture

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/text"
	"cairn/shared/types"
)

// EitherCommand is the modifier of commands: Meta on a Mac, Control elsewhere.
const EitherCommand = "ControlOrMeta"

// keyAliases maps other names of keys, in lower case, to the stored ones: names on
// keyboards, of operating systems, and Playwright's key codes.
var keyAliases = map[string]string{
	"return": KeyEnter, "numpadenter": KeyEnter, "esc": "Escape", "del": "Delete", "ins": "Insert", "spacebar": "Space",
	"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
	"pgup": "PageUp", "pgdn": "PageDown", "pgdown": "PageDown", "apps": "ContextMenu", "menu": "ContextMenu",
	"ctrl": "Control", "controlleft": "Control", "controlright": "Control", "shiftleft": "Shift", "shiftright": "Shift",
	"option": "Alt", "opt": "Alt", "altleft": "Alt", "altright": "Alt", "cmd": "Meta", "command": "Meta", "win": "Meta", "super": "Meta",
	"metaleft": "Meta", "metaright": "Meta", "controlormeta": EitherCommand, "cmdorctrl": EitherCommand, "commandorcontrol": EitherCommand,
	"plus": "+", "minus": "-", "equal": "=", "comma": ",", "period": ".", "slash": "/", "backslash": `\`, "semicolon": ";",
	"quote": "'", "backquote": "`", "bracketleft": "[", "bracketright": "]",
}

// shiftCharacters lists the characters that a US keyboard produces with Shift.
var shiftCharacters = map[string]string{
	"1": "!", "2": "@", "3": "#", "4": "$", "5": "%", "6": "^", "7": "&", "8": "*", "9": "(", "0": ")", "-": "_", "=": "+",
	",": "<", ".": ">", "/": "?", ";": ":", "'": `"`, "[": "{", "]": "}", `\`: "|", "`": "~",
}

// ReadChord reads a key, or a chord such as "Ctrl+Shift+K", as it is stored:
// "Control+Shift+k". The command key is Meta if mac is set. The error for an unknown
// key lists similar ones.
func ReadChord(s string, mac bool) (string, error) {
	mods, last := SplitChord(s)
	var held []string
	for _, word := range mods {
		m := keyName(word, mac)
		if !Modifier(m) {
			return "", badKey(s, word, modifiers)
		}
		held = append(held, m)
	}
	key := keyName(last, mac)
	if key == "" {
		return "", badKey(s, last, slices.Sorted(maps.Keys(namedKeys)))
	}
	if upper := shiftCharacters[key]; upper != "" && slices.Contains(held, "Shift") {
		key = upper
	}
	return Chord(held, key), nil
}

// keyName returns the name of one key, "" if there is none of that name.
func keyName(word string, mac bool) string {
	if trimmed := strings.TrimSpace(word); trimmed != "" {
		word = trimmed
	}
	if utf8.RuneCountInString(word) == 1 {
		r, _ := utf8.DecodeRuneInString(word)
		switch {
		case r == ' ':
			return "Space"
		case r == '\n' || r == '\r':
			return KeyEnter
		case r == '\t':
			return "Tab"
		case !unicode.IsGraphic(r) || r == utf8.RuneError:
			return ""
		}
		return word
	}
	name := strings.ToLower(word)
	if rest, ok := strings.CutPrefix(name, "key"); ok && len(rest) == 1 && rest >= "a" && rest <= "z" {
		return rest
	}
	if rest, ok := strings.CutPrefix(name, "digit"); ok && len(rest) == 1 && rest >= "0" && rest <= "9" {
		return rest
	}
	if known := keyAliases[name]; known == EitherCommand {
		if mac {
			return "Meta"
		}
		return "Control"
	} else if known != "" {
		return known
	}
	for known := range namedKeys {
		if strings.EqualFold(known, name) {
			return known
		}
	}
	for _, known := range modifiers {
		if strings.EqualFold(known, name) {
			return known
		}
	}
	return ""
}

// badKey returns the error for an unknown key, with similar names.
func badKey(chord, word string, names []string) *types.Error {
	names = slices.Clone(names)
	edits := func(name string) int { return text.Distance(strings.ToLower(word), strings.ToLower(name), 2*maxWord) }
	slices.SortStableFunc(names, func(a, b string) int { return edits(a) - edits(b) })
	return types.Invalid(fmt.Sprintf("key %.60q: there is no key %.40q", chord, word),
		"nearest: "+strings.Join(names[:3], ", ")+`; a key is a character or a name, as in "Enter", "ArrowDown", "F2" or "Control+Shift+k"; text is for mm_type`)
}
