package pilot

import (
	"context"
	"errors"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const (
	actTime = 15 * time.Second // of an action, when none is given
	// actReserve is what finding the target leaves of the deadline to the
	// action itself.
	actReserve = 1500 * time.Millisecond
	leaveTime  = 2 * time.Second // to look at a page that one leaves anyhow
	// quietTime is how long a settled page has been quiet; one that shows no
	// reaction yet gets patienceTime, for some react late. Neither begins
	// before the requests are answered that the page has sent.
	quietTime    = 100 * time.Millisecond
	patienceTime = 150 * time.Millisecond
	settleTime   = 3 * time.Second // and the longest wait for all of it
	// leastSettle is left to the look afterwards when the deadline is near.
	leastSettle = 500 * time.Millisecond
	recordTime  = 10 * time.Second // the store waits for its disk
	maxAppeared = 12
	// maxTries is how often an element is pressed that is not there any more
	// when the press comes: a page under way has then come to rest.
	maxTries = 3
)

// action is what makes one acting tool different from another.
type action struct {
	tool  string
	given types.ActInput
	// target is nil for actions on the page as a whole.
	target *types.TargetInput
	fit    string         // wire.Locate.For
	input  map[string]any // what the step keeps of the arguments
	// late and failed are the codes of a time-out and of any other fault.
	late, failed types.Code
	still        bool // nothing will change: no settling
	// do acts. It is given the element, where there is one.
	do func(ctx context.Context, t *tab, at *wire.Located) error
	// box acts on a part of the JavaScript dialog that is in front of the page.
	box func(ctx context.Context, t *tab, d *types.Dialog, node *types.A11yNode) error
	// wait does nothing to the page, but takes its time.
	wait func(ctx context.Context, t *tab, before *types.Observation) error
}

// attempt is one action under way, and the step it becomes.
type attempt struct {
	action
	step *types.Step
	// before is nil until the page was looked at.
	before *types.Observation
	found  bool // the element was located
	result types.ActResult
	// astray is what the press would have gone to instead; the extension kept
	// it back.
	astray string
	// closed is closed when the bracket is, nil where none was opened.
	closed chan struct{}
}

// act performs an action and records it, whatever comes of it.
func (a *Agent) act(ctx context.Context, act action) (*types.ActResult, error) {
	if act.target != nil {
		if err := checkTarget(*act.target); err != nil {
			return nil, err
		}
	}
	done, err := a.own(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	timed, cancel := context.WithTimeout(ctx, orDefault(act.given.TimeoutMs, actTime))
	defer cancel()
	t, err := a.live(timed)
	if err != nil {
		return nil, fault(err, act.late, act.failed)
	}
	at := a.begun(act)
	err = a.perform(timed, t, at)
	return a.finish(ctx, at, err)
}

// begun opens the step of an action.
func (a *Agent) begun(act action) *attempt {
	return &attempt{action: act, step: &types.Step{
		SchemaVersion: types.SchemaVersion, StepID: newStepID(), SessionID: a.session.SessionID,
		Timestamp: a.cfg.Now(), Actor: types.ActorAgent, KBSource: act.given.KBSource,
		Tool: types.Tool{Name: act.tool, Input: act.input},
	}}
}

// perform looks, finds, acts and looks again.
func (a *Agent) perform(ctx context.Context, t *tab, at *attempt) error {
	before, held, err := a.lookBefore(ctx, t, at)
	if held {
		return a.closeUnheard(ctx, t, at)
	}
	if err != nil {
		return err
	}
	at.before = before
	if d := t.input.Dialog(); d != nil && at.target != nil {
		return a.onBox(ctx, t, at, d)
	}
	if at.wait != nil {
		if err := at.wait(ctx, t, before); err != nil {
			return err
		}
	} else {
		a.news.begin(before)
	}
	var where *wire.Located
	if at.target != nil {
		if where, err = a.locate(ctx, t, at); err != nil {
			return err
		}
	}
	if at.do == nil {
		a.afterwards(ctx, t, at)
		return nil
	}
	for try := 1; ; try++ {
		err := a.inBracket(ctx, t, at, func() error {
			if err := at.do(ctx, t, where); err != nil {
				return a.missed(ctx, t, err)
			}
			a.afterwards(ctx, t, at)
			return nil
		})
		if err != nil || at.astray == "" {
			return err
		}
		at.step.After = nil // nothing was done
		if try == maxTries {
			return wentAstray(at.astray)
		}
		<-at.closed
		if where, err = a.locate(ctx, t, at); err != nil {
			return err
		}
	}
}

// lookBefore looks at the page that the action is to change. One can leave a
// page that hangs, or that one may not look at. A page is held when it does not
// answer one who means to close its dialog.
func (a *Agent) lookBefore(ctx context.Context, t *tab, at *attempt) (o *types.Observation, held bool, err error) {
	if at.target != nil && at.closesBox() {
		return a.lookUnheld(ctx)
	}
	if at.target != nil {
		o, err = a.look(ctx)
		return o, false, err
	}
	brief, cancel := context.WithTimeout(ctx, leaveTime)
	defer cancel()
	o, err = a.look(brief)
	if err == nil || a.tab == nil || hasCode(err, types.CodeNoBrowser) {
		return o, false, err
	}
	return unseen(t), false, nil
}

// locate waits for the target, or for what is proved to be the same element
// today, and notes its fingerprint.
func (a *Agent) locate(ctx context.Context, t *tab, at *attempt) (*wire.Located, error) {
	if err := t.stale(*at.target); err != nil {
		return nil, err
	}
	reserve := actReserve
	if at.still {
		reserve = transferTime
	}
	located, err := a.find(ctx, t, at, reserve)
	if at.still && (hasCode(err, types.CodeTargetNotFound) || hasCode(err, types.CodeTargetNotActable)) {
		fault := types.AsError(err)
		return nil, types.Fault(types.CodeWaitTimeout, fault.Message, fault.Hint)
	}
	if err != nil {
		if hasCode(err, types.CodeTargetAmbiguous) {
			t.showRefs() // the error lists some
		}
		return nil, a.missed(ctx, t, err)
	}
	at.found = true
	at.step.Tool.Target = stored(located.Target)
	at.result.Target = at.step.Tool.Target
	return located, nil
}

// find asks the browser for the target itself and, when that is gone, heals.
func (a *Agent) find(ctx context.Context, t *tab, at *attempt, reserve time.Duration) (*wire.Located, error) {
	known := a.anchors(ctx, at)
	if len(known) == 0 {
		return t.locate(ctx, at, at.target.Target(), msLeft(ctx, reserve))
	}
	// An element that is merely late must not be given up for another one.
	patience := min(msLeft(ctx, reserve), int(healAfter.Milliseconds()))
	if at.still {
		patience = msLeft(ctx, reserve+healTime)
	}
	located, err := t.locate(ctx, at, at.target.Target(), patience)
	if err == nil {
		err = usurped(at.target.Target(), located.Target, known, at.before.A11y.Nodes)
	}
	if !hasCode(err, types.CodeTargetNotFound) {
		return located, err
	}
	healed, healErr := a.heal(ctx, t, at, known)
	if healed != nil || healErr != nil {
		return healed, healErr
	}
	return t.locate(ctx, at, at.target.Target(), msLeft(ctx, reserve))
}

// locate asks the browser where a target is.
func (t *tab) locate(ctx context.Context, at *attempt, target types.Target, ms int) (*wire.Located, error) {
	call := &wire.Locate{TabID: t.id, Target: target, For: at.fit, TimeoutMs: ms}
	if at.target.Within != nil {
		within := at.target.Within.Target()
		call.Within = &within
	}
	reply, err := t.ask(ctx, wire.Envelope{Kind: wire.KindLocate, Locate: call})
	if err != nil {
		return nil, err
	}
	if reply.Located == nil {
		return nil, types.Fault(types.CodeInternal, "the browser answered no place", "update the extension: cairn extension DIR")
	}
	return reply.Located, nil
}

// inBracket tells the extension that what the page now feels is ours. Input
// without the bracket would be recorded twice, so it does not start without;
// the extension closes a bracket by itself, so closing may fail.
func (a *Agent) inBracket(ctx context.Context, t *tab, at *attempt, do func() error) error {
	open := &wire.Bracket{TabID: t.id, Open: true, MaxMs: msLeft(ctx, 0) + int(settleTime.Milliseconds()), Aimed: at.target != nil}
	if _, err := t.call(ctx, wire.Envelope{Kind: wire.KindBracket, Bracket: open}); err != nil && (at.target != nil || hasCode(err, types.CodeNoBrowser)) {
		return a.missed(ctx, t, err)
	}
	err := do()
	at.closed = make(chan struct{})
	go func() { // the step is recorded meanwhile; finish waits
		defer close(at.closed)
		side, cancel := sideContext(ctx, closeTime)
		defer cancel()
		_, _ = t.call(side, wire.Envelope{Kind: wire.KindBracket, Bracket: &wire.Bracket{TabID: t.id}})
	}()
	return err
}

// afterwards lets the page settle and looks what became of it. The action is
// done: nothing that goes wrong here makes it a failure.
func (a *Agent) afterwards(ctx context.Context, t *tab, at *attempt) {
	left, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleBudget(ctx))
	defer cancel()
	after, err := a.settled(left, t, at)
	at.result.Dialogs = t.input.Dialogs()
	if t.input.Dialog() == nil {
		t.typed = nil // what was typed into one is not for the next
	}
	if err != nil && !t.exists(left) {
		at.result.TabClosed, at.result.ClosedTabID = true, t.id
		at.result.Tab = t.info
		a.lose()
		if back := a.fallBack(left); back != nil {
			at.result.Tab = *back
		}
		return
	}
	at.result.Opened = a.opened(left, t)
	if err == nil {
		at.step.After = afterOf(at.before, after)
	} else {
		at.step.After = &types.After{CurrentURL: t.info.URL, Title: t.info.Title}
	}
	at.result.After, at.result.Tab = at.step.After, t.info
}

// settled waits for a quiet page and looks at it, and at where the press went.
func (a *Agent) settled(ctx context.Context, t *tab, at *attempt) (*types.Observation, error) {
	at.astray = ""
	if at.still || t.input.Dialog() != nil {
		return a.look(ctx)
	}
	call := &wire.Settle{TabID: t.id, QuietMs: int(quietTime.Milliseconds()), PatienceMs: int(patienceTime.Milliseconds()), TimeoutMs: msLeft(ctx, transferTime)}
	reply, err := t.ask(ctx, wire.Envelope{Kind: wire.KindSettle, Settle: call})
	if t.input.Dialog() != nil {
		return a.look(ctx)
	}
	if err != nil {
		return nil, err
	}
	if reply.Page == nil {
		return a.look(ctx)
	}
	t.documents = documentsOf(reply.Page)
	at.astray = reply.Page.Astray
	return a.seen(t, &reply.Page.Observation), nil
}

func settleBudget(ctx context.Context) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return settleTime
	}
	return min(max(time.Until(end), leastSettle), settleTime)
}

// finish closes the step, remembers it and answers.
func (a *Agent) finish(ctx context.Context, at *attempt, err error) (*types.ActResult, error) {
	step := at.step
	step.DurationMs = since(step.Timestamp, a.cfg.Now())
	step.Observation = at.before
	var failure *types.Error
	if err != nil {
		failure = fault(err, at.late, at.failed)
		at.failedTarget()
	}
	step.Outcome = types.Outcome{OK: failure == nil, Error: failure}
	step.Advice = a.heeded(step)
	side, cancel := sideContext(ctx, recordTime)
	defer cancel()
	_, putErr := a.cfg.Memory.PutStep(side, a.session, step)
	if at.closed != nil {
		<-at.closed // or the next action's bracket might be closed
	}
	if putErr == nil {
		a.steps++
	}
	if failure != nil {
		if putErr != nil {
			return nil, types.Fault(failure.Code, failure.Message+"; nor was the step recorded: "+putErr.Error(), failure.Hint)
		}
		return nil, failure
	}
	at.result.StepID, at.result.DurationMs = step.StepID, step.DurationMs
	if putErr != nil {
		at.result.StepID, at.result.NotRecorded = "", types.AsError(putErr)
	}
	return &at.result, nil
}

// failedTarget makes the best of a target that was not located. Text for a
// field of which nobody knows whether it is a password is not kept.
func (at *attempt) failedTarget() {
	if at.target == nil || at.found {
		return
	}
	t := at.target.Target()
	known := resolve(&t, at.before)
	at.step.Tool.Target = stored(t)
	if _, typed := at.step.Tool.Input["text"]; typed && !known {
		delete(at.step.Tool.Input, "text")
		at.step.Tool.TextRedacted = true
	}
}

// afterOf says what changed between two looks.
func afterOf(before, after *types.Observation) *types.After {
	result := &types.After{CurrentURL: after.State.CurrentURL, CurrentScreen: after.State.CurrentScreen, Title: after.State.Title}
	had := map[string]bool{}
	if before != nil {
		for i := range before.A11y.Nodes {
			had[label(&before.A11y.Nodes[i])] = true
		}
	}
	for i := range after.A11y.Nodes {
		l := label(&after.A11y.Nodes[i])
		if after.A11y.Nodes[i].Name == "" || had[l] {
			continue
		}
		if had[l] = true; len(result.Appeared) < maxAppeared {
			result.Appeared = append(result.Appeared, l)
		}
	}
	return result
}

func label(n *types.A11yNode) string { return n.Role + ` "` + n.Name + `"` }

func hasCode(err error, code types.Code) bool {
	var e *types.Error
	return errors.As(err, &e) && e.Code == code
}
