package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cairn/companion/mcptools"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// ownTool is a tool that the gateway adds to the driver's.
type ownTool struct {
	name, about, schema string
	readOnly            bool
	acts                bool // it needs an adapter for the driver
	answer              func(w *watcher, ctx context.Context, arguments []byte, progress func(tool.FlowProgress)) (string, error)
}

// ownTools lists all of them. Their names begin with memory_, so that an agent can
// distinguish them from the driver's.
var ownTools = []ownTool{
	{name: "memory_search", readOnly: true, answer: (*watcher).search,
		about:  "Search what was done on web pages in earlier sessions: actions, elements, screens, goals. Use it when the answers of the browser's tools do not say how a task was done before.",
		schema: `{"type":"object","properties":{"query":{"type":"string","description":"Words of the task or of an element's name"}},"required":["query"]}`},
	{name: "memory_run_flow", acts: true, answer: (*watcher).runFlow,
		about: "Do a known task in one call, through this browser. It stops before anything that it cannot prove, and then shows the page and how to go on.",
		schema: `{"type":"object","properties":{"flow":{"type":"string","description":"The flow's name, as an answer offered it"},"goal":{"type":"string","description":"The task with its values, in the place of flow"},` +
			`"params":{"type":"object","additionalProperties":{"type":["string","number"]}},"url":{"type":"string","description":"An address of the site to run on, instead of the recorded one"},` +
			`"dryRun":{"type":"boolean"},"allowRisky":{"type":"boolean","description":"Do steps that pay, send, delete, grant, sign or publish"},"continue":{"type":"boolean","description":"Go on with the run that stopped"},"from":{"type":"integer","description":"With continue: at this step, the ones before it are not needed"}}}`},
	{name: "memory_goal", acts: true, answer: (*watcher).state,
		about:  "Say what the task in the browser is, before it begins, and at its end what became of it. Only tasks that are stated as done teach the next run; with a goal, pages show what worked for it before.",
		schema: `{"type":"object","properties":{"goal":{"type":"string","description":"The task that begins, in a sentence with its values"},"outcome":{"type":"string","enum":["done","failed","abandoned"],"description":"What became of the task before"},"evidence":{"type":"string","description":"What on the page says so"}}}`},
}

// definition returns the tool's entry in tools/list.
func (t *ownTool) definition() []byte {
	line, err := json.Marshal(map[string]any{"name": t.name, "description": t.about, "inputSchema": json.RawMessage(t.schema),
		"annotations": map[string]any{"readOnlyHint": t.readOnly, "openWorldHint": !t.readOnly}})
	if err != nil {
		return nil // the schemas are constants
	}
	return line
}

// answer executes a call of one of the gateway's tools; progress reports the steps of
// a run.
func (w *watcher) answer(ctx context.Context, c call, progress func(tool.FlowProgress)) (string, error) {
	for i := range ownTools {
		if t := &ownTools[i]; t.name == c.tool {
			return t.answer(w, ctx, c.arguments, progress)
		}
	}
	return "", types.Fault(types.CodeInvalidInput, "there is no tool "+c.tool, "")
}

// arguments decodes a call's arguments strictly, so that a wrong name is not ignored.
func arguments(given []byte, into any) error {
	if len(given) == 0 {
		given = []byte("{}")
	}
	in := json.NewDecoder(strings.NewReader(string(given)))
	in.DisallowUnknownFields()
	if err := in.Decode(into); err != nil {
		return types.Fault(types.CodeInvalidInput, "the arguments are not understood: "+strings.TrimPrefix(err.Error(), "json: "), "See the tool's input schema.")
	}
	return nil
}

// maxFound bounds the steps of a search's answer.
const maxFound = 8

func (w *watcher) search(ctx context.Context, given []byte, _ func(tool.FlowProgress)) (string, error) {
	var in struct{ Query string }
	if err := arguments(given, &in); err != nil {
		return "", err
	}
	found, err := w.memory.Search(ctx, types.SearchRequest{Query: in.Query, Limit: maxFound, Detail: true})
	if err != nil {
		return "", fmt.Errorf("search memory: %w", err)
	}
	var lines []string
	for _, f := range w.memory.FlowFor(w.task.address(), in.Query, 1) {
		if line := mcptools.FlowOffer(&f, "memory_run_flow"); line != "" && w.owns("memory_run_flow") {
			lines = append(lines, line)
		}
	}
	goal := ""
	for i := range found {
		s := &found[i]
		if s.SessionGoal != goal && s.SessionGoal != "" {
			lines = append(lines, "For the goal "+mcptools.Quote(s.SessionGoal, 100)+":")
		}
		goal = s.SessionGoal
		if line := "- " + foundStep(s); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "Nothing like it is remembered.", nil
	}
	return mcptools.Fence("", strings.Join(lines, "\n")), nil
}

// foundStep describes a step that a search found: its action, element, screen and site.
func foundStep(s *types.StepSummary) string {
	line := strings.TrimPrefix(s.Tool, "mm_")
	d := cmp.Or(s.Detail, &types.StepDetail{OK: true})
	if d.Role != "" {
		line += " " + d.Role
	}
	if d.Name != "" {
		line += " " + mcptools.Quote(d.Name, 100)
	} else if d.TestID != "" {
		line += " with test id " + mcptools.Quote(d.TestID, 100)
	}
	if s.Screen != "" && s.Screen != types.UnknownScreen {
		line += " on " + mcptools.Quote(s.Screen, 80)
	}
	if d.Origin != "" {
		line += " of " + mcptools.Quote(d.Origin, 100)
	}
	if !d.OK {
		line += ", failed"
	}
	return line
}

// state begins a task, or ends one.
func (w *watcher) state(ctx context.Context, given []byte, _ func(tool.FlowProgress)) (string, error) {
	var in struct{ Goal, Outcome, Evidence string }
	if err := arguments(given, &in); err != nil {
		return "", err
	}
	outcome, address := types.SessionOutcome(in.Outcome), w.task.address()
	if in.Outcome != "" && !slices.Contains([]types.SessionOutcome{types.SessionDone, types.SessionFailed, types.SessionAbandoned}, outcome) {
		return "", types.Fault(types.CodeInvalidInput, fmt.Sprintf("the outcome %.40q is not known", in.Outcome), "Use done, failed or abandoned.")
	}
	if in.Goal == "" && in.Outcome == "" {
		return "", types.Fault(types.CodeInvalidInput, "neither goal nor outcome is given", "Give the goal of the task that begins, or the outcome of the one that ended.")
	}
	if outcome == types.SessionDone {
		w.seeEnd(ctx)
	}
	t := &w.task
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running { // the rest of its steps would belong to the next task
		return "", underWay()
	}
	var said []string
	if in.Outcome != "" && t.session == nil {
		switch {
		case outcome == t.ended && in.Goal == "":
			return "The task was recorded as " + in.Outcome + " already.", nil
		case in.Goal == "":
			return "", types.Fault(types.CodeNoSession, "nothing was done in the browser since the last task ended", "State the outcome behind the last action of a task.")
		case outcome != t.ended: // a run records its own
			said = append(said, "No outcome was recorded: nothing was done in the browser since the last task ended.")
		}
	}
	if t.session != nil && (in.Outcome != "" || in.Goal != t.goal) {
		gaps := t.gaps
		if err := w.finish(ctx, outcome, in.Evidence); err != nil {
			return "", fmt.Errorf("end session: %w", err)
		}
		switch said = append(said, "The task before has ended."); {
		case gaps && outcome == types.SessionDone:
			said = append(said, "Some of its actions could not be recorded, so it cannot be run as a flow.")
		case outcome == "":
			said = append(said, "It cannot be run as a flow: its outcome was not stated.")
		}
		t.goal = ""
	}
	if in.Goal == "" {
		return strings.Join(append(said, "Remembered."), " "), nil
	}
	if t.session == nil && in.Goal != t.goal {
		t.gaps = false // what was done before is no part of the task
	}
	t.goal, t.offers = in.Goal, nil
	for _, f := range w.memory.FlowFor(address, in.Goal, 1) {
		if line := w.offer(&f); line != "" {
			t.offers = append(t.offers, offerOf(&f))
			return strings.Join(append(said, mcptools.Fence("", line)), "\n"), nil
		}
	}
	return strings.Join(append(said, "The goal is set; the next pages show what worked for it before, if anything did."), " "), nil
}
