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
		late int  // looks until the page is drawn
		none bool // no session has begun
		on   string
		want types.FlowReason
	}{
		"its page":                   {at: "home"},
		"its page, drawn late":       {at: "home", late: 20},
		"another page":               {at: "member", want: types.FlowNeedsParam},
		"its page of another site":   {at: "home", on: "https://other.test", want: types.FlowNeedsParam},
		"its page, before a session": {at: "home", none: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				f.Start = "/?at={at}"
				f.Params = append(f.Params, types.FlowParam{Name: "at", Kind: types.FlowText, Optional: true})
				h := newFakeDriver(t, pages)
				if h.at, h.open = x.at, x.none; !x.none {
					h.session = "mm-1"
				}
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
