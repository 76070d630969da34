package paneltest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// everything returns the contents of the extension's database, as text.
const everything = `new Promise((resolve, reject) => {
	const open = indexedDB.open("cairn");
	open.onerror = () => reject(open.error);
	open.onsuccess = () => {
		const stores = [...open.result.objectStoreNames];
		const tx = open.result.transaction(stores);
		const all = stores.map((name) => new Promise((done) => { tx.objectStore(name).getAll().onsuccess = (e) => done(e.target.result); }));
		Promise.all(all).then((rows) => { open.result.close(); resolve(JSON.stringify(rows.flat())); });
	};
})`

// TestForgettingLeavesNothing forgets an element, a session, a site and
// everything in the panel: a deleted record is neither found nor on the disk, also
// not by a new core.
func TestForgettingLeavesNothing(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	b.Tab(b.URL + "/#/home")
	p := b.panel("search")
	find := func(query string) {
		b.show(p, "search")
		evaluate[any](b, p, fmt.Sprintf(`(() => { const q = document.querySelector(".query"); q.value = %q; q.dispatchEvent(new Event("input")); })()`, query))
	}
	agree := func(title string) {
		t.Helper()
		b.Says(p, "dialog h2", title)
		b.Act(p, chromedp.Click(chromedp.CSS("dialog .dialog-buttons button:last-child")))
	}
	press := func(css, text string) {
		t.Helper()
		b.Until("a button "+text, func() bool {
			return evaluate[bool](b, p, fmt.Sprintf(`(() => { const e = [...document.querySelectorAll(%q)].find((e) => e.innerText.replace(/^[✓✕]\s*/, "").startsWith(%q)); e?.click(); return !!e; })()`, css, text))
		})
	}
	gone := func(words ...string) {
		t.Helper()
		b.newCore()
		held := evaluate[string](b, b.Ctx, everything)
		for _, word := range words {
			if strings.Contains(held, word) {
				t.Errorf("%q is still in the database", word)
			}
		}
	}

	find("confirm-footer-button")
	press("#view-search .vrow", "Clicked “Confirm”")
	press("#view-search .pane button", "Forget element")
	agree("Forget “Confirm” on")
	b.Says(p, "#receipt", "Forgot 2 steps")
	gone("confirm-footer-button", `"Confirm"`)

	b.Act(p, chromedp.Click(chromedp.CSS("#tab-sessions")))
	press("#view-sessions .vrow", "Change the currency")
	press("#view-sessions .pane button", "Forget…")
	agree("Change the currency")
	b.Says(p, "#receipt", "Forgot 2 steps and 1 session")
	press("#receipt button", "Undo")
	b.Says(p, "#receipt", "2 steps are back")
	b.Says(p, "#view-sessions", "Change the currency to EUR")
	b.newCore()
	find("currency EUR")
	b.Says(p, "#view-search .vrow", "settings-currency")

	b.Act(p, chromedp.Click(chromedp.CSS("#tab-site")))
	press("#view-site button", "Forget site")
	agree("Forget everything on")
	b.Says(p, "#receipt", "Forgot 1")
	gone("settings-currency", "coin-overview-send", "Send 0.1 ETH", b.URL)
	if n := b.steps(); n != 0 {
		t.Errorf("%d steps are left", n)
	}
}

// TestForgettingASpanAndEverything uses the offers of Health.
func TestForgettingASpanAndEverything(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	b.Tab(b.URL + "/#/home")
	p := b.panel("health")
	before := b.steps()
	forget := func(what string) map[string]any {
		t.Helper()
		text := evaluate[string](b, p, `chrome.runtime.sendMessage({to: "offscreen", kind: "forget", forget: `+what+`}).then(JSON.stringify)`)
		var reply map[string]any
		if err := json.Unmarshal([]byte(text), &reply); err != nil {
			t.Fatal(err)
		}
		return reply
	}
	b.Says(p, "#view-health", "Forget a span of time")
	evaluate[any](b, p, `[...document.querySelectorAll("#view-health button")].find((e) => e.innerText.startsWith("Forget a span")).click()`)
	evaluate[any](b, p, `(() => { const s = document.querySelector("dialog select"); s.value = "24"; s.dispatchEvent(new Event("change")); })()`)
	b.Act(p, chromedp.Click(chromedp.CSS("dialog .dialog-buttons button:last-child")))
	b.Says(p, "dialog h2", "Forget the last day?")
	b.Act(p, chromedp.Click(chromedp.CSS("dialog .dialog-buttons button:last-child")))
	b.Says(p, "#receipt", "Forgot")
	if left := evaluate[string](b, b.Ctx, everything); strings.Contains(left, "0.1 ETH") || !strings.Contains(left, "2 ETH") || b.steps() > before-7 {
		t.Errorf("of %d steps %d are left", before, b.steps())
	}
	evaluate[any](b, p, `[...document.querySelectorAll("#view-health button")].find((e) => e.innerText.startsWith("Forget everything")).click()`)
	b.Says(p, "dialog", "This cannot be undone")
	b.Act(p, chromedp.Click(chromedp.CSS("dialog .dialog-buttons button:last-child")))
	b.Until("nothing to be left", func() bool { return b.steps() == 0 })
	if held := evaluate[string](b, b.Ctx, everything); strings.Contains(held, "coin-overview-send") || strings.Contains(held, "ETH") {
		t.Errorf("the database still holds %.300s", held)
	}
	for _, bad := range []string{`{}`, `{undo: true}`, `{element: {origin: ""}}`} {
		if reply := forget(bad); bad != `{}` && reply["error"] == nil && reply["receipt"].(map[string]any)["steps"] != 0.0 {
			t.Errorf("%s: %v", bad, reply)
		}
	}
}
