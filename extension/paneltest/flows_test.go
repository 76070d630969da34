package paneltest

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cairn/extension/rig"
)

// TestFlowsWithoutTheCompanion lists the flows that the extension's own core knows, says
// how to run one, and has a person rename and forget it.
func TestFlowsWithoutTheCompanion(t *testing.T) {
	b := start(t)
	empty := b.panel("flows")
	b.Says(empty, "#view-flows", "No flow of this site is known yet")
	b.seed(records(t, b.URL, flows))
	b.useWallet()
	b.sessionBecomesFlow(b.panel("sessions"))
	p := b.panel("flows")
	b.Says(p, "#view-flows .vrow", "Send")
	b.click(p, "#view-flows .vrow")
	b.Says(p, "#view-flows .pane", "start the companion")
	b.Says(p, "#view-flows .pane", "cairn run")
	b.Says(p, "#view-flows .recipe", "Click")
	if evaluate[bool](b, p, `!!document.querySelector("#view-flows .flow-form")`) {
		t.Error("a run can be begun without a companion")
	}
	title := evaluate[string](b, p, `document.querySelector("#view-flows h2").innerText`)

	b.choose(p, "#view-flows", "More…", "Rename…")
	evaluate[any](b, p, `(() => { const [title, id] = document.querySelectorAll("dialog input"); title.value += " <b>now</b>"; id.value = "send-now"; })()`)
	b.press(p, "dialog", "Save")
	b.Says(p, "#view-flows .pane h2", "<b>now</b>")

	flowCount := `document.querySelectorAll("#view-flows .vrow").length`
	before := evaluate[int](b, p, flowCount)
	b.choose(p, "#view-flows", "More…", "Forget…")
	b.press(p, "dialog", "Cancel")
	if got := evaluate[int](b, p, flowCount); got != before {
		t.Errorf("cancelled, and %d of %d flows are left", got, before)
	}
	b.choose(p, "#view-flows", "More…", "Forget…")
	b.press(p, "dialog", "Forget")
	b.Until("the flow to go", func() bool { return evaluate[int](b, p, flowCount) == before-1 })
	b.newCore()
	p = b.panel("flows")
	b.Act(p, chromedp.Click(chromedp.CSS("#view-flows select")))
	b.Says(p, "#view-flows .toolbar", "flow")
	if text := evaluate[string](b, p, `document.body.innerText`); strings.Contains(text, "<b>now</b>") || before == 1 && strings.Contains(text, title) {
		t.Errorf("the forgotten flow is there again:\n%s", text)
	}
}

// sessionBecomesFlow looks at sessions as a person does, steps through one, and saves the
// actions by hand as a flow, which the popup then offers.
func (b *browser) sessionBecomesFlow(p context.Context) {
	b.T.Helper()
	b.Says(p, "#view-sessions .vrow", "7 steps in 24 s")
	b.Says(p, "#view-sessions .vrow", strings.TrimPrefix(b.URL, "http://"))
	row := func(text string) string {
		return `[...document.querySelectorAll("#view-sessions .vrow")].find((e) => e.innerText.includes("` + text + `"))`
	}
	if cells := evaluate[[]int](b, p, `((e) => [e.querySelectorAll(".cell").length, e.querySelectorAll(".cell.x").length])(`+row("exchange")+`)`); len(cells) != 2 || cells[0] != 8 || cells[1] != 1 {
		b.T.Errorf("the strip has %v cells in all and failed, want 8 and 1", cells)
	}
	evaluate[any](b, p, row("exchange")+`.click()`)
	b.Says(p, "#view-sessions .pane .recipe", "Typed into “Password”")
	b.press(p, "#view-sessions .pane", "Step through")
	b.Says(p, "#view-sessions .stepper-bar", "Step 1 of 8")
	b.Act(p, chromedp.KeyEvent(kb.ArrowRight))
	b.Says(p, "#view-sessions .stepper h2", "Clicked “Unlock”")
	b.Act(p, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	b.Says(p, "#view-sessions .stepper .trouble", "MM_TARGET_NOT_FOUND")
	b.Act(p, chromedp.Click(chromedp.CSS("#view-sessions .stepper .cell:nth-child(2)")), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowRight))
	b.Says(p, "#view-sessions .stepper-bar", "Step 2 of 8")
	b.Act(p, chromedp.Click(chromedp.CSS("#view-sessions .stepper-bar button")), chromedp.KeyEvent(kb.ArrowRight)) // Back, which is off at the first step
	b.Says(p, "#view-sessions .stepper-bar", "Step 2 of 8")
	b.press(p, "#view-sessions .pane", "All steps")
	b.Says(p, "#view-sessions .pane", "Step through")

	evaluate[any](b, p, row("Browsing")+`.click()`)
	b.press(p, "#view-sessions .pane", "Save as flow…")
	b.fill(p, "What it does", "Pay somebody")
	b.press(p, "dialog", "Save")
	b.Says(p, "#view-flows .pane h2", "Pay somebody")

	pop := b.Tab(rig.Origin + "/popup/popup.html")
	b.Says(pop, "#tasks", "Pay somebody")
	b.Says(pop, "#tasks-note", "start the companion")
	if evaluate[int](b, pop, `document.querySelectorAll("#tasks button:not(:disabled)").length`) > 0 {
		b.T.Error("the popup offers to run a task without a companion")
	}
	b.Act(pop, chromedp.Click(chromedp.CSS("#task-begin")))
	b.Says(pop, "#task-note", "Begun")
	b.Says(pop, "#last-session", "Pay somebody")
	b.Act(pop, chromedp.Click(chromedp.CSS("#last-session button")))
	opened := b.targets("the session in a tab", func(i *target.Info) bool { return strings.HasPrefix(i.URL, rig.Origin+"/panel/panel.html?tab=") })
	b.Says(b.attach(opened[0]), "#view-sessions .pane h2", "Pay somebody")
}
