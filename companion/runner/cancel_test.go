package runner

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestCancelling ends a run from outside before each step in turn, and amid each. A step
// that was begun then counts as perhaps done; no other is counted, and a run that
// goes on does nothing twice.
func TestCancelling(t *testing.T) {
	for i, at := range all {
		for _, when := range []string{"before", "begun", "amid"} {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				h := newFakeDriver(t, pages)
				h.session, h.at = "mm-1", "home"
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				o := Options{AllowRisky: true}
				switch when {
				case "begun":
					h.before = func(what string) {
						if what == at {
							cancel()
						}
					}
				case "amid":
					h.after = func(what string) error {
						if what == at {
							cancel()
							return context.Canceled
						}
						return nil
					}
				default:
					o.Progress = func(p tool.FlowProgress) {
						if p.Step == i+1 {
							cancel()
						}
					}
				}
				r := New(h, NewBook())
				result, err := r.Run(ctx, f, ann, o)
				if err != nil {
					t.Fatal(err)
				}
				reason := types.FlowCancelled
				switch when {
				case "begun":
					h.before = func(what string) {
						if what == at {
							cancel()
						}
					}
				case "amid":
					reason = types.FlowUnknown
				}
				if result.Done != i || result.Stop == nil || result.Stop.Reason != reason || result.Stop.Step != i+1 || len(result.Remaining) != len(all)-i {
					t.Errorf("cancelled at %q (%s), it ended with %+v, %+v", at, when, result, result.Stop)
				}
				if last := h.runs[len(h.runs)-1]; last.To == 0 || last.OK {
					t.Errorf("the session remembers %+v", last)
				}
				h.before, h.after = nil, nil
				result, err = r.Continue(t.Context(), nil, Options{AllowRisky: true})
				if err != nil || !result.Verified || !slices.Equal(h.did, all) {
					t.Errorf("cancelled at %q (%s), it went on to %+v, %v, having done %q", at, when, result, err, h.did)
				}
			})
		}
	}
}

// TestARunThatIsCutOff: a daemon that starts again knows of no run, and does nothing
// of it a second time. The session says that one was under way.
func TestARunThatIsCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pages, f := inviting()
		h := newFakeDriver(t, pages)
		h.session, h.at = "mm-1", "home"
		h.before = func(what string) {
			if what == "click Invite" {
				if last := h.runs[len(h.runs)-1]; last.To != 0 || last.OK || last.Flow != "invite" {
					t.Errorf("amid the run the session remembers %+v", last)
				}
			}
		}
		if result, err := New(h, NewBook()).Run(t.Context(), f, ann, Options{}); err != nil || result.Stop.Reason != types.FlowRisky {
			t.Fatalf("the run ended with %+v, %v", result, err)
		}
		did := len(h.did)
		if _, err := New(h, NewBook()).Continue(t.Context(), nil, Options{AllowRisky: true}); !isFault(err, types.CodeNotFound) || len(h.did) != did {
			t.Errorf("a new daemon goes on: %v, %q", err, h.did)
		}
	})
}
