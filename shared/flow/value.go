package flow

import (
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// value is the text that a step typed, chose, opened or uploaded.
type value struct {
	text   string // empty where it was not stored
	kept   bool
	chosen bool // of a list
	secret bool
}

// valueOf returns the value that a step entered.
func valueOf(tool string, step *types.Step) value {
	in := step.Tool.Input
	switch tool {
	case "navigate":
		url, ok := in["url"].(string)
		return value{text: url, kept: ok}
	case "upload":
		return value{}
	case "type":
	default:
		return value{}
	}
	t := step.Tool.Target
	v := value{secret: t != nil && t.Sensitive, chosen: t != nil && (t.Tag == "select" || t.Role == "listbox")}
	switch typed := in["text"].(type) {
	case string:
		v.text, v.kept = typed, true
	case []any:
		var options []string
		for _, o := range typed {
			if s, ok := o.(string); ok {
				options = append(options, s)
			}
		}
		v.text, v.kept, v.chosen = strings.Join(options, "\n"), len(options) > 0, true
	}
	if v.secret || step.Tool.TextRedacted || strings.Contains(v.text, redacted) {
		v.text, v.kept = "", false
	}
	if t != nil && t.Role == "combobox" && v.kept && step.Observation != nil {
		v.chosen = v.chosen || slices.ContainsFunc(step.Observation.A11y.Nodes, func(n types.A11yNode) bool { return n.Role == "option" && n.Name == v.text })
	}
	return v
}

// chooses reports whether a name is that of an option beside the one that the act chooses. If it is that of the act's element
// itself, the act confirms: Delete, in the question that Delete opened.
func (a *act) chooses(name string) bool {
	is := func(n string) bool { return strings.EqualFold(n, name) }
	return name != "" && !is(a.target.Name) && slices.ContainsFunc(a.alike, is)
}

// lists reports whether an option that the act chooses, or one beside it, says a text. An icon may have words too.
func (a *act) lists(value string) bool {
	return a.anyOption(func(n string) bool { return text.HoldsWhole(n, value) })
}

// anyOption reports whether something holds for the name of the act's element or of another one beside it.
func (a *act) anyOption(is func(name string) bool) bool {
	return is(a.target.Name) || slices.ContainsFunc(a.alike, is)
}
