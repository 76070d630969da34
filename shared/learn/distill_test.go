package learn

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/types"
)

// done is the statement of a session that reached its goal.
var done = types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByAgent, OutcomeAt: 1000}

func typed(step *types.Step, text string) *types.Step {
	step.Tool.Input = map[string]any{"text": text}
	return step
}

func sendSteps(session string) []*types.Step {
	step := func(n int, tool, role, name, id, from, to string, ok bool) *types.Step {
		s := &types.Step{StepID: fmt.Sprint(n), SessionID: session, Timestamp: types.Time(n), Tool: types.Tool{Name: tool, Target: &types.Target{Role: role, Name: name, TestID: id}},
			Outcome: types.Outcome{OK: ok}, Observation: &types.Observation{State: types.State{Origin: "https://wallet.test", CurrentScreen: from}}}
		if to != "" {
			s.After = &types.After{CurrentScreen: to}
		}
		return s
	}
	return []*types.Step{
		step(1, "mm_click", "button", "Send", "send", "home", "send", true),
		step(2, "mm_click", "button", "Nothing", "", "send", "", false),
		typed(step(3, "mm_type", "textbox", "Amount", "amount", "send", "", true), "0.1"),
		typed(step(4, "mm_type", "textbox", "Amount", "amount", "send", "", true), "0.1"),
		step(5, "mm_click", "button", "Confirm", "", "confirm", "activity", true),
	}
}

func played(sessions map[string]string, steps func(session string) []*types.Step) *Base {
	b := New()
	for id, goal := range sessions {
		s := &types.Session{SessionID: id, Goal: goal, EndedAt: 1000, Statement: done}
		b.PutSession(s)
		for _, step := range steps(id) {
			b.Learn(s, step)
		}
	}
	return b
}

func TestASessionThatReachedItsGoalLeavesADraft(t *testing.T) {
	b := played(map[string]string{"mm-a": "Send 0.1 ETH"}, sendSteps)
	if len(b.Items()) != 1 {
		t.Fatalf("got %d items", len(b.Items()))
	}
	item := b.Items()[0]
	want := []string{`click(testId="send", role="button", name="Send")`, `type(testId="amount", role="textbox", name="Amount", text={amount})`, `click(role="button", name="Confirm")`}
	if !reflect.DeepEqual(item.ActionSequence, want) || item.UILocation != "home → send → confirm" || item.OutputState != "activity" || item.Origin != "https://wallet.test" ||
		item.Status != StatusDraft || item.TrustScore != 0.5 || string(item.Parameters) != `{"amount":"Amount"}` || !reflect.DeepEqual(item.Prerequisites, []string{"on https://wallet.test", "on screen home"}) ||
		item.Description != "Send {amount} ETH" || item.KnowledgeID != "send_amount_eth_wallet_test" {
		t.Errorf("got %+v", item)
	}
	if text := Format(b.Items(), ""); !strings.Contains(text, "Holds On: https://wallet.test\nStatus: draft, worked once\n---") || strings.Contains(text, "0.1") || strings.Contains(text, "CAUTION") {
		t.Errorf("got %s", text)
	}
	for name, spoil := range map[string]func(s *types.Session, steps []*types.Step){
		"no goal":     func(s *types.Session, _ []*types.Step) { s.Goal = "" },
		"ambient":     func(s *types.Session, _ []*types.Step) { s.Ambient = true },
		"not ended":   func(s *types.Session, _ []*types.Step) { s.EndedAt = 0 },
		"failed end":  func(_ *types.Session, steps []*types.Step) { steps[4].Outcome.OK = false },
		"two origins": func(_ *types.Session, steps []*types.Step) { steps[4].Observation.State.Origin = "https://x.test" },
	} {
		s, steps, b := &types.Session{SessionID: "mm-c", Goal: "Send", EndedAt: 9, Statement: done}, sendSteps("mm-c"), New()
		spoil(s, steps)
		b.PutSession(s)
		for _, step := range steps {
			b.Learn(s, step)
		}
		if len(b.Items()) != 0 {
			t.Errorf("%s: something was distilled", name)
		}
	}
}

func TestASecondSuccessOrAPersonConfirmsADraft(t *testing.T) {
	b := played(map[string]string{"mm-a": "Send 0.1 ETH", "mm-b": "Send 0.5 ETH"}, func(id string) []*types.Step {
		steps := sendSteps(id)
		if id == "mm-b" {
			steps[2].Tool.Input, steps[3].Tool.Input = map[string]any{"text": "0.5"}, map[string]any{"text": "0.5"}
			steps = steps[:5:5]
			detour := *steps[0]
			detour.StepID, detour.Tool.Target, detour.Timestamp = "d", &types.Target{Role: "link", Name: "Help"}, 1
			steps = append(steps, &detour)
		}
		return steps
	})
	if items := b.Items(); len(items) != 1 || items[0].Status != StatusConfirmed || items[0].TrustScore <= 0.5 || len(items[0].ActionSequence) != 3 {
		t.Errorf("got %+v", items)
	}
	b = played(map[string]string{"mm-a": "Send 0.1 ETH"}, sendSteps)
	id := b.Items()[0].KnowledgeID
	for _, step := range []struct {
		op   types.KBOp
		want string
	}{{types.KBConfirm, StatusConfirmed}, {types.KBDelete, ""}} {
		edits++
		if err := b.Edit(&types.Edit{EditID: fmt.Sprint("p", edits), At: types.Time(5000 + edits), KB: &types.KBEdit{Op: step.op, KnowledgeID: id}}); err != nil {
			t.Fatal(err)
		}
		got := ""
		if item := b.Item(id); item != nil {
			got = item.Status
		}
		if got != step.want {
			t.Errorf("%s: %q", step.op, got)
		}
	}
	// A deleted recipe does not come back by itself.
	for _, step := range sendSteps("mm-z") {
		step.Timestamp += 1_000_000
		b.Learn(&types.Session{SessionID: "mm-z", Goal: "Send 0.1 ETH", EndedAt: 1, Statement: done}, step)
	}
	if len(b.Items()) != 0 {
		t.Errorf("got %+v", b.Items()[0])
	}
}

// TestARecipeKeepsKeysRepetitionsAndEachParameter: Enter and single keys are
// steps of a way, a text without a role is its own name, a button pressed three times stays three steps, and values
// typed into fields of the same name are parameters of different names.
func TestARecipeKeepsKeysRepetitionsAndEachParameter(t *testing.T) {
	n := 0
	step := func(tool, role, name string, input map[string]any) *types.Step {
		n++
		s := &types.Step{StepID: fmt.Sprintf("%02d", n), SessionID: "mm-k", Timestamp: types.Time(n), Tool: types.Tool{Name: tool, Input: input}, Outcome: types.Outcome{OK: true},
			Observation: &types.Observation{State: types.State{Origin: "https://trips.test", CurrentScreen: "trip"}}}
		if role != "" {
			s.Tool.Target = &types.Target{Role: role, Name: name}
		}
		return s
	}
	b := played(map[string]string{"mm-k": "Book Ann and Bob from Rome"}, func(string) []*types.Step {
		n = 20
		said := step("mm_click", "", "", nil)
		said.Tool.Target = &types.Target{Name: "Window", Tag: "span"}
		n = 0
		return []*types.Step{
			step("mm_press", "", "", map[string]any{"key": "Control+k"}),
			step("mm_type", "searchbox", "From", map[string]any{"text": "Rom"}),
			step("mm_type", "searchbox", "From", map[string]any{"text": "Rome", "submit": true}),
			step("mm_click", "button", "Next", nil), step("mm_click", "button", "Next", nil), step("mm_click", "button", "Next", nil),
			step("mm_type", "textbox", "Passenger", map[string]any{"text": "Ann"}), step("mm_click", "button", "Add", nil),
			step("mm_type", "textbox", "Passenger", map[string]any{"text": "Bob"}), step("mm_click", "button", "Add", nil),
			step("mm_press", "listbox", "Seat", map[string]any{"key": "ArrowDown"}), step("mm_press", "listbox", "Seat", map[string]any{"key": "ArrowDown"}),
			said,
		}
	})
	if len(b.Items()) != 1 {
		t.Fatalf("got %d items", len(b.Items()))
	}
	item := b.Items()[0]
	want := []string{`press(key="Control+k")`, `type(role="searchbox", name="From", text={from}, submit=true)`,
		`click(role="button", name="Next")`, `click(role="button", name="Next")`, `click(role="button", name="Next")`,
		`type(role="textbox", name="Passenger", text={passenger})`, `click(role="button", name="Add")`,
		`type(role="textbox", name="Passenger", text={passenger_2})`, `click(role="button", name="Add")`,
		`press(key="ArrowDown", role="listbox", name="Seat")`, `press(key="ArrowDown", role="listbox", name="Seat")`, `click(text="Window")`}
	if !reflect.DeepEqual(item.ActionSequence, want) {
		t.Errorf("got  %q\nwant %q", item.ActionSequence, want)
	}
	if item.Description != "Book {passenger} and {passenger_2} from {from}" || string(item.Parameters) != `{"from":"From","passenger":"Passenger","passenger_2":"Passenger"}` {
		t.Errorf("%q with %s", item.Description, item.Parameters)
	}
}
