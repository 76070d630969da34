package prior

import (
	"fmt"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestTheNextFieldComesBeforeTheButton fills in a form again whose button is named by the
// goal. The labels around the fields are recorded as their rows.
func TestTheNextFieldComesBeforeTheButton(t *testing.T) {
	const goal = "Send a mail to ada@example.org with the subject Lunch and the text At noon?"
	look := ledgerLook("link Inbox", "link Sent", "button Compose", "textbox To", "textbox Subject", "textbox Message", "button Send")
	label := func(name string) types.Tool {
		return types.Tool{Name: "mm_type", Target: &types.Target{Role: "textbox", Name: name, Row: name}}
	}
	way := []types.Tool{label("To"), label("Subject"), label("Message"), {Name: "mm_click", Target: &types.Target{Role: "button", Name: "Send"}}}
	for done := range way {
		e := New()
		at := types.Time(1_770_000_000_000)
		for id, steps := range map[string][]types.Tool{"mm-1": way, "mm-2": way[:done]} {
			e.PutSession(&types.Session{SessionID: id, CreatedAt: at, Goal: goal})
			for i, tool := range steps {
				at++
				o := look
				e.PutStep(&types.Step{StepID: fmt.Sprint(id, "-", i), SessionID: id, Timestamp: at, Actor: types.ActorAgent, Outcome: types.Outcome{OK: true}, Tool: tool, Observation: &o})
			}
		}
		k := e.Suggest(at+1, types.PriorRequest{Observation: look, Goal: goal, SessionID: "mm-2"})
		if k == nil || len(k.SuggestedNextActions) == 0 {
			t.Fatalf("after %d steps nothing is suggested", done)
		}
		first := k.SuggestedNextActions[0]
		if hint := first.PreferredTarget.Hint; hint == nil || hint.Name != way[done].Target.Name {
			t.Errorf("after %d steps %s is suggested with %.2f, not %s", done, first.PreferredTarget.Hint, first.Confidence, way[done].Target.Name)
		}
	}
}

// TestTheFieldComesBeforeItsButton asks on a page with a search field after another task used
// it. The asker's goal names the button, and not the field.
func TestTheFieldComesBeforeItsButton(t *testing.T) {
	shop := app{screens: map[string][]element{"terms": {{"", "button", "Accept"}}, "region": {{"", "button", "Europe"}},
		"shop": {{"", "textbox", "Keywords"}, {"", "button", "Search"}}}, leads: map[string]string{"terms/Accept": "region", "region/Europe": "shop"}}
	for _, link := range []string{"Offers", "Account", "Orders", "Help", "Stores", "Gifts", "Garden", "Books", "Toys", "Food", "Music", "Films", "News", "Jobs"} {
		shop.screens["shop"] = append(shop.screens["shop"], element{"", "link", link})
	}
	way := []string{"terms/click/Accept", "region/click/Europe", "shop/type/Keywords", "shop/click/Search"}
	for done, want := range map[int]string{2: "Keywords", 3: "Search"} {
		e := New()
		remember(e, shop, "Find out what red boots cost", way, 1)
		b := newRun(e, types.Session{SessionID: "asker", CreatedAt: day.Add(time.Hour), Goal: "Search for a lamp that fits a small desk"})
		b.play(shop, way[:done])
		if label, confidence := first(b.ask(shop, "shop")); label != want {
			t.Errorf("after %d actions %s is suggested with %.2f, want %s", done, label, confidence, want)
		}
	}
}
