package exchange

import (
	"fmt"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// kept is a target by the names that find its element. A step that keeps only
// needed names (DESIGN 5.3) may lack all of them; what is left then, a role or a
// place among equals, would find another element.
func kept(step *types.Step, t *types.Target) *types.Target {
	if t == nil || step.Keep != types.KeepNeeded {
		return t
	}
	k := *t
	lacks := capture.IsHidden(t.Name) || capture.IsHidden(t.Selector)
	if capture.IsMasked(t.TestID) {
		k.TestID, lacks = "", true
	}
	// Of equals, the row or the test id said which was meant.
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

// notKept says which step cannot be done again, and why: nothing is kept by which its
// element, or the address that it opens, could be found. It is empty where it can.
func notKept(step *types.Step) string {
	lost := func(t *types.Target) bool { return !t.Empty() && kept(step, t).Empty() }
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

// element is what a target is called where it has no name.
func element(t *types.Target) string {
	if t.Role == "" {
		return "an element"
	}
	return "an element of the role " + comment(t.Role)
}

// comment is a recorded text as it may stand in a comment of one line.
func comment(s string) string { return cut(capture.Shown(oneLine(s)), maxQuoted) }
