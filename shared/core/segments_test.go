package core

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/testdata/stores/gen"
)

// everything asks a core all kinds of questions and returns the answers.
func everything(t *testing.T, c *Core, made *gen.Store) (answers []string) {
	t.Helper()
	note := func(v any, err error) {
		t.Helper()
		text, jsonErr := json.Marshal(v)
		if jsonErr != nil {
			t.Fatal(jsonErr)
		}
		answers = append(answers, fmt.Sprintf("%s %v", text, err))
	}
	all := types.Scope{Kind: types.ScopeAll}
	for _, q := range made.Queries(9, 10) {
		for _, ranker := range []string{"", "spec"} {
			note(c.Search(gen.Now, types.SearchRequest{Query: q.Text, Ranker: ranker, Explain: true, Filters: types.Filters{SinceHours: 720}}))
		}
	}
	note(c.Last(gen.Now, types.LastRequest{N: 50, Scope: all}))
	note(c.Sessions(gen.Now, types.SessionsRequest{Limit: 50}))
	note(c.Timeline(gen.Now, "", 100, 0))
	for i := 0; i < len(made.Sessions); i += 3 {
		s := made.Sessions[i]
		step := s.Steps[len(s.Steps)/2]
		note(c.Recipe(s.Meta.SessionID))
		note(c.Prior(gen.Now, types.PriorRequest{Observation: *step.Observation, SessionID: s.Meta.SessionID}))
		note(c.Prior(gen.Now, types.PriorRequest{Observation: *step.Observation, Goal: s.Meta.Goal}))
		note(c.Recall(gen.Now, types.RecallRequest{URL: step.Observation.State.CurrentURL, TaskHint: s.Meta.Goal}))
		note(c.Anchors(types.AnchorRequest{Origin: step.Observation.State.Origin, Screen: step.Observation.State.CurrentScreen, TestID: step.Tool.Target.TestID}), nil)
		note(c.Steps(s.Meta.SessionID), nil)
	}
	note(c.Cards(), nil)
	note(c.AdviceStats(), nil)
	note(c.KB("", "send the order", 20))
	note(c.KBReport(), nil)
	note(c.Status(), nil)
	return answers
}

func sameAnswers(t *testing.T, when string, got, want []string) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: answer %d is\n%.1000s\nwant\n%.1000s", when, i, got[i], want[i])
		}
	}
}

// segmented returns the same memory as it comes from its keeper: the segments of Pack,
// then the sessions that are in no segment.
func segmented(t *testing.T, from *Core, now types.Time) *Core {
	t.Helper()
	out := New()
	for {
		packed, data, err := from.Pack(now, 50)
		if err != nil {
			t.Fatal(err)
		}
		if packed.State == types.PackIdle {
			break
		}
		if packed.State == types.PackDone {
			if len(packed.Replaces) == 0 {
				if err := out.Attach(packed.Segment, data); err != nil {
					t.Fatal(err)
				}
			}
			from.Packed(true)
		}
	}
	if len(out.segments.stored) == 0 {
		t.Fatal("nothing was packed")
	}
	from.search.Each(func(s *types.Session, _ int, _ types.Time) {
		if from.segments.of[s.SessionID] == 0 {
			if err := out.PutSession(s); err != nil {
				t.Fatal(err)
			}
			for _, step := range from.Steps(s.SessionID) {
				if err := out.PutStep(step); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	return out
}

// TestSegmentsAnswerEverythingAlike holds a memory from segments to the one that
// got every record, before and after both learn, change and forget more.
func TestSegmentsAnswerEverythingAlike(t *testing.T) {
	made := gen.New(21, 700)
	eager := New()
	for i, s := range made.Sessions {
		if err := eager.PutSession(s.Meta); err != nil {
			t.Fatal(err)
		}
		for _, step := range s.Steps {
			if i%2 == 0 {
				step.Advice = &types.Advice{Shown: 1, Rank: 1, Confidence: 0.5}
			}
			put(t, eager, step)
		}
	}
	lazy := segmented(t, eager, gen.Start.Add(-5*24*time.Hour))
	sameAnswers(t, "at once", everything(t, lazy, made), everything(t, eager, made))

	// Both have answered, so that both know origins and cards from here on.
	more := gen.New(21, 800)
	changes := []func(*Core){
		func(c *Core) {
			for _, s := range more.Sessions[len(made.Sessions)-3:] {
				meta := *s.Meta
				meta.SessionID = "late-" + meta.SessionID
				if err := c.PutSession(&meta); err != nil {
					t.Fatal(err)
				}
				for _, step := range s.Steps {
					late := *step
					late.SessionID, late.StepID = meta.SessionID, "late-"+step.StepID
					put(t, c, &late)
				}
			}
		},
		func(c *Core) { // an old session goes on
			late := *made.Sessions[4].Steps[2]
			late.StepID, late.Timestamp = "more", late.Timestamp.Add(time.Hour)
			put(t, c, &late)
		},
		func(c *Core) {
			meta := *made.Sessions[6].Meta
			meta.Goal, meta.FlowTags, meta.Ambient = "something else entirely", []string{"other"}, true
			if err := c.PutSession(&meta); err != nil {
				t.Fatal(err)
			}
		},
		func(c *Core) { c.Forget(types.Forget{StepID: made.Sessions[5].Steps[3].StepID}) },
		func(c *Core) { c.Forget(types.Forget{SessionID: made.Sessions[9].Meta.SessionID}) },
		func(c *Core) {
			c.Forget(types.Forget{Origin: made.Sessions[12].Steps[0].Observation.State.Origin})
		},
	}
	for i, change := range changes {
		// One that was not asked before the change must answer like one that was.
		eager.segments = newSegments(fullSegment)
		asleep := segmented(t, eager, gen.Start)
		for _, c := range []*Core{eager, lazy, asleep} {
			change(c)
		}
		want := everything(t, eager, made)
		sameAnswers(t, fmt.Sprintf("after change %d", i), everything(t, lazy, made), want)
		sameAnswers(t, fmt.Sprintf("after change %d, first asked then", i), everything(t, asleep, made), want)
	}
}

func TestPackChoosesWhatIsWorthIt(t *testing.T) {
	c := New()
	now := noon
	add := func(session string, steps int, at types.Time) {
		for i := range steps {
			s := step(session, fmt.Sprintf("%s-%d-%d", session, at, i), "https://a.example", "x")
			s.Timestamp = at + types.Time(i)
			put(t, c, s)
		}
	}
	next := func() string {
		for {
			p, data, err := c.Pack(now, 1000)
			if err != nil {
				t.Fatal(err)
			}
			switch p.State {
			case types.PackIdle:
				return "nothing"
			case types.PackDone:
				c.Packed(true)
				if len(data) == 0 {
					t.Fatal("no bytes")
				}
				slices.Sort(p.Sessions)
				return fmt.Sprintf("%d: %d steps of %d, for %v", p.Segment, len(p.Steps), len(p.Sessions), p.Replaces)
			}
		}
	}
	wants := func(what, want string) {
		t.Helper()
		if got := next(); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	old := now.Add(-time.Hour)
	add("s-few", worthPacking-1, old)
	wants("a few steps", "nothing")
	add("s-going", worthPacking, now)
	wants("many of a session that goes on", "nothing")
	add("s-old", 1, old)
	wants("enough that settled", fmt.Sprintf("1: %d steps of 2, for []", worthPacking))
	wants("again", "nothing")
	add("s-going-too", tooMany, now)
	wants("too many of sessions that go on", fmt.Sprintf("2: %d steps of 2, for []", tooMany+worthPacking))
	add("s-few", worthAgain-1, now)
	wants("a few more of what is packed", "nothing")
	add("s-few", 1, now+5000)
	wants("many more", fmt.Sprintf("3: %d steps of 2, for [1]", worthPacking+worthAgain))
	c.Forget(types.Forget{SessionID: "s-old"})
	wants("of what is left of a segment the session goes on", "nothing")
	now = now.Add(time.Hour)
	wants("what is left of a segment", fmt.Sprintf("4: %d steps of 1, for []", worthPacking-1+worthAgain))
	for i := range fewSegments - 2 {
		add(fmt.Sprint("s-more-", i), worthPacking, old)
		wants("one more", fmt.Sprintf("%d: %d steps of 1, for []", 5+i, worthPacking))
	}
	wants("many small ones", fmt.Sprintf("11: %d steps of 7, for [4 5 6 7 8 9 10]", worthPacking-1+worthAgain+6*worthPacking))
	wants("at last", "nothing")
}

func TestASegmentThatIsNotKeptIsPackedAgain(t *testing.T) {
	c := New()
	for i := range worthPacking {
		put(t, c, step("s-one", fmt.Sprint("s", i), "https://a.example", "x"))
	}
	later := noon.Add(time.Hour)
	for _, kept := range []bool{false, true} {
		for {
			p, _, err := c.Pack(later, 1<<20)
			if err != nil || p.State == types.PackIdle {
				t.Fatalf("%+v %v", p, err)
			}
			if p.State == types.PackDone {
				if p.Segment != 1 {
					t.Fatalf("it is segment %d", p.Segment)
				}
				break
			}
		}
		c.Packed(kept)
	}
	if p, _, err := c.Pack(later, 1<<20); err != nil || p.State != types.PackIdle {
		t.Fatalf("%+v %v", p, err)
	}
}

func TestAttachRefusesAndKeepsWhatIsThere(t *testing.T) {
	c := New()
	put(t, c, step("s-one", "s1", "https://a.example", "x"))
	for name, err := range map[string]error{
		"no segment": c.Attach(1, []byte("something")),
		"nothing":    c.Attach(1, nil),
		"number 0":   c.Attach(0, nil),
	} {
		fault := types.AsError(err)
		if fault == nil || fault.Hint == "" || fault.Code != types.CodeSegmentUnusable && fault.Code != types.CodeInvalidInput {
			t.Errorf("%s: %v", name, err)
		}
	}
	if s := c.Status(); s.Steps != 1 || s.Sessions != 1 {
		t.Errorf("holds %+v", s)
	}
}
