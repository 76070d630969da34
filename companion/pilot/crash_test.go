package pilot

import (
	"context"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

func errCrashed() error { return types.Fault(types.CodePageCrashed, "the page has crashed", "") }

// A crashed page is reported at once, by whatever is tried first, and one way leads
// out of it.
func TestACrashedPage(t *testing.T) {
	for name, c := range map[string]struct {
		act   func(ctx context.Context, r *rig) error
		steps int
	}{
		"described": {func(ctx context.Context, r *rig) error {
			_, err := r.Describe(ctx, tool.DescribeInput{})
			return err
		}, 0},
		"clicked on": {func(ctx context.Context, r *rig) error {
			_, err := r.Click(ctx, tool.ClickInput{TargetInput: byTestID("send")})
			return err
		}, 1},
		"waited for": {func(ctx context.Context, r *rig) error {
			_, err := r.WaitFor(ctx, tool.WaitInput{TargetInput: byTestID("send")})
			return err
		}, 1},
		"waited for anything": {func(ctx context.Context, r *rig) error {
			_, err := r.WaitForNotification(ctx, tool.NotifyInput{})
			return err
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			r.browser.on(wire.KindObserve, errCrashed)
			wantCode(t, c.act(t.Context(), r), types.CodePageCrashed)
			if len(r.memory.steps) != c.steps {
				t.Errorf("%d steps recorded, want %d", len(r.memory.steps), c.steps)
			}
		})
	}
}

func TestAClickThatCrashesThePageFailed(t *testing.T) {
	r := launched(t)
	r.browser.on(wire.KindSettle, errCrashed)
	_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: byTestID("send")})
	wantCode(t, err, types.CodePageCrashed)
	if s := r.memory.steps[0]; s.Outcome.OK || s.Tool.Target == nil || s.Tool.Target.TestID != "send" {
		t.Errorf("the step is %+v", s)
	}
}

func TestNavigatingLeavesWhatTheDebuggerDoesNotReach(t *testing.T) {
	for _, code := range []types.Code{types.CodePageCrashed, types.CodePageDenied} {
		r := launched(t)
		r.input.fail = types.Fault(code, "no hold of it", "")
		if _, err := r.Navigate(t.Context(), tool.NavigateInput{URL: "http://127.0.0.1:2/"}); err != nil {
			t.Fatal(err)
		}
		loaded := ""
		for _, c := range r.browser.calls {
			if c.Load != nil {
				loaded = c.Load.URL
			}
		}
		if loaded != "http://127.0.0.1:2/" || !r.memory.steps[0].Outcome.OK {
			t.Errorf("%s: loaded %q, the step is %+v", code, loaded, r.memory.steps[0].Outcome)
		}
	}
}
