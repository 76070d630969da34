package prior

import (
	"fmt"
	"testing"
	"time"

	"cairn/shared/types"
)

// goTo has a session open a screen by its address.
func (r *run) goTo(a app, from string) {
	r.now = r.now.Add(10 * time.Second)
	r.engine.PutStep(&types.Step{SchemaVersion: 1, StepID: fmt.Sprintf("%s-%d", r.id, r.steps), SessionID: r.id, Timestamp: r.now,
		Tool: types.Tool{Name: "mm_navigate"}, Outcome: types.Outcome{OK: true}, Observation: a.observe(from)})
	r.steps++
}

// TestASecondRoundInOneSessionIsLedAsTheFirst has one session do a whole flow
// again, after others have done it once and after none has.
func TestASecondRoundInOneSessionIsLedAsTheFirst(t *testing.T) {
	cases := []struct {
		name   string
		others int
		back   bool // by address; else it merely begins again
		rounds int
		from   int // how many actions of a round it takes before it is led
	}{
		{"others did it, back by address", 1, true, 2, 1},
		{"nobody else did it, back by address", 0, true, 2, 1},
		{"a third round", 1, true, 3, 1},
		{"others did it, begun again", 1, false, 2, 1},
		{"nobody else did it, begun again", 0, false, 2, 1},
		{"five rounds", 3, true, 5, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e := New()
			remember(e, wallet, sessionA.Goal, sendFlow, c.others)
			b := newRun(e, types.Session{SessionID: "asker", CreatedAt: day.Add(time.Hour), Goal: sessionA.Goal})
			b.play(wallet, sendFlow)
			for round := 2; round <= c.rounds; round++ {
				if c.back {
					b.goTo(wallet, "activity")
				}
				for i, f := range sendFlow {
					screen, action, label := split(f)
					if got, confidence := first(b.ask(wallet, screen)); i >= c.from && (got != label || confidence < 0.6) {
						t.Errorf("round %d, after %d actions: %s at %.2f, want %s", round, i, got, confidence, label)
					}
					b.act(wallet, screen, action, label, true)
				}
			}
		})
	}
}

// TestEndsOfRoundsAreSilent asks at the end of a second round.
func TestEndsOfRoundsAreSilent(t *testing.T) {
	e := New()
	remember(e, library, "Borrow a book", borrow, 2)
	b := newRun(e, types.Session{SessionID: "asker", CreatedAt: day.Add(time.Hour), Goal: "Borrow a book"})
	for range 2 {
		b.play(library, borrow)
		if label, confidence := first(b.ask(library, "done")); confidence >= 0.5 {
			t.Errorf("%s at %.2f", label, confidence)
		}
		b.goTo(library, "done")
	}
}
