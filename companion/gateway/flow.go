package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"cairn/companion/mcptools"
	"cairn/companion/runner"
	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// runFlow runs a known flow through the driver, with the guards of package runner.
func (w *watcher) runFlow(ctx context.Context, given []byte, progress func(tool.FlowProgress)) (string, error) {
	var in struct {
		Flow, Goal, URL              string
		Params                       map[string]json.RawMessage
		DryRun, AllowRisky, Continue bool
		From                         int
	}
	if err := arguments(given, &in); err != nil {
		return "", err
	}
	asked, err := mcptools.CheckFlow(tool.FlowInput{Flow: in.Flow, Goal: in.Goal, URL: in.URL, DryRun: in.DryRun, Continue: in.Continue, From: in.From}, in.Params)
	if err != nil {
		return "", err
	}
	if !w.task.take() {
		return "", underWay()
	}
	defer w.task.give()
	if w.runner == nil {
		w.hands = &hands{w: w, client: w.own.client()}
		w.runner = runner.New(w.hands, nil)
	}
	w.hands.requests = nil
	o := runner.Options{DryRun: in.DryRun, AllowRisky: in.AllowRisky, From: in.From, URL: in.URL, Goal: in.Goal, Progress: progress}
	if !in.Continue {
		return w.run(ctx, asked, o)
	}
	result, err := w.runner.Continue(ctx, asked.Params, o)
	if err != nil {
		return "", err
	}
	return w.ran(result), nil
}

// run finds the requested flow and its values, and runs it. One that is not known for the
// stated goal runs once its steps were shown.
func (w *watcher) run(ctx context.Context, in tool.FlowInput, o runner.Options) (string, error) {
	address := cmp.Or(in.URL, w.task.address())
	meant, err := w.memory.Meant(ctx, in, address)
	if err != nil {
		return "", err
	}
	goal, known := w.knownFor(meant.Flow.ID, address)
	w.hands.other = !known
	end := &meant.Flow.End
	w.hands.endless = end.Path == "" && end.Screen == "" && len(end.Appeared) == 0
	values, _, err := flow.Bind(meant.Flow, in.Goal, in.Params)
	if err != nil {
		return "", err
	}
	w.hands.also, w.hands.listed, w.hands.of = wantedBy(meant.Flow, values), nil, nil
	checks := false
	if doubt := meant.Flow.ID + "\n" + goal; !known && w.checked != doubt { // agents follow a ready-made call, also of another task
		checks, o.DryRun, w.checked = true, true, doubt
	}
	o.Digest, o.Origins = flow.Digest(meant.Flow), meant.Origins
	result, err := w.runner.Run(ctx, meant.Flow, values, o)
	if err != nil {
		return "", err
	}
	if checks {
		return mcptools.Check + "\n" + w.ran(result), nil
	}
	return w.ran(result), nil
}

// knownFor returns the stated goal, and whether a flow is surely that goal's. It is where no
// goal is stated.
func (w *watcher) knownFor(id, address string) (goal string, known bool) {
	w.task.mu.Lock()
	goal = w.task.goal
	w.task.mu.Unlock()
	if goal == "" {
		return "", true
	}
	for _, f := range w.memory.FlowFor(address, goal, 1) {
		return goal, f.Flow == id && mcptools.Known(&f)
	}
	return goal, false
}

func underWay() error {
	return types.Fault(types.CodeActionDenied, "a run of a flow is under way", "Wait for its answer.")
}

// take marks the task as running, and reports false if a run is active already.
func (t *task) take() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running {
		return false
	}
	t.running = true
	return true
}

func (t *task) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running = false
}

// ran describes how a run ended. If it stopped, the driver's own view of the page
// follows.
func (w *watcher) ran(r *tool.FlowResult) string {
	took := fmt.Sprintf("%.1f s", float64(r.DurationMs)/1000)
	if r.Status == tool.FlowDone {
		text := fmt.Sprintf("all %d steps done in %s, %s", r.Total, took, r.Proof.Words())
		switch {
		case r.Verified:
			text = fmt.Sprintf("done: all %d steps in %s, %s", r.Total, took, r.Proof.Words())
		case w.hands.endless: // actions of some drivers do not report the page behind them
			text = fmt.Sprintf("all %d steps done in %s, NOT verified: no session saw the page behind the last step. Look whether the goal is reached", r.Total, took)
		}
		switch {
		case r.Verified && w.hands.SessionID() == "":
			text += "; the task is recorded as done"
		case w.hands.other:
			text += "; the flow is not known for the stated goal. Look whether that is reached, and state it with memory_goal"
		}
		if len(r.Appeared) > 0 {
			text += "\n" + mcptools.Fence("", "appeared: "+mcptools.Quote(strings.Join(r.Appeared[:min(len(r.Appeared), 6)], ", "), 200))
		}
		return text
	}
	head, page := mcptools.Unfinished(r)
	text := ownNames.Replace(head)
	if page != "" {
		text += "\n" + mcptools.Fence("", page)
	}
	if r.Stop != nil && w.hands.shown != "" {
		text += "\n" + w.hands.shown
	}
	return text
}
