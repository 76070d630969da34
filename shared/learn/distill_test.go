package learn

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/types"
)

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
		s := &types.Session{SessionID: id, Goal: goal, EndedAt: 1000}
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
		item.Status != StatusDraft || string(item.Parameters) != `{"amount":"Amount"}` || !reflect.DeepEqual(item.Prerequisites, []string{"on https://wallet.test", "on screen home"}) ||
		item.Description != "Send {amount} ETH" || item.KnowledgeID != "send_amount_eth_wallet_test" {
		t.Errorf("got %+v", item)
	}
	if text := Format(b.Items(), ""); !strings.Contains(text, "Holds On: https://wallet.test\nStatus: draft, worked once\n---") || strings.Contains(text, "0.1") {
		t.Errorf("got %s", text)
	}
	for name, spoil := range map[string]func(s *types.Session, steps []*types.Step){
		"no goal":     func(s *types.Session, _ []*types.Step) { s.Goal = "" },
		"ambient":     func(s *types.Session, _ []*types.Step) { s.Ambient = true },
		"not ended":   func(s *types.Session, _ []*types.Step) { s.EndedAt = 0 },
		"failed end":  func(_ *types.Session, steps []*types.Step) { steps[4].Outcome.OK = false },
		"two origins": func(_ *types.Session, steps []*types.Step) { steps[4].Observation.State.Origin = "https://x.test" },
	} {
		s, steps, b := &types.Session{SessionID: "mm-c", Goal: "Send", EndedAt: 9}, sendSteps("mm-c"), New()
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
	if items := b.Items(); len(items) != 1 || items[0].Status != StatusConfirmed || len(items[0].ActionSequence) != 3 {
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
		b.Learn(&types.Session{SessionID: "mm-z", Goal: "Send 0.1 ETH", EndedAt: 1}, step)
	}
	if len(b.Items()) != 0 {
		t.Errorf("got %+v", b.Items()[0])
	}
}
