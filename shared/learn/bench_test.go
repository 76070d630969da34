package learn

import (
	"fmt"
	"testing"

	"cairn/shared/types"
)

// BenchmarkSearchAfterAStep measures the cost of kb_search on a large store when a step
// has come since it was last asked.
func BenchmarkSearchAfterAStep(b *testing.B) {
	w := newSimWorld(1, true)
	step := func(i int) *types.Step {
		p := place{"button", fmt.Sprintf("Button %d", i%97)}
		return &types.Step{StepID: fmt.Sprintf("b-%d", i), SessionID: fmt.Sprintf("mm-%d", i/30), Timestamp: w.clock + types.Time(i*1000), Actor: types.ActorAgent,
			Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: p.role, Name: p.name, TestID: fmt.Sprintf("b-%d", i%97)}}, Outcome: types.Outcome{OK: i%10 != 0},
			Observation: &types.Observation{State: types.State{Origin: "https://a.test", CurrentScreen: fmt.Sprintf("s%d", i%20)}}}
	}
	const n = 20_000
	for i := range n {
		session := &types.Session{SessionID: fmt.Sprintf("mm-%d", i/30), Goal: fmt.Sprintf("Do thing %d of many", i/30), EndedAt: 1, Statement: done}
		w.base.PutSession(session)
		w.base.Learn(session, step(i))
	}
	w.base.Items()
	i := n
	for b.Loop() {
		w.base.Learn(&types.Session{SessionID: fmt.Sprintf("mm-%d", i/30)}, step(i))
		w.base.Search("concatenate files", "https://a.test", 0)
		i++
	}
}
