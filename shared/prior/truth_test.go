package prior

import (
	"fmt"
	"math"
	"testing"
	"time"

	"cairn/shared/types"
)

// reading is a library whose hall has a shelf from which everyone may take
// another book instead of going on as memory says.
func reading() app {
	a := app{screens: map[string][]element{"door": library.screens["door"], "hall": library.screens["hall"]}, leads: library.leads}
	for i := range readers {
		a.screens["hall"] = append(a.screens["hall"][:len(a.screens["hall"]):len(a.screens["hall"])], element{"", "link", fmt.Sprintf("Shelf %c%d", 'A'+i%26, i)})
	}
	return a
}

// readers is the number of sessions that see the working action; the test looks at the later
// half.
const readers = 60

// lastHalf returns the promise to readers of whom a share does the first suggestion,
// on the whole, once there was time to learn, and the share that came true. They
// report nothing of their use of it unless they are agents.
func lastHalf(t *testing.T, followed int, actor types.Actor) (promised, kept float64) {
	t.Helper()
	e, a := New(), reading()
	remember(e, a, "Borrow a book", borrow[:3], 2)
	for i := range readers {
		r := newRun(e, types.Session{SessionID: fmt.Sprintf("reader-%02d", i), CreatedAt: day.Add(time.Hour + time.Duration(i)*time.Minute), Goal: "Borrow a book"})
		r.play(a, borrow[:2])
		answer := r.ask(a, "hall")
		if answer == nil || len(answer.SuggestedNextActions) == 0 {
			continue // it abstains
		}
		given := answer.SuggestedNextActions
		does := given[0].PreferredTarget
		target := &types.Target{TestID: does.Text}
		if does.Hint != nil {
			target = &types.Target{Role: does.Hint.Role, Name: does.Hint.Name}
		}
		follows := i*7%10 < followed
		if !follows {
			target = &types.Target{Role: "link", Name: fmt.Sprintf("Shelf %c%d", 'A'+i%26, i)}
		}
		s := &types.Step{StepID: r.id + "-advised", SessionID: r.id, Timestamp: r.now.Add(2 * time.Second), Actor: actor, Outcome: types.Outcome{OK: true},
			Tool: types.Tool{Name: "mm_click", Target: target}, Observation: a.observe("hall")}
		if actor == types.ActorAgent {
			s.Advice = types.Advise(s, given)
		}
		e.PutStep(s)
		if i < readers/2 {
			continue
		}
		promised += given[0].Confidence
		if follows {
			kept++
		}
	}
	return promised / (readers / 2), kept / (readers / 2)
}

// TestConfidenceComesToTheTruth has sites keep promises more often or
// less than their votes say. Results bring promises nearer.
func TestConfidenceComesToTheTruth(t *testing.T) {
	for _, followed := range []int{2, 4, 6, 8, 10} {
		deaf, kept := lastHalf(t, followed, types.ActorObserved)
		promise, _ := lastHalf(t, followed, types.ActorAgent)
		t.Logf("%d of 10 follow: promised %.2f, without hearing of it %.2f, kept %.2f", followed, promise, deaf, kept)
		if off := math.Abs(promise - kept); off > 0.15 || off > math.Abs(deaf-kept)+0.02 {
			t.Errorf("%d of 10 follow: promised %.2f, without hearing of it %.2f, kept %.2f", followed, promise, deaf, kept)
		}
	}
}
