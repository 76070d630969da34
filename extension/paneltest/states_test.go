package paneltest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
)

// TestThePanelSaysWhatIsWrongAndRecovers meets one fault after the other in one
// browser: each is shown with its remedy, and is over by itself when its cause is.
func TestThePanelSaysWhatIsWrongAndRecovers(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	w := b.Tab(b.URL + "/")
	p := b.panel("health")
	b.deadCore(p)
	b.silentCore(p)
	b.notAllowed(p)
	b.fullDisk(w, p)
	b.companionGone(p)
}

// TestEveryViewSaysThatTheMemoryIsNewer opens the panel of an extension that is older than
// its memory, as after going back to an older version.
func TestEveryViewSaysThatTheMemoryIsNewer(t *testing.T) {
	b := start(t)
	b.Tab(b.URL + "/")
	p := b.panel("search")
	b.Act(p, chromedp.SendKeys(chromedp.CSS("#view-search .query"), "xyzzy"))
	b.Says(p, "#view-search", "Nothing matches")
	evaluate[any](b, b.Ctx, `new Promise((resolve, reject) => {
		const open = indexedDB.open("cairn", 1000);
		open.onerror = () => reject(open.error);
		open.onsuccess = () => resolve(open.result.close());
	})`)
	for _, view := range views {
		b.show(p, view)
		b.Says(p, "#view-"+view, "newer version of this extension")
		b.Says(p, "#view-"+view, "Update the extension")
	}
}

// deadCore ends the offscreen document under the open panel: the next question
// has another core, and the panel needs no reload.
func (b *browser) deadCore(p context.Context) {
	b.T.Helper()
	b.Says(p, "#view-health", "remembered")
	b.Says(p, "#view-health", "No companion")
	b.Until("the size on disk", func() bool {
		return evaluate[bool](b, p, `/[\d.]+ [kM]B here/.test(document.getElementById("view-health").innerText)`)
	})
	evaluate[any](b, b.Ctx, `chrome.offscreen.closeDocument()`)
	b.Act(p, chromedp.Click(chromedp.CSS("#tab-search")), chromedp.SendKeys(chromedp.CSS(".query"), "send"))
	b.Says(p, "#view-search .vrow", "Send")
	b.Act(p, chromedp.Click(chromedp.CSS("#tab-health")))
	b.Says(p, "#view-health", "remembered")
}

// silentCore has every question to the core fail: each view says so and names the
// remedy, and shows its contents by itself when the core answers again.
func (b *browser) silentCore(p context.Context) {
	b.T.Helper()
	evaluate[any](b, p, `(() => {
		const send = chrome.runtime.sendMessage.bind(chrome.runtime);
		chrome.runtime.sendMessage = async (m, ...rest) => (window.silent && m.kind === "core" ? { core: { error: { code: "CORE_DIED", message: "the core does not run", hint: "Ask again later." } } } : send(m, ...rest));
		return 1;
	})()`)
	silent := func(on bool) { evaluate[any](b, p, fmt.Sprintf(`(window.silent = %t, 1)`, on)) }
	silent(true)
	for _, view := range []string{"page", "timeline", "search", "sessions", "site", "map", "kb", "flows"} {
		b.show(p, view)
		b.Says(p, "#view-"+view+" [role=alert]", "the core does not run")
		b.Says(p, "#view-"+view+" [role=alert]", "Ask again later")
	}
	for view, shows := range map[string]string{"kb": "draft", "timeline": "Went to"} {
		silent(true)
		b.show(p, view)
		b.Says(p, "#view-"+view+" [role=alert]", "the core does not run")
		silent(false)
		b.Says(p, "#view-"+view, shows)
		b.Until(view+" to be well again", func() bool { return evaluate[bool](b, p, `!document.querySelector("#view-`+view+` [role=alert]")`) })
	}
}

// companionGone pairs with one that is not there.
func (b *browser) companionGone(p context.Context) {
	b.T.Helper()
	code := "1-" + "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
	evaluate[any](b, b.Ctx, `chrome.runtime.sendMessage({to: "offscreen", kind: "pair", code: "`+code+`"})`)
	b.show(p, "health")
	b.Says(p, "#view-health", "Companion offline")
	// On a machine where somebody's companion runs, that one answers, with
	// another key.
	b.Until("the advice what to do", func() bool {
		advice := evaluate[string](b, p, `document.querySelector("#view-health .notice")?.innerText ?? ""`)
		return strings.Contains(advice, "cairn run") || strings.Contains(advice, "cairn pair")
	})
}

// notAllowed withdraws the permission while the panel is open, pauses, and gives
// it again from the panel.
func (b *browser) notAllowed(p context.Context) {
	b.T.Helper()
	b.show(p, "page")
	b.Says(p, "#view-page .screen-name", "unlock")
	again := func() { b.press(p, "#view-page .screen", "Look again") }
	evaluate[any](b, b.Ctx, `chrome.storage.local.set({mode: "chosen"})`)
	again()
	b.Says(p, "#view-page .notice", "is not remembered")
	evaluate[any](b, b.Ctx, `chrome.storage.local.set({paused: true})`)
	again()
	b.Says(p, "#view-page .notice", "Paused everywhere")
	evaluate[any](b, b.Ctx, `chrome.storage.local.set({paused: false})`)
	again()
	b.Says(p, "#view-page .notice", "is not remembered")
	b.press(p, "#view-page .notice", "Remember this site")
	b.Until("the notice to go", func() bool { return evaluate[bool](b, p, `!document.querySelector("#view-page .notice")`) })
}

// TestTheSearchPageNeedsNoCompanion asks by its address, as the omnibox does.
func TestTheSearchPageNeedsNoCompanion(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	s := b.Tab(rig.Origin + "/search/search.html?q=transfer%20money")
	b.Says(s, ".vrow", "“Send”")
	b.Says(s, ".vhead", strings.TrimPrefix(b.URL, "http://"))
	b.Says(s, ".vrow", "2 times")
	if order := evaluate[[]bool](b, s, `[...document.querySelectorAll(".vrow")].sort((a, b) => Number.parseInt(a.style.top) - Number.parseInt(b.style.top)).map((e) => !!e.querySelector(".outcome.ok"))`); slices.Index(order, false) >= 0 && slices.Contains(order[slices.Index(order, false):], true) {
		t.Errorf("a failure stands above what worked: %v", order)
	}
	b.click(s, ".vrow")
	b.Says(s, ".pane summary", "Why this was found")
	if evaluate[bool](b, s, `document.querySelector(".why").open`) {
		t.Error("the explanation is not folded")
	}
	evaluate[any](b, s, `((s) => { s.value = "failed"; s.dispatchEvent(new Event("change")); })(document.querySelector("[aria-label=Outcome]"))`)
	b.Says(s, ".vhead", "Failed: ")
	b.Until("failures alone", func() bool { return evaluate[int](b, s, `document.querySelectorAll(".vrow .outcome.ok").length`) == 0 })
	b.click(s, ".filter.set button")
	b.Until("all again", func() bool { return evaluate[int](b, s, `document.querySelectorAll(".vrow .outcome.ok").length`) > 0 })
	evaluate[any](b, s, `document.querySelector(".query").select()`)
	b.Act(s, chromedp.SendKeys(chromedp.CSS(".query"), "xyzzy"))
	b.Says(s, ".note-host", "Nothing matches")
	if q := evaluate[string](b, s, `new URLSearchParams(location.search).get("q")`); q != "xyzzy" {
		t.Errorf("the address says %q", q)
	}
}

// fullDisk makes every write fail as Chrome does on a full disk: the panel says
// so and names the remedy, and takes it back when there is room again.
func (b *browser) fullDisk(w, p context.Context) {
	b.T.Helper()
	b.show(p, "health")
	b.Says(p, "#view-health", "remembered")
	ids := b.targets("the offscreen document", func(i *target.Info) bool { return strings.HasPrefix(i.URL, rig.Origin+"/offscreen/offscreen.html") })
	o := b.attach(ids[0])
	evaluate[any](b, o, `(() => { const real = globalThis.realTransaction = IDBDatabase.prototype.transaction;
		IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
			if (mode === "readwrite") throw new DOMException("full", "QuotaExceededError");
			return real.call(this, stores, mode, ...rest);
		}; return 1; })()`)
	b.Act(w, chromedp.Click(chromedp.CSS("h1")), chromedp.SendKeys(rig.TestID("unlock-password"), "x"), chromedp.Click(rig.TestID("unlock-submit")))
	b.Says(p, "#view-health .notice", "no room left")
	b.Says(p, "#view-health .notice", "Free some space")
	evaluate[any](b, o, `(IDBDatabase.prototype.transaction = globalThis.realTransaction, 1)`)
	before := b.steps()
	b.Act(w, chromedp.SendKeys(rig.TestID("unlock-password"), "y"), chromedp.Click(rig.TestID("unlock-submit")))
	b.Until("a step to be kept again", func() bool { return b.steps() > before })
	b.Until("the notice to go", func() bool { return evaluate[bool](b, p, `!document.querySelector("#view-health .notice")`) })
}

// TestAViewShowsWhileChangesCome has something remembered more often than a
// slow machine answers: the findings are shown all the same.
func TestAViewShowsWhileChangesCome(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	b.Tab(b.URL + "/#/home")
	p := b.panel("health")
	b.Says(p, "#view-health", "remembered")
	evaluate[any](b, p, `(() => {
		const real = chrome.runtime.sendMessage.bind(chrome.runtime);
		chrome.runtime.sendMessage = async (...args) => { await new Promise((r) => setTimeout(r, 250)); return real(...args); };
		setInterval(() => chrome.runtime.onMessage.dispatch({to: "pages", kind: "changed"}, {id: chrome.runtime.id}, () => {}), 40);
		return 1;
	})()`)
	for view, shows := range map[string]string{"page": "unlock", "sessions": "Send 0.1 ETH", "site": "127.0.0.1", "kb": "draft"} {
		b.show(p, view)
		b.Says(p, "#view-"+view, shows)
	}
}
