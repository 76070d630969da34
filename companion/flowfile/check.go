package flowfile

import (
	"fmt"
	"regexp"
	"slices"

	"cairn/shared/flow"
	"cairn/shared/types"
)

// check applies the rules for all flows, and reports the line of a violation.
func (d *decoder) check(f *types.Flow) error {
	err := flow.Check(f)
	if err == nil {
		return nil
	}
	fault := types.AsError(err)
	line, message := d.lineOf(f, fault.Message)
	return d.fault(line, fault.Hint, "%s", message)
}

// placeOf matches the place at the start of a message of flow.Check.
var placeOf = regexp.MustCompile(`^(steps?|parameters?|title|site|start|end|id)(?: ([^:]+))?: (.*)`)

// lineOf returns the line that a message of flow.Check refers to, and its text without
// the place.
func (d *decoder) lineOf(f *types.Flow, message string) (int, string) {
	m := placeOf.FindStringSubmatch(message)
	if m == nil {
		return 0, message
	}
	at := m[1]
	switch at {
	case "id": // the file's name is the id
		return 0, "the file's name is the flow's id: " + m[3]
	case "step":
		at = "steps[" + m[2] + "]"
	case "parameter":
		at = fmt.Sprintf("params[%d]", 1+slices.IndexFunc(f.Params, func(p types.FlowParam) bool { return p.Name == m[2] }))
	case "parameters":
		at = "params"
	}
	return d.lines[at], message
}
