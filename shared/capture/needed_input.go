package capture

import (
	"slices"
	"strings"

	"cairn/shared/redact"
	"cairn/shared/types"
)

// ownInputs lists the inputs of observed steps that contain nothing of the page.
var ownInputs = []string{"key", "submit", "role", "button", "modifiers", "direction"}

// input returns a copy of a tool's input without information on elements of the page,
// at any depth. It keeps an agent's typed text. An observed step contains no typed
// text, so its other inputs come from the page and are hidden.
func (n *Needed) input(input map[string]any, actor types.Actor) map[string]any {
	if input == nil {
		return nil
	}
	role, _ := input["role"].(string)
	out := make(map[string]any, len(input))
	for key, value := range input {
		out[key] = n.inputValue(key, value, role, actor)
	}
	return out
}

func (n *Needed) inputValue(key string, value any, role string, actor types.Actor) any {
	switch value := value.(type) {
	case string:
		return n.inputText(key, value, role, actor)
	case map[string]any:
		return n.input(value, actor)
	case []any:
		out := make([]any, len(value))
		if !slices.Contains(ownInputs, key) {
			key = ""
		}
		for i, item := range value {
			out[i] = n.inputValue(key, item, "", actor)
		}
		return out
	}
	return value
}

func (n *Needed) inputText(key, value, role string, actor types.Actor) string {
	switch key {
	case "testId":
		return n.testID(value)
	case "selector":
		if !PlainSelector(value) {
			return HiddenMark
		}
		return value
	case "name":
		return n.name(role, value)
	case "row", "within":
		return n.row(value)
	}
	switch {
	case actor == types.ActorAgent || slices.Contains(ownInputs, key):
		return value
	case key == "url":
		return n.address(value)
	}
	return n.Names.Hide(value)
}

// markupAttributes lists attributes whose values an author wrote and a selector may
// contain.
var markupAttributes = []string{"type", "role", "name", "for", "method", "data-testid", "data-test-id", "data-test", "data-qa", "data-cy"}

// PlainSelector reports whether a selector contains no page data: no text to search
// for, no attribute with data, no number longer than two digits.
func PlainSelector(selector string) bool {
	digits := 0
	for _, c := range []byte(selector) {
		if digits++; c < '0' || c > '9' {
			digits = 0
		}
		if digits > 2 {
			return false
		}
	}
	for _, part := range attributeTests.FindAllString(selector, -1) {
		attribute := strings.TrimRight(part[1:max(1, strings.IndexAny(part+"=", "=]"))], "~|^$* ")
		if strings.Contains(part, "=") && !slices.Contains(markupAttributes, attribute) {
			return false
		}
	}
	return !strings.ContainsAny(attributeTests.ReplaceAllString(selector, ""), `"'`) &&
		!strings.HasPrefix(selector, "/") && !strings.Contains(selector, "text=") && redact.Attr(selector) == selector
}
