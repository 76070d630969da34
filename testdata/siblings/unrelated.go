package siblings

import (
	"fmt"
	"testing"
	"time"

	"cairn/shared/types"
)

// aLogin is the most elements of a page with few choices, like a login or a consent, where
// every task goes the same way.
const aLogin = 6

// Unrelated asks for the goals of other applications on the first page of one task that three
// sessions did, and counts the questions whose first suggestion is sure. Some of these goals
// share a word with the task, so that not all of these suggestions are wrong.
func Unrelated(t testing.TB, memory func() Memory) (asked, sure int) {
	t.Helper()
	all := Read(t)
	for _, d := range all {
		known := d.Aims[0]
		page := d.Observe(known.Steps[0].Page)
		if len(page.A11y.Nodes) <= aLogin {
			continue
		}
		m := memory()
		for i := range 3 {
			id, at := fmt.Sprint("did-", i), Day.Add(time.Duration(i)*time.Hour)
			m.PutSession(d.Session(id, at, known))
			for n, s := range known.Steps {
				m.PutStep(d.Step(id, at, n, s))
			}
		}
		for _, other := range all {
			for _, a := range other.Aims {
				if other == d {
					continue
				}
				asked++
				id, at := fmt.Sprint("asker-", asked), Day.Add(20*time.Hour)
				m.PutSession(d.Session(id, at, Aim{Goal: a.Goal, Steps: known.Steps}))
				given := m.Suggest(at.Add(time.Second), types.PriorRequest{Observation: *page, SessionID: id, Goal: a.Goal})
				if given != nil && len(given.SuggestedNextActions) > 0 && given.SuggestedNextActions[0].Confidence >= surely {
					sure++
					t.Logf("%s, %q after %q: %.2f for %s", d.Name, a.Goal, known.Goal, given.SuggestedNextActions[0].Confidence, shown(&given.SuggestedNextActions[0]))
				}
			}
		}
	}
	return asked, sure
}
