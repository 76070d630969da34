package pilot

import (
	"context"
	"errors"
	"strings"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// heldTime bounds the wait for a page before an unreported dialog is assumed to block
// it.
const heldTime = 3 * time.Second

// missedBox represents such a dialog, whose text is unknown.
var missedBox = types.Dialog{Type: "missed", Message: "opened while Cairn was not attached; cancelled"}

// closesBox reports whether a click targets a button that every dialog has.
func (at *attempt) closesBox() bool {
	return at.box != nil && at.fit == "click" && strings.EqualFold(at.target.Role, "button") && strings.EqualFold(at.target.Name, boxCancel)
}

// lookUnheld is look with a short timeout for pages that do not answer.
func (a *Agent) lookUnheld(ctx context.Context) (o *types.Observation, held bool, err error) {
	brief, cancel := context.WithTimeout(ctx, heldTime)
	defer cancel()
	o, err = a.look(brief)
	held = err != nil && errors.Is(brief.Err(), context.DeadlineExceeded) && ctx.Err() == nil
	return o, held, err
}

// closeMissed dismisses a dialog that opened while the tab was not held.
func (a *Agent) closeMissed(ctx context.Context, t *tab, at *attempt) error {
	at.before = unseen(t)
	at.found = true
	at.step.Tool.Target = &types.Target{Role: "button", Name: boxCancel}
	at.result.Target = answeredTarget(at.step.Tool.Target)
	return a.inBracket(ctx, t, at, func() error {
		t.input.Close() // Chrome leaves the dialogs of a tab with a debugger alone
		_, err := t.call(ctx, wire.Envelope{Kind: wire.KindUnblock, Unblock: &wire.TabRef{TabID: t.id}})
		t.input = a.cfg.Input(t.browser, t.id)
		t.input.Listen(ctx)
		if err != nil {
			return a.missed(ctx, t, err)
		}
		if _, held, err := a.lookUnheld(ctx); held {
			return frozen()
		} else if err != nil {
			return err
		}
		if err := a.afterwards(ctx, t, at); err != nil {
			return err
		}
		at.result.Dialogs = append([]types.Dialog{missedBox}, at.result.Dialogs...)
		return nil
	})
}

// unseen returns the stored form of a page that could not be observed.
func unseen(t *tab) *types.Observation {
	return &types.Observation{State: types.State{CurrentURL: t.info.URL, CurrentScreen: types.UnknownScreen, Title: t.info.Title}}
}
