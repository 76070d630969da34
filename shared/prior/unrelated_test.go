package prior

import (
	"fmt"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/testdata/siblings"
)

// TestAnUnrelatedGoalIsNotSure asks for the goals of other applications on the first page of
// one task that is known well. Only goals that share a word with that task may be led its way
// with confidence.
func TestAnUnrelatedGoalIsNotSure(t *testing.T) {
	all := siblings.Read(t)
	asked, sure := 0, 0
	for _, d := range all {
		known := d.Aims[0]
		page := d.Observe(known.Steps[0].Page)
		if len(page.A11y.Nodes) < 7 {
			continue // a few choices: a login, a consent
		}
		for _, other := range all {
			for _, a := range other.Aims {
				if other != d {
					asked++
					if told := askAfter(d, known, page, a.Goal); told >= 0.5 {
						sure++
						t.Logf("%s, %q after %q: %.2f", d.Name, a.Goal, known.Goal, told)
					}
				}
			}
		}
	}
	if sure > 28 || asked < 1000 {
		t.Errorf("%d of %d unrelated goals were led a known way with confidence", sure, asked)
	}
}

// askAfter returns the confidence of what is suggested for a goal after three sessions with
// a known one.
func askAfter(d *siblings.Domain, known siblings.Aim, page *types.Observation, goal string) float64 {
	e := New()
	for i := range 3 {
		id, at := fmt.Sprint("did-", i), siblings.Day.Add(time.Duration(i)*time.Hour)
		e.PutSession(d.Session(id, at, known))
		for n, s := range known.Steps {
			e.PutStep(d.Step(id, at, n, s))
		}
	}
	at := siblings.Day.Add(20 * time.Hour)
	e.PutSession(d.Session("asker", at, siblings.Aim{Goal: goal, Steps: known.Steps}))
	_, confidence := first(e.Suggest(at.Add(time.Second), types.PriorRequest{Observation: *page, SessionID: "asker", Goal: goal}))
	return confidence
}
