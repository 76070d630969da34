package prior

import (
	"testing"
	"time"

	"cairn/shared/types"
)

// TestTriedSessionsSuggestWithLessWeight: of two ways to one goal the one of the
// session that reached it comes first, though the other is as new; a tried
// session alone still suggests, a failed one never for sure, and browsing by hand counts
// in full.
func TestTriedSessionsSuggestWithLessWeight(t *testing.T) {
	outcome := func(o types.SessionOutcome) types.Session {
		return types.Session{Goal: "Get some ether", Statement: types.Statement{Outcome: o}}
	}
	ambient := types.Session{Goal: "Get some ether", Ambient: true} // a goal that a person gave it later
	cases := []struct {
		name      string
		swap, buy types.Session // sessions that went home to Swap, and to Receive
		first     string
	}{
		{"done before failed", outcome(types.SessionDone), outcome(types.SessionFailed), "coin-swap"},
		{"done before abandoned", outcome(types.SessionAbandoned), outcome(types.SessionDone), "coin-receive"},
		{"done before silent", outcome(""), outcome(types.SessionDone), "coin-receive"},
		{"browsing before silent", outcome(""), ambient, "coin-receive"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e := New()
			for i, s := range []types.Session{c.swap, c.buy} {
				s.SessionID, s.CreatedAt = []string{"swap", "buy"}[i], day
				newRun(e, s).play(wallet, []string{"home/click/" + []string{"coin-swap", "coin-receive"}[i]})
			}
			b := newRun(e, types.Session{SessionID: "asker", CreatedAt: day.Add(time.Hour), Goal: "Get some ether"})
			p := b.ask(wallet, "home")
			if p == nil || len(p.SuggestedNextActions) == 0 || labelOf(p.SuggestedNextActions[0]) != c.first {
				t.Errorf("suggested is %+v, want %s first", p, c.first)
			}
		})
	}
	sure := func(o types.SessionOutcome) float64 {
		e := New()
		s := outcome(o)
		s.SessionID, s.CreatedAt = "earlier", day
		newRun(e, s).play(wallet, sendFlow)
		b := newRun(e, types.Session{SessionID: "asker", CreatedAt: day.Add(time.Hour), Goal: "Get some ether"})
		p := b.ask(wallet, "unlock")
		if p == nil || len(p.SuggestedNextActions) == 0 {
			t.Fatalf("outcome %q: nothing is suggested", o)
		}
		return p.SuggestedNextActions[0].Confidence
	}
	if done, tried := sure(types.SessionDone), sure(""); tried >= done {
		t.Errorf("a tried session suggests at %v, a done one at %v", tried, done)
	}
	if failed := sure(types.SessionFailed); failed > float64(unsure)/promised {
		t.Errorf("a failed session alone suggests at %v", failed)
	}
}
