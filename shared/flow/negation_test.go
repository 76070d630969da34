package flow

import (
	"testing"

	"cairn/shared/types"
)

// TestANegatedGoalIsAnotherTask asks for a task with and without a word that negates it.
func TestANegatedGoalIsAnotherTask(t *testing.T) {
	flows := map[string]*types.Flow{}
	for goal, name := range map[string]string{"Mark the parcel of Ada Brook as fragile": "Ada Brook", "Mark the mail Rent as not urgent": "Rent"} {
		tape := record(1, goal).on("/list", `button "Mark"`).click(`button "Mark"`, row(name+" · 3"), func(s *types.Step) { s.Tool.Target.Twins = 1 })
		flows[goal[9:13]] = Distil(site, []Run{{tape.session, tape.steps}}, func(o string) string { return o })[0]
	}
	for goal, known := range map[string]bool{
		"Mark the parcel of Dirk Moor as fragile":           true,
		"Mark the parcel of Dirk Moor as not fragile":       false,
		"Mark the parcel of Dirk Moor not as fragile":       false,
		"Mark the parcel of Dirk Moor as never fragile":     false,
		"Mark the parcel of Dirk Moor as no longer fragile": false,
		"Mark the parcel of Bo Lee, but don't as fragile":   false,
		"Mark the parcel of Dirk Moor as non fragile":       false,
		`Mark the parcel of "Do Not" as fragile`:            true,
		"Mark the parcel of Why Not as fragile":             false, // it may be negated
		"Mark the parcel of No 5 as fragile":                true,
		"Mark the mail Lunch as not urgent":                 true,
		"Mark the mail Lunch as urgent":                     false,
	} {
		calls := Rank([]*types.Flow{flows[goal[9:13]]}, goal)
		if got := len(calls) > 0 && calls[0].Confidence >= likely && len(calls[0].Missing) == 0; got != known {
			t.Errorf("%s: known %v, want %v: %+v", goal, got, known, calls)
		}
	}
}

// TestAStateIsNoAction asks for other tasks with what a deletion was done to.
func TestAStateIsNoAction(t *testing.T) {
	tape := record(1, "Delete the user Ada Brook").on("/list", `button "Delete"`, `button "Delete"`).click(`button "Delete"`, row("Ada Brook · 3"), func(s *types.Step) { s.Tool.Target.Twins = 1 })
	f := Distil(site, []Run{{tape.session, tape.steps}}, func(o string) string { return o })
	for goal, known := range map[string]bool{
		"Delete the user Dirk Moor":             true,
		"I want the user Dirk Moor deleted":     true,
		"Show the deleted user Dirk Moor":       false,
		"Open the deleted user Dirk Moor":       false,
		"Write to the deleted user Dirk Moor":   false,
		"Restore the deleted user Dirk Moor":    false,
		"Start with the removed user Dirk Moor": false,
	} {
		calls := Rank(f, goal)
		if got := len(calls) > 0 && calls[0].Confidence >= likely; got != known {
			t.Errorf("%s: known %v, want %v: %+v", goal, got, known, calls)
		}
	}
}
