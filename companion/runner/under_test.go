package runner

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestEqualsAreDistinguishedByTheHeadingAbove holds elements of one name, and fields of none,
// to the heading that they stood below.
func TestEqualsAreDistinguishedByTheHeadingAbove(t *testing.T) {
	edit := types.FlowTarget{Role: "button", Name: "Edit", Twins: 2, Under: "Prices", Nth: 1, Of: 1}
	title := types.FlowTarget{Role: "textbox", Under: "Edit Holidays:", Nth: 1, Of: 2}
	late := edit
	late.Near = []string{`button "Help"`, `button "Print"`}
	late.Twins = 0
	paged := edit
	paged.Near = []string{`heading "Prices"`, `button "Help"`, `button "Next page"`}
	page := "heading Start;button Edit;heading Opening hours;button Edit;heading Prices;button Edit;heading Directions;link Map"
	for name, x := range map[string]struct {
		target types.FlowTarget
		data   bool
		page   string
		want   string
	}{
		"below its heading":                  {edit, false, page, "e6"},
		"in another order":                   {edit, false, "heading Prices;button Edit;heading Start;button Edit;heading Opening hours;button Edit", "e2"},
		"the heading is gone":                {edit, false, "heading Start;button Edit;heading Opening hours;button Edit", "missing"},
		"the heading is there twice":         {edit, false, page + ";heading Prices;button Edit", "ambiguous"},
		"nothing is left below it":           {edit, false, "heading Prices;heading Start;button Edit", "missing"},
		"another one below it":               {edit, false, "heading Prices;button Edit;button Edit;heading Start", "ambiguous"},
		"the first of two fields":            {title, true, "heading Edit Holidays:;textbox ;textbox ;combobox ;button Save", "e2"},
		"a field more":                       {title, true, "heading Edit Holidays:;textbox ;textbox ;textbox ;button Save", "ambiguous"},
		"a field less":                       {title, true, "heading Edit Holidays:;textbox ;button Save", "ambiguous"},
		"the heading of another object":      {title, true, "heading Edit Masonry:;textbox ;textbox ;button Save", "missing"},
		"no heading any more, but its place": {late, false, "button Help;button Edit;button Print", "e2"},
		"among several pages":                {paged, false, "heading Prices;button Edit;button Help;button Next page", "e2"},
		"a namesake's, among several pages":  {paged, false, "heading Prices;button Edit;button Print;button Next page", "ambiguous"},
		"neither of them":                    {late, false, "button Edit;link Home", "changed"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := provedOn(&x.target, x.data, x.page); got != x.want {
				t.Errorf("got %s, want %s", got, x.want)
			}
		})
	}
}

// turning is a page that shows another one just before each press.
type turning struct {
	*fakeDriver
	to string
}

func (d turning) Click(ctx context.Context, in tool.ClickInput) (*tool.ActResult, error) {
	d.at = d.to
	return d.fakeDriver.Click(ctx, in)
}

// TestAnElementBelowAHeadingIsProvedAgainWithIt shows another invoice between the look and the press.
func TestAnElementBelowAHeadingIsProvedAgainWithIt(t *testing.T) {
	for to, want := range map[string]bool{"12": true, "13": false} {
		synctest.Test(t, func(t *testing.T) {
			h := newFakeDriver(t, map[string]*fakePage{
				"12": {path: "/", nodes: []types.A11yNode{node("heading", "Invoice 12"), node("button", "Approve")}},
				"13": {path: "/", nodes: []types.A11yNode{node("heading", "Invoice 13"), node("button", "Approve")}},
			})
			h.session, h.at = "mm-1", "12"
			f := &types.Flow{ID: "approve", Title: "Approve", Site: testSite, Start: "/", Steps: []types.FlowStep{{Tool: "click",
				Targets: []types.FlowTarget{{Role: "button", Name: "Approve", Under: "Invoice 12", Nth: 1, Of: 1}}, Screen: types.FlowScreen{Path: "/"}}}}
			if _, err := newRun(turning{h, to}, f, nil, Options{}, testSite).onwards(t.Context()); err != nil {
				t.Fatal(err)
			}
			if pressed := slices.Contains(h.did, "click Approve"); pressed != want {
				t.Errorf("page %s: it did %v", to, h.did)
			}
		})
	}
}
