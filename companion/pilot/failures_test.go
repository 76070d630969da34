package pilot

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

func TestFailuresAreStepsToo(t *testing.T) {
	for name, c := range map[string]struct {
		arrange func(r *rig)
		act     func(ctx context.Context, r *rig) error
		code    types.Code
	}{
		"no such element": {
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Click(ctx, tool.ClickInput{TargetInput: byTestID("absent")})
				return err
			}, code: types.CodeTargetNotFound,
		},
		"never appears": {
			act: func(ctx context.Context, r *rig) error {
				_, err := r.WaitFor(ctx, tool.WaitInput{TargetInput: byTestID("absent")})
				return err
			}, code: types.CodeWaitTimeout,
		},
		"click takes too long": {
			arrange: func(r *rig) { r.input.fail = context.DeadlineExceeded },
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Click(ctx, tool.ClickInput{TargetInput: byTestID("send")})
				return err
			}, code: types.CodeClickTimeout,
		},
		"typing breaks": {
			arrange: func(r *rig) { r.input.fail = errors.New("no focus") },
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Type(ctx, tool.TypeInput{TargetInput: byTestID("send"), Text: "x"})
				return err
			}, code: types.CodeTypeFailed,
		},
		"server is down": {
			arrange: func(r *rig) { r.input.fail = types.Fault(types.CodeNavigationFailed, "refused", "") },
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Navigate(ctx, tool.NavigateInput{URL: "http://127.0.0.1:2/"})
				return err
			}, code: types.CodeNavigationFailed,
		},
		"covered": {
			arrange: func(r *rig) {
				r.browser.on(wire.KindLocate, func() error { return types.Fault(types.CodeTargetNotActable, "covered", "close the dialog") })
			},
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Click(ctx, tool.ClickInput{TargetInput: byTestID("send")})
				return err
			}, code: types.CodeTargetNotActable,
		},
		"old ref": {
			arrange: func(r *rig) {
				r.browser.on(wire.KindLocate, func() error { return types.Fault(types.CodeStaleRef, "e77 is of another page", "") })
			},
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Click(ctx, tool.ClickInput{TargetInput: tool.TargetInput{A11yRef: "e77"}})
				return err
			}, code: types.CodeStaleRef,
		},
		"bracket refused": {
			arrange: func(r *rig) { r.browser.on(wire.KindBracket, func() error { return errors.New("no") }) },
			act: func(ctx context.Context, r *rig) error {
				_, err := r.Click(ctx, tool.ClickInput{TargetInput: byTestID("send")})
				if len(r.input.did) != 0 {
					return errors.New("it clicked all the same")
				}
				return err
			}, code: types.CodeClickFailed,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			if c.arrange != nil {
				c.arrange(r)
			}
			wantCode(t, c.act(t.Context(), r), c.code)
			if len(r.memory.steps) != 1 {
				t.Fatalf("%d steps recorded, want 1", len(r.memory.steps))
			}
			if out := r.memory.steps[0].Outcome; out.OK || out.Error.Code != c.code {
				t.Errorf("outcome is %+v", out)
			}
			if r.memory.steps[0].Observation == nil {
				t.Error("the step lost what the page showed")
			}
		})
	}
}

func TestPageVanishesBeforeTheAction(t *testing.T) {
	r := launched(t)
	r.browser.answer[wire.KindLocate] = func(wire.Envelope) (*wire.Reply, error) {
		clear(r.browser.tabs)
		return nil, errGone()
	}
	_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")})
	wantCode(t, err, types.CodePageGone)
	if len(r.memory.steps) != 1 || r.memory.steps[0].Outcome.OK {
		t.Fatal("the failed step is not recorded")
	}
	if got := r.memory.steps[0].Tool.Target; got == nil || got.Name != "Send" {
		t.Errorf("target is %+v, want what the look before said of it", got)
	}
	_, err = r.Describe(t.Context(), tool.DescribeInput{})
	wantCode(t, err, types.CodePageGone)

	r.browser.answer = map[wire.Kind]func(wire.Envelope) (*wire.Reply, error){}
	if _, err := r.Navigate(t.Context(), tool.NavigateInput{URL: "http://127.0.0.1:1/"}); err != nil {
		t.Fatalf("the session cannot go on in a new tab: %v", err)
	}
}

func TestClickThatClosesTheTabSucceeded(t *testing.T) {
	r := launched(t)
	r.input.then = func() { clear(r.browser.tabs) }
	result, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")})
	if err != nil || !result.TabClosed || !r.memory.steps[0].Outcome.OK {
		t.Errorf("answer %+v, %v", result, err)
	}
}

func TestDocumentThatChangesUnderTheLookIsNoFailure(t *testing.T) {
	r := launched(t)
	r.browser.on(wire.KindSettle, errGone)
	result, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")})
	if err != nil || result.TabClosed || result.After.CurrentURL != "http://127.0.0.1:1/listed" {
		t.Errorf("answer %+v, %v", result, err)
	}
}

func TestDeadlineCoversWaitAndAction(t *testing.T) {
	r := launched(t)
	var budget int
	r.browser.answer[wire.KindLocate] = func(e wire.Envelope) (*wire.Reply, error) {
		budget = e.Locate.TimeoutMs
		return nil, types.Fault(types.CodeTargetNotFound, "no", "")
	}
	_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send"), ActInput: tool.ActInput{TimeoutMs: 5000}})
	wantCode(t, err, types.CodeTargetNotFound)
	if budget <= 0 || budget >= 5000 {
		t.Errorf("the wait may take %d of 5000 ms, want something left for the action", budget)
	}
}

func TestCancelledCallLeavesAStep(t *testing.T) {
	r := launched(t)
	ctx, cancel := context.WithCancel(t.Context())
	r.input.then = nil
	r.browser.answer[wire.KindLocate] = func(wire.Envelope) (*wire.Reply, error) {
		cancel()
		return nil, ctx.Err()
	}
	_, err := r.Click(ctx, tool.ClickInput{TargetInput: byTestID("send")})
	wantCode(t, err, types.CodeClickFailed)
	if len(r.memory.steps) != 1 {
		t.Error("no step recorded")
	}
}

func TestActionThatCannotBeRememberedSaysSo(t *testing.T) {
	r := launched(t)
	r.memory.fail = types.Fault(types.CodeStoreFull, "disk full", "free some room")
	result, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")})
	if err != nil || result.NotRecorded == nil || result.NotRecorded.Code != types.CodeStoreFull || result.StepID != "" {
		t.Errorf("answer %+v, %v", result, err)
	}
	_, err = r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("absent")})
	wantCode(t, err, types.CodeTargetNotFound)
	if !strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v hides that nothing was recorded", err)
	}
}
