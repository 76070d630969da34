package learn

import (
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestOnlyDoneSessionsTeachATask plays sessions that ended in every way (DESIGN
// 9.18). An item that confirms itself, or a hit of kb_search, would be a task that
// was taught.
func TestOnlyDoneSessionsTeachATask(t *testing.T) {
	stated := func(o types.SessionOutcome, by types.OutcomeSource) types.Statement {
		return types.Statement{Outcome: o, OutcomeBy: by, OutcomeAt: 1000}
	}
	loop := func(session string) (steps []*types.Step) {
		for i := range 6 {
			for _, step := range sendSteps(session)[:2] {
				step.StepID, step.Timestamp = fmt.Sprint(step.StepID, "-", i), step.Timestamp+types.Time(10*i)
				steps = append(steps, step)
			}
		}
		return append(steps, sendSteps(session)[4])
	}
	lastFailed := func(session string) []*types.Step {
		steps := sendSteps(session)
		steps[4].Outcome.OK = false
		return steps
	}
	cases := []struct {
		name      string
		statement types.Statement
		ended     bool
		steps     func(string) []*types.Step
		teaches   bool
	}{
		{"done, says the agent", stated(types.SessionDone, types.StatedByAgent), true, sendSteps, true},
		{"done, says a person", stated(types.SessionDone, types.StatedByPerson), true, sendSteps, true},
		{"abandoned", stated(types.SessionAbandoned, types.StatedByAgent), true, sendSteps, false},
		{"failed", stated(types.SessionFailed, types.StatedByAgent), true, sendSteps, false},
		{"looping", types.Statement{}, true, loop, false},
		{"looping until its client left", types.Statement{}, false, loop, false},
		{"crashed: it never ended", types.Statement{}, false, sendSteps, false},
		{"silent: it ended without an outcome", types.Statement{}, true, sendSteps, false},
		{"taken back by a person", stated("", types.StatedByPerson), true, sendSteps, false},
		{"said to be done, but its last action failed", stated(types.SessionDone, types.StatedByAgent), true, lastFailed, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := New()
			s := &types.Session{SessionID: "mm-a", Goal: "Send 0.1 ETH", Statement: c.statement}
			if c.ended {
				s.EndedAt = 1000
			}
			b.PutSession(s)
			for _, step := range c.steps("mm-a") {
				b.Learn(s, step)
			}
			// Something else happens long after: a session that never ended counts as over.
			b.Learn(&types.Session{SessionID: "mm-later"}, &types.Step{StepID: "later", SessionID: "mm-later", Timestamp: 10 * idleEnd,
				Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: "x"}}, Outcome: types.Outcome{OK: true}})
			found := b.Search("Send ETH", "", 0)
			if taught := len(b.Items()) > 0 || len(found) > 0; taught != c.teaches {
				t.Errorf("it teaches is %v, want %v: %+v", taught, c.teaches, b.Items())
			}
			if c.teaches && strings.Contains(strings.Join(b.Items()[0].ActionSequence, "\n"), "Nothing") {
				t.Errorf("a failed step is taught: %q", b.Items()[0].ActionSequence)
			}
		})
	}
}

// TestAnOutcomeMayComeLater: a session teaches from when a person says that it is
// done, and no more once that is taken back.
func TestAnOutcomeMayComeLater(t *testing.T) {
	b := New()
	s := types.Session{SessionID: "mm-a", Goal: "Send 0.1 ETH", EndedAt: 1000}
	b.PutSession(&s)
	for _, step := range sendSteps("mm-a") {
		b.Learn(&s, step)
	}
	for i, o := range []types.SessionOutcome{"", types.SessionDone, types.SessionFailed, types.SessionDone} {
		next := s
		next.Statement = types.Statement{Outcome: o, OutcomeBy: types.StatedByPerson, OutcomeAt: types.Time(2000 + i)}
		b.PutSession(&next)
		if taught := len(b.Items()) == 1; taught != (o == types.SessionDone) {
			t.Errorf("%d, %q: %d items", i, o, len(b.Items()))
		}
	}
}

// TestAConfirmedRecipeOutlivesItsSilentSession: a recipe that a person confirmed before
// sessions had outcomes stays, though its session is only tried by now.
func TestAConfirmedRecipeOutlivesItsSilentSession(t *testing.T) {
	b := New()
	s := &types.Session{SessionID: "mm-a", Goal: "Send 0.1 ETH", EndedAt: 1000}
	b.PutSession(s)
	for _, step := range sendSteps("mm-a") {
		b.Learn(s, step)
	}
	edits++
	const id = "send_amount_eth_wallet_test"
	if err := b.Edit(&types.Edit{EditID: fmt.Sprint("p", edits), At: types.Time(5000 + edits), KB: &types.KBEdit{Op: types.KBConfirm, KnowledgeID: id}}); err != nil {
		t.Fatal(err)
	}
	if item := b.Item(id); item == nil || item.Status != StatusConfirmed || item.TrustScore != 1 {
		t.Errorf("the confirmed recipe is %+v", item)
	}
}

// TestTrustRisesWithDoneSessionsAlone: a session that used an item without a
// failure of it says nothing for it unless its goal was reached.
func TestTrustRisesWithDoneSessionsAlone(t *testing.T) {
	for _, c := range []struct {
		statement types.Statement
		rises     bool
	}{{done, true}, {types.Statement{}, false}, {types.Statement{Outcome: types.SessionAbandoned}, false}} {
		b := New()
		put(t, b, &types.KBItem{KnowledgeID: "send", Description: "x", TrustScore: 0.8})
		s := &types.Session{SessionID: "mm-a", Goal: "g", EndedAt: 1000, Statement: c.statement}
		b.PutSession(s)
		step := sendSteps("mm-a")[0]
		step.KBSource, step.Timestamp = "send", types.Time(edits+1)
		b.Learn(s, step)
		if got := b.Item("send"); got.TrustScore > 0.8 != c.rises || got.Uses != 1 || got.Wins != 1 {
			t.Errorf("%q: trust %v after %d uses and %d wins", c.statement.Outcome, got.TrustScore, got.Uses, got.Wins)
		}
	}
}
