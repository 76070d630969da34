package paneltest

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
)

// axeScript is a development dependency of the extension (npm ci).
const axeScript = "../node_modules/axe-core/axe.min.js"

// violation is axe's report about one rule.
type violation struct {
	ID    string   `json:"id"`
	Help  string   `json:"help"`
	Nodes []string `json:"nodes"`
}

// TestViewsAreAccessible lets axe-core look at every view in both themes, with
// something in it and something open.
func TestViewsAreAccessible(t *testing.T) {
	script, err := os.ReadFile(axeScript)
	if err != nil {
		t.Skipf("%v: run ./build.sh deps", err)
	}
	b := start(t)
	again := flows[0]
	again.ago = 4 * time.Hour
	b.seed(records(t, b.URL, append(slices.Clone(flows), again)))
	b.useWallet()
	p := b.panel("page")
	inject(b, p, script)
	b.Says(p, "#view-page .suggestion", "Click")
	for _, view := range views {
		b.Act(p, chromedp.Click(chromedp.CSS("#tab-"+view)))
		switch view {
		case "search":
			b.Act(p, chromedp.SendKeys(chromedp.CSS(".query"), "send"))
			fallthrough
		case "timeline", "sessions":
			b.Says(p, "#view-"+view+" .vrow", "Send")
			b.click(p, "#view-"+view+" .pane-list .vrow")
			b.Until("the opened one", func() bool {
				return evaluate[bool](b, p, `!!document.querySelector("#view-`+view+` .pane .detail")`)
			})
		case "site":
			b.Says(p, "#view-site", "127.0.0.1")
		case "map":
			b.Says(p, "#view-map .map-status", "screens")
			b.accessible(p, "map, overview")
			b.onMap(p, "home", "click")
			b.Says(p, "#view-map .pane", "Overview")
		case "kb":
			b.Says(p, "#view-kb .vrow", "Send")
			b.click(p, "#view-kb .vrow")
			b.Says(p, "#view-kb .pane", "Trust")
		case "health":
			b.Says(p, "#view-health", "remembered")
			b.Says(p, "#view-health .worth", "tokens, estimated ")
			evaluate[any](b, p, `document.querySelector("#view-health .worth details").open = true`)
		}
		b.accessible(p, view)
	}
	for _, d := range []struct{ view, button string }{{"health", "Forget a span of time…"}, {"site", "Add a pattern…"}, {"kb", "Edit…"}, {"sessions", "More…"}, {"sessions", "Edit goal and tags…"}, {"sessions", "More…"}, {"sessions", "Forget…"}} {
		b.show(p, d.view)
		b.press(p, "#view-"+d.view, d.button)
		if d.button == "More…" {
			b.accessible(p, "an open menu")
			continue
		}
		b.asked(p)
		b.accessible(p, "dialog "+d.button)
		b.press(p, "dialog", "Cancel")
	}
	b.press(p, "header", "Keys")
	b.accessible(p, "keys")
	b.press(p, "dialog", "Close")
	b.show(p, "sessions")
	evaluate[any](b, p, `(() => { const s = document.querySelector("#view-sessions .pane select"); s.selectedIndex = 2; s.dispatchEvent(new Event("change")); })()`)
	b.Says(p, "#view-sessions .compared", "only here")
	b.accessible(p, "two sessions")
	b.bindTab("Look after the wallet")
	b.Says(p, "#watch", "Look after the wallet")
	b.accessible(p, "what runs in the tab")
	s := b.Tab(rig.Origin + "/search/search.html?q=send")
	inject(b, s, script)
	b.Says(s, ".vrow", "Send")
	b.accessible(s, "search page")
	first := b.Tab(rig.Origin + "/firstrun/firstrun.html")
	inject(b, first, script)
	b.Says(first, "#companion-text", "companion")
	b.accessible(first, "first run")
	pop := b.Tab(rig.Origin + "/popup/popup.html")
	inject(b, pop, script)
	b.Says(pop, "#tasks", "Send")
	b.accessible(pop, "popup")
}

// TestTextMayBeTwiceAsLarge opens the pages for somebody who has chosen larger
// text: it grows, nothing is cut off in its row, and no page gets wider than
// its window.
func TestTextMayBeTwiceAsLarge(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	b.useWallet()
	large := func(p context.Context) context.Context {
		t.Helper()
		const source = `(() => { const s = new CSSStyleSheet(); s.replaceSync("html { font-size: 200% }"); document.adoptedStyleSheets = [s]; })()`
		if _, err := chromedp.Call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source}); err != nil {
			t.Fatal(err)
		}
		b.Act(p, chromedp.Reload())
		return p
	}
	fits := func(p context.Context, name string) {
		t.Helper()
		found := evaluate[[]string](b, p, `(async () => {
			await new Promise((r) => requestAnimationFrame(() => setTimeout(r)));
			const seen = [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility());
			return [
				document.documentElement.scrollWidth > innerWidth + 1 && "the page is wider than its window",
				Number.parseFloat(getComputedStyle(document.body).fontSize) < 25 && "the text has not grown",
				...seen.filter((e) => e.matches(".vrow, .tabs button, .chip") && e.scrollHeight > e.clientHeight + 2).slice(0, 3).map((e) => "cut off: " + e.innerText.slice(0, 60)),
			].filter(Boolean);
		})()`)
		if len(found) > 0 {
			t.Errorf("%s: %q", name, found)
		}
	}
	p := large(b.panel("page"))
	for _, view := range views {
		b.show(p, view)
		b.Until(view+" to show something", func() bool {
			return evaluate[bool](b, p, `!!document.querySelector("#view-`+view+` :is(.vrow, .empty, .screen, .tiles, .map)")`)
		})
		fits(p, view)
	}
	for _, path := range []string{"/search/search.html?q=send", "/firstrun/firstrun.html", "/popup/popup.html"} {
		fits(large(b.Tab(rig.Origin+path)), path)
	}
}

// shiftsMost bounds the part of a page that may move by itself while it is used (the unit is
// that of Cumulative Layout Shift, where 0.1 is good).
const shiftsMost = 0.1

// TestNothingJumps goes through all views and has something remembered
// meanwhile: each element stays at its place.
func TestNothingJumps(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	w := b.useWallet()
	p := b.panel("page")
	b.Says(p, "#view-page .suggestion", "Click")
	evaluate[any](b, p, `(() => { window.shifts = {}; new PerformanceObserver((list) => {
		const view = document.querySelector("[role=tab][aria-selected=true]").id;
		for (const e of list.getEntries()) shifts[view] = (shifts[view] ?? 0) + e.value;
	}).observe({ type: "layout-shift" }); return 1; })()`)
	for _, view := range views {
		b.show(p, view)
		b.Until(view+" to show something", func() bool {
			return evaluate[bool](b, p, `!!document.querySelector("#view-`+view+` :is(.vrow, .empty, .screen, .tiles, .map)")`)
		})
		before := b.steps()
		b.Act(w, chromedp.Click(chromedp.CSS("h1")), chromedp.Click(rig.TestID("nav-settings")), chromedp.Click(rig.TestID("nav-home")))
		b.Until("steps", func() bool { return b.steps() >= before+2 })
	}
	shifts := evaluate[map[string]float64](b, p, `new Promise((r) => setTimeout(() => r(window.shifts), 300))`)
	t.Logf("shifts: %v", shifts)
	for view, sum := range shifts {
		if sum > shiftsMost {
			t.Errorf("%s moves by %.3f", view, sum)
		}
	}
}

// inject runs a script past the page's content security policy.
func inject(b *browser, ctx context.Context, script []byte) {
	b.T.Helper()
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[any]("(() => {"+string(script)+";return true})()")); err != nil {
		b.T.Fatal(err)
	}
}

// accessible reports axe's findings in a page. Nothing but its colours depends
// on the theme.
func (b *browser) accessible(ctx context.Context, name string) {
	b.T.Helper()
	for theme, rules := range map[string]string{"light": `{}`, "dark": `{runOnly: ["color-contrast"]}`} {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
			b.T.Fatal(err)
		}
		found := evaluate[[]violation](b, ctx, `axe.run(`+rules+`).then(({violations}) => violations.map((v) => ({id: v.id, help: v.help, nodes: v.nodes.map((n) => n.html.slice(0, 160) + " " + n.failureSummary.slice(0, 200))})))`)
		for _, v := range found {
			text, _ := json.Marshal(v.Nodes[:min(3, len(v.Nodes))])
			b.T.Errorf("%s, %s: %s: %s: %s", name, theme, v.ID, v.Help, text)
		}
	}
}
