package paneltest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cairn/extension/rig"
	"cairn/shared/types"
)

// views are the panel's tabs, in their order.
var views = []string{"page", "timeline", "search", "sessions", "site", "kb", "health"}

// TestThePanelShowsActsAndFollows uses the panel as a person does: it sees what
// worked, points at the page, acts there, and watches the step come.
func TestThePanelShowsActsAndFollows(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	wallet := b.useWallet()
	p := b.panel("page")
	b.Says(p, "#view-page .screen-name", "home")
	b.Says(p, "#view-page .suggestion", "coin-overview-send")

	hover := `[...document.querySelectorAll(".suggestion")].find((e) => e.innerText.includes("coin-overview-send"))`
	evaluate[any](b, p, hover+`.dispatchEvent(new PointerEvent("pointerenter"))`)
	marked := func() bool { return evaluate[bool](b, wallet, `!!document.getElementById("cairn-mark")`) }
	b.Until("the mark on the page", marked)
	evaluate[any](b, p, hover+`.dispatchEvent(new PointerEvent("pointerleave"))`)
	b.Until("the mark to go", func() bool { return !marked() })

	before := b.steps()
	evaluate[any](b, p, hover+`.querySelector(".buttons button").click()`)
	b.Until("the wallet to show what the click led to", func() bool { return evaluate[string](b, wallet, `location.hash`) == "#/send" })
	b.Until("the click to be remembered as one", func() bool { return b.steps() == before+1 })

	b.Act(p, chromedp.Click(chromedp.CSS("#tab-timeline")))
	b.Says(p, "#view-timeline .vrow:first-child", "“Send”")
	b.Act(wallet, chromedp.SendKeys(rig.TestID("send-recipient"), "bob.eth"), chromedp.Click(chromedp.CSS("h1")))
	b.Says(p, "#view-timeline .vrow:first-child", "Typed into “Recipient”")
	b.Act(p, chromedp.Click(chromedp.CSS("#view-timeline .vrow:first-child")))
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
	b.Says(p, "#view-search .vrow", "confirm-footer-button")
	b.Says(p, "#view-search mark", "onfirm")
	b.Act(p, chromedp.KeyEvent(kb.ArrowDown))
	b.Says(p, "#view-search .pane", "Why this rank")
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
}

// hostile are texts that pages may call things by.
var hostile = []string{
	`<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>`,
	strings.Repeat("A name without an end ", 500),
	"\u202eRight to left\u202c \u2066isolated",
	"👩‍👩‍👧‍👦🏴‍☠️" + strings.Repeat("🙂", 400),
	"line\nbreak\tand \x00 controls",
	`"]}); window.hurt=1; //`,
}

// TestHostileNamesStayText shows them in every view.
func TestHostileNamesStayText(t *testing.T) {
	b := start(t)
	var bad []flow
	for _, name := range hostile {
		bad = append(bad, flow{goal: name, tags: []string{name}, agent: true, branch: name, acts: []deed{
			{tool: "mm_click", screen: "home", role: "button", name: name, id: name},
			{tool: "mm_click", screen: "home", role: "button", name: name, id: name, failed: types.CodeTargetNotFound}}})
	}
	b.seed(records(t, b.URL, bad))
	b.Tab(b.URL + "/#/home")
	p := b.panel("timeline")
	b.Act(p, chromedp.Click(chromedp.CSS(".segments button:last-child")))
	b.Says(p, "#view-timeline .vrow", "onerror")
	for _, view := range views {
		b.Act(p, chromedp.Click(chromedp.CSS("#tab-"+view)))
		if view == "search" {
			b.Act(p, chromedp.SendKeys(chromedp.CSS(".query"), "home name right"))
		}
		if view != "page" && view != "health" && view != "site" && view != "kb" {
			b.Says(p, "#view-"+view+" .vrow", "A name")
			n := evaluate[int](b, p, fmt.Sprintf(`document.querySelectorAll("#view-%s .pane-list .vrow").length`, view))
			for i := range n {
				evaluate[any](b, p, fmt.Sprintf(`document.querySelectorAll("#view-%s .pane-list .vrow")[%d]?.click()`, view, i))
			}
		}
		b.staysText(p, view, "#views")
	}
	s := b.Tab(rig.Origin + "/search/search.html?q=home%20name%20right")
	b.Says(s, ".vrow", "A name")
	b.staysText(s, "search page", "#views")
	pop := b.Tab(rig.Origin + "/popup/popup.html")
	b.Act(pop, chromedp.SendKeys(chromedp.CSS("#query"), "home name right"))
	b.Says(pop, "#results", "A name")
	b.staysText(pop, "popup", "main")
}

// staysText reports what hostile names did to a part of a page.
func (b *browser) staysText(p context.Context, name, part string) {
	b.T.Helper()
	found := evaluate[[]string](b, p, fmt.Sprintf(`((part) => [
		window.hurt && "a script ran",
		part.querySelector("img, script, a[href]") && "markup became elements",
		document.documentElement.scrollWidth > innerWidth && "the page is wider than the window",
		[...part.querySelectorAll("bdi")].some((e) => [...e.textContent].length > 300) && "a text is not cut",
		/[\u202e\u2066\u0000]/.test(part.textContent) && "a control got through",
	].filter(Boolean))(document.querySelector(%q))`, part))
	if len(found) > 0 {
		b.T.Errorf("%s: %s", name, strings.Join(found, "; "))
	}
}
