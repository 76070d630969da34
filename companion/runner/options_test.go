package runner

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"cairn/shared/types/tool"
)

// TestADryRunDoesNothing checks a flow with and without its values: it opens the flow's page, and acts on none.
func TestADryRunDoesNothing(t *testing.T) {
	for name, values := range map[string]map[string]string{"with all values": ann, "without values": nil} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				h := newFakeDriver(t, pages)
				result, err := New(h, NewBook()).Run(t.Context(), f, values, Options{AllowRisky: true, DryRun: true})
				if err != nil || result.Status != tool.FlowDry || result.Done != 0 || len(result.Remaining) != len(f.Steps) {
					t.Errorf("it ends with %+v, %v", result, err)
				}
				if slices.ContainsFunc(h.did, func(s string) bool { return !strings.HasPrefix(s, "launch") }) || len(h.runs) > 0 {
					t.Errorf("it did %q, and the session remembers %+v", h.did, h.runs)
				}
			})
		})
	}
}

// TestARunEndsBeforeTheStepThatItIsNotToDo runs a flow until its third step.
func TestARunEndsBeforeTheStepThatItIsNotToDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pages, f := inviting()
		h := newFakeDriver(t, pages)
		result, err := New(h, NewBook()).Run(t.Context(), f, ann, Options{AllowRisky: true, Until: 3})
		if err != nil || result.Status != tool.FlowPaused || result.Done != 2 || len(result.Remaining) != len(f.Steps)-2 {
			t.Errorf("it ends with %+v, %v", result, err)
		}
		if did := h.did[1:]; !slices.Equal(did, all[:2]) { // behind the launch
			t.Errorf("it did %q, want %q", did, all[:2])
		}
	})
}
