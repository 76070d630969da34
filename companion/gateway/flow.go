package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
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
	params, err := mcptools.Params(in.Params)
	if err != nil {
		return "", err
	}
	switch {
	case in.Continue && (in.Flow != "" || in.Goal != "" || in.URL != "" || in.DryRun):
		return "", types.Fault(types.CodeInvalidInput, "continue goes on with the run that stopped, and takes neither flow, goal, url nor dryRun", `Call memory_run_flow {"continue":true}.`)
	case in.From != 0 && !in.Continue:
		return "", types.Fault(types.CodeInvalidInput, "from is for a run that stopped", `Call memory_run_flow {"continue":true,"from":3}.`)
	case !in.Continue && (in.Flow == "") == (in.Goal == ""):
		return "", types.Fault(types.CodeInvalidInput, "either flow or goal is to be given", `Call memory_run_flow {"flow":"…","params":{…}}, or {"goal":"…"}.`)
	}
	if !w.task.take() {
		return "", types.Fault(types.CodeActionDenied, "a run of a flow is under way", "Wait for its answer.")
	}
	defer w.task.give()
	if w.runner == nil {
		w.hands = &hands{w: w, client: w.own.client()}
		w.runner = runner.New(w.hands, nil)
	}
	o := runner.Options{DryRun: in.DryRun, AllowRisky: in.AllowRisky, From: in.From, URL: in.URL, Goal: in.Goal, Progress: progress}
	if !in.Continue {
		return w.run(ctx, tool.FlowInput{Flow: in.Flow, Goal: in.Goal, URL: in.URL, Params: params}, o)
	}
	result, err := w.runner.Continue(ctx, params, o)
	if err != nil {
		return "", err
	}
	return w.ran(result), nil
}

// run finds the requested flow and its values, and runs it. One that is not known for the
// stated goal runs once its steps were shown.
func (w *watcher) run(ctx context.Context, in tool.FlowInput, o runner.Options) (string, error) {
	w.task.mu.Lock()
	address := in.URL
	if p := w.task.page; p != nil && address == "" {
		address = p.obs.State.CurrentURL
	}
	w.task.mu.Unlock()
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
	w.hands.also = wantedBy(meant.Flow, values)
	check := ""
	switch doubt := meant.Flow.ID + "\n" + goal; { // agents follow a ready-made call
	case o.DryRun || w.checked == doubt:
	case !known: // of another task
		check = mcptools.Check
	case w.task.did(w.hands.also): // of a task that they are doing
		check = doneBefore
	}
	if check != "" {
		o.DryRun, w.checked = true, meant.Flow.ID+"\n"+goal
	}
	o.Digest, o.Origins = flow.Digest(meant.Flow), meant.Origins
	result, err := w.runner.Run(ctx, meant.Flow, values, o)
	if err != nil {
		return "", err
	}
	if check != "" {
		return check + "\n" + w.ran(result), nil
	}
	return w.ran(result), nil
}

// doneBefore is the answer to a run that would repeat what its client did.
const doneBefore = "nothing was done, because you clicked elements of this flow in this task, and the run begins at its first step. If all is to be done once more, call it again; if not, do the rest step by step, or state the outcome with memory_goal"

// did reports whether one of some elements was clicked, or submitted, in this session.
func (t *task) did(some wanted) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(t.deeds, func(d types.Tool) bool {
		submits, _ := d.Input["submit"].(bool)
		return d.Target != nil && (d.Name == "mm_click" || submits) && some[named{d.Target.Role, d.Target.Name}]
	})
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
	var lines []string
	text := fmt.Sprintf("%d of %d steps done", r.Done, r.Total)
	if r.Status == tool.FlowDry {
		text = fmt.Sprintf("nothing was done: the flow has %d steps", r.Total)
	}
	if r.Stop != nil {
		text += fmt.Sprintf("; stopped before step %d: %s.", r.Stop.Step, r.Stop.Reason)
		lines = append(lines, "why: "+mcptools.Quote(r.Stop.Message, 300))
		if r.Stop.Hint != "" {
			text += " " + r.Stop.Hint
		}
		text += ` To go on behind it: memory_run_flow {"continue":true}`
		if r.Stop.Later > 0 {
			text += fmt.Sprintf(`, or at step %d if the task does not need those before it now: {"continue":true,"from":%d}`, r.Stop.Later, r.Stop.Later)
		}
	}
	for _, step := range r.Remaining {
		lines = append(lines, "left: "+mcptools.Quote(step, 120))
	}
	if len(lines) > 0 {
		text += "\n" + mcptools.Fence("", strings.Join(lines, "\n"))
	}
	if r.Stop != nil && w.hands.shown != "" {
		text += "\n" + w.hands.shown
	}
	return text
}
