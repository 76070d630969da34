package mcptools

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// runKB runs a KB item or a flow: a flow with all its guards, an item as the steps of
// its actions.
func runKB(ctx context.Context, c *call, in runInput) (answer, error) {
	params, err := paramsOf(in.Params)
	if err != nil {
		return answer{}, err
	}
	items, err := c.backend.Memory.KB(in.KB, "", 1)
	if err != nil || len(items) == 0 {
		return runFlow(ctx, c, flowInput{FlowInput: tool.FlowInput{Flow: in.KB, TimeoutMs: in.TimeoutMs}, Params: in.Params})
	}
	steps, err := stepsOf(items[0], params)
	if err != nil {
		return answer{}, err
	}
	in.Steps, in.KBSource = steps, in.KB
	return runSteps(ctx, c, in.RunInput)
}

// stepsOf returns the actions of an item as steps with parameter values. Actions that
// name a row or are written for readers have no step.
func stepsOf(item *types.KBItem, params map[string]string) ([]tool.RunStep, error) {
	var missing []string
	var out []tool.RunStep
	used := map[string]bool{}
	for i, action := range item.ActionSequence {
		step, ok := spelled(action, func(name string) string {
			value, given := params[name]
			if used[name] = true; !given && !slices.Contains(missing, name) {
				missing = append(missing, name)
			}
			return value
		})
		if !ok {
			return nil, types.Invalid(fmt.Sprintf("action %d of this KB item is written for a reader and is no call", i+1), "do its actions one by one, as kb_search shows them, with its ID as kb_source")
		}
		out = append(out, step)
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if !used[name] {
			return nil, types.Invalid(fmt.Sprintf("this KB item has no parameter %.60q", name), "it takes: "+listOr(slices.Sorted(maps.Keys(used)), "none"))
		}
	}
	if len(missing) > 0 {
		return nil, types.Invalid("values are missing for "+listOr(missing, ""), `give them in params: {"name":"value"}`)
	}
	return out, nil
}

func listOr(all []string, none string) string {
	if len(all) == 0 {
		return none
	}
	return strings.Join(all, ", ")
}

// An action of a distilled item reads like click(testId="send") or
// type(role="textbox", name="To", text={recipient}, submit=true).
var (
	actionForm   = regexp.MustCompile(`^([a-z_]+)\((.*)\)$`)
	argumentForm = regexp.MustCompile(`^([A-Za-z]+)=("(?:[^"\\]|\\.)*"|\{[^{}]*\}|true)(?:, |$)`)
)

// spelled parses an action. value returns the value of a parameter.
func spelled(action string, value func(name string) string) (tool.RunStep, bool) {
	parts := actionForm.FindStringSubmatch(action)
	if parts == nil {
		return tool.RunStep{}, false
	}
	step, rest := tool.RunStep{Tool: parts[1], Args: map[string]any{}}, parts[2]
	for rest != "" {
		arg := argumentForm.FindStringSubmatch(rest)
		if arg == nil || arg[1] == "row" {
			return tool.RunStep{}, false
		}
		rest = rest[len(arg[0]):]
		switch arg[2][0] {
		case '"':
			s, err := strconv.Unquote(arg[2])
			if err != nil {
				return tool.RunStep{}, false
			}
			step.Args[arg[1]] = s
		case '{':
			step.Args[arg[1]] = value(arg[2][1 : len(arg[2])-1])
		default:
			step.Args[arg[1]] = true
		}
	}
	if step.Args["testId"] != nil { // a target is named in one way
		delete(step.Args, "role")
		delete(step.Args, "name")
	}
	return step, true
}
