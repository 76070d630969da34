package paneltest

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cairn/extension/rig"
)

// views are the panel's tabs, in their order.
var views = []string{"page", "timeline", "search", "sessions", "site", "map", "kb", "flows", "health", "team"}

// TestThePanelShowsActsAndFollows uses the panel as a person does: it sees the actions that
// worked, points at the page, acts there, and watches the step come.
func TestThePanelShowsActsAndFollows(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	wallet := b.useWallet()
	p := b.panel("page")
	b.Says(p, "#view-page .screen-name", "home")
	b.Says(p, "#view-page .suggestion", "“Settings”")
	if sure := evaluate[[]int](b, p, `[...document.querySelectorAll(".suggestion .side")].map((e) => Number.parseInt(e.innerText)).filter((n) => n < 30)`); len(sure) > 0 {
		t.Errorf("suggestions that are likely wrong are shown: %v %%", sure)
	}

	hover := `[...document.querySelectorAll(".suggestion")].find((e) => e.innerText.includes("“Settings”"))`
	evaluate[any](b, p, hover+`.dispatchEvent(new PointerEvent("pointerenter"))`)
	marked := func() bool { return evaluate[bool](b, wallet, `!!document.getElementById("cairn-mark")`) }
	b.Until("the mark on the page", marked)
	evaluate[any](b, p, hover+`.dispatchEvent(new PointerEvent("pointerleave"))`)
	b.Until("the mark to go", func() bool { return !marked() })

	// An action of the page's script is no step; the panel shows the page as it is all the same.
	before := b.steps()
	for _, screen := range []string{"activity", "home"} {
		evaluate[any](b, wallet, `location.hash = "#/`+screen+`"`)
		b.Says(p, "#view-page .screen-name", screen)
	}
	b.Says(p, "#view-page .suggestion", "“Settings”")
	if now := b.steps(); now != before {
		t.Errorf("a script's way is remembered as %d steps of a person", now-before)
	}

	evaluate[any](b, p, hover+`.querySelector(".buttons button").click()`)
	b.Until("the wallet to show what the click led to", func() bool { return evaluate[string](b, wallet, `location.hash`) == "#/settings" })
	b.Until("the click to be remembered as one", func() bool { return b.steps() == before+1 })

	b.Act(p, chromedp.Click(chromedp.CSS("#tab-timeline")))
	b.Says(p, "#view-timeline .vrow:first-child", "“Settings”")
	b.Act(wallet, chromedp.Click(rig.TestID("nav-home")), chromedp.Click(rig.TestID("coin-overview-send")), chromedp.SendKeys(rig.TestID("send-recipient"), "bob.eth"), chromedp.Click(chromedp.CSS("h1")))
	b.Says(p, "#view-timeline .vrow:first-child", "Typed into “Recipient”")
	b.click(p, "#view-timeline .vrow:first-child")
	b.Says(p, "#view-timeline .pane", "The typed text")
	if text := evaluate[string](b, p, `document.body.innerText`); strings.Contains(text, "bob.eth") {
		t.Error("the typed text is shown")
	}
}

// TestThePanelIsUsableByKeyboard goes everywhere without a pointer.
func TestThePanelIsUsableByKeyboard(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	p := b.panel("timeline")
	b.Says(p, "#view-timeline", "No steps in this tab yet")
	b.Act(p, chromedp.KeyEvent("/"))
	b.Act(p, chromedp.KeyEvent("confirm"))
	b.Says(p, "#view-search .vrow", "“Confirm”")
	b.Says(p, "#view-search mark", "onfirm")
	b.Act(p, chromedp.KeyEvent(kb.ArrowDown))
	b.Says(p, "#view-search .pane", "Why this was found")
	b.Act(p, chromedp.KeyEvent(kb.End))
	b.Until("the last row to be the active one", func() bool {
		return evaluate[bool](b, p, `(() => { const l = document.activeElement; const r = document.getElementById(l.getAttribute("aria-activedescendant")); return !!r && r.getAttribute("aria-posinset") === r.getAttribute("aria-setsize"); })()`)
	})
	b.Act(p, chromedp.KeyEvent(kb.Escape))
	if id := evaluate[string](b, p, `document.activeElement.className`); id != "query" {
		t.Errorf("Escape leads to %q", id)
	}
	evaluate[any](b, p, `document.activeElement.blur()`)
	b.Act(p, chromedp.KeyEvent("4"))
	b.Says(p, "#view-sessions .vrow", "Send 0.1 ETH")
	b.Act(p, chromedp.KeyEvent(kb.ArrowRight))
	b.Says(p, "#tab-site[aria-selected=true]", "Site memory")
	b.dialogsByKeyboard(p)
}

// dialogsByKeyboard opens an item, works in the questions that it asks, and
// comes back to where it was.
func (b *browser) dialogsByKeyboard(p context.Context) {
	b.T.Helper()
	focus := func(what, is string) {
		b.T.Helper()
		b.Until("the focus on "+what, func() bool { return evaluate[bool](b, p, `((e) => `+is+`)(document.activeElement)`) })
	}
	key := func(keys string) { b.T.Helper(); b.Act(p, chromedp.KeyEvent(keys)) }
	key("?")
	b.Says(p, "dialog h2", "Keys")
	focus("its button", `e.innerText === "Close"`)
	key(kb.Escape)
	focus("the tab again", `e.id === "tab-site"`)

	key("4")
	evaluate[any](b, p, `(document.querySelector("#view-sessions .vlist").focus(), 1)`)
	key(kb.Home)
	b.Says(p, "#view-sessions .pane", "Send 0.1 ETH")
	key(kb.Enter)
	focus("what is open", `e.matches("#view-sessions .pane")`)
	const more = `e.innerText === "More…"`
	for range 6 { // Compare with…, Run…, Step through, Export…, Share…, More…
		key(kb.Tab)
	}
	focus("the menu's button", more)
	key(kb.Enter)
	focus("the menu's first action", `e.innerText.startsWith("Edit goal")`)
	key(kb.ArrowUp)
	focus("its last one", `e.innerText === "Forget…"`)
	key(kb.Escape)
	focus("the menu's button again", more)
	key(kb.Enter)
	focus("the first action again", `e.innerText.startsWith("Edit goal")`)
	key(kb.Enter)
	b.Says(p, "dialog h2", "Goal and tags")
	focus("the goal", `e.matches("dialog input")`)
	for range 12 { // more than the dialog has: it holds the focus, but for the browser's own controls
		key(kb.Tab)
		focus("nothing behind the dialog", `e === document.body || !!e.closest("dialog")`)
	}
	key(kb.Escape)
	b.Until("the dialog to be closed", func() bool { return evaluate[bool](b, p, `!document.querySelector("dialog")`) })
	focus("the menu's button, where the question came from", more)
	key(kb.Enter)
	focus("the menu once more", `e.innerText.startsWith("Edit goal")`)
	key(kb.Enter)
	b.Says(p, "dialog h2", "Goal and tags")
	b.Act(p, chromedp.KeyEvent(" again"), chromedp.KeyEvent(kb.Enter))
	b.Says(p, "#toast", "Saved")
	focus("the half that was redrawn", `!!e.closest("#view-sessions .pane")`)
	key(kb.Escape)
	focus("the list", `e.matches("#view-sessions .vlist")`)
	key(kb.Delete)
	b.Says(p, "dialog h2", "again")
	key(kb.Escape)
	focus("the list again", `e.matches("#view-sessions .vlist")`)
}
