// Package busy creates the store for measuring the speed of prior knowledge: one busy
// origin, where every earlier step may be evidence. Sessions of 50 steps use 40 screens
// with 60 elements each, a third of them the shell that all screens share, with goals of a
// few hundred words.
package busy

import (
	"fmt"
	"math/rand"
	"time"

	"cairn/shared/types"
)

// The shape of the store.
const (
	sessionSteps = 50
	screens      = 40
	elements     = 60
	shell        = elements / 3
	asks         = 64
)

const origin = "http://127.0.0.1:4000"

// Now is when the newest step was taken, and when to ask.
const Now = types.Time(1_768_564_800_000) // 2026-01-16T12:00:00Z

// Session holds a session with its steps.
type Session struct {
	Meta  *types.Session
	Steps []*types.Step
}

// New returns the sessions of a store of n steps, the oldest first, and questions for it.
// The same n returns the same store.
func New(n int) (made []Session, questions []types.PriorRequest) {
	rnd := rand.New(rand.NewSource(1))
	pages := make([]*types.Observation, screens)
	for i := range pages {
		pages[i] = page(i)
	}
	goal := func() string {
		return fmt.Sprintf("task%d with thing%d in place%d and send %d", rnd.Intn(50), rnd.Intn(300), rnd.Intn(20), rnd.Intn(9))
	}
	for i := 0; i < n; {
		id := sessionID(i / sessionSteps)
		created := Now.Add(-time.Duration(n-i) * time.Second)
		s := Session{Meta: &types.Session{SchemaVersion: types.SchemaVersion, SessionID: id, CreatedAt: created, Goal: goal(),
			FlowTags: []string{fmt.Sprintf("flow%d", rnd.Intn(10))}, Tags: []string{}}}
		for j := 0; j < sessionSteps && i < n; i, j = i+1, j+1 {
			at := pages[rnd.Intn(screens)]
			s.Steps = append(s.Steps, click(id, i, created.Add(time.Duration(j)*time.Second), at, &at.A11y.Nodes[rnd.Intn(elements)]))
		}
		made = append(made, s)
	}
	for i := range asks {
		questions = append(questions, types.PriorRequest{Observation: *pages[i%screens], Goal: goal(), FlowTags: []string{"flow1"},
			SessionID: sessionID(rnd.Intn(max(1, n/sessionSteps)))})
	}
	return made, questions
}

func sessionID(number int) string { return fmt.Sprintf("session-%06d", number) }

func page(number int) *types.Observation {
	screen := fmt.Sprintf("screen-%02d", number)
	o := &types.Observation{State: types.State{CurrentURL: origin + "/#/" + screen, CurrentScreen: screen, Origin: origin}}
	for i := range elements {
		id := fmt.Sprintf("shell-%d", i)
		if i >= shell {
			id = fmt.Sprintf("s%d-item-%d", number, i)
		}
		o.TestIDs = append(o.TestIDs, types.TestID{TestID: id, Visible: true})
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", i), Role: "button", Name: "Element " + id, TestID: id})
	}
	return o
}

func click(session string, number int, at types.Time, on *types.Observation, n *types.A11yNode) *types.Step {
	return &types.Step{SchemaVersion: types.SchemaVersion, StepID: fmt.Sprintf("%s-%d", session, number), SessionID: session, Timestamp: at, Actor: types.ActorAgent,
		Tool:    types.Tool{Name: "mm_click", Target: &types.Target{TestID: n.TestID, Role: n.Role, Name: n.Name}},
		Outcome: types.Outcome{OK: true}, Observation: on}
}
