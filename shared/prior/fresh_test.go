package prior

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestAGoalNamesByPhrases asks on a page whose elements have words of the goal: those
// that stand apart in it, and the site's own name, do not draw the doubt of
// another goal's actions to an element that was never used.
func TestAGoalNamesByPhrases(t *testing.T) {
	const origin = "https://hotels.example"
	for _, c := range []struct {
		goal, shown string
		want        string
	}{
		{"Show a hotel in London for a price below 250 dollars", "Prices in Canadian Dollars", "Search"},
		{"Show all hotels of the chain", "Hotels", "Search"},
		{"Show the gift cards of the chain", "Gift cards", "Gift cards"},
		{"Show the gift cards of the chain", "dialog Gift cards", "Search"},
		{"Show the rooms with licence cc-by-4.0", "cc-by-4.0", "cc-by-4.0"},
		{"Show the rooms with licence cc-by-4.0", "cc-by-3.0", "Search"},
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
		named := button(c.shown)
		if name, is := strings.CutPrefix(c.shown, "dialog "); is {
			named = types.A11yNode{Role: "alertdialog", Name: name} // nothing is pressed there
		}
		nodes := []types.A11yNode{button("Search"), named, button("Help")}
		for _, name := range []string{"Cars", "Flights", "Taxis", "Login", "Stays", "Deals", "Attractions", "About", "Terms", "Jobs", "Press", "Blog", "Apps", "Partners"} {
			nodes = append(nodes, button(name))
		}
		p := e.Suggest(day.Add(time.Hour+time.Minute), types.PriorRequest{Observation: *page(origin, "home", nodes...), SessionID: "asker", Goal: c.goal})
		if label, confidence := first(p); label != c.want {
			t.Errorf("%s: %q at %.2f, want %q", c.goal, label, confidence, c.want)
		}
	}
}

// TestAnOptionHasWhatWasTyped has sessions type a city and choose the option that contains it,
// each a different one. A session that types a third city gets its option first, with low
// confidence, because it was never used. Some sites make options of list items.
func TestAnOptionHasWhatWasTyped(t *testing.T) {
	for _, role := range []string{"option", "listitem"} {
		t.Run(role, func(t *testing.T) { optionTyped(t, role) })
	}
}

func optionTyped(t *testing.T, role string) {
	const origin = "https://flights.example"
	to := types.A11yNode{Ref: "e1", Role: "textbox", Name: "To"}
	option := func(name string) types.A11yNode { return types.A11yNode{Ref: "e2", Role: role, Name: name} }
	shown := func(name string) *types.Observation {
		// An option, its row and the text in it have one name.
		return page(origin, "book", to, button("Search"), types.A11yNode{Ref: "e3", Role: "row", Name: name}, option(name), types.A11yNode{Ref: "e4", Role: "generic", Name: name})
	}
	typed := &types.Target{Role: "textbox", Name: "To"}
	e := New()
	for i, city := range []string{"Oslo, Norway (OSL)", "Porto, Portugal (OPO)"} {
		id, at := city[:4], day.Add(time.Duration(i)*time.Minute)
		e.PutSession(&types.Session{SessionID: id, CreatedAt: at, Goal: "Find a flight to " + city[:5]})
		e.PutStep(step(id, id+"1", at.Add(time.Second), "mm_type", typed, page(origin, "book", to, button("Search"))))
		e.PutStep(step(id, id+"2", at.Add(2*time.Second), "mm_click", &types.Target{Role: role, Name: city}, shown(city)))
		e.PutStep(step(id, id+"3", at.Add(3*time.Second), "mm_click", press("Search"), page(origin, "book", to, button("Search"))))
	}
	at := day.Add(time.Hour)
	e.PutSession(&types.Session{SessionID: "asker", CreatedAt: at, Goal: "Find a flight to Riga"})
	e.PutStep(step("asker", "asker1", at.Add(time.Second), "mm_type", typed, page(origin, "book", to, button("Search"))))
	p := e.Suggest(at.Add(2*time.Second), types.PriorRequest{Observation: *shown("Riga, Latvia (RIX)"), SessionID: "asker", Goal: "Find a flight to Riga"})
	if label, confidence := first(p); label != "Riga, Latvia (RIX)" || confidence > .5 {
		t.Errorf("%q at %.2f", label, confidence)
	}
}

// TestNamedElementsFillTheList asks on a page where one element was used, and the goal names six
// that never were: after the known ones come four of them, with low confidence.
func TestNamedElementsFillTheList(t *testing.T) {
	const origin = "https://lists.example"
	e := New()
	e.PutSession(&types.Session{SessionID: "a", CreatedAt: day, Goal: "Tick coffee"})
	e.PutStep(step("a", "a1", day.Add(time.Second), "mm_click", press("Save"), page(origin, "list", button("Save"))))
	nodes := []types.A11yNode{button("Save"), button("Help"), button("Logout")}
	for _, name := range []string{"bread", "butter", "cheese", "apples", "olives", "pasta"} {
		nodes = append(nodes, button(name))
	}
	p := e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: *page(origin, "list", nodes...), Goal: "Tick bread, butter, cheese, apples, olives and pasta"})
	if p == nil || len(p.SuggestedNextActions) != maxSuggested {
		t.Fatalf("got %+v", p)
	}
	for i, s := range p.SuggestedNextActions {
		name := s.PreferredTarget.Hint.Name
		if (i == 0) != (name == "Save") || name == "Help" || i > 0 && s.Confidence > .2 {
			t.Errorf("%d: %s at %.2f", i+1, name, s.Confidence)
		}
	}
}

// TestAnOptionOfAClosedListIsTyped has the goal name an option of a native list, which cannot be pressed, and one of an open list.
func TestAnOptionOfAClosedListIsTyped(t *testing.T) {
	for in, want := range map[string]string{
		`combobox "Assignee"`:        `type combobox "Assignee"`,
		`listbox "Assignee"`:         `click option "Jon Berg"`,
		`combobox "The person who…"`: "",
		"combobox":                   "",
		"":                           `click option "Jon Berg"`,
	} {
		origin := "https://tracker.test"
		option := types.A11yNode{Ref: "e2", Role: "option", Name: "Jon Berg"}
		if in != "" {
			option.Path = []string{in}
		}
		nodes := []types.A11yNode{{Ref: "e1", Role: "combobox", Name: "Assignee"}, option, button("Submit")}
		e := New()
		e.PutSession(&types.Session{SessionID: "a", CreatedAt: day, Goal: "Assign the issue to Mira Holt"})
		e.PutStep(step("a", "a1", day.Add(time.Second), "mm_click", press("Submit"), page(origin, "issue", nodes...)))
		p := e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: *page(origin, "issue", nodes...), Goal: "Assign the issue to Jon Berg"})
		var all []string
		for _, s := range p.SuggestedNextActions {
			if h := s.PreferredTarget.Hint; h != nil {
				all = append(all, fmt.Sprintf("%s %s %q", s.Action, h.Role, h.Name))
			}
		}
		if want != "" && !slices.Contains(all, want) || want == "" && strings.Contains(fmt.Sprint(all), "option") {
			t.Errorf("%s: %q, want %s among them", in, all, want)
		}
	}
}
