package runner

import (
	"context"
	"fmt"
	"slices"

	"cairn/shared/flow"
	"cairn/shared/risk"
	"cairn/shared/text"
	"cairn/shared/types"
)

// doneBefore returns the halt of a run one of whose steps was done in this session before, by its
// agent or by a run with the same values that stopped, nil for none. The run begins at the first
// step, so it would do that step twice: an agent that followed suggestions to the end of a task
// and then made the offered call ordered twice. Steps that only lead somewhere do not count, and
// the agent may ask for the repetition.
func (r *run) doneBefore(ctx context.Context) *halt {
	if r.own || r.repeat {
		return nil
	}
	actions, err := r.driver.Deeds(ctx, r.since)
	if err != nil {
		return r.lost(ctx, err)
	}
	for i := len(r.flow.Steps) - 1; i >= 0; i-- {
		step := &r.flow.Steps[i]
		if !changes(step) || r.opensMenu(i) {
			continue
		}
		for _, a := range actions {
			if a.Target == nil || "mm_"+step.Tool != a.Name || !r.isTarget(step, a.Target) || !r.inItsRow(step, a.Target) {
				continue
			}
			r.repeat = true
			h := r.stop(types.FlowDoneBefore, fmt.Sprintf("this session did step %d already: %s", i+1, flow.Words(r.flow, i, r.values)),
				"See whether the task is done. If all of it is to be done once more, continue.")
			if h.step = i + 1; i+1 < len(r.flow.Steps) {
				h.later = i + 2
			}
			return h
		}
	}
	return nil
}

// changes reports whether doing a step twice may change something twice. Links, tabs and choices
// only lead somewhere, unless their words say more.
func changes(step *types.FlowStep) bool {
	if step.Risk != "" || step.Submit || step.Tool == "drag" {
		return true
	}
	return step.Tool == "click" && len(step.Targets) > 0 && (step.Targets[0].Role == "button" || riskOf(step.Targets[0].Name) != risk.None)
}

// opensMenu reports whether a step only shows the entry that the next step presses.
func (r *run) opensMenu(i int) bool {
	step := &r.flow.Steps[i]
	if step.Tool != "click" || step.Risk != "" || i+1 == len(r.flow.Steps) || len(r.flow.Steps[i+1].Targets) == 0 {
		return false
	}
	t := &r.flow.Steps[i+1].Targets[0]
	return inMenu(t.Role) && slices.Contains(step.Expect.Appeared, labelOf(t.Role, t.Name))
}

// inItsRow reports whether an element stands in the row of a step's target.
func (r *run) inItsRow(step *types.FlowStep, at *types.Target) bool {
	t, _, err := r.filled(&step.Targets[0])
	return err == nil && (t.Row == "" || text.HoldsWhole(at.Row, t.Row))
}
