package runner

import (
	"context"
	"maps"
	"slices"
	"strings"

	"cairn/shared/flow"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// again prepares a stopped run to be continued.
func (r *run) again(values map[string]string, o Options) {
	maps.Copy(r.values, values)
	r.o.AllowRisky, r.o.Past, r.o.Until, r.o.Progress, r.o.DryRun = o.AllowRisky, o.Past, o.Until, o.Progress, false
	r.granted = ""
	if o.AllowRisky && r.last != nil && r.last.reason == types.FlowRisky {
		r.granted, r.grantedAt = r.last.does, r.at // the agent has read it
	}
	r.began = now()
	r.result.Stop, r.result.Look, r.result.Remaining, r.result.Verified, r.result.Proof = nil, nil, nil, false, ""
	r.opened, r.closed, r.turned, r.seen, r.moved = map[int]*types.Observation{}, 0, 0, nil, false
	if o.From > r.at+1 {
		r.skipTo(o.From - 1)
		r.last = nil // the step at which it stopped is one of them
	}
}

// goOn continues a stopped run: after the step at which it stopped, if that was done since or
// before, else at that step.
func (r *run) goOn(ctx context.Context) (*tool.FlowResult, error) {
	if r.note.From == 0 && r.at == 0 {
		return r.fromStart(ctx)
	}
	if h := r.lacks(false); h != nil {
		h.done = r.last != nil && r.last.done
		return r.ended(ctx, h)
	}
	if err := r.begin(ctx); err != nil {
		return nil, err
	}
	r.patient(ctx)
	if r.at < len(r.flow.Steps) {
		behind, h := r.wasDone(ctx)
		if h != nil {
			return r.ended(ctx, h)
		}
		if behind {
			r.at++
		}
	}
	r.patient(ctx)
	return r.onwards(ctx)
}

// wasDone reports whether the step at which the run stopped is done. A step that may
// have been done is never repeated.
func (r *run) wasDone(ctx context.Context) (bool, *halt) {
	if r.last == nil {
		return false, nil // paused before it
	}
	if r.last.done || r.o.Past {
		return true, nil
	}
	deeds, err := r.driver.Deeds(ctx, r.deeds)
	if err != nil {
		return false, r.lost(ctx, err)
	}
	step := &r.flow.Steps[r.at]
	acted := false
	for i := range deeds {
		if strings.TrimPrefix(deeds[i].Name, "mm_") != step.Tool {
			continue
		}
		acted = true
		if r.isTarget(step, deeds[i].Target) {
			return true, nil
		}
	}
	for {
		s, err := r.look(ctx, r.needsTexts(r.at))
		if err != nil {
			return false, r.lost(ctx, err)
		}
		if r.nextReady(ctx) && !empty(step.Expect) && (step.Expect.Path != "" || step.Expect.Screen != "") &&
			fitsScreen(step.Expect, &s.Page.State, r.values) && !fitsScreen(step.Screen, &s.Page.State, r.values) {
			return true, nil // the page shows the step's effect
		}
		if _, h := r.ready(ctx, s); h == nil {
			return acted && len(step.Targets) == 0, nil // it must still be done
		}
		if len(deeds) > 0 && r.nextReady(ctx) {
			return true, nil // it was done in another way
		}
		if r.timeOver(s.Loading, false) {
			return acted || len(deeds) > 0 && r.at+1 == len(r.flow.Steps), nil
		}
		if !pause(ctx, r.between()) {
			return false, cancelled(ctx)
		}
	}
}

// isTarget reports whether an agent acted on the element of a step.
func (r *run) isTarget(step *types.FlowStep, at *types.Target) bool {
	if at == nil {
		return len(step.Targets) == 0
	}
	for i := range step.Targets {
		t, _, err := r.filled(&step.Targets[i])
		if err != nil {
			continue
		}
		if t.TestID != "" && t.TestID == at.TestID && (t.Row == "" || t.Row == at.Row) || t.Name != "" && t.Role == at.Role && t.Name == at.Name || t.Selector != "" && t.Selector == at.Selector || isUnnamed(t, at) {
			return true
		}
	}
	return false
}

// isUnnamed reports the same of a target without a name: it has or is in the target's row, and its place there
// and its hint are none others. As much as is not known may be the same.
func isUnnamed(t *types.FlowTarget, at *types.Target) bool {
	own := text.HoldsWhole(at.Name, t.Row)
	switch {
	case t.Name != "" || t.Row == "" || t.Role != at.Role || at.Name != "" && !own && !slices.Contains(flow.Cells, t.Role),
		t.Nth > 0 && at.RowNth > 0 && t.Nth != at.RowNth,
		headOf(t) != "" && at.Column != "" && headOf(t) != labelOf(flow.Header, at.Column):
		return false
	case at.Hint != "" && slices.ContainsFunc(strings.Fields(t.Hint), func(w string) bool { return !slices.Contains(strings.Fields(at.Hint), w) }):
		return false
	}
	return own || flow.HoldsRow(t.Row, at.Row)
}
