package pilot

import (
	"context"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// recordTime bounds the wait for the store's disk.
const recordTime = 10 * time.Second

// finish closes and stores the step and builds the answer.
func (a *Agent) finish(ctx context.Context, at *attempt, err error) (*tool.ActResult, error) {
	step := at.step
	step.DurationMs = since(step.Timestamp, a.cfg.Now())
	step.Observation = at.before
	var failure *types.Error
	if err != nil {
		failure = fault(err, at.late, at.failed)
		at.failedTarget()
	}
	step.Outcome = types.Outcome{OK: failure == nil, Error: failure}
	step.Advice = a.adviceFor(step)
	side, cancel := sideContext(ctx, recordTime)
	defer cancel()
	_, putErr := a.cfg.Memory.PutStep(side, a.session, step, at.keep())
	if failure == nil && putErr == nil {
		at.result.Next = a.next(side, at)
	}
	if at.closed != nil {
		<-at.closed // or the next action's bracket might be closed
	}
	if putErr == nil {
		a.steps++
	}
	if failure == nil {
		a.did(step.Tool)
	}
	if failure != nil {
		if putErr != nil {
			failure = withEvidence(failure, at.result.Evidence)
			return nil, types.Fault(failure.Code, failure.Message+"; nor was the step recorded: "+putErr.Error(), failure.Hint)
		}
		return nil, withEvidence(failure, at.result.Evidence)
	}
	at.result.StepID, at.result.DurationMs = step.StepID, step.DurationMs
	if putErr != nil {
		at.result.StepID, at.result.NotRecorded = "", types.AsError(putErr)
	}
	return &at.result, nil
}

// keep returns the mode for the step's pages: the first one, that of the target's
// frame, and the last one.
func (at *attempt) keep() types.Keep {
	var pages []string
	if at.before != nil {
		pages = append(pages, at.before.State.CurrentURL, at.before.State.Origin)
	}
	if t := at.step.Tool.Target; t != nil {
		pages = append(pages, t.Origin)
	}
	if after := at.step.After; after != nil {
		pages = append(pages, after.CurrentURL)
	}
	return at.browser.Keep(pages...)
}

// failedTarget completes a target that was not located. Text for a field that may be
// a password is not stored.
func (at *attempt) failedTarget() {
	if at.target == nil || at.found {
		return
	}
	t := at.target.Target()
	known := resolve(&t, at.before)
	at.step.Tool.Target = stored(t)
	if _, typed := at.step.Tool.Input["text"]; typed && !known && at.fit == "type" {
		delete(at.step.Tool.Input, "text")
		at.step.Tool.TextRedacted = true
	}
}
