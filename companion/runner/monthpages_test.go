package runner

import (
	"slices"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestACalendarIsTurnedToTheMonthOfTheTask runs a flow that chose the 16th of July, one page behind June.
func TestACalendarIsTurnedToTheMonthOfTheTask(t *testing.T) {
	for name, x := range map[string]struct {
		at, control, title, shows string
		steps                     int // 1: only the day was chosen
		did                       []string
		stops                     bool
	}{
		"as it was":                    {at: "June 2027", did: []string{"click Next", "click 16"}},
		"a calendar that opens before": {at: "April 2027", did: []string{"click Next", "click Next", "click Next", "click 16"}},
		"a calendar that is there":     {at: "July 2027", did: []string{"click 16"}},
		"a calendar that opens later":  {at: "August 2027", did: []string{"click Next"}, stops: true},
		"a task without a month":       {at: "April 2027", title: "Book the {day}", did: []string{"click Next", "click 16"}},
		"a month that was there":       {at: "May 2027", steps: 1, control: "Next month", did: []string{"click Next month", "click Next month", "click 16"}},
		"no control that says so":      {at: "May 2027", steps: 1, did: []string{}, stops: true},
		"a step that shows more":       {at: "July 2027", shows: `heading "Who comes?"`, did: []string{"click Next"}, stops: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				control, title := "Next", "Book {day} July"
				if x.control != "" {
					control = x.control
				}
				if x.title != "" {
					title = x.title
				}
				heads := []string{"April 2027", "May 2027", "June 2027", "July 2027", "August 2027", "September 2027", "October 2027"}
				pages := map[string]*fakePage{"booked": {path: "/booked", nodes: []types.A11yNode{node("status", "Booked")}}}
				for i, head := range heads[:6] {
					pages[head] = &fakePage{path: "/" + head, nodes: []types.A11yNode{node("heading", head), node("button", control), node("generic", "16")}, leads: map[string]string{control: heads[i+1], "16": "booked"}}
				}
				f := &types.Flow{ID: "book", Title: title, Site: testSite, Start: "/" + x.at, Params: []types.FlowParam{{Name: "day", Kind: types.FlowChoice}}, Steps: []types.FlowStep{
					{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Next"}}},
					{Tool: "click", Targets: []types.FlowTarget{{Role: "generic", Name: "{day}"}}},
				}, End: types.FlowScreen{Path: "/booked"}}
				if x.shows != "" {
					f.Steps[0].Expect.Appeared = []string{x.shows}
				}
				if x.steps == 1 {
					f.Steps = f.Steps[1:]
				}
				h := newFakeDriver(t, pages)
				result, err := New(h, NewBook()).Run(t.Context(), f, map[string]string{"day": "16"}, Options{AllowRisky: true})
				if err != nil || (result.Status == tool.FlowDone) == x.stops {
					t.Errorf("it ends with %+v, %v", result, err)
				}
				if did := h.did[1:]; !slices.Equal(did, x.did) { // behind the launch
					t.Errorf("it did %q, want %q", did, x.did)
				}
			})
		})
	}
}
