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
)

var runTools = []*tool{{
	name: "mm_run_steps", title: "Run several steps",
	description: "Run acting tools one after another in one call, each with the arguments it takes alone.",
	destructive: true, openWorld: true,
	run: typed(runSteps),
}}

// runTime is for all steps together, when no time is given.
const runTime = 60 * time.Second

// leastStep is the time that a step is begun with; with less it could only fail.
const leastStep = 500 * time.Millisecond

// ready is a step that was found to be in order.
type ready struct {
	tool *tool
	args json.RawMessage
}

// runSteps checks all steps before the first is run, then runs them until one
// fails or the time is over. Each is recorded by itself, as if called alone.
func runSteps(ctx context.Context, c *call, in types.RunInput) (answer, error) {
	steps := make([]ready, len(in.Steps))
	for i, s := range in.Steps {
		var err error
		if steps[i], err = c.ready(fmt.Sprintf("steps[%d]", i), s, in); err != nil {
			return answer{}, err
		}
	}
	if len(steps) == 0 {
		return answer{}, types.Fault(types.CodeInvalidInput, "there are no steps", "give steps: [{tool, args}, …]")
	}
	limit := runTime
	if in.TimeoutMs > 0 {
		limit = max(time.Duration(in.TimeoutMs)*time.Millisecond, leastStep+leastStep/10)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	result := &types.RunResult{}
	stop := in.StopOnError == nil || *in.StopOnError
	var texts []string
	for i, s := range steps {
		out := types.RunOutcome{Tool: s.tool.name, Status: types.RunSkipped}
		text := ""
		if timeFor(ctx) && (result.Failed == 0 || !stop) {
			out, text = c.runOne(ctx, s, i == len(steps)-1)
		}
		switch out.Status {
		case types.RunOK:
			result.Succeeded++
		case types.RunFailed:
			result.Failed++
		default:
			result.Skipped++
		}
		result.Steps = append(result.Steps, out)
		if text != "" {
			texts = append(texts, fmt.Sprintf("%d. %s", i+1, text))
		}
	}
	return answer{result: result, text: runText(result, texts)}, nil
}

// ready resolves the names of targets in a step and checks its arguments
// against the schema of its tool.
func (c *call) ready(field string, s types.RunStep, in types.RunInput) (ready, error) {
	able := concat(actTools, newsTools)
	i := slices.IndexFunc(able, func(t *tool) bool {
		return t.step && (s.Tool == t.name || s.Tool == c.names.tool(t.name) || DefaultPrefix+s.Tool == t.name)
	})
	if i < 0 {
		var known []string
		for _, t := range able {
			if t.step {
				known = append(known, t.name)
			}
		}
		return ready{}, types.Fault(types.CodeInvalidInput, fmt.Sprintf("%s: %.60q cannot be run as a step", field, s.Tool), "steps may be "+strings.Join(known, ", "))
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

// resolved is args with names of targets replaced by what they stand for.
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
				return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("%s.args has %s beside a target that has it, too", field, key), "name the target in one way")
			}
			args[key] = value
		}
	}
	if name, ok := args["within"].(string); ok {
		target, err := targetOf(field+".args.within", name, targets)
		if err != nil {
			return nil, err
		}
		args["within"] = target
	}
	return args, nil
}

func targetOf(field, name string, targets map[string]map[string]any) (map[string]any, error) {
	target, ok := targets[name]
	if !ok {
		return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("%s: there is no target %.60q", field, name), "define it in targets; there are: "+strings.Join(slices.Sorted(maps.Keys(targets)), ", "))
	}
	return target, nil
}

func timeFor(ctx context.Context) bool {
	end, ok := ctx.Deadline()
	return ctx.Err() == nil && (!ok || time.Until(end) >= leastStep)
}

// runOne runs a step and says in short what came of it; the last one says it
// in full, for that is where the agent is.
func (c *call) runOne(ctx context.Context, s ready, last bool) (types.RunOutcome, string) {
	inner := *c
	inner.args = s.args
	a, err := s.tool.run(ctx, &inner)
	out := types.RunOutcome{Tool: s.tool.name, Status: types.RunOK, Result: a.result}
	if err != nil {
		fault := *types.AsError(err)
		fault.Message, fault.Hint = clean(fault.Message, maxFaultText), clean(fault.Hint, maxFaultText)
		out = types.RunOutcome{Tool: s.tool.name, Status: types.RunFailed, Error: &fault}
		return out, fmt.Sprintf("%s failed: %s: %s\n   hint: %s", s.tool.name, fault.Code, fault.Message, fault.Hint)
	}
	if last {
		return out, a.text
	}
	var lines []string
	for line := range strings.Lines(a.text) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "appeared: ") {
			lines = append(lines, line)
		}
	}
	lines[0], _, _ = strings.Cut(lines[0], "; now ")
	return out, strings.Join(lines, "\n   ")
}

func runText(r *types.RunResult, texts []string) string {
	head := fmt.Sprintf("all %s done", steps(r.Succeeded))
	if r.Failed+r.Skipped > 0 {
		head = fmt.Sprintf("%d of %s done, %d failed, %d skipped", r.Succeeded, steps(len(r.Steps)), r.Failed, r.Skipped)
	}
	return strings.Join(append([]string{head}, texts...), "\n")
}
