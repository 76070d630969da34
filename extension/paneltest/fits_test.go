package paneltest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
)

// fits checks that a view scrolls only in its own parts, and these only downwards.
func (b *browser) fits(p context.Context, view string) {
	b.T.Helper()
	found := evaluate[[]string](b, p, fmt.Sprintf(`[
		document.documentElement.scrollHeight > innerHeight && "the window scrolls",
		...[...document.querySelectorAll("#view-%s :is(.pane, .scroll)")].map((e) => e.scrollWidth > e.clientWidth && e.className + " is wider than it shows"),
	].filter(Boolean)`, view))
	if len(found) > 0 {
		b.T.Errorf("%s: %s", view, strings.Join(found, "; "))
	}
}

// TestParametersAreReadAsWords shows flows with parameters to people.
func TestParametersAreReadAsWords(t *testing.T) {
	b := start(t)
	p := b.panel("flows")
	for text, want := range map[string]string{
		"Send {amount_in_eth} ETH to Alice": "Send amount in eth ETH to Alice",
		"{who} pays":                        "who pays",
		"Find {{x}} in {place}":             "Find {x} in place",
		"{a}{b} {c}":                        "ab c",
		" plain ":                           "plain",
	} {
		if got := evaluate[string](b, p, fmt.Sprintf(`import("/panel/flowwords.js").then((m) => m.paramText(%q))`, text)); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
	labels := evaluate[[]string](b, p, `import("/panel/flowform.js").then((m) => [...m.form({steps: [], params: [
		{name: "password", kind: "secret"}, {name: "amount_in_eth", label: "Amount in ETH"}, {name: "note", label: "Message"}]}, () => {}).querySelectorAll(".field > span:first-child")].map((e) => e.textContent))`)
	if got, want := strings.Join(labels, "|"), "Password|Amount in ETH|Note (Message)"; got != want {
		t.Errorf("the fields are %q, want %q", got, want)
	}
	first := evaluate[int](b, p, `import("/panel/flowrun.js").then((m) => {
		const part = m.runPart(() => {}, () => {});
		part.show({flow: "f", result: {status: "stopped", done: 2, total: 5, durationMs: 1, stop: {step: 3, message: "it sends", reason: "risky"}, remaining: ["click a", "click b", "click c"]}}, []);
		return part.node.querySelector("ol").start;
	})`)
	if first != 3 {
		t.Errorf("the steps left are numbered from %d, want 3", first)
	}
}

// TestThePopupFollowsItsTab looks again when the page changes.
func TestThePopupFollowsItsTab(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	w := b.Tab(b.URL + "/#/unlock")
	b.Says(w, "h1", "Welcome")
	pop := b.Tab(rig.Origin + "/popup/popup.html")
	b.Says(pop, "#suggestions", "Password")
	b.Act(w, chromedp.SendKeys(rig.TestID("unlock-password"), "correct horse"), chromedp.Click(rig.TestID("unlock-submit")))
	b.Says(pop, "#suggestions", "“Send”")
}
