package prior

import (
	"fmt"
	"testing"
	"time"

	"cairn/shared/types"
)

// adviceCase has agents of n sessions see the library's hall after entering, with
// go-catalogue suggested first at 0.6, and do something.
type adviceCase struct {
	actor    types.Actor
	rank     int    // of the action among the suggestions
	does     string // the element that is acted on
	fails    bool
	sessions int
	origin   string // library's unless given
}

// after is the confidence of go-catalogue once borrowing is remembered, by two
// ways, and h happened.
func (h adviceCase) after() float64 {
	e := New()
	remember(e, library, "Borrow a book", borrow, 2)
	remember(e, library, "Borrow a book", []string{borrow[0], borrow[1], "hall/click/go-rooms"}, 2)
	for i := range h.sessions {
		r := newRun(e, types.Session{SessionID: fmt.Sprintf("advised-%d", i), CreatedAt: day.Add(time.Hour), Goal: "Borrow a book"})
		r.play(library, borrow[:2])
		el := library.find("hall", h.does)
		r.now = r.now.Add(time.Second)
		s := &types.Step{StepID: r.id + "-advised", SessionID: r.id, Timestamp: r.now, Actor: h.actor, Outcome: types.Outcome{OK: !h.fails},
			Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: el.testID, Role: el.role, Name: el.name}}, Observation: library.observe("hall"),
			Advice: &types.Advice{Shown: 2, Confidence: 0.6, Rank: h.rank, Given: []types.Given{
				{Action: "click", Target: types.Target{TestID: "go-catalogue"}, Confidence: 0.6},
				{Action: "click", Target: types.Target{TestID: "go-fees"}, Confidence: 0.1}}}}
		if h.fails {
			s.Outcome.Error = types.Fault(types.CodeClickFailed, "no", "")
		}
		if h.origin != "" {
			s.Observation.State.Origin = h.origin
		}
		e.PutStep(s)
	}
	b := newRun(e, types.Session{SessionID: "asker", CreatedAt: day.Add(2 * time.Hour), Goal: "Borrow a book"})
	b.play(library, borrow[:2])
	for _, s := range b.ask(library, "hall").SuggestedNextActions {
		if labelOf(s) == "go-catalogue" {
			return s.Confidence
		}
	}
	return 0
}

// same is h without the suggestions that its agents had.
func (h adviceCase) withoutAdvice() adviceCase {
	h.rank, h.actor = 0, types.ActorObserved
	return h
}

// TestConfidenceLearnsFromWhatCameOfIt holds every outcome of a suggestion to
// the same steps by somebody who had no suggestions.
func TestConfidenceLearnsFromWhatCameOfIt(t *testing.T) {
	agent := types.ActorAgent
	cases := []struct {
		name string
		h    adviceCase
		want int // how confidence moves
	}{
		{"followed and worked", adviceCase{actor: agent, rank: 1, does: "go-catalogue", sessions: 3}, 1},
		{"followed and failed", adviceCase{actor: agent, rank: 1, does: "go-catalogue", fails: true, sessions: 1}, -1},
		{"ignored for another suggestion", adviceCase{actor: agent, rank: 2, does: "go-fees", sessions: 3}, -1},
		{"ignored for something else", adviceCase{actor: agent, does: "go-rooms", sessions: 3}, -1},
		{"shown to no agent: an observed step cannot claim it", adviceCase{actor: types.ActorObserved, rank: 1, does: "go-catalogue", sessions: 3}, 0},
		{"on another origin", adviceCase{actor: agent, does: "go-rooms", sessions: 9, origin: "https://evil.example"}, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, without := c.h.after(), c.h.withoutAdvice().after()
			if move := sign(got - without); move != c.want {
				t.Errorf("confidence %.4f, without the advice %.4f", got, without)
			}
		})
	}
}

func sign(f float64) int {
	switch {
	case f > 0:
		return 1
	case f < 0:
		return -1
	}
	return 0
}

// TestOneSessionSettlesNothing has an agent pass over a suggestion a hundred
// times in one session, which must weigh no more than a few.
func TestOneSessionSettlesNothing(t *testing.T) {
	weight := func(times int) int {
		e := New()
		r := newRun(e, types.Session{SessionID: "stubborn", CreatedAt: day})
		o := e.origin(walletOrigin)
		for i := range times {
			r.act(library, "hall", "click", "go-rooms", true)
			s := r.engine.sessions[r.id].records[i].step
			s.Actor = types.ActorAgent
			s.Advice = &types.Advice{Shown: 1, Given: []types.Given{{Action: "click", Target: types.Target{TestID: "go-fees"}, Confidence: 0.5}}}
			o.addResults(r.engine.sessions[r.id].records[i])
		}
		q := &question{model: &e.model, number: 1, origin: o}
		return q.sumResults(o.results[adviceKey{testIDKey("go-fees"), actionClick}], maxResults, maxResultsEach, nil)
	}
	if few, many := weight(maxResultsEach), weight(100); few == 0 || few != many {
		t.Errorf("%d times weigh %d, a hundred %d", maxResultsEach, few, many)
	}
}

// TestForgottenAdviceIsForgotten removes the steps that had suggestions and
// finds nothing of them left.
func TestForgottenAdviceIsForgotten(t *testing.T) {
	e := New()
	newRun(e, types.Session{SessionID: "s", CreatedAt: day})
	for i := range 5 {
		s := step("s", fmt.Sprint(i), day.Add(time.Duration(i%3)*time.Minute), "mm_click", press("Send"), page(walletOrigin, "home", button("Send")))
		s.Actor = types.ActorAgent
		s.Advice = &types.Advice{Shown: 2, Rank: 1, Given: []types.Given{{Action: "click", Target: *press("Send"), Confidence: 0.5},
			{Action: "click", Target: *press("Send"), Confidence: 0.2}, {Action: "dance", Target: types.Target{}, Confidence: 7}}}
		e.PutStep(s)
	}
	o := e.origins[walletOrigin]
	if len(o.firsts) != 5 || len(o.results) != 1 {
		t.Fatalf("%d first suggestions, %d suggestions", len(o.firsts), len(o.results))
	}
	for i := range 5 {
		e.RemoveStep("s", fmt.Sprint(i))
		if want := 4 - i; len(o.firsts) != want || len(o.results[adviceKey{nameKey("button", "Send"), actionClick}]) != 2*want {
			t.Errorf("after %d removals: %d, %v", i+1, len(o.firsts), o.results)
		}
	}
	if len(o.results) != 0 {
		t.Errorf("left: %v", o.results)
	}
}
