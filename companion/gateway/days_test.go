package gateway

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

var suggestedRef = regexp.MustCompile(`next \([0-9.]+\): browser_click .*"target":"(\w+)"`)

// monthOf returns the lines of a calendar's month, whose days have refs with a prefix.
func monthOf(name, role, prefix string) string {
	lines := "- generic: " + name + " 2027\n- grid:\n"
	for week := range 4 {
		lines += "  - row:\n"
		for day := week*7 + 1; day <= week*7+7; day++ {
			lines += fmt.Sprintf("    - %s \"%d\" [ref=%s%d]\n", role, day, prefix, day)
		}
	}
	return lines
}

// TestDaysAreSuggestedInTheirMonth does a task on a day of a calendar, whose cells observations leave out, and opens
// the calendar for the same task once more: at the same month, at a later one, and at two.
func TestDaysAreSuggestedInTheirMonth(t *testing.T) {
	for name, c := range map[string]struct{ role, learnt, later, next string }{
		"cell":                          {"gridcell", "June", "June", "e16"},
		"text":                          {"generic", "June", "June", "e16"},
		"a later month":                 {"gridcell", "June", "July", ""},
		"a later month of buttons":      {"button", "June", "July", ""},
		"the first of two months":       {"gridcell", "June July", "June July", "e16"},
		"the second of two months":      {"gridcell", "June July", "May June", "f16"},
		"two later months":              {"gridcell", "June July", "July August", ""},
		"one month where two were once": {"gridcell", "June July", "June", "e16"},
	} {
		t.Run(name, func(t *testing.T) {
			page := func(months string) string {
				lines := ""
				for i, month := range strings.Fields(months) {
					lines += monthOf(month, c.role, "ef"[i:i+1])
				}
				return "### Page\n- Page URL: http://a.test/clean\n### Snapshot\n```yaml\n" + lines + "```"
			}
			m := newMembers(t)
			m.page = page(c.learnt)
			m.learn("Clean the room of Ada on 16 June", "e16")
			m.page = page(c.later)
			added := m.does("browser_navigate", `{"url":"http://a.test/clean"}`)
			next := ""
			if call := suggestedRef.FindStringSubmatch(added); call != nil {
				next = call[1]
			}
			if next != c.next {
				t.Errorf("the page gets %q", added)
			}
		})
	}
}
