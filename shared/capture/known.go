package capture

import (
	"strings"

	"cairn/shared/exact"
	"cairn/shared/types"
)

// Known masks in a step, which is to be kept, the secrets that are known exactly.
func Known(step *types.Step, known *exact.Secrets) {
	if step == nil || known.Len() == 0 {
		return
	}
	Texts(step.Observation, known.Mask, known.MaskURL)
	if after := step.After; after != nil {
		after.Title, after.CurrentURL, after.CurrentScreen = known.Mask(after.Title), known.MaskURL(after.CurrentURL), known.MaskURL(after.CurrentScreen)
		for i := range after.Appeared {
			after.Appeared[i] = Quoted(after.Appeared[i], known)
		}
	}
	if t := step.Tool.Target; t != nil {
		masked := Named(*t, known)
		step.Tool.Target = &masked
	}
	if a := step.Advice; a != nil {
		for i := range a.Given {
			a.Given[i].Target = Named(a.Given[i].Target, known)
		}
	}
	if e := step.Outcome.Error; e != nil {
		e.Message, e.Hint = known.Mask(e.Message), known.Mask(e.Hint)
	}
	step.Tool.Input = knownInput(step.Tool.Input, known)
}

// hide masks secrets in a step that the labels on its page show, in test ids too: such a secret is long, and has digits, so
// that no author calls an element so.
func hide(step *types.Step, hidden *exact.Secrets) {
	if hidden.Len() == 0 {
		return
	}
	Known(step, hidden)
	if t := step.Tool.Target; t != nil {
		t.TestID = hidden.Mask(t.TestID)
	}
	for i := range step.Observation.TestIDs {
		step.Observation.TestIDs[i].TestID = hidden.Mask(step.Observation.TestIDs[i].TestID)
	}
	for i := range step.Observation.A11y.Nodes {
		step.Observation.A11y.Nodes[i].TestID = hidden.Mask(step.Observation.A11y.Nodes[i].TestID)
	}
}

// knownInput returns a tool's arguments, and what is in them (a drag's end, the options of a list),
// without secrets.
func knownInput(in map[string]any, known *exact.Secrets) map[string]any {
	for key, value := range in {
		change := known.Mask
		if key == "url" {
			change = known.MaskURL
		}
		in[key] = each(value, 0, func(v any) any {
			switch v := v.(type) {
			case string:
				return change(v)
			case map[string]any:
				return knownInput(v, known)
			}
			return v
		})
	}
	return in
}

// Quoted masks in `role "name"` the name.
func Quoted(s string, known *exact.Secrets) string {
	role, name, ok := strings.Cut(s, ` "`)
	name, closed := strings.CutSuffix(name, `"`)
	if !ok || !closed {
		return known.Mask(s)
	}
	return role + ` "` + known.Mask(name) + `"`
}

// Named is a target without the secrets that are known exactly. A selector with one
// in it would match nothing.
func Named(t types.Target, known *exact.Secrets) types.Target {
	t.Name, t.Row = known.Mask(t.Name), Row(t.Row, known)
	t.Column, t.Hint, t.Before = known.Mask(t.Column), known.Mask(t.Hint), known.Mask(t.Before)
	if known.Mask(t.Selector) != t.Selector {
		t.Selector = ""
	}
	return t
}
