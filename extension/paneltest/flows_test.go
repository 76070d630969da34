package paneltest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestFlowsWithoutTheCompanion lists the flows that the extension's own core knows, says
// how to run one, and has a person rename and forget it.
func TestFlowsWithoutTheCompanion(t *testing.T) {
	b := start(t)
	empty := b.panel("flows")
	b.Says(empty, "#view-flows", "No flow of this site is known yet")
	b.seed(records(t, b.URL, flows))
	b.useWallet()
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

	b.press(p, "#view-flows", "Rename…")
	evaluate[any](b, p, `(() => { const [title, id] = document.querySelectorAll("dialog input"); title.value += " <b>now</b>"; id.value = "send-now"; })()`)
	b.press(p, "dialog", "Save")
	b.Says(p, "#view-flows .pane h2", "<b>now</b>")

	flowCount := `document.querySelectorAll("#view-flows .vrow").length`
	before := evaluate[int](b, p, flowCount)
	b.press(p, "#view-flows", "Forget…")
	b.press(p, "dialog", "Cancel")
	if got := evaluate[int](b, p, flowCount); got != before {
		t.Errorf("cancelled, and %d of %d flows are left", got, before)
	}
	b.press(p, "#view-flows", "Forget…")
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
