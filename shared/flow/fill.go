package flow

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"cairn/shared/types"
)

// part is a piece of a text with parameters: literal text, or a parameter's name.
type part struct{ literal, param string }

// parse splits a text with parameters into parts.
func parse(text string) ([]part, error) {
	var parts []part
	var literal strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case (c == '{' || c == '}') && i+1 < len(text) && text[i+1] == c:
			literal.WriteByte(c)
			i++
		case c == '}':
			return nil, unbalanced(text)
		case c == '{':
			end := strings.IndexByte(text[i:], '}')
			if end < 0 {
				return nil, unbalanced(text)
			}
			name := text[i+1 : i+end]
			if !paramName(name) {
				return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("{%.40s} is no parameter's name", name),
					"A name has letters, digits and _. A literal brace is written twice.")
			}
			if literal.Len() > 0 {
				parts = append(parts, part{literal: literal.String()})
				literal.Reset()
			}
			parts = append(parts, part{param: name})
			i += end
		default:
			literal.WriteByte(c)
		}
	}
	if literal.Len() > 0 {
		parts = append(parts, part{literal: literal.String()})
	}
	return parts, nil
}

func unbalanced(text string) *types.Error {
	return types.Fault(types.CodeInvalidInput, fmt.Sprintf("%.80q has a brace without its other half", text), "A literal brace is written twice.")
}

// Fill replaces the parameters of a text by values. A parameter without a
// value is an error that names it.
func Fill(text string, values map[string]string) (string, error) {
	return fill(text, values, func(value string) string { return value })
}

// FillAddress fills an address as Fill does: a value stays within its segment or field.
func FillAddress(text string, values map[string]string) (string, error) {
	for _, name := range paramsIn(text) {
		if v := strings.TrimSpace(values[name]); v == "." || v == ".." {
			return "", types.Fault(types.CodeInvalidInput, fmt.Sprintf("parameter %s is %q, which leads elsewhere in an address", name, v), "Give the name of what is meant.")
		}
	}
	return fill(text, values, func(value string) string { return strings.ReplaceAll(url.QueryEscape(value), "+", "%20") })
}

// AddressValues returns the values that an address has in place of a form's parameters, nil
// where it has another form.
func AddressValues(form, address string) map[string]string {
	if !strings.Contains(form, "{") || address == "" {
		return nil
	}
	parts, pieces := addressParts.FindAllString(form, -1), addressParts.FindAllString(pathOf(address), -1)
	if len(parts) != len(pieces) {
		return nil
	}
	values := map[string]string{}
	for i, p := range parts {
		name, isParam := strings.CutPrefix(strings.TrimSuffix(p, "}"), "{")
		switch value, err := url.QueryUnescape(pieces[i]); {
		case p == pieces[i]:
		case !isParam || !paramName(name) || err != nil || strings.ContainsAny(pieces[i], "/?#&="):
			return nil
		default:
			values[name] = value
		}
	}
	return values
}

// addressParts matches the segments of an address and their separators.
var addressParts = regexp.MustCompile(`[/?#&=]|[^/?#&=]+`)

func fill(text string, values map[string]string, as func(value string) string) (string, error) {
	if !strings.ContainsAny(text, "{}") {
		return text, nil
	}
	parts, err := parse(text)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, p := range parts {
		if p.param == "" {
			out.WriteString(p.literal)
			continue
		}
		value, given := values[p.param]
		if !given {
			return "", types.Fault(types.CodeInvalidInput, fmt.Sprintf("parameter %s has no value", p.param), "Give it in params.")
		}
		out.WriteString(as(value))
	}
	return out.String(), nil
}

// literal returns a text with its braces escaped.
func literal(text string) string { return braces.Replace(text) }

var braces = strings.NewReplacer("{", "{{", "}", "}}")

// paramsIn returns the parameters of a text, none where it cannot be parsed.
func paramsIn(text string) (names []string) {
	if !strings.Contains(text, "{") {
		return nil
	}
	parts, _ := parse(text)
	for _, p := range parts {
		if p.param != "" {
			names = append(names, p.param)
		}
	}
	return names
}
