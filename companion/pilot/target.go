package pilot

import (
	"cmp"
	"strings"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// checkTarget requires exactly one way to name an element, and one to name the region
// around it.
func checkTarget(t tool.TargetInput) error {
	if err := checkNames(t, "target", t.Within != nil); err != nil {
		return err
	}
	if t.Within != nil {
		return checkNames(*t.Within, "within", true)
	}
	return nil
}

// checkNames requires exactly one way to name an element. A role alone is sufficient
// with a region, and for a region.
func checkNames(t tool.TargetInput, what string, roleAlone bool) error {
	var given []string
	for _, way := range []struct{ field, value string }{
		{"a11yRef", t.A11yRef}, {"testId", t.TestID}, {"selector", t.Selector}, {"role", t.Role}, {"name", t.Name}, {"text", t.Text},
	} {
		if way.value != "" {
			given = append(given, way.field)
		}
	}
	switch {
	case len(given) == 1 && t.Role == "" && t.Name == "":
		return nil
	case len(given) == 2 && t.Role != "" && t.Name != "", len(given) == 1 && t.Role != "" && roleAlone:
		return nil
	case len(given) == 1 && t.Role != "":
		return types.Invalid("the "+what+" is named by its role alone",
			"give its name too, or say by within what it is in: there a role alone will do if one element has it")
	case len(given) == 1:
		return types.Invalid("the "+what+" is named by its name alone", "give role and name together, as mm_describe_screen lists them")
	}
	return badTarget(given, what)
}

// clickable is the word in texts for role generic: an element that acts like a
// control.
const clickable = "clickable"

func plainRole(t tool.TargetInput) tool.TargetInput {
	if strings.EqualFold(t.Role, clickable) {
		t.Role = "generic"
	}
	if t.Within != nil {
		within := plainRole(*t.Within)
		t.Within = &within
	}
	return t
}

func joinAnd(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// resolve completes the target of a failed step from the observation. It reports
// whether the element was on the page.
func resolve(t *types.Target, before *types.Observation) bool {
	if before == nil {
		return false
	}
	for i := range before.A11y.Nodes {
		n := &before.A11y.Nodes[i]
		if t.Origin != "" && t.Origin != n.Origin && (n.Origin != "" || t.Origin != before.State.Origin) {
			continue
		}
		if t.A11yRef != "" && n.Ref == t.A11yRef || t.TestID != "" && n.TestID == t.TestID ||
			t.Role != "" && n.Role == t.Role && n.Name == t.Name {
			t.Role, t.Name, t.Sensitive, t.Origin = n.Role, n.Name, n.Sensitive, n.Origin
			t.TestID = cmp.Or(t.TestID, n.TestID)
			return true
		}
	}
	return false
}

// stored returns a target without its ref, which is only valid on its page.
func stored(t types.Target) *types.Target {
	t.A11yRef = ""
	if t.Empty() {
		return nil
	}
	return &t
}

// answeredTarget returns a target as answers show it: the text before a field is for capture alone.
func answeredTarget(t *types.Target) *types.Target {
	if t == nil || t.Before == "" {
		return t
	}
	shown := *t
	shown.Before = ""
	return &shown
}
