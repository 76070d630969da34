package learn

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

func act1(n int, name string, ok bool, source string) *types.Step {
	s := &types.Step{StepID: fmt.Sprintf("s-%d", n), SessionID: "mm-run-1", Timestamp: types.Time(1768564800000 + n*1000), Actor: types.ActorAgent, KBSource: source,
		Tool:        types.Tool{Name: "mm_click", Target: &types.Target{Role: "tab", Name: name}},
		Observation: &types.Observation{State: types.State{Origin: "https://app.test", CurrentScreen: "main"}}, Outcome: types.Outcome{OK: ok}}
	if !ok {
		s.Tool.Target.Role = "menuitem"
		s.Outcome.Error = types.Fault(types.CodeTargetNotFound, "Concatenate menu not found", "")
	}
	return s
}

func concatBase(t *testing.T) *Base {
	b := New()
	put(t, b,
		&types.KBItem{KnowledgeID: "concatenate_mode", Description: "Set the operation mode to concatenate", UILocation: "main", ActionSequence: []string{"click_menu('Concatenate')"}, TrustScore: 1},
		&types.KBItem{KnowledgeID: "save_output", Description: "Save the result", UILocation: "result", ActionSequence: []string{"click_button('Save')"}, TrustScore: 1})
	return b
}

var concatenating = &types.Session{SessionID: "mm-run-1", Goal: "Concatenate MF4 files"}

func TestFailureBecomesALearningAndCompletesItself(t *testing.T) {
	b := concatBase(t)
	b.Learn(concatenating, act1(1, "Concatenate", false, "concatenate_mode"))
	if item := b.Item("concatenate_mode"); len(item.KBLearnings) != 1 || item.KBLearnings[0].RecoveryApproach != "" {
		t.Fatalf("got %+v", item)
	}
	b.Learn(concatenating, act1(2, "Concatenate", true, ""))
	third := act1(3, "Start", true, "")
	third.After = &types.After{CurrentScreen: "result"}
	b.Learn(concatenating, third)
	b.Learn(concatenating, act1(4, "Unrelated", true, ""))
	item := b.Item("concatenate_mode")
	if item.TrustScore != 0.95 || item.Uses != 1 || item.Wins != 0 || len(item.KBLearnings) != 1 {
		t.Fatalf("got %+v", item)
	}
	l := item.KBLearnings[0]
	if l.Task != "Concatenate MF4 files" || l.StepNum != 1 || l.OriginalError != "MM_TARGET_NOT_FOUND: Concatenate menu not found" || l.Screen != "main" || l.Origin != "https://app.test" || l.Guess != 0 ||
		l.RecoveryApproach != `Worked instead: click tab "Concatenate" on screen main, then click tab "Start" on screen main` {
		t.Errorf("got %+v", l)
	}
	text := Format(b.Items(), "https://app.test")
	for _, want := range []string{"   ✓ Recovery Approach: Worked instead: click tab \"Concatenate\" on screen main, then", "Failure at Step 1:", "mm_click with args {'name': 'Concatenate', 'role': 'menuitem'}"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
	if text := Format(b.Items(), "https://other.test"); strings.Contains(text, "Recovery") {
		t.Error("advice of one origin was shown for another")
	}
	// The next session goes the recovered way: trust rises again, and the
	// learning is verified.
	again := act1(5, "Concatenate", true, "concatenate_mode")
	again.SessionID = "mm-run-2"
	b.Learn(&types.Session{SessionID: "mm-run-2", Goal: "Concatenate", Statement: done}, again)
	item = b.Item("concatenate_mode")
	if item.TrustScore != 0.95*1.02 || item.Uses != 2 || item.Wins != 1 || item.KBLearnings[0].Verified != 1 {
		t.Errorf("got %+v", item)
	}
	if text := Format(b.Items(), ""); !strings.Contains(text, "worked again 1 time(s), last on 2026-01-16") {
		t.Errorf("got %s", text)
	}
}

func TestOrderOfArrivalDoesNotMatter(t *testing.T) {
	var steps []*types.Step
	for i := 1; i <= 12; i++ {
		step := act1(i, []string{"Concatenate", "Start", "Save"}[i%3], i%4 != 0, []string{"concatenate_mode", "", "save_output"}[i%3])
		step.SessionID = fmt.Sprintf("mm-run-%d", i/5)
		steps = append(steps, step)
	}
	var want string
	for seed := range 8 {
		edits = 0
		b := concatBase(t)
		for _, i := range rand.New(rand.NewSource(int64(seed))).Perm(len(steps)) {
			b.Learn(&types.Session{SessionID: steps[i].SessionID, Goal: "Concatenate"}, steps[i])
			b.Learn(&types.Session{SessionID: steps[i].SessionID, Goal: "Concatenate"}, steps[i])
			b.Items()
		}
		got, err := b.Catalog()
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = string(got)
		}
		if string(got) != want {
			t.Fatalf("seed %d:\n%s\n%s", seed, got, want)
		}
	}
}

func TestAPersonsHandsBecomeAHumanCorrection(t *testing.T) {
	b := concatBase(t)
	b.Learn(concatenating, act1(1, "Concatenate", false, "concatenate_mode"))
	hand := act1(2, "Concatenate", true, "")
	hand.Actor = types.ActorObserved
	b.Learn(concatenating, hand)
	l := b.Item("concatenate_mode").KBLearnings[0]
	if !l.Human() || l.CorrectedAction == nil || string(l.CorrectedAction.ToolArguments) != `{"name":"Concatenate","role":"tab"}` || l.RecoveryApproach != "" {
		t.Errorf("got %+v", l)
	}
	if text := Format(b.Items(), ""); !strings.Contains(text, "✓ Corrected To: mm_click with args {'name': 'Concatenate', 'role': 'tab'}") {
		t.Errorf("got %s", text)
	}
}

func TestAPersonWhoTakesOverCorrectsTheAgentsLastAction(t *testing.T) {
	b := concatBase(t)
	b.Learn(concatenating, act1(1, "Save", true, "save_output"))
	for n, name := range []string{"Save As", "Confirm"} {
		hand := act1(2+n, name, true, "")
		hand.Actor = types.ActorObserved
		b.Learn(concatenating, hand)
	}
	b.Learn(concatenating, act1(4, "Close", true, ""))
	item := b.Item("save_output")
	if len(item.KBLearnings) != 1 || item.TrustScore != 0.95 {
		t.Fatalf("got %+v", item)
	}
	l := item.KBLearnings[0]
	if l.HumanReasoning != `A person went on in the page: click tab "Save As" on screen main, then click tab "Confirm" on screen main` || l.OriginalError != "" ||
		string(l.OriginalAction.ToolArguments) != `{"name":"Save","role":"tab"}` || string(l.CorrectedAction.ToolArguments) != `{"name":"Save As","role":"tab"}` {
		t.Errorf("got %+v", l)
	}
	// On another screen, or much later, a person does something else.
	for name, spoil := range map[string]func(*types.Step){
		"elsewhere": func(s *types.Step) {
			s.Observation = &types.Observation{State: types.State{Origin: "https://app.test", CurrentScreen: "help"}}
		},
		"later": func(s *types.Step) { s.Timestamp += interruptTime + 1 },
		"other": func(s *types.Step) {
			s.Observation = &types.Observation{State: types.State{Origin: "https://else.test", CurrentScreen: "main"}}
		},
	} {
		b := concatBase(t)
		b.Learn(concatenating, act1(1, "Save", true, "save_output"))
		hand := act1(2, "Save As", true, "")
		hand.Actor = types.ActorObserved
		spoil(hand)
		b.Learn(concatenating, hand)
		if n := len(b.Item("save_output").KBLearnings); n != 0 {
			t.Errorf("%s: %d learnings", name, n)
		}
	}
}

func TestWithoutASourceTheGuessSaysThatItIsOne(t *testing.T) {
	b := concatBase(t)
	b.Learn(concatenating, act1(1, "Concatenate", false, ""))
	l := b.Item("concatenate_mode").KBLearnings
	if len(l) != 1 || l[0].Guess < minConfidence || l[0].Guess > 1 {
		t.Fatalf("got %+v", l)
	}
	if text := Format(b.Items(), ""); !strings.Contains(text, "attributed by a guess") {
		t.Errorf("got %s", text)
	}
	b.Learn(concatenating, act1(2, "Preferences", false, ""))
	lost := act1(3, "Concatenate", false, "concatenate_mode")
	lost.Outcome.Error.Code = types.CodeNoBrowser
	b.Learn(concatenating, lost)
	if n := len(b.Item("concatenate_mode").KBLearnings); n != 1 {
		t.Errorf("%d learnings: an unsure guess was made, or a lost browser held against an item", n)
	}
	r := b.Report()
	if r.Failures != 2 || r.Guessed != 1 || r.Silent != 1 || r.Attribution != nil || r.TrustCorrelation != nil {
		t.Errorf("got %+v", r)
	}
}

func TestConflictingLearningsAreAllShownNewestVerifiedFirst(t *testing.T) {
	b := concatBase(t)
	play := func(run, start int, instead string, source string) {
		session := &types.Session{SessionID: fmt.Sprintf("mm-run-%d", run), Goal: "Concatenate"}
		fail, ok := act1(start, "Concatenate", false, source), act1(start+1, instead, true, "")
		fail.SessionID, ok.SessionID = session.SessionID, session.SessionID
		if source != "" {
			b.Learn(session, fail)
		} else {
			ok.KBSource = "concatenate_mode"
		}
		b.Learn(session, ok)
	}
	play(1, 10, "By menu", "concatenate_mode")
	play(2, 20, "By tab", "concatenate_mode")
	order := func() (out []string) {
		for _, l := range Best(b.Item("concatenate_mode"), "https://app.test") {
			out = append(out, strings.Split(l.RecoveryApproach, `"`)[1])
		}
		return out
	}
	if got := order(); !slices.Equal(got, []string{"By tab", "By menu"}) {
		t.Errorf("got %q", got)
	}
	play(3, 30, "By menu", "")
	if got := order(); !slices.Equal(got, []string{"By menu", "By tab"}) {
		t.Errorf("after it was verified: %q", got)
	}
}
