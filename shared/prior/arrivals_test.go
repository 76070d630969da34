package prior

import (
	"fmt"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestNavigationAndNotificationsAreSuggested has earlier sessions press Pay, wait
// for a notification and open the list of orders by its address.
func TestNavigationAndNotificationsAreSuggested(t *testing.T) {
	const origin = "https://shop.test"
	basket := page(origin, "basket", button("Pay"), button("Back"))
	basket.State.CurrentURL = origin + "/basket"
	type act struct {
		tool   string
		target *types.Target
		input  map[string]any
	}
	pay := act{"mm_click", press("Pay"), nil}
	wait := act{"mm_wait_for_notification", nil, map[string]any{"text": "Paid"}}
	open := func(url string) act { return act{"mm_navigate", nil, map[string]any{"url": url}} }
	anything := act{"mm_wait_for_notification", nil, nil}
	cases := []struct {
		name string
		did  []act  // by two earlier sessions
		done int    // by the asker, of these
		goal string // of the asker
		want string
	}{
		{"a notification", []act{pay, wait}, 1, "", "wait_for_notification text:Paid"},
		{"any notification", []act{pay, anything}, 1, "", "wait_for_notification text:"},
		{"an address", []act{pay, open(origin + "/orders")}, 1, "", "navigate url:" + origin + "/orders"},
		{"an address at the start", []act{open(origin + "/orders")}, 0, "", "navigate url:" + origin + "/orders"},
		{"a route", []act{pay, open(origin + "/#/orders")}, 1, "", "navigate url:" + origin + "/#/orders"},
		{"an address after a notification", []act{pay, wait, open(origin + "/orders")}, 2, "", "navigate url:" + origin + "/orders"},
		{"another origin", []act{pay, open("https://bank.test/pay")}, 1, "", ""},
		{"where one is already", []act{pay, open(origin + "/basket")}, 1, "", ""},
		{"an address of other data", []act{pay, open(origin + "/orders/4711")}, 1, "Look at order 12", ""},
		{"an address of the goal's data", []act{pay, open(origin + "/orders/4711")}, 1, "Look at order 4711", "navigate url:" + origin + "/orders/4711"},
		{"what was taken out", []act{pay, open(origin + "/orders?token=%5BREDACTED%5D")}, 1, "", ""},
		{"no address", []act{pay, {"mm_navigate", nil, nil}}, 1, "", ""},
		{"script", []act{pay, open("javascript:alert(1)")}, 1, "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e := New()
			play := func(session string, from time.Duration, goal string, acts []act) {
				e.PutSession(&types.Session{SessionID: session, CreatedAt: day.Add(from), Goal: goal})
				for i, a := range acts {
					st := step(session, fmt.Sprint(session, i), day.Add(from+time.Duration(i)*time.Second), a.tool, a.target, basket)
					st.Tool.Input = a.input
					e.PutStep(st)
				}
			}
			goal := c.goal
			if c.name == "an address of other data" {
				goal = "Look at order 4711"
			}
			play("a", 0, goal, c.did)
			play("b", time.Minute, goal, c.did)
			play("asker", time.Hour, c.goal, c.did[:c.done])
			p := e.Suggest(day.Add(time.Hour+time.Minute), types.PriorRequest{Observation: *basket, SessionID: "asker"})
			checkAnswer(t, p)
			got := ""
			for _, s := range p.SuggestedNextActions {
				if s.Action == "navigate" || s.Action == "wait_for_notification" {
					got = fmt.Sprintf("%s %s:%s", s.Action, s.PreferredTarget.Type, s.PreferredTarget.Text)
					if s.Rank != 1 {
						t.Errorf("%s has rank %d", got, s.Rank)
					}
					break
				}
			}
			if got != c.want {
				t.Errorf("suggests %q, want %q", got, c.want)
			}
			for _, id := range []string{"a", "b", "asker"} {
				e.RemoveSession(id)
			}
			if len(e.origins) != 0 {
				t.Error("the forgotten sessions left an origin")
			}
		})
	}
}
