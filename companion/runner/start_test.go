package runner

import (
	"strings"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestAStartWithoutItsValueIsNotNeededOnItsPage runs a flow whose start address lost a value, in
// a session that stands on a page.
func TestAStartWithoutItsValueIsNotNeededOnItsPage(t *testing.T) {
	for at, want := range map[string]types.FlowReason{"home": "", "member": types.FlowNeedsParam} {
		t.Run(at, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				f.Start = "/?at={at}"
				f.Params = append(f.Params, types.FlowParam{Name: "at", Kind: types.FlowText, Optional: true})
				h := newHands(t, pages)
				h.session, h.at = "mm-1", at
				result, err := New(h, NewBook()).Run(t.Context(), f, ann, Options{AllowRisky: true})
				switch {
				case err != nil:
					t.Fatal(err)
				case want == "" && (result.Status != tool.FlowDone || !result.Verified):
					t.Errorf("the run ended with %+v, %+v", result, result.Stop)
				case want != "" && (result.Stop == nil || result.Stop.Reason != want || !strings.Contains(result.Stop.Message, "at") || len(h.did) > 0):
					t.Errorf("the run did %q and ended with %+v", h.did, result.Stop)
				}
			})
		})
	}
}
