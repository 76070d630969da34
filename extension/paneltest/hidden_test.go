package paneltest

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
	"cairn/shared/types"
)

// private is browsing of a person whose profile keeps needed names alone.
var private = []flow{
	{ago: 10 * time.Minute, keep: types.KeepNeeded, acts: []deed{
		{tool: "mm_click", screen: "people", role: "link", name: "Janneke de Wit"},
		{tool: "mm_click", screen: "janneke", role: "link", name: "Her orders", id: "order-list"},
		{tool: "mm_type", screen: "orders", role: "textbox", name: "Reason"},
		{tool: "mm_click", screen: "orders", role: "button", name: "Cancel order", failed: types.CodeTargetNotFound}}},
	{ago: 20 * time.Minute, keep: types.KeepNeeded, acts: []deed{
		{tool: "mm_click", screen: "people", role: "link", name: "Pieter Smit"},
		{tool: "mm_click", screen: "orders", role: "button", name: "Cancel order"}}},
}

// openRow opens the row of a view's list that says a text, wherever in the list it
// is: a list makes no rows that are far from the visible part.
func (b *browser) openRow(p context.Context, view, text string) {
	b.T.Helper()
	b.Until(fmt.Sprintf("a row in %s that says %q", view, text), func() bool {
		return evaluate[bool](b, p, fmt.Sprintf(`(async () => {
			const list = document.querySelector("#view-%s .vlist");
			for (let at = 0; at <= list.scrollHeight; at += list.clientHeight || Infinity) {
				list.scrollTop = at;
				await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
				const row = [...list.querySelectorAll(".vrow")].find((e) => e.innerText.includes(%q));
				row?.scrollIntoView({block: "nearest"});
				row?.click();
				if (row) return true;
			}
			return false;
		})()`, view, text))
	})
}

// openPrivate opens the first of the private sessions, of which so many others were seeded before.
func (b *browser) openPrivate(p context.Context, others int) {
	b.T.Helper()
	evaluate[any](b, p, fmt.Sprintf(`(location.hash = "sessions/seed-%04d", 1)`, others))
	b.Says(p, "#view-sessions .pane", "link (name not kept)")
}

// hashes matches the parts of hidden names and segments.
var hashes = regexp.MustCompile(`\[hidden|~[A-Za-z0-9_-]{6}`)

// showsNoHash fails where any text or label of a page is a hash, or names a
// hidden text.
func (b *browser) showsNoHash(p context.Context, where string) {
	b.T.Helper()
	text := evaluate[string](b, p, `document.body.innerText + [...document.querySelectorAll("*")].flatMap((e) => [e.title, e.getAttribute("aria-label"), e.value, e.placeholder]).filter((t) => typeof t === "string").join("\n")`)
	if found := hashes.FindString(text); found != "" || strings.Contains(text, "Janneke") {
		b.T.Errorf("%s shows %q:\n%s", where, found, text)
	}
}

// TestNoPageShowsAHash opens steps that keep needed names alone on every page: they
// say in words that a name is not kept.
func TestNoPageShowsAHash(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, slices.Concat(flows, private)))
	p := b.panel("timeline")
	b.press(p, "#view-timeline .segments", "All sessions")
	b.Says(p, "#view-timeline .under", strings.TrimPrefix(b.URL, "http://"))
	b.openRow(p, "timeline", "link (name not kept)")
	b.Says(p, "#view-timeline .pane", "Names of what was only visible are kept as hashes")
	b.showsNoHash(p, "a step")
	b.press(p, "#view-timeline .pane", "Forget element…")
	b.Says(p, "dialog", "Forget link (name not kept) on")
	b.showsNoHash(p, "the question whether to forget")
	b.Says(p, "dialog", "1 step")
	b.press(p, "dialog", "Cancel")
	b.openRow(p, "timeline", "order-list")
	b.Says(p, "#view-timeline .pane", "order-list")
	b.showsNoHash(p, "a step on a test id")

	b.openPrivate(p, len(flows))
	b.Says(p, "#view-sessions .pane", "Names of what was only visible are kept as hashes")
	b.showsNoHash(p, "a session")
	evaluate[any](b, p, `(() => { const s = document.querySelector("#view-sessions .pane select"); s.value = [...s.options].filter((o) => o.text.includes("Browsing")).at(0).value; s.dispatchEvent(new Event("change")); })()`)
	b.Says(p, "#view-sessions .pane", "only here")
	b.showsNoHash(p, "two sessions")
	if n := evaluate[int](b, p, `[...document.querySelectorAll("#view-sessions td.only")].filter((e) => e.innerText.includes("(name not kept)")).length`); n < 2 {
		t.Errorf("%d links stand in one of the sessions alone, want both: their names are two", n)
	}

	b.show(p, "search")
	b.Act(p, chromedp.SendKeys(chromedp.CSS("#view-search .query"), "order"))
	b.Says(p, "#view-search .vrow", "order-list")
	b.openRow(p, "search", "order-list")
	b.Says(p, "#view-search .pane", "Why this was found")
	b.showsNoHash(p, "the search")
	b.show(p, "site")
	b.Says(p, "#view-site", "127.0.0.1")
	b.showsNoHash(p, "site memory")
	b.show(p, "map")
	evaluate[any](b, p, `(async (s) => { s.focus(); while (s.options.length < 2) await new Promise((r) => setTimeout(r, 50)); s.selectedIndex = 1; s.dispatchEvent(new Event("change")); s.blur(); })(document.querySelector("#view-map select"))`)
	b.Says(p, "#view-map .map-status", "screens")
	b.showsNoHash(p, "the map")
	b.onMap(p, "…", "click")
	b.Says(p, "#view-map .pane", "(name not kept)")
	b.showsNoHash(p, "a screen of the map")
	s := b.Tab(rig.Origin + "/search/search.html?q=cancel")
	b.Says(s, ".vrow", "Cancel order")
	b.showsNoHash(s, "the search page")
	pop := b.Tab(rig.Origin + "/popup/popup.html")
	b.Act(pop, chromedp.SendKeys(chromedp.CSS("#query"), "order"))
	b.Says(pop, "#results", "order-list")
	b.showsNoHash(pop, "the popup")
}
