package prior

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

// rows is a page of a table as a look lists it: the first so many rows, each a
// link with a test id.
func rows(screen string, from, to int, truncated bool) *types.Observation {
	o := page(walletOrigin, screen, button("New"), button("Filter"))
	for i := from; i < to; i++ {
		id := fmt.Sprintf("row-%04d", i)
		o.TestIDs = append(o.TestIDs, types.TestID{TestID: id, Visible: true, Role: "link", Name: "Order " + id[4:]})
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: fmt.Sprint("e", i+9), Role: "link", Name: "Order " + id[4:], TestID: id})
	}
	o.Truncated = truncated
	return o
}

// TestRowsBeyondTheLookStayOnTheirScreen has an earlier session open a row of a
// long table beyond the elements that a look lists.
func TestRowsBeyondTheLookStayOnTheirScreen(t *testing.T) {
	row := &types.Target{TestID: "row-7777", Role: "link", Name: "Order 7777", Selector: "#row-7777"}
	const why = "; it lies beyond the elements looked at"
	cases := []struct {
		name     string
		did, now *types.Observation // when it was used, and now
		goal     string
		suffix   string // of the rationale of the row's suggestion
		missing  bool
	}{
		{"another screen", rows("orders", 0, 300, true), page(walletOrigin, "settings", button("Save"), button("Back")), "Open order 7777", "", true},
		{"another long screen", rows("orders", 0, 300, true), rows("clients", 0, 2000, true), "Open order 7777", "", true},
		{"an unknown screen", rows("orders", 0, 300, true), rows(types.UnknownScreen, 0, 20, false), "Open order 7777", "", true},
		{"its own screen", rows("orders", 0, 300, true), rows("orders", 0, 2000, true), "Open order 7777", why, false},
		{"its own screen, no goal", rows("orders", 0, 300, true), rows("orders", 0, 2000, true), "", why, false},
		{"its own screen, listed whole", rows("orders", 0, 300, true), rows("orders", 0, 20, false), "Open order 7777", "", true},
		{"its own screen, another row", rows("orders", 0, 300, true), rows("orders", 0, 2000, true), "Refund invoice 12 of client Miller", "", true},
		{"listed now", rows("orders", 0, 300, true), rows("orders", 7700, 7800, true), "Open order 7777", "", false},
		{"listed then far down, and gone", rows("orders", 7700, 7800, false), rows("orders", 0, 100, false), "Open order 7777", "", true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e := New()
			goal := c.goal
			if c.name == "its own screen, another row" {
				goal = "Open order 7777"
			}
			for i := range 3 {
				id := fmt.Sprint("earlier-", i)
				e.PutSession(&types.Session{SessionID: id, CreatedAt: day.Add(time.Duration(i) * time.Minute), Goal: goal})
				e.PutStep(step(id, "1", day.Add(time.Duration(i)*time.Minute+time.Second), "mm_click", row, c.did))
			}
			p := e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: *c.now, Goal: c.goal})
			if p == nil {
				p = &types.PriorKnowledge{}
			}
			found := false
			for _, s := range p.SuggestedNextActions {
				if labelOf(s) != "row-7777" && labelOf(s) != "#row-7777" {
					continue
				}
				found = true
				if _, says, _ := strings.Cut(s.Rationale, ";"); says != strings.TrimPrefix(c.suffix, ";") {
					t.Errorf("the rationale is %q", s.Rationale)
				}
			}
			if found == c.missing {
				t.Errorf("suggested %+v", p.SuggestedNextActions)
			}
		})
	}
}

// TestWhatNoLookListsIsSuggestedWhereItIsEverywhere has a cover that no page
// lists, used on some screens.
func TestWhatNoLookListsIsSuggestedWhereItIsEverywhere(t *testing.T) {
	cover := &types.Target{Role: "text", Name: "START", Selector: "#cover"}
	for screens := range 4 {
		e := New()
		for i := range screens {
			id := fmt.Sprint("earlier-", i)
			e.PutSession(&types.Session{SessionID: id, CreatedAt: day.Add(time.Duration(i) * time.Minute), Goal: "Submit the form"})
			e.PutStep(step(id, "1", day.Add(time.Duration(i)*time.Minute+time.Second), "mm_click", cover, page(walletOrigin, fmt.Sprint("task-", i), button("Submit"))))
		}
		p := e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: *page(walletOrigin, "task-9", button("Submit")), Goal: "Submit the form"})
		if got := p != nil && len(p.SuggestedNextActions) > 0; got != (screens >= siteWide) {
			t.Errorf("used on %d screens: %+v", screens, p)
		} else if got && !strings.HasSuffix(p.SuggestedNextActions[0].Rationale, "; this look does not show it") {
			t.Errorf("the rationale is %q", p.SuggestedNextActions[0].Rationale)
		}
	}
}
