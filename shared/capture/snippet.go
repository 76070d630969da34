package capture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Limits of a snippet: it is one line of a list, not the step.
const (
	snippetMatches  = 3  // spec 001 section 4.3.4
	snippetSelector = 30 // characters of a selector; spec 001 section 4.3.4
)

// withheld replaces a name that looks like an instruction to the reading agent (B63). The
// step itself keeps the name.
const withheld = "(withheld: it reads as an order)"

// Matched returns the matching fields of a step for display (see [Shown]): of a page's
// text that reads as an instruction it shows only the kind ("target:button:").
func Matched(fields []string) []string {
	if !slices.ContainsFunc(fields, func(f string) bool { return isInstruction(f) || Shown(f) != f }) {
		return fields
	}
	shown := make([]string, 0, len(fields))
	for _, f := range fields {
		if isInstruction(f) {
			kind, _, _ := strings.Cut(f, `"`)
			if text.AddressesModel(kind) {
				kind, _, _ = strings.Cut(kind, ":")
			}
			f = kind + " " + withheld
		} else if f = Shown(f); slices.Contains(shown, f) {
			continue // a further hidden name
		}
		shown = append(shown, f)
	}
	return shown
}

// isInstruction reports whether a matched field contains an instruction. Names of tools and
// errors are Cairn's and never do.
func isInstruction(field string) bool {
	return !strings.HasPrefix(field, "tool:") && !strings.HasPrefix(field, "error:MM_") && text.AddressesModel(field)
}

// Snippet formats a step as one line: the matches, the target, the labels, the
// screen and the error (spec 001 section 4.3.4). matched may be nil.
func Snippet(step *types.Step, matched []string) string {
	var b strings.Builder
	b.Grow(160) // most are shorter
	add := func(label string, values ...string) {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(label)
		for i, v := range values {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(v)
		}
	}
	if len(matched) > 0 {
		add("match: ", matched[:min(len(matched), snippetMatches)]...)
	}
	if label, name := snippetTarget(step.Tool.Target); label != "" {
		add(label, name)
	}
	if key := enterOrKey(step); key != "" {
		add("key: ", key)
	}
	if len(step.Labels) > 0 {
		add("labels: ", step.Labels...)
	}
	if screen := screenOf(step); screen != "" {
		add("screen: ", screen)
	}
	if !step.Outcome.OK && step.Outcome.Error != nil {
		add("error: ", string(step.Outcome.Error.Code))
	}
	if b.Len() == 0 {
		return step.Tool.Name
	}
	return b.String()
}

// Notes formats a step as a line of a recipe (mm_knowledge_summarize).
func Notes(step *types.Step) string {
	var parts []string
	if name := notesTarget(step.Tool.Target); name != "" {
		parts = append(parts, "target: "+name)
	}
	if key := enterOrKey(step); key != "" {
		parts = append(parts, "key: "+key)
	}
	if screen := screenOf(step); screen != "" {
		parts = append(parts, "on screen: "+screen)
	}
	if !step.Outcome.OK && step.Outcome.Error != nil {
		parts = append(parts, "error: "+errorNote(step.Outcome.Error))
	}
	if len(parts) == 0 {
		return "executed"
	}
	return strings.Join(parts, "; ")
}

// errorNote returns an error's code and its message, which says why the step failed.
func errorNote(e *types.Error) string {
	message := strings.TrimSpace(strings.Replace(e.Message, string(e.Code), "", 1))
	if message == "" {
		return string(e.Code)
	}
	return string(e.Code) + " " + unlessInstruction(e.Message, Clean(Shown(message), maxName))
}

// enterOrKey returns the key of a key press, and of typing the Enter that ended it.
func enterOrKey(step *types.Step) string {
	if Submits(step) {
		return KeyEnter
	}
	return Clean(Key(step), maxWord)
}

func screenOf(step *types.Step) string {
	if step.Observation == nil {
		return ""
	}
	return Shown(step.Observation.State.CurrentScreen)
}

// snippetTarget returns the target's best name: test id, ref, selector (the spec's
// order), and for elements without these role and name.
func snippetTarget(t *types.Target) (label, name string) {
	switch {
	case t == nil:
	case t.TestID != "":
		return "testId: ", unlessInstruction(t.TestID, t.TestID)
	case t.A11yRef != "":
		return "ref: ", t.A11yRef
	case t.Role != "" || t.Name != "":
		return cmp.Or(t.Role, "element") + ": ", unlessInstruction(t.Name, ShownName(t.Name))
	case t.Selector != "":
		return "selector: ", unlessInstruction(t.Selector, firstRunes(Shown(t.Selector), snippetSelector))
	}
	return "", ""
}

// notesTarget returns the target in a recipe: a selector that can be used unchanged,
// a ref, or role and name. It omits a bare selector, which means little to a person
// who reads the recipe.
func notesTarget(t *types.Target) string {
	switch {
	case t == nil:
		return ""
	case t.TestID != "":
		return unlessInstruction(t.TestID, fmt.Sprintf("[data-testid=%q]", t.TestID))
	case t.A11yRef != "":
		return t.A11yRef
	case t.Role != "" || t.Name != "":
		return cmp.Or(t.Role, "element") + " " + unlessInstruction(t.Name, ShownName(t.Name))
	}
	return ""
}

// unlessInstruction returns as, or withheld if the page's text reads as an instruction.
func unlessInstruction(said, as string) string {
	if text.AddressesModel(said) {
		return withheld
	}
	return as
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
