package core

import (
	"fmt"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestAnAddressIsSuggestedAtThePagesOwn has earlier sessions open a menu and then a
// page by its address. Under a name the address is suggested with the origin of the
// page that asks, and not on the page that it leads to.
func TestAnAddressIsSuggestedAtThePagesOwn(t *testing.T) {
	for _, c := range []struct{ name, to, want string }{
		{"another page", oldPort + "/reports", newPort + "/reports"},
		{"the page where one is", oldPort + "/home", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			memory := New()
			listed := []types.TestID{{TestID: "menu", Visible: true, Role: "button", Name: "menu"}}
			for i := range 2 {
				id, at := fmt.Sprintf("mm-000%d", i), noon.Add(time.Duration(i-3)*time.Hour)
				if err := memory.PutSession(&types.Session{SchemaVersion: 1, SessionID: id, CreatedAt: at, Goal: "Read the reports", FlowTags: []string{}, Tags: []string{}}); err != nil {
					t.Fatal(err)
				}
				menu, open := step(id, id+"-menu", oldPort, "menu"), step(id, id+"-open", oldPort, "menu")
				menu.Tool.Target.Role, menu.Tool.Target.Name = "button", "menu"
				open.Tool = types.Tool{Name: "mm_navigate", Input: map[string]any{"url": c.to}}
				for n, s := range []*types.Step{menu, open} {
					s.Actor, s.Observation.TestIDs, s.Timestamp = types.ActorAgent, listed, at.Add(time.Duration(n)*time.Second)
					put(t, memory, s)
				}
			}
			named(t, memory, "e-1", types.SiteNamed, "shop", oldPort, newPort)
			o := types.Observation{State: types.State{CurrentURL: newPort + "/home", CurrentScreen: "home", Origin: newPort}, TestIDs: listed,
				A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: "menu", TestID: "menu"}}}}
			p, err := memory.Prior(noon, types.PriorRequest{Observation: o, Goal: "Read the reports"})
			if err != nil || p == nil {
				t.Fatalf("%+v, %v", p, err)
			}
			got := ""
			for _, s := range p.SuggestedNextActions {
				if s.PreferredTarget.Type == types.TargetURL {
					got += s.PreferredTarget.Text
				}
			}
			if got != c.want {
				t.Errorf("suggested is %q, want %q", got, c.want)
			}
		})
	}
}
