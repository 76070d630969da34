package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/types"
)

// Caps of a tool's input: what no tool of ours needs.
const (
	maxDepth = 8
	maxItems = 256
)

// InputResult is a tool's input without its secrets.
type InputResult struct {
	Input map[string]any // nil when there was none
	// Redacted is set when the typed text was removed; Length is how long it
	// was, in characters.
	Redacted bool
	Length   int
}

// The keys of tool inputs that matter here. Typed text is under text or value;
// those of naming name an element and are strings by a page's author, never
// secrets by their key's name ("name": "Password").
var (
	textKeys = []string{"text", "value"}
	naming   = []string{"testId", "selector", "a11yRef", "role", "name", "label", "placeholder", "field", "key", "target", "tag", "id"}
)

// Input redacts the arguments of a tool, whatever their shape. Text that is
// typed is kept unless its field is sensitive (target, or the names beside the
// text, say so) or a text rule finds something in it; then all of it goes.
// Values under a sensitive key go too, at any depth. The given input is not
// changed.
func Input(target *types.Target, input map[string]any) InputResult {
	if input == nil {
		return InputResult{}
	}
	res := InputResult{}
	sensitive := target != nil && (target.Sensitive || Sensitive(target.TestID, target.Selector, target.Name))
	if text, ok := input["text"].(string); ok && target != nil {
		sensitive = sensitive || saidBefore(asLabel(target.Name), text)
	}
	res.Input = cleanObject(input, sensitive, 0)
	if text, ok := input["text"].(string); ok && res.Input["text"] == Mark && text != Mark {
		res.Redacted = true
		res.Length = len([]rune(text))
	}
	return res
}

// cleanObject copies an object. sensitive says that text typed here goes to a
// sensitive field, whatever the names in the object say.
func cleanObject(in map[string]any, sensitive bool, depth int) map[string]any {
	out := make(map[string]any, min(len(in), maxItems))
	if depth > maxDepth || len(in) > maxItems {
		return out
	}
	sensitive = sensitive || sensitiveSiblings(in) || typedSecret(in)
	for key, value := range in {
		switch {
		case contains(textKeys, key):
			out[key] = cleanTyped(value, sensitive, depth)
		case contains(naming, key):
			out[key] = cleanValue(value, sensitive, depth, Attr)
		case Sensitive(key):
			out[key] = removeAll(value, depth)
		case isAddress(key):
			out[key] = cleanValue(value, sensitive, depth, URL)
		default:
			out[key] = cleanValue(value, sensitive, depth, Text)
		}
	}
	return out
}

// sensitiveSiblings reports whether the names in an object say that the text in
// it is secret: {"testId": "unlock-password", "text": …}.
func sensitiveSiblings(in map[string]any) bool {
	for _, key := range naming {
		switch v := in[key].(type) {
		case string:
			if Sensitive(v) {
				return true
			}
		case map[string]any:
			if s, _ := v["sensitive"].(bool); s || sensitiveSiblings(v) {
				return true
			}
		}
	}
	return false
}

// typedSecret reports whether the text in an object would be a secret behind one
// of the names beside it.
func typedSecret(in map[string]any) bool {
	text, ok := in["text"].(string)
	if !ok {
		return false
	}
	for _, key := range naming {
		if name, ok := in[key].(string); ok && saidBefore(asLabel(name), text) {
			return true
		}
	}
	return false
}

// asLabel is a field's name as pages write labels: with a capital.
func asLabel(name string) string {
	first, n := utf8.DecodeRuneInString(name)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + name[n:]
}

func isAddress(key string) bool {
	key = strings.ToLower(key)
	return key == "href" || key == "origin" || strings.HasSuffix(key, "url")
}

// cleanTyped: typed text stays whole or goes whole, so that no half of a secret
// remains. Longer text than is searched goes.
func cleanTyped(value any, sensitive bool, depth int) any {
	text, isText := value.(string)
	switch {
	case !isText && sensitive:
		return removeAll(value, depth)
	case !isText:
		return cleanValue(value, sensitive, depth, Text)
	case text == "":
		return text
	case sensitive || len(text) > MaxText || Text(text) != text:
		return Mark
	}
	return text
}

func cleanValue(value any, sensitive bool, depth int, scrub func(string) string) any {
	switch v := value.(type) {
	case string:
		return scrub(v)
	case map[string]any:
		return cleanObject(v, sensitive, depth+1)
	case []any:
		if depth >= maxDepth {
			return []any{}
		}
		out := make([]any, 0, min(len(v), maxItems))
		for _, item := range v[:min(len(v), maxItems)] {
			out = append(out, cleanValue(item, sensitive, depth+1, scrub))
		}
		return out
	}
	return value
}

// removeAll replaces every string and number at or under value; yes, no and
// nothing are no secrets.
func removeAll(value any, depth int) any {
	switch v := value.(type) {
	case nil, bool:
		return v
	case map[string]any:
		out := make(map[string]any, len(v))
		if depth < maxDepth {
			for key, item := range v {
				out[key] = removeAll(item, depth+1)
			}
		}
		return out
	case []any:
		out := []any{}
		if depth < maxDepth {
			for _, item := range v[:min(len(v), maxItems)] {
				out = append(out, removeAll(item, depth+1))
			}
		}
		return out
	}
	return Mark
}
