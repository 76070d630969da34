package pilot

import (
	"testing"
	"testing/synctest"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// TestADialogThatNobodyHeardIsCancelled clicks Cancel on a page that does not
// answer: one that a dialog holds goes on, one that is merely busy says so.
func TestADialogThatNobodyHeardIsCancelled(t *testing.T) {
	cancel := tool.ClickInput{TargetInput: tool.TargetInput{Role: "Button", Name: "cancel"}}
	for name, c := range map[string]struct {
		helps bool
		code  types.Code
	}{
		"held by a dialog": {helps: true},
		"busy":             {code: types.CodePageGone},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := launched(t)
				r.browser.held.Store(true)
				r.browser.answer[wire.KindUnblock] = func(wire.Envelope) (*wire.Reply, error) {
					r.browser.held.Store(!c.helps)
					return &wire.Reply{}, nil
				}
				got, err := r.Click(t.Context(), cancel)
				if c.code != "" {
					wantCode(t, err, c.code)
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if len(got.Dialogs) != 1 || got.Dialogs[0].Type != "missed" || got.Target == nil || got.Target.Name != "Cancel" {
					t.Errorf("answered %+v", got)
				}
			})
		})
	}
}
