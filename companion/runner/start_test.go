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
	for name, x := range map[string]struct {
		at   string
		late int // looks until the page is drawn
		on   string
		want types.FlowReason
	}{
		"its page":                 {"home", 0, "", ""},
		"its page, drawn late":     {"home", 20, "", ""},
		"another page":             {"member", 0, "", types.FlowNeedsParam},
		"its page of another site": {"home", 0, "https://other.test", types.FlowNeedsParam},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				f.Start = "/?at={at}"
				f.Params = append(f.Params, types.FlowParam{Name: "at", Kind: types.FlowText, Optional: true})
				h := newFakeDriver(t, pages)
				h.session, h.at = "mm-1", x.at
				pages[x.at].late, pages[x.at].origin = x.late, x.on
				result, err := New(h, NewBook()).Run(t.Context(), f, ann, Options{AllowRisky: true})
				switch {
				case err != nil:
					t.Fatal(err)
				case x.want == "" && (result.Status != tool.FlowDone || !result.Verified):
					t.Errorf("the run ended with %+v, %+v", result, result.Stop)
				case x.want != "" && (result.Stop == nil || result.Stop.Reason != x.want || !strings.Contains(result.Stop.Message, "at") || len(h.did) > 0):
					t.Errorf("the run did %q and ended with %+v", h.did, result.Stop)
				}
			})
		})
	}
}
