package capture

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"cairn/shared/redact"
	"cairn/shared/types"
)

// Limits of a tool's input, far above the needs of Cairn's tools.
const (
	maxDepth = 8
	maxItems = 256
)

// InputResult holds a tool's input without its secrets.
type InputResult struct {
	Input map[string]any // nil if there was none
	// Redacted is set if the typed text was removed; Length is its length in
	// characters.
	Redacted bool
	Length   int
}

// The keys of tool inputs with a special meaning. Typed text is under text or value.
// The keys of naming name an element: their values are a page author's strings, never
// secrets because of their key ("name": "Password").
var (
	textKeys = []string{"text", "value"}
	naming   = []string{"testId", "selector", "a11yRef", "role", "name", "label", "placeholder", "field", "key", "target", "tag", "id"}
)

// Input redacts the arguments of a tool, in any shape. It keeps typed text unless its
// field is sensitive (by target or by the names beside the text) or a text rule matches;
// then it removes all of it, as where nothing but a ref names the field. It also removes values under a sensitive key, at any depth.
// It does not change the given input.
func Input(target *types.Target, input map[string]any) InputResult {
	if input == nil {
		return InputResult{}
	}
	text, typed := input["text"].(string)
	sensitive := target != nil && (target.Sensitive || redact.Sensitive(target.TestID, target.Selector, target.Name) || typed && isTypedSecret(target.Name, text, target.Role))
	sensitive = sensitive || target.Empty() && bareRef(input)
	res := InputResult{Input: cleanObject(input, sensitive, 0)}
	if typed && res.Input["text"] == redact.Mark && text != redact.Mark {
		res.Redacted, res.Length = true, utf8.RuneCountInString(text)
	}
	return res
}

// isTypedSecret reports whether a field's name makes a text that is typed into it secret. A search is for things.
func isTypedSecret(name, text, role string) bool {
	return redact.SaidBefore(name, text) || role != "searchbox" && redact.Typed(name, text)
}

// cleanObject returns a cleaned copy of an object. sensitive is set if typed text in it
// goes to a sensitive field, regardless of the names in the object.
func cleanObject(in map[string]any, sensitive bool, depth int) map[string]any {
	out := make(map[string]any, min(len(in), maxItems))
	if depth > maxDepth || len(in) > maxItems {
		return out
	}
	sensitive = sensitive || marksSecret(in) || depth > 0 && bareRef(in)
	for key, value := range in {
		text, isText := value.(string)
		if isText && slices.Contains(textKeys, key) {
			out[key] = cleanTyped(text, sensitive)
		} else {
			out[key] = each(value, depth, cleaner(key, sensitive, depth))
		}
	}
	return out
}

// bareRef reports whether an object names an element by its ref alone. No one can say
// then whether the field is sensitive.
func bareRef(in map[string]any) bool {
	ref, _ := in["a11yRef"].(string)
	return ref != "" && !slices.ContainsFunc(naming, func(key string) bool { return key != "a11yRef" && in[key] != nil })
}

// cleaner returns the function that cleans a value under a key, or the elements of a list
// there.
func cleaner(key string, sensitive bool, depth int) func(any) any {
	scrub := redact.Text
	switch {
	case slices.Contains(textKeys, key):
		if sensitive {
			return mask
		}
	case slices.Contains(naming, key):
		scrub = redact.Attr
	case redact.Sensitive(key):
		return mask
	case addressKey.MatchString(key):
		scrub = func(s string) string { return besideHidden(s, redact.URL) }
	}
	return func(v any) any {
		switch v := v.(type) {
		case string:
			return outsideHiddenNames(v, scrub)
		case map[string]any:
			return cleanObject(v, sensitive, depth+1)
		}
		return v
	}
}

var addressKey = regexp.MustCompile(`(?i)^(?:href|origin)$|url$`)

// cleanTyped keeps or removes typed text as a whole, so that no part of a secret remains.
// It removes text that is too long for the redaction rules.
func cleanTyped(text string, sensitive bool) string {
	if text != "" && (sensitive || len(text) > redact.MaxText || redact.Said(text) != text) {
		return redact.Mark
	}
	return text
}

// each applies clean to a value, or to the elements of a list, at any depth.
func each(value any, depth int, clean func(any) any) any {
	list, ok := value.([]any)
	if !ok {
		return clean(value)
	}
	out := []any{}
	if depth < maxDepth {
		for _, item := range list[:min(len(list), maxItems)] {
			out = append(out, each(item, depth+1, clean))
		}
	}
	return out
}

// mask removes a value under a sensitive key; it keeps booleans and null, which are
// not secrets.
func mask(value any) any {
	switch v := value.(type) {
	case nil, bool:
		return v
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, item := range v {
			out[key] = each(item, 0, mask)
		}
		return out
	}
	return redact.Mark
}

// marksSecret reports whether the names in an object mark its text as secret: {"testId": "unlock-password", "text": …}.
func marksSecret(in map[string]any) bool {
	text, typed := in["text"].(string)
	for _, key := range naming {
		switch v := in[key].(type) {
		case string:
			if redact.Sensitive(v) || typed && isTypedSecret(v, text, "") {
				return true
			}
		case map[string]any:
			if s, _ := v["sensitive"].(bool); s || marksSecret(v) {
				return true
			}
		}
	}
	return false
}

// ToolPrefix is the prefix of every recorded tool name.
const ToolPrefix = "mm_"

// NormalizeTool adds the mm_ prefix to a tool's name, which records of older
// implementations lack. It keeps an empty name empty.
func NormalizeTool(name string) string {
	name = strings.TrimSpace(name)
	if name == "" || strings.HasPrefix(name, ToolPrefix) {
		return name
	}
	return ToolPrefix + name
}

// bareTool returns a tool's name without the prefix, for tables keyed by either.
func bareTool(name string) string {
	return strings.TrimPrefix(strings.TrimSpace(name), ToolPrefix)
}
