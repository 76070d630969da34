package pilot

import (
	"context"
	"errors"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

const (
	actTime   = 15 * time.Second // of an action, when none is given
	leaveTime = 2 * time.Second  // to look at a page that one leaves anyhow
	// maxTries bounds the presses on an element that was replaced meanwhile. After
	// so many, the page has settled.
	maxTries = 3
	// garbledTime is for a page that still draws its fields again after an earlier action.
	garbledTime = 300 * time.Millisecond
)

// action holds the differences between the acting tools.
type action struct {
	tool  string
	given tool.ActInput
	// target is nil for actions on the page as a whole.
	target *tool.TargetInput
	fit    string         // wire.Locate.For
	at     *types.Point   // the point of the target that is meant; its middle where nil
	files  bool           // the action gives the page files
	input  map[string]any // the arguments that the step keeps
	// late and failed are the codes of a time-out and of any other fault.
	late, failed types.Code
	still        bool // nothing will change: no settling
	// first finds other elements that the action needs, before the target.
	first func(ctx context.Context, t *tab) error
	// focused records the focused element, since there is no target.
	focused bool
	key     string // that is pressed
	// patience bounds the wait for the page's first reaction; 0 means patienceTime.
	patience time.Duration
	// onto names the element at which a drag ends, once it is found.
	onto func() string
	// do acts on the element, or on the page if there is none.
	do func(ctx context.Context, t *tab, at *wire.Located) error
	// otherwise switches do to the next input method after the page ignored the
	// text. It returns false when none is left.
	otherwise func() bool
	// instead returns the field's text where that is not the typed text.
	instead func(held string) *string
	// entered returns the new text of a page that emptied the field after Enter, where that is not the typed text.
	entered func(ctx context.Context, target *types.Target) *string
	// again reports, once, that do is to be repeated because of the field's other text.
	again func(held string) bool
	// box acts on a part of the open JavaScript dialog.
	box func(ctx context.Context, t *tab, d *types.Dialog, node *types.A11yNode) error
	// wait only waits; it changes nothing on the page.
	wait func(ctx context.Context, t *tab, before *types.Observation) error
}

// attempt is one action under way, and the step it becomes.
type attempt struct {
	action
	browser Browser
	step    *types.Step
	// before is nil until the page was observed.
	before *types.Observation
	found  bool // the element was located
	result tool.ActResult
	// shows is the page after the action, nil if it was not observed.
	shows *types.Observation
	// focus is the focused element if a key is pressed without a target.
	focus *wire.Located
	// cleared lists the confirmed risks; denied reports that the person refused.
	cleared string
	denied  bool
	// astray is the element that the press would have hit instead. The extension
	// blocked the press.
	astray string
	// unwritten reports that the page ignored the text, emptied that it took the text out of the field
	// again before Enter or a press, garbled that it has to be typed once more.
	unwritten, emptied, garbled bool
	// lost reports that no click arrived at the target.
	lost bool
	// aimed reports that the input is meant for a located element, and pressed that it begins
	// with a press on it.
	aimed, pressed bool
	// began is the time at which the bracket was opened, 0 for none; failures are
	// the requests that failed since.
	began    types.Time
	failures wire.Page
	// closed is closed with the bracket; nil if none was opened.
	closed chan struct{}
}

// act performs an action and records it, also if it fails.
func (a *Agent) act(ctx context.Context, act action) (*tool.ActResult, error) {
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
	if act.target != nil && act.given.Proof == nil {
		act.target = a.redrawn.target(plainRole(*act.target))
	}
	timed, cancel := context.WithTimeout(ctx, orDefault(act.given.TimeoutMs, actTime))
	defer cancel()
	t, err := a.live(timed)
	if err != nil {
		return nil, fault(err, act.late, act.failed)
	}
	at := a.begun(act)
	err = a.perform(timed, t, at)
	if types.HasCode(err, types.CodeConfirmation) || at.denied {
		return nil, err // nothing was done, and nothing failed
	}
	if proof := at.given.Proof; proof != nil {
		if proof.Begun = at.began != 0; !proof.Begun && err != nil {
			return nil, fault(err, at.late, at.failed)
		}
	}
	a.gather(timed, t, at, err)
	return a.finish(ctx, at, err)
}

func (a *Agent) begun(act action) *attempt {
	return &attempt{action: act, browser: a.tab.browser, step: &types.Step{
		SchemaVersion: types.SchemaVersion, StepID: newStepID(), SessionID: a.session.SessionID,
		Timestamp: a.cfg.Now(), Actor: types.ActorAgent, KBSource: act.given.KBSource,
		Tool: types.Tool{Name: act.tool, Input: act.input},
	}}
}

// perform observes the page, finds the target, acts and observes again.
func (a *Agent) perform(ctx context.Context, t *tab, at *attempt) error {
	before, held, err := a.lookBefore(ctx, t, at)
	if held {
		return a.closeMissed(ctx, t, at)
	}
	if err != nil {
		return err
	}
	at.before = before
	if d := t.input.Dialog(); d != nil && (at.target != nil || at.focused) {
		return a.onBox(ctx, t, at, d)
	}
	if at.wait != nil {
		if err := at.wait(ctx, t, before); err != nil {
			return err
		}
	} else {
		a.news.begin(before)
	}
	if at.first != nil {
		if err := at.first(ctx, t); err != nil {
			return a.missed(ctx, t, err)
		}
	}
	var where *wire.Located
	if at.target != nil {
		if where, err = a.locate(ctx, t, at); err != nil {
			return err
		}
	}
	if at.focused {
		if err := a.nameFocused(ctx, t, at); err != nil {
			return err
		}
	}
	if at.do == nil {
		return a.afterwards(ctx, t, at)
	}
	if err := a.confirmed(t, at, at.doing(where)...); err != nil {
		return err
	}
	for try := 1; ; try++ {
		at.aimed = where != nil
		at.pressed = at.aimed && (where.FillRef == "" || at.fit != "type") && where.FileRef == "" && at.fit != "press" && at.fit != "hover"
		err := a.inBracket(ctx, t, at, func() error {
			err := at.do(ctx, t, where)
			stray := errors.Is(err, errAstray)
			if err != nil && !stray {
				return a.missed(ctx, t, err)
			}
			err = a.afterwards(ctx, t, at)
			if err == nil && stray && at.astray == "" {
				return unpressed(at.failed)
			}
			return err
		})
		if err != nil || at.astray == "" && !at.unwritten && !at.emptied && !at.garbled {
			return err
		}
		at.step.After = nil // nothing was done, or it is done again
		switch {
		case at.emptied:
			return takenOut(at.failed)
		case at.unwritten:
			if !at.otherwise() {
				return notTaken()
			}
		case try == maxTries && at.astray != "":
			return wentAstray(at.astray)
		}
		<-at.closed
		if at.garbled {
			select {
			case <-ctx.Done():
			case <-time.After(garbledTime):
			}
		}
		if where, err = a.locate(ctx, t, at); err != nil {
			return err
		}
		if err := a.confirmed(t, at, at.doing(where)...); err != nil {
			return err
		}
	}
}

// lookBefore observes the page before the action. Leaving a page is possible even
// if it hangs or must not be observed. held reports that a dialog blocks the page
// and the action would close it.
func (a *Agent) lookBefore(ctx context.Context, t *tab, at *attempt) (o *types.Observation, held bool, err error) {
	if at.target != nil && at.closesBox() {
		return a.lookUnheld(ctx)
	}
	if at.target != nil || at.focused {
		o, err = a.look(ctx)
		return o, false, err
	}
	brief, cancel := context.WithTimeout(ctx, leaveTime)
	defer cancel()
	o, err = a.look(brief)
	crashed := at.wait != nil && types.HasCode(err, types.CodePageCrashed) // nothing comes of it any more
	stays := at.tool != "mm_navigate" && at.tool != "mm_back" && types.HasCode(err, types.CodeActionDenied)
	if err == nil || a.tab == nil || crashed || stays || types.HasCode(err, types.CodeNoBrowser) {
		return o, false, err
	}
	return unseen(t), false, nil
}

// inBracket announces to the extension that the following input is the agent's.
// Without it the input would be recorded twice, so do is not called if it fails. It
// fails with MM_ACTION_DENIED after the person stopped the session in the browser.
// Closing may fail: the extension closes brackets by itself.
func (a *Agent) inBracket(ctx context.Context, t *tab, at *attempt, do func() error) error {
	open := &wire.Bracket{TabID: t.id, Open: true, MaxMs: msLeft(ctx, 0) + int(answerTime.Milliseconds()), Aimed: at.aimed, Files: at.files}
	if _, err := t.call(ctx, wire.Envelope{Kind: wire.KindBracket, Bracket: open}); err != nil && (at.target != nil || types.HasCode(err, types.CodeNoBrowser) || types.HasCode(err, types.CodeActionDenied)) {
		return a.missed(ctx, t, err)
	}
	if at.began == 0 {
		at.began = a.cfg.Now()
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
