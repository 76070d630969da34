package mcptools

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

var runTools = []*definition{{
	name:        "mm_run_steps",
	description: "Run acting tools one after another in one call, each with the arguments it takes alone, or (kb, params) what a KB item or flow says.",
	destructive: true, openWorld: true,
	run: typed(runStepsOrKB),
}}

// runTime bounds all steps together by default.
const runTime = 60 * time.Second

// leastStep is the least remaining time to start a step.
const leastStep = 500 * time.Millisecond

// ready is a validated step.
type ready struct {
	tool *definition
	args json.RawMessage
}

// runInput is tool.RunInput, or the id of the item or flow with the steps.
type runInput struct {
	tool.RunInput
	KB     string                     `json:"kb"`
	Params map[string]json.RawMessage `json:"params"`
}

func runStepsOrKB(ctx context.Context, c *call, in runInput) (answer, error) {
	switch {
	case in.KB != "" && len(in.Steps) > 0:
		return answer{}, types.Invalid("both steps and kb are given", "give the steps yourself, or have them taken from a KB item or flow")
	case in.KB != "":
		return runKB(ctx, c, in)
	case len(in.Params) > 0:
		return answer{}, types.Invalid("params are given without kb", "params are for the steps of a KB item or flow; steps of yours hold their values")
	}
	return runSteps(ctx, c, in.RunInput)
}

// runSteps validates all steps, then runs them until one fails or the time is over.
// Each is recorded separately.
func runSteps(ctx context.Context, c *call, in tool.RunInput) (answer, error) {
	steps := make([]ready, len(in.Steps))
	for i, s := range in.Steps {
		var err error
		if steps[i], err = c.ready(fmt.Sprintf("steps[%d]", i), s, in); err != nil {
			return answer{}, err
		}
	}
	if len(steps) == 0 {
		return answer{}, types.Invalid("there are no steps", "give steps: [{tool, args}, …], or kb")
	}
	limit := runTime
	if in.TimeoutMs > 0 {
		limit = max(time.Duration(in.TimeoutMs)*time.Millisecond, leastStep+leastStep/10)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	result := &tool.RunResult{}
	stop := in.StopOnError == nil || *in.StopOnError
	halted := false // at an action that needs a confirmation: later steps rely on it
	var said answer
	for i, s := range steps {
		out := tool.RunOutcome{Tool: s.tool.name, Status: tool.RunSkipped}
		if timeFor(ctx) && (result.Failed == 0 || !stop) && !halted {
			var one answer
			out, one = c.runOne(ctx, s, i == len(steps)-1)
			said.head += own("\n%d. ", i+1) + one.head
			if one.page != "" {
				said.page += fmt.Sprintf("%d. %s\n", i+1, one.page)
			}
		}
		halted = halted || out.Error != nil && out.Error.Code == types.CodeConfirmation
		switch out.Status {
		case tool.RunOK:
			result.Succeeded++
		case tool.RunFailed:
			result.Failed++
		default:
			result.Skipped++
		}
		result.Steps = append(result.Steps, out)
	}
	said.head = runHead(result) + said.head
	said.result, said.brief = result, briefRun(result)
	return said, nil
}

// ready resolves named targets in a step and validates its arguments.
func (c *call) ready(field string, s tool.RunStep, in tool.RunInput) (ready, error) {
	able := concat(actTools, carryTools, newsTools)
	i := slices.IndexFunc(able, func(t *definition) bool {
		return t.step && (s.Tool == t.name || s.Tool == c.names.tool(t.name) || DefaultPrefix+s.Tool == t.name)
	})
	if i < 0 {
		var known []string
		for _, t := range able {
			if t.step {
				known = append(known, t.name)
			}
		}
		return ready{}, types.Invalid(fmt.Sprintf("%s: %.60q cannot be run as a step", field, s.Tool), "steps may be "+strings.Join(known, ", "))
	}
	_, schema, err := loadSchema(able[i].name)
	if err != nil {
		return ready{}, err
	}
	args, err := resolved(field, s.Args, in.Targets)
	if err != nil {
		return ready{}, err
	}
	if _, takes := schema.Properties["kb_source"]; takes && in.KBSource != "" && args["kb_source"] == nil {
		args["kb_source"] = in.KBSource
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return ready{}, fmt.Errorf("%s: %w", field, err)
	}
	return ready{able[i], raw}, schema.check(field+".args", raw)
}

// resolved returns args with named targets replaced by their definitions.
func resolved(field string, args map[string]any, targets map[string]map[string]any) (map[string]any, error) {
	args = maps.Clone(args)
	if args == nil {
		args = map[string]any{}
	}
	if name, ok := args["target"].(string); ok {
		target, err := targetOf(field+".args.target", name, targets)
		if err != nil {
			return nil, err
		}
		delete(args, "target")
		for key, value := range target {
			if _, twice := args[key]; twice {
				return nil, types.Invalid(fmt.Sprintf("%s.args has %s beside a target that has it, too", field, key), "name the target in one way")
			}
			args[key] = value
		}
	}
	for _, key := range []string{"within", "to"} {
		name, ok := args[key].(string)
		if !ok {
			continue
		}
		target, err := targetOf(field+".args."+key, name, targets)
		if err != nil {
			return nil, err
		}
		args[key] = target
	}
	return args, nil
}

func targetOf(field, name string, targets map[string]map[string]any) (map[string]any, error) {
	target, ok := targets[name]
	if !ok {
		return nil, types.Invalid(fmt.Sprintf("%s: there is no target %.60q", field, name), "define it in targets; there are: "+strings.Join(slices.Sorted(maps.Keys(targets)), ", "))
	}
	return target, nil
}

func timeFor(ctx context.Context) bool {
	end, ok := ctx.Deadline()
	return ctx.Err() == nil && (!ok || time.Until(end) >= leastStep)
}

// runOne runs a step and describes its result, briefly except for the last one, which
// shows the current page.
func (c *call) runOne(ctx context.Context, s ready, last bool) (tool.RunOutcome, answer) {
	inner := *c
	inner.args, inner.amid = s.args, !last
	a, err := s.tool.do(ctx, &inner)
	out := tool.RunOutcome{Tool: s.tool.name, Status: tool.RunOK, Result: a.result}
	if err != nil {
		fault := cleanFault(DefaultPrefix, err)
		out = tool.RunOutcome{Tool: s.tool.name, Status: tool.RunFailed, Error: &fault}
		a = faultAnswer(fault)
		a.head = own("%s failed: ", s.tool.name) + a.head
		return out, a
	}
	if last {
		return out, a
	}
	a.head, a.page = cutNow(a.head), shortPage(a.page)
	return out, a
}

// cutNow removes the page from the result of all but the last step.
func cutNow(head ownText) ownText {
	first, rest, more := strings.Cut(string(head), "\n")
	first, _, _ = strings.Cut(first, "; now ")
	if more {
		first += "\n   " + rest
	}
	return ownText(first)
}

// shortPage shortens the page in the result of all but the last step.
func shortPage(page string) string {
	var kept []string
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "appeared: ") && !strings.HasPrefix(line, "now ") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n   ")
}

func runHead(r *tool.RunResult) ownText {
	if r.Failed+r.Skipped > 0 {
		return own("%d of %s done, %d failed, %d skipped", r.Succeeded, ownText(steps(len(r.Steps))), r.Failed, r.Skipped)
	}
	return own("all %s done", ownText(steps(r.Succeeded)))
}

// briefRun returns a run without the results of its steps, which are in the text.
func briefRun(r *tool.RunResult) *tool.RunResult {
	brief := *r
	brief.Steps = nil
	for _, s := range r.Steps {
		short := tool.RunOutcome{Tool: s.Tool, Status: s.Status}
		if s.Error != nil {
			short.Error = &types.Error{Code: s.Error.Code}
		}
		brief.Steps = append(brief.Steps, short)
	}
	return &brief
}
