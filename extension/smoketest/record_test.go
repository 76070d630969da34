package smoketest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestAClickBecomesAStepThatIsFoundOffline is the extension alone, end to end.
func TestAClickBecomesAStepThatIsFoundOffline(t *testing.T) {
	b := start(t, pages())

	b.Until("the core to answer", func() bool {
		health := b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunHealth}).Health
		return health != nil && health.CoreVersion != ""
	})
	page := b.Tab(b.URL + "/")

	// Nobody has said that this site may be remembered.
	b.Act(page, chromedp.Click(rig.TestID("send")))
	if rows := stored[row](b, "records"); len(rows) != 0 {
		t.Fatalf("a step was recorded on a site that nobody chose: %v", rows)
	}

	evaluate[any](b, b.Ctx, `chrome.storage.local.set({mode: "all"})`)
	b.Act(page, chromedp.Navigate(b.URL+"/"))
	b.Act(page, chromedp.Click(rig.TestID("send")))
	// The navigation was not a page's doing either: another driver made it.
	steps := byTool(b.waitSteps(2))
	if steps["mm_navigate"] == nil || steps["mm_click"] == nil {
		t.Fatalf("recorded %s", describe(steps))
	}
	step := steps["mm_click"]
	if step.Tool.Name != "mm_click" || step.Tool.Target == nil || step.Tool.Target.TestID != "send" || step.Tool.Target.Name != "Send tokens" {
		t.Errorf("the step's tool is %s", describe(step.Tool))
	}
	if step.Actor != types.ActorObserved || !step.Outcome.OK || step.SessionID == "" {
		t.Errorf("actor, outcome or session are wrong: %s", describe(step))
	}
	obs := step.Observation
	if obs == nil || obs.State.Origin != b.URL || obs.State.CurrentScreen == "" {
		t.Fatalf("the observation's state is wrong: %s", describe(obs))
	}
	if shows(obs, "Transfer queued") || !shows(obs, "Accounts") {
		t.Errorf("the observation is not the page before the click: %s", describe(obs.A11y))
	}
	if step.After == nil || !strings.Contains(strings.Join(step.After.Appeared, "\n"), "Transfer queued") {
		t.Errorf("the after-part lacks what appeared: %s", describe(step.After))
	}

	// A step is written before the core has it.
	var health *wire.Health
	b.Until("the core to have both steps", func() bool {
		health = b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunHealth}).Health
		return health.Steps >= 2
	})
	found := b.core(wire.CoreRequest{Op: wire.OpSearch, Search: &types.SearchRequest{Query: "send tokens"}})
	if found.Error != nil || len(found.Steps) == 0 || found.Steps[0].StepID != step.StepID {
		t.Errorf("search found %s", describe(found))
	}
	if health.Outbox != 2 || health.Pending != 0 || health.Steps != 2 || health.Linked || health.Paired {
		t.Errorf("health is %s", describe(health))
	}
}

func byTool(steps []*types.Step) map[string]*types.Step {
	m := make(map[string]*types.Step)
	for _, s := range steps {
		m[s.Tool.Name] = s
	}
	return m
}

func shows(o *types.Observation, name string) bool {
	for _, n := range o.A11y.Nodes {
		if n.Name == name {
			return true
		}
	}
	return false
}
