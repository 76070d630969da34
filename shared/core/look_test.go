package core

import (
	"fmt"
	"testing"

	"cairn/shared/types"
)

const lookNow = types.Time(1770091506000)

func lookStep(session string, n int) *types.Step {
	return &types.Step{
		StepID: fmt.Sprintf("%s-step-%d", session, n), SessionID: session, Timestamp: lookNow - types.Time(1000*(100-n)),
		Tool:    types.Tool{Name: "mm_click", Target: &types.Target{TestID: "send"}},
		Outcome: types.Outcome{OK: true},
		Observation: &types.Observation{
			State:   types.State{CurrentURL: "https://wallet.test/home", CurrentScreen: "home", Origin: "https://wallet.test"},
			TestIDs: []types.TestID{{TestID: "send", Visible: true}},
			A11y:    types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: "Send"}}},
		},
	}
}

func TestTimelineIsNewestFirstAndLight(t *testing.T) {
	c := New()
	for n := range 5 {
		for _, session := range []string{"alpha", "beta"} {
			if err := c.PutStep(lookStep(session, n)); err != nil {
				t.Fatal(err)
			}
		}
	}
	all, err := c.Timeline(lookNow, "", 3, 0)
	if err != nil || len(all) != 3 {
		t.Fatalf("got %d steps, %v; want 3", len(all), err)
	}
	one, err := c.Timeline(lookNow, "beta", 0, 0)
	if err != nil || len(one) != 5 || one[0].StepID != "beta-step-4" {
		t.Fatalf("got %d steps, %v", len(one), err)
	}
	for _, s := range one {
		if o := s.Observation; o.State.CurrentScreen != "home" || len(o.A11y.Nodes) != 0 || len(o.TestIDs) != 0 {
			t.Errorf("%s carries %+v", s.StepID, o)
		}
	}
	whole, err := c.StepByID("beta-step-4")
	if err != nil || len(whole.Observation.A11y.Nodes) != 1 {
		t.Errorf("the step itself lost its observation: %+v, %v", whole, err)
	}
}

func TestLookRefusesBadInput(t *testing.T) {
	c := New()
	for name, ask := range map[string]func() error{
		"limit too high": func() error { _, err := c.Timeline(lookNow, "", 1001, 0); return err },
		"limit negative": func() error { _, err := c.Timeline(lookNow, "", -1, 0); return err },
		"session a path": func() error { _, err := c.Timeline(lookNow, "../etc", 1, 0); return err },
		"step unknown":   func() error { _, err := c.StepByID("nowhere"); return err },
	} {
		if err := ask(); err == nil || types.AsError(err).Hint == "" {
			t.Errorf("%s: got %v, want an error with a hint", name, err)
		}
	}
	if cards := c.CardsOf("nowhere.test"); len(cards) != 0 {
		t.Errorf("got %v", cards)
	}
}
