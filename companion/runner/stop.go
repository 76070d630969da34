package runner

import (
	"context"
	"fmt"
	"time"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

func now() time.Time { return time.Now() }

func (r *run) stop(reason types.FlowReason, message, hint string) *halt {
	return &halt{reason: reason, message: message, hint: hint}
}

// ended returns the answer of a run that has ended, stopped or paused, and writes the result
// into its session.
func (r *run) ended(ctx context.Context, h *halt) (*tool.FlowResult, error) {
	result := r.answer(ctx)
	if h != nil {
		r.result.Status, result.Status = tool.FlowStopped, tool.FlowStopped
		result.Stop = r.stopOf(h)
		r.note.Stops = append(r.note.Stops, h.reason)
	}
	r.last = h
	done := result.Status == tool.FlowDone
	r.note.OK = done && result.Proof != "" // without evidence, it ended where it ended before
	if r.note.From != 0 && r.driver.SessionID() == r.session {
		side, cancel := context.WithTimeout(context.WithoutCancel(ctx), sideTime)
		defer cancel()
		r.note.To = r.driver.Now()
		if err := r.driver.NoteRun(side, r.note); err != nil && h == nil {
			r.note.OK = false // the run does not count
		}
		if h != nil || result.Status == tool.FlowPaused {
			if s, err := r.driver.See(side, false); err == nil {
				r.deeds, r.sight = s.Deeds, s
			}
		}
	}
	if !done {
		result.Remaining = r.remaining()
	}
	unbegun := h != nil && h.reason == types.FlowNeedsParam && r.note.From == 0 // the page says nothing of it
	if h != nil && r.session != "" && !unbegun {
		r.describe(ctx)
		result.Look, result.Stop.Later = r.result.Look, r.later(ctx, h)
	}
	if r.own && done && result.Verified {
		side, cancel := context.WithTimeout(context.WithoutCancel(ctx), sideTime)
		defer cancel()
		_, _ = r.driver.Cleanup(side, tool.CleanupInput{Outcome: types.SessionDone, Evidence: "end condition held"}) // the run is done all the same
	}
	return result, nil
}

// answer returns the present result of a run.
func (r *run) answer(context.Context) *tool.FlowResult {
	result := r.result
	result.Title, result.Params, result.Done = r.title(), r.shown(), r.at
	result.DurationMs = time.Since(r.began).Milliseconds()
	result.SessionID = r.session
	if r.sight != nil {
		result.Tab = r.sight.Tab
	}
	return &result
}

func (r *run) stopOf(h *halt) *tool.FlowStop {
	step := min(r.at+1, len(r.flow.Steps))
	if h.step > 0 {
		step = h.step
	}
	return &tool.FlowStop{Step: step, Reason: h.reason, Message: h.message, Hint: h.hint, Candidates: h.candidates, Params: h.params, Does: h.does}
}

// describe adds the page where a run stopped.
func (r *run) describe(ctx context.Context) {
	side, cancel := context.WithTimeout(context.WithoutCancel(ctx), sideTime)
	defer cancel()
	r.result.Look, _ = r.driver.Describe(side, tool.DescribeInput{}) // an answer without it is still correct
}

// later returns the number of the first later step whose element is on the page where a
// step's element or page is missing, 0 for none. Whether the steps between are needed, such
// as a login, the one who continues the run decides.
func (r *run) later(ctx context.Context, h *halt) int {
	if h.later > 0 {
		return h.later
	}
	if h.done || h.reason != types.FlowMissing && h.reason != types.FlowScreenGone {
		return 0
	}
	side, cancel := context.WithTimeout(context.WithoutCancel(ctx), sideTime)
	defer cancel()
	s, err := r.look(side, true)
	if err != nil || s.Dialog != nil || !r.onSite(s) {
		return 0
	}
	for i := r.at + 1; i < len(r.flow.Steps); i++ {
		step := &r.flow.Steps[i]
		if len(step.Targets) == 0 || !fitsScreen(step.Screen, &s.Page.State, r.values) {
			continue
		}
		if f, _ := r.find(side, i); f != nil && !f.weak && r.fits(step, f) == nil {
			return i + 1
		}
	}
	return 0
}

// remaining returns the steps that were not done, in words.
func (r *run) remaining() (steps []string) {
	for i := r.at; i < len(r.flow.Steps); i++ {
		if len(steps) == maxRemaining {
			return append(steps, fmt.Sprintf("… and %d more", len(r.flow.Steps)-i))
		}
		steps = append(steps, flow.Words(r.flow, i, r.values))
	}
	return steps
}

// shown returns the values that are no secrets.
func (r *run) shown() map[string]string {
	shown := map[string]string{}
	for _, p := range r.flow.Params {
		if value, given := r.values[p.Name]; given && p.Kind != types.FlowSecret {
			shown[p.Name] = value
		}
	}
	return shown
}

// ifStopped returns the run where it can be continued, nil where it has ended.
func (r *run) ifStopped(result *tool.FlowResult) *run {
	if result == nil || r.at >= len(r.flow.Steps) && r.last == nil ||
		result.Status != tool.FlowStopped && result.Status != tool.FlowPaused {
		return nil
	}
	return r
}
