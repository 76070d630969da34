package recall

import (
	"fmt"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/types"
)

type walk struct {
	t       *testing.T
	session *types.Session
	at      types.Time
	steps   []*types.Step
}

func newWalk(t *testing.T, id, goal string, at types.Time) *walk {
	return &walk{t: t, at: at, session: &types.Session{SessionID: id, Goal: goal, CreatedAt: at, FlowTags: []string{}, Tags: []string{}, Ambient: goal == "", Statement: types.Statement{Outcome: types.SessionDone}}}
}

func (w *walk) do(tool string, target *types.Target, from, to string, nodes ...types.A11yNode) *types.Step {
	w.t.Helper()
	w.at += 1000
	raw := &types.Step{
		StepID: fmt.Sprintf("s-%s-%d", w.session.SessionID, len(w.steps)), SessionID: w.session.SessionID, Timestamp: w.at, Actor: types.ActorAgent,
		Tool: types.Tool{Name: tool, Target: target}, Outcome: types.Outcome{OK: true},
		Observation: &types.Observation{State: types.State{CurrentURL: from}, A11y: types.A11y{Nodes: nodes}},
	}
	if to != "" {
		raw.After = &types.After{CurrentURL: to}
	}
	if tool == "mm_navigate" {
		raw.Tool.Input = map[string]any{"url": to}
	}
	step, err := capture.Step(w.at, raw, capture.DefaultRules())
	if err != nil {
		w.t.Fatal(err)
	}
	w.steps = append(w.steps, step)
	return step
}

func (w *walk) fail(target *types.Target, on string, code types.Code) {
	step := w.do("mm_click", target, on, "")
	step.Outcome = types.Outcome{Error: types.Fault(code, "gone", "")}
}

func (w *walk) learn(b *localBook) {
	for _, step := range w.steps {
		b.Learn(w.session, step)
	}
}

const wallet = "http://127.0.0.1:4000/#/"

func button(name, id string) *types.Target {
	return &types.Target{Role: "button", Name: name, TestID: id}
}

func sendWalk(t *testing.T, id string, at types.Time) *walk {
	w := newWalk(t, id, "Send 0.1 ETH to another account", at)
	password := types.A11yNode{Ref: "e1", Role: "textbox", Name: "Password", Sensitive: true}
	w.do("mm_navigate", nil, "about:blank", wallet)
	w.steps[0].After.CurrentURL, w.steps[0].After.CurrentScreen = wallet+"unlock", "unlock"
	w.do("mm_type", &types.Target{Role: "textbox", Name: "Password", TestID: "unlock-password"}, wallet+"unlock", "", password)
	w.do("mm_click", button("Unlock", "unlock-submit"), wallet+"unlock", wallet, password)
	w.do("mm_click", button("Send", "coin-overview-send"), wallet, wallet+"send", types.A11yNode{Ref: "e1", Role: "button", Name: "Send"})
	w.do("mm_type", &types.Target{Role: "textbox", Name: "Amount", TestID: "send-amount"}, wallet+"send", "",
		types.A11yNode{Ref: "e1", Role: "textbox", Name: "Amount"}, types.A11yNode{Ref: "e2", Role: "button", Name: "Continue"})
	w.do("mm_click", button("Continue", "send-continue"), wallet+"send", wallet+"confirm/7001")
	w.do("mm_click", button("Confirm", "confirm-submit"), wallet+"confirm/7001", wallet+"activity")
	return w
}

func recall(t *testing.T, b *localBook, now types.Time, req types.RecallRequest) types.RecallResult {
	t.Helper()
	res, err := b.Recall(now, req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func otherWalk(t *testing.T) *walk {
	w := newWalk(t, "mm-other", "", vectorNow)
	w.do("mm_click", button("Go", "go"), "https://x.test/", "https://x.test/done")
	return w
}
