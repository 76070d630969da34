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
		...[...document.querySelectorAll("#view-%[1]s .detail-head")].map((e) => e.scrollWidth > e.clientWidth && "its heading is wider than it shows"),
		...[...document.querySelectorAll("#view-%[1]s .vrow .under > .cut:first-child")].map((e) => e.textContent.includes("127.0.0.1") && e.clientWidth < 40 && "a row shows nothing of its site"),
		...[...document.querySelectorAll("#view-%[1]s :is(.pane, .scroll)")].map((e) => e.scrollWidth > e.clientWidth && e.className + " is wider than it shows"),
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

// TestAViewThatTakesLongSaysSo holds back the answer to one view.
func TestAViewThatTakesLongSaysSo(t *testing.T) {
	b := start(t)
	p := b.panel("flows")
	b.Says(p, "#view-flows", "No flow")
	evaluate[any](b, p, `(() => {
		const send = chrome.runtime.sendMessage.bind(chrome.runtime);
		chrome.runtime.sendMessage = async (message, ...rest) => {
			if (message.core?.op === "kb") await new Promise((answer) => (window.answer = answer));
			return send(message, ...rest);
		};
	})()`)
	says := func() bool {
		return evaluate[bool](b, p, `((e) => e.ariaBusy === "true" && getComputedStyle(e, "::after").visibility === "visible")(document.querySelector("#view-kb"))`)
	}
	b.Act(p, chromedp.Click(chromedp.CSS("#tab-kb")))
	b.Until("the view to say that it loads", says)
	evaluate[any](b, p, `window.answer()`)
	b.Says(p, "#view-kb", "is empty")
	b.Until("the view to say no longer that it loads", func() bool { return !says() })
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
