package prior

import (
	"testing"
	"time"

	"cairn/shared/types"
)

// TestCounterpartsAreDistinguished has memory do a thing for one goal, and asks with
// a goal in which one word is another.
func TestCounterpartsAreDistinguished(t *testing.T) {
	el := func(role, name string) types.A11yNode { return types.A11yNode{Role: role, Name: name} }
	row := func(testID, name string) types.A11yNode {
		return types.A11yNode{Role: "button", Name: name, TestID: testID}
	}
	cases := []struct {
		name, known, asker string
		used               types.A11yNode
		shown              []types.A11yNode // besides used
		want               string
	}{
		{"one word of the name", "List the dogs", "List the cats", el("button", "GET dogs"), []types.A11yNode{el("button", "GET cats")}, "GET cats"},
		{"inflected", "Open the category of lamps", "Open the category of chairs", el("link", "Lamp prices"), []types.A11yNode{el("link", "Chair prices")}, "Chair prices"},
		{"the test id says it too", "Choose the large size", "Choose the small size", row("size-large", "Size large"), []types.A11yNode{row("size-small", "Size small")}, "size-small"},
		{"several words", "Fly from Oslo to Rome", "Fly from Lima to Paris", el("button", "Oslo – Rome, direct"), []types.A11yNode{el("button", "Lima – Paris, direct")}, "Lima – Paris, direct"},
		{"another kind of element", "List the dogs", "List the cats", el("button", "GET dogs"), []types.A11yNode{el("checkbox", "GET cats")}, ""},
		{"another thing to do with it", "List the dogs", "List the cats", el("button", "GET dogs"), []types.A11yNode{el("button", "DELETE cats")}, ""},
		{"it is not on this page", "List the dogs", "List the cats", el("button", "GET dogs"), nil, ""},
		{"two that could be meant", "List the dogs", "List the big cats", el("button", "GET dogs"), []types.A11yNode{el("button", "GET cats"), el("button", "GET big")}, ""},
	}
	const sure = 0.7 // that the goal names an element is something, too, but less
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			filler := []types.A11yNode{el("link", "Help"), el("link", "About"), el("button", "Sign in"), el("link", "Imprint"), el("link", "News"), el("button", "Reload")}
			obs := page(walletOrigin, "list", append(append([]types.A11yNode{c.used}, c.shown...), filler...)...)
			for _, n := range obs.A11y.Nodes {
				if n.TestID != "" {
					obs.TestIDs = append(obs.TestIDs, types.TestID{TestID: n.TestID, Visible: true, Role: n.Role, Name: n.Name})
				}
			}
			e := New()
			for i, id := range []string{"a", "b"} {
				e.PutSession(&types.Session{SessionID: id, CreatedAt: day.Add(time.Duration(i) * time.Minute), Goal: c.known})
				e.PutStep(step(id, "1", day.Add(time.Duration(i)*time.Minute), "mm_click", &types.Target{TestID: c.used.TestID, Role: c.used.Role, Name: c.used.Name}, obs))
			}
			label, confidence := first(e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: *obs, SessionID: "asker", Goal: c.asker}))
			if c.want != "" && (label != c.want || confidence < sure) {
				t.Errorf("%q at %.2f, want %q", label, confidence, c.want)
			}
			if c.want == "" && confidence >= sure {
				t.Errorf("%q at %.2f, want none", label, confidence)
			}
		})
	}
}

// TestTheWayGoesOnAfterACounterpart follows a flow whose first step was done to
// a counterpart: the step after it comes next.
func TestTheWayGoesOnAfterACounterpart(t *testing.T) {
	e := New()
	remember(e, kennel, "Call the request that lists the dogs", []string{"list/click/GET dogs List the dogs", "list/click/Send"}, 2)
	b := newRun(e, types.Session{SessionID: "asker", CreatedAt: day.Add(time.Hour), Goal: "Call the request that lists the cats"})
	b.play(kennel, []string{"list/click/GET cats List the cats"})
	if label, confidence := first(b.ask(kennel, "list")); label != "Send" || confidence < 0.5 {
		t.Errorf("%q at %.2f", label, confidence)
	}
}

// TestWhatAnotherGoalUsedIsNotSoughtWhereItIsGone asks on a page that shows
// neither the one nor the other yet: the selector of the one is no help.
func TestWhatAnotherGoalUsedIsNotSoughtWhereItIsGone(t *testing.T) {
	for _, c := range []struct {
		goal string
		want string
	}{{"List the dogs", "#dogs > button"}, {"List the cats", ""}} {
		e := New()
		e.PutSession(&types.Session{SessionID: "a", CreatedAt: day, Goal: "List the dogs"})
		e.PutStep(step("a", "1", day, "mm_click", &types.Target{Selector: "#dogs > button", Role: "button", Name: "GET dogs"},
			page(walletOrigin, "list", button("GET dogs"), button("GET cats"), button("Authorize"))))
		p := e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: *page(walletOrigin, "list", button("Authorize")), SessionID: "asker", Goal: c.goal})
		if label, _ := first(p); label != c.want {
			t.Errorf("%s: %q, want %q", c.goal, label, c.want)
		}
	}
}
