package flow

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/types"
)

// verbs maps the tools of flows to their verbs.
var verbs = map[string]string{
	"navigate": "open", "click": "click", "type": "type", "press": "press", "hover": "hover over", "drag": "drag", "upload": "upload", "back": "go back",
}

// Words returns a step, from 0, in words: click button "Save". Values that are secret are
// never included.
func Words(f *types.Flow, i int, values map[string]string) string {
	s := &f.Steps[i]
	said := func(text string) string { return shownText(f, text, values) }
	what := elementWords(s, said)
	verb := cmp.Or(verbs[s.Tool], s.Tool)
	if s.Click != nil {
		verb = clickWords(s.Click)
	}
	switch s.Tool {
	case "type":
		out := fmt.Sprintf("%s %s into %s", verb, quotedWords(said(s.Value)), what)
		if s.Submit {
			out += " and press Enter"
		}
		return out
	case "upload":
		return fmt.Sprintf("%s %s to %s", verb, quotedWords(said(s.Value)), what)
	case "navigate":
		return verb + " " + said(s.Value)
	case "press":
		out := verb + " " + s.Key
		if s.Times > 1 {
			out += fmt.Sprintf(" %d times", s.Times)
		}
		if what != "" {
			out += " on " + what
		}
		return out
	case "drag":
		to := "elsewhere"
		if s.To != nil && s.To.Target != nil {
			to = "to " + targetWords(s.To.Target, said)
		}
		return strings.TrimSpace(verb + " " + what + " " + to)
	}
	return strings.TrimSpace(verb + " " + what)
}

// clickWords returns the verb of a click that is not plain: double-click, right-click, Shift+click.
func clickWords(c *types.Clicking) string {
	verb := "click"
	switch {
	case c.Button != "":
		verb = c.Button + "-click"
	case c.Count == 2:
		verb = "double-click"
	case c.Count > 2:
		verb = fmt.Sprintf("click %d times", c.Count)
	}
	return strings.Join(append(slices.Clone(c.Modifiers), verb), "+")
}

func quotedWords(text string) string { return `"` + strings.ReplaceAll(text, "\n", `", "`) + `"` }

// elementWords returns the name of a step's element.
func elementWords(s *types.FlowStep, said func(string) string) string {
	if len(s.Targets) == 0 {
		return ""
	}
	return targetWords(&s.Targets[0], said)
}

func targetWords(t *types.FlowTarget, said func(string) string) string {
	role := cmp.Or(t.Role, map[bool]string{true: "text", false: "element"}[ByText(t)])
	switch {
	case t.Row != "" && t.Of > 1:
		if t.Name != "" {
			role = fmt.Sprintf("%s %q", role, said(t.Name))
		}
		return fmt.Sprintf("%s %d of %d in the row with %q", role, t.Nth, t.Of, said(t.Row))
	case t.Name != "" && t.Row != "":
		return fmt.Sprintf("%s %q in the row with %q", role, said(t.Name), said(t.Row))
	case t.Under != "" && t.TestID == "" && !About(t):
		if t.Name != "" {
			role = fmt.Sprintf("%s %q", role, said(t.Name))
		}
		if t.Of > 1 {
			role += fmt.Sprintf(" %d of %d", t.Nth, t.Of)
		}
		return fmt.Sprintf("%s under %q", role, said(t.Under))
	case t.Name != "":
		return fmt.Sprintf("%s %q", role, said(t.Name))
	case t.Row != "":
		return fmt.Sprintf("the %s with %q", role, said(t.Row))
	case t.TestID != "":
		return fmt.Sprintf("%s %q", role, said(t.TestID))
	case t.Selector == "" && len(t.Near) > 0:
		return role + " beside " + t.Near[0]
	}
	return fmt.Sprintf("%s %q", role, said(t.Selector))
}

// shownText returns a text of a flow with its values. Secrets and parameters without a value
// keep their parameter.
func shownText(f *types.Flow, text string, values map[string]string) string {
	parts, err := parse(text)
	if err != nil {
		return text
	}
	var out strings.Builder
	for _, p := range parts {
		value, given := values[p.param]
		switch {
		case p.param == "":
			out.WriteString(p.literal)
		case given && !secret(f, p.param):
			out.WriteString(value)
		default:
			out.WriteString("{" + p.param + "}")
		}
	}
	return out.String()
}

func secret(f *types.Flow, name string) bool {
	p := paramOf(f, name)
	return p != nil && p.Kind == types.FlowSecret
}

// paramOf returns the parameter of a name, nil where there is none.
func paramOf(f *types.Flow, name string) *types.FlowParam {
	for i := range f.Params {
		if f.Params[i].Name == name {
			return &f.Params[i]
		}
	}
	return nil
}
