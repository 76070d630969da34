package core

import (
	"fmt"
	"reflect"
	"testing"

	"cairn/shared/types"
)

// TestTaskRuns compares the costs of a task's runs.
func TestTaskRuns(t *testing.T) {
	c := New()
	clicked := func(id, goal string, at, end types.Time, calls, tokens int, clicks ...string) {
		s := &types.Session{SessionID: id, CreatedAt: at, EndedAt: end, Goal: goal, Cost: types.Cost{Calls: calls, Tokens: tokens}}
		if err := c.PutSession(s); err != nil {
			t.Fatal(err)
		}
		for i, name := range clicks {
			step := &types.Step{StepID: fmt.Sprintf("%s-%d", id, i), SessionID: id, Timestamp: at + types.Time(i), Actor: types.ActorAgent, Outcome: types.Outcome{OK: true},
				Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: name}}, Observation: &types.Observation{State: types.State{Origin: "https://a.test"}}}
			if err := c.PutStep(step); err != nil {
				t.Fatal(err)
			}
		}
	}
	clicked("mm-a1", "Star the mail", noon, noon+2500, 9, 4000, "open", "menu", "star")
	clicked("mm-a2", "star  the mail", noon+10_000, 0, 0, 0, "star")
	clicked("mm-other", "Print the mail", noon+20_000, noon+21_000, 3, 900, "print")
	clicked("mm-none", "Star the mail", noon+30_000, noon+31_000, 3, 900)
	clicked("mm-nogoal", "", noon+30_000, noon+31_000, 3, 900, "star")
	bought(t, c, "mm-f1", "tea", true)
	bought(t, c, "mm-f2", "coffee", true)
	// A person ran the flow, and waited in it.
	bought(t, c, "mm-f3", "milk", true)
	byPerson := *c.search.Session("mm-f3")
	byPerson.FlowRuns = []types.FlowRun{{Flow: "buy-search-team", From: noon, To: noon + 300_000, OK: true}}
	if err := c.PutSession(&byPerson); err != nil {
		t.Fatal(err)
	}
	want := []types.TaskRuns{
		{Title: "Star the mail", Site: "https://a.test", Count: 2, Runs: []types.TaskRun{
			{SessionID: "mm-a1", At: noon, Seconds: 2.5, Steps: 3, Cost: types.Cost{Calls: 9, Tokens: 4000}},
			{SessionID: "mm-a2", At: noon + 10_000, Steps: 1},
		}},
		{Title: "Buy {search} for the team", Flow: "buy-search-team", Site: shop, Count: 2, Runs: []types.TaskRun{
			{SessionID: "mm-f2", At: noon, Steps: 2, Outcome: types.SessionDone},
			{SessionID: "mm-f1", At: noon, Steps: 2, Outcome: types.SessionDone},
		}},
	}
	if got := c.AdviceStats().Tasks; !reflect.DeepEqual(got, want) {
		t.Errorf("tasks are\n%+v\nwant\n%+v", got, want)
	}
	for i := range 12 {
		clicked(fmt.Sprintf("mm-b%02d", i), "Star the mail", noon+types.Time(40_000+i), 0, 0, 0, "star")
	}
	got := c.AdviceStats().Tasks[0]
	if first, last := got.Runs[0].SessionID, got.Runs[len(got.Runs)-1].SessionID; got.Count != 14 || len(got.Runs) != 10 || first != "mm-a1" || got.Runs[1].SessionID != "mm-b03" || last != "mm-b11" {
		t.Errorf("of %d runs %d are listed, from %s and %s to %s", got.Count, len(got.Runs), first, got.Runs[1].SessionID, last)
	}
}

// TestFlowRunsAreCounted leaves out runs that are under way.
func TestFlowRunsAreCounted(t *testing.T) {
	c := New()
	bought(t, c, "mm-f1", "tea", true)
	s := *c.search.Session("mm-f1")
	s.FlowRuns = []types.FlowRun{{Flow: "buy", From: noon, To: noon + 1, OK: true}, {Flow: "buy", From: noon + 2, To: noon + 3}, {Flow: "buy", From: noon + 4}}
	if err := c.PutSession(&s); err != nil {
		t.Fatal(err)
	}
	got := c.AdviceStats()
	for name, one := range map[string]types.AdviceTally{"all": got.AdviceTally, "the site": got.Sites[0].AdviceTally, "the day": got.Days[0].AdviceTally} {
		if one.FlowsOK != 1 || one.FlowsStopped != 1 {
			t.Errorf("of %s %d runs are well and %d stopped, want 1 each", name, one.FlowsOK, one.FlowsStopped)
		}
	}
}
