package runner

import (
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestADayIsOneOfTheMonthThatTheTaskNames looks for the 16th in calendars: texts and, as numbers, days.
func TestADayIsOneOfTheMonthThatTheTaskNames(t *testing.T) {
	for name, x := range map[string]struct {
		title, page, want string
		twins             int
		row               string
	}{
		"the second of two months":        {"Book 16 July", "June,15,16,July,16,17", "e3", 1, ""},
		"the first of two months":         {"Book 16 June", "June 2027,15,16,July 2027,16,17", "e2", 1, ""},
		"a shortened month":               {"Book 16 July", "Jun 2027,16,Jul 2027,16", "e2", 1, ""},
		"a month that is not shown":       {"Book 16 May", "June,16,July,16", "ambiguous", 1, ""},
		"a task without a month":          {"Book the 16th", "June,16,July,16", "ambiguous", 1, ""},
		"a task that may be of no month":  {"Say that they may come on the 16th", "June,16", "e1", 0, ""},
		"a task with two months":          {"Book 16 June, and not in July", "June,16,July,16", "ambiguous", 1, ""},
		"two heads before the days":       {"Book 16 July", "June,July,16,17,16,17", "ambiguous", 1, ""},
		"the only month":                  {"Book 16 July", "July 2027,15,16", "e2", 0, ""},
		"a later month":                   {"Book 16 July", "August 2027,15,16", "ambiguous", 0, ""},
		"a day of the week":               {"Book 16 juillet", "Mar,16", "e1", 0, ""},
		"a page that names no month":      {"Book 16 July", "Pick a day,16", "e1", 0, ""},
		"a month that is far above":       {"Book 16 July", "Since March 2020," + strings.Repeat("x,", monthReach) + "16", "e1", 0, ""},
		"in the row of a month":           {"Book the 16th", "June,16,July,16", "e2", 1, "July 2027"},
		"in the row of a month that went": {"Book the 16th", "August,16,July,16", "missing", 1, "June 2027"},
		"in a row that names more":        {"Book the 16th", "June,16,July,16", "missing", 1, "Rent July"},
		"behind days of the month before": {"Book 16 July", "July 2027,15,16,1,2,3,15,16,17,1,2", "e7", 1, ""},
		"ahead of days of the next month": {"Book 16 July", "July 2027,1,2,15,16,1,2,15,16", "e4", 1, ""},
		"behind the number of a week":     {"Book 16 July", "July 2027,1,15,16,1,2,16,2,3", "e6", 1, ""},
		"two days without a first one":    {"Book 16 July", "July 2027,15,16,16", "ambiguous", 1, ""},
		"a list of months above the days": {"Book 16 July", "June August,16", "e1", 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			page, outline := &types.Observation{}, &types.Outline{}
			for _, part := range strings.Split(x.page, ",") {
				it := types.OutlineItem{Text: part}
				if dayNumber.MatchString(part) {
					n := types.A11yNode{Ref: fmt.Sprint("e", len(page.A11y.Nodes)+1), Role: "generic", Name: part}
					page.A11y.Nodes, it = append(page.A11y.Nodes, n), types.OutlineItem{Ref: n.Ref}
				}
				outline.Items = append(outline.Items, it)
			}
			r := &run{driver: knowing{}, flow: &types.Flow{Title: x.title}, sight: &tool.Sight{Page: page, Outline: outline}}
			found, doubt := r.findOne(t.Context(), &types.FlowTarget{Role: "generic", Name: "16", Twins: x.twins, Row: x.row, RowRole: "generic"}, true)
			expectFound(t, found, doubt, x.want)
			var equal []string
			for i := range page.A11y.Nodes {
				if n := &page.A11y.Nodes[i]; n.Name == "16" {
					equal = append(equal, n.Ref)
				}
			}
			if meant := DaysMeant(x.title, "16", r.sight, equal); x.twins > 0 && x.row == "" && (len(meant) == 1) != strings.HasPrefix(x.want, "e") || len(meant) == 1 && x.row == "" && x.want != meant[0] {
				t.Errorf("of %q, %q are meant, want %s", equal, meant, x.want)
			}
		})
	}
}
