package flowfile

import (
	"fmt"
	"regexp"
	"slices"

	"cairn/shared/flow"
	"cairn/shared/types"
)

// check holds a flow to the rules of all flows, and finds the line of what breaks one.
func (d *decoder) check(f *types.Flow) error {
	err := flow.Check(f)
	if err == nil {
		return nil
	}
	fault := types.AsError(err)
	line, message := d.lineOf(f, fault.Message)
	return d.fault(line, fault.Hint, "%s", message)
}

// placeOf finds the place that a message of flow.Check begins with.
var placeOf = regexp.MustCompile(`^(steps?|parameters?|title|site|start|end|id)(?: ([^:]+))?: (.*)`)

// lineOf is the line that a message of flow.Check is about, and what it says.
func (d *decoder) lineOf(f *types.Flow, message string) (int, string) {
	m := placeOf.FindStringSubmatch(message)
	if m == nil {
		return 0, message
	}
	at := m[1]
	switch at {
	case "id": // which the file's name is
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
