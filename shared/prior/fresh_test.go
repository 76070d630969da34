package prior

import (
	"testing"
	"time"

	"cairn/shared/types"
)

// TestAGoalNamesByPhrases asks on a page whose elements have words of the goal: those
// that stand apart in it, and the site's own name, do not draw the doubt about what
// another goal did to what was never used.
func TestAGoalNamesByPhrases(t *testing.T) {
	const origin = "https://hotels.example"
	for _, c := range []struct {
		goal, shown string
		want        string
	}{
		{"Show a hotel in London for a price below 250 dollars", "Prices in Canadian Dollars", "Search"},
		{"Show all hotels of the chain", "Hotels", "Search"},
		{"Show the gift cards of the chain", "Gift cards", "Gift cards"},
	} {
		e := New()
		for _, id := range []string{"a", "b", "c"} {
			e.PutSession(&types.Session{SessionID: id, CreatedAt: day, Goal: "Find a room with breakfast"})
			for i, name := range []string{"Enter", "Accept", "Search"} {
				e.PutStep(step(id, id+name, day.Add(time.Duration(i)*time.Second), "mm_click", press(name), page(origin, "home", button(name), button(c.shown), button("Help"))))
			}
		}
		e.PutSession(&types.Session{SessionID: "asker", CreatedAt: day.Add(time.Hour), Goal: c.goal})
		for i, name := range []string{"Enter", "Accept"} {
			e.PutStep(step("asker", "asker"+name, day.Add(time.Hour+time.Duration(i)*time.Second), "mm_click", press(name), page(origin, "home", button(name), button(c.shown))))
		}
		nodes := []types.A11yNode{button("Search"), button(c.shown), button("Help")}
		for _, name := range []string{"Cars", "Flights", "Taxis", "Login", "Stays", "Deals", "Attractions", "About", "Terms", "Jobs", "Press", "Blog", "Apps", "Partners"} {
			nodes = append(nodes, button(name))
		}
		p := e.Suggest(day.Add(time.Hour+time.Minute), types.PriorRequest{Observation: *page(origin, "home", nodes...), SessionID: "asker", Goal: c.goal})
		if label, confidence := first(p); label != c.want {
			t.Errorf("%s: %q at %.2f, want %q", c.goal, label, confidence, c.want)
		}
	}
}
