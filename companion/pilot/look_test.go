package pilot

import (
	"slices"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// TestAPageThatShowsTheSameIsNotAskedForAgain goes the short way as long as it
// says that nothing changed, and only for a look that was sent under a stamp.
func TestAPageThatShowsTheSameIsNotAskedForAgain(t *testing.T) {
	r := launched(t)
	looks := 0
	r.browser.answer[wire.KindObserve] = func(e wire.Envelope) (*wire.Reply, error) {
		looks++
		page := &wire.Page{TabID: 8, Observation: *home(), Stamp: "tab-1.a1"}
		if e.Observe.Outline {
			page.Outline = &types.Outline{Items: []types.OutlineItem{{Text: "Balance: $5"}, {Ref: "e1"}}}
		}
		return &wire.Reply{Page: page}, nil
	}
	describe := func() *tool.DescribeResult {
		t.Helper()
		d, err := r.Describe(t.Context(), tool.DescribeInput{})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	whole := describe()
	r.input.glance = &wire.Page{Same: true}
	again := describe()
	if looks != 1 || !slices.Equal(r.input.glances, []string{"tab-1.a1"}) {
		t.Errorf("%d looks, glances for %q", looks, r.input.glances)
	}
	if len(again.A11y.Nodes) != len(whole.A11y.Nodes) || again.State.CurrentURL != whole.State.CurrentURL || again.Outline == nil {
		t.Errorf("described as %+v, then %+v", whole, again)
	}
	r.input.glance = nil
	if describe(); looks != 2 {
		t.Errorf("%d looks at a page that changed, want 2", looks)
	}
}
