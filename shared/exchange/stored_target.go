package exchange

import (
	"fmt"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// storedTarget returns a target with the names that find its element. A step with only
// necessary names (DESIGN 5.3) may lack all of them. The rest, a role or a place
// among equals, would find another element.
func storedTarget(step *types.Step, t *types.Target) *types.Target {
	if t == nil || step.Keep != types.KeepNeeded {
		return t
	}
	k := *t
	lacks := capture.IsHidden(t.Name) || capture.IsHidden(t.Selector)
	if capture.IsMasked(t.TestID) {
		k.TestID, lacks = "", true
	}
	// Among equals, only the row or the test id identified the element.
	if equal := t.Twins > 0 && (lacks || capture.Shown(t.Row) != t.Row); equal {
		k.Name, lacks = "", true
	}
	k.Name, k.Selector = capture.ClearName(k.Name), capture.ClearName(k.Selector)
	if lacks && k.Name == "" {
		k.Role = ""
	}
	if lacks && capture.Positional(k.Selector) {
		k.Selector = ""
	}
	return &k
}

// notKept names a step that cannot be repeated, and the reason: nothing stored finds
// its element, or its address is incomplete. It is empty for a repeatable step.
func notKept(step *types.Step) string {
	lost := func(t *types.Target) bool { return !t.Empty() && storedTarget(step, t).Empty() }
	switch t := step.Tool.Target; {
	case !capture.ClearPlace(navigatesTo(step)):
		return "opening " + comment(navigatesTo(step)) + ": the whole address is not kept"
	case lost(t):
		return fmt.Sprintf("%s on %s: its name is not kept, and no test id or selector finds it", acts(step), element(t))
	case acts(step) == "drag" && lost(droppedOn(step)):
		return fmt.Sprintf("drag onto %s: its name is not kept, and no test id or selector finds it", element(droppedOn(step)))
	}
	return ""
}

// element describes a target without a name.
func element(t *types.Target) string {
	if t.Role == "" {
		return "an element"
	}
	return "an element of the role " + comment(t.Role)
}

// comment returns a recorded text in a form for a one-line comment.
func comment(s string) string { return cut(capture.Shown(oneLine(s)), maxQuoted) }
