package paneltest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
)

// TestThePanelRecoversFromADeadCore ends the offscreen document under the open
// panel: the next question has another core, and the panel needs no reload.
func TestThePanelRecoversFromADeadCore(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	b.Tab(b.URL + "/")
	p := b.panel("health")
	b.Says(p, "#view-health", "Core runs")
	b.Says(p, "#view-health", "On its own")
	b.Until("the size on disk", func() bool {
		return evaluate[bool](b, p, `/This browser\s+[\d.]+ [kM]B/.test(document.getElementById("view-health").innerText)`)
	})
	evaluate[any](b, b.Ctx, `chrome.offscreen.closeDocument()`)
	b.Act(p, chromedp.Click(chromedp.CSS("#tab-search")), chromedp.SendKeys(chromedp.CSS(".query"), "send"))
	b.Says(p, "#view-search .vrow", "Send")
	b.Act(p, chromedp.Click(chromedp.CSS("#tab-health")))
	b.Says(p, "#view-health", "Core runs")
}

// TestThePanelSaysThatTheCompanionIsGone pairs with one that is not there.
func TestThePanelSaysThatTheCompanionIsGone(t *testing.T) {
	b := start(t)
	code := "1-" + "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
	evaluate[any](b, b.Ctx, `chrome.runtime.sendMessage({to: "offscreen", kind: "pair", code: "`+code+`"})`)
	p := b.panel("health")
	b.Says(p, "#view-health", "Offline")
	// On a machine where somebody's companion runs, that one answers, with
	// another key.
	b.Until("the advice what to do", func() bool {
		advice := evaluate[string](b, p, `document.querySelector("#view-health .notice")?.innerText ?? ""`)
		return strings.Contains(advice, "cairn run") || strings.Contains(advice, "cairn pair")
	})
}

// TestThePanelSaysWhatIsNotAllowed withdraws the permission while the panel is
// open, pauses, and gives it again from the panel.
func TestThePanelSaysWhatIsNotAllowed(t *testing.T) {
	b := start(t)
	b.Tab(b.URL + "/")
	p := b.panel("page")
	b.Says(p, "#view-page", "Nothing is remembered for this screen yet")
	again := func() { b.Act(p, chromedp.Click(chromedp.CSS("#view-page .screen button"))) }
	evaluate[any](b, b.Ctx, `chrome.storage.local.set({mode: "chosen"})`)
	again()
	b.Says(p, "#view-page .notice", "is not remembered")
	evaluate[any](b, b.Ctx, `chrome.storage.local.set({paused: true})`)
	again()
	b.Says(p, "#view-page .notice", "Paused everywhere")
	evaluate[any](b, b.Ctx, `chrome.storage.local.set({paused: false})`)
	again()
	b.Says(p, "#view-page .notice", "is not remembered")
	b.Act(p, chromedp.Click(chromedp.CSS("#view-page .notice button")))
	b.Until("the notice to go", func() bool { return evaluate[bool](b, p, `!document.querySelector("#view-page .notice")`) })
}

// TestTheSearchPageNeedsNoCompanion asks by its address, as the omnibox does.
func TestTheSearchPageNeedsNoCompanion(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	s := b.Tab(rig.Origin + "/search/search.html?q=transfer%20money")
	b.Says(s, ".vrow", "coin-overview-send")
	b.Act(s, chromedp.Click(chromedp.CSS(".vrow")))
	b.Says(s, ".pane", "Why this rank")
	evaluate[any](b, s, `document.querySelector(".query").select()`)
	b.Act(s, chromedp.SendKeys(chromedp.CSS(".query"), "xyzzy"))
	b.Says(s, ".note-host", "Nothing matches")
	if q := evaluate[string](b, s, `new URLSearchParams(location.search).get("q")`); q != "xyzzy" {
		t.Errorf("the address says %q", q)
	}
}

// TestThePanelSaysThatTheDiskIsFull makes every write fail as Chrome does on a
// full disk: the panel says so and what to do, and takes it back when there is
// room again.
func TestThePanelSaysThatTheDiskIsFull(t *testing.T) {
	b := start(t)
	w := b.Tab(b.URL + "/")
	p := b.panel("health")
	b.Says(p, "#view-health", "Core runs")
	ids := b.targets("the offscreen document", func(i *target.Info) bool { return strings.HasPrefix(i.URL, rig.Origin+"/offscreen/offscreen.html") })
	o := b.attach(ids[0])
	evaluate[any](b, o, `(() => { const real = globalThis.realTransaction = IDBDatabase.prototype.transaction;
		IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
			if (mode === "readwrite") throw new DOMException("full", "QuotaExceededError");
			return real.call(this, stores, mode, ...rest);
		}; return 1; })()`)
	b.Act(w, chromedp.Click(chromedp.CSS("h1")), chromedp.SendKeys(rig.TestID("unlock-password"), "x"), chromedp.Click(rig.TestID("unlock-submit")))
	b.Says(p, "#view-health .notice", "no room left")
	b.Says(p, "#view-health .notice", "Free some disk space")
	evaluate[any](b, o, `(IDBDatabase.prototype.transaction = globalThis.realTransaction, 1)`)
	before := b.steps()
	b.Act(w, chromedp.SendKeys(rig.TestID("unlock-password"), "y"), chromedp.Click(rig.TestID("unlock-submit")))
	b.Until("a step to be kept again", func() bool { return b.steps() > before })
	b.Until("the notice to go", func() bool { return evaluate[bool](b, p, `!document.querySelector("#view-health .notice")`) })
}

// TestAViewShowsWhileChangesCome has something remembered more often than a
// slow machine answers: what was found is shown all the same.
func TestAViewShowsWhileChangesCome(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	b.Tab(b.URL + "/#/home")
	p := b.panel("health")
	b.Says(p, "#view-health", "Core runs")
	evaluate[any](b, p, `(() => {
		const real = chrome.runtime.sendMessage.bind(chrome.runtime);
		chrome.runtime.sendMessage = async (...args) => { await new Promise((r) => setTimeout(r, 250)); return real(...args); };
		setInterval(() => chrome.runtime.onMessage.dispatch({to: "pages", kind: "changed"}, {id: chrome.runtime.id}, () => {}), 40);
		return 1;
	})()`)
	for view, shows := range map[string]string{"page": "unlock", "sessions": "Send 0.1 ETH", "site": "127.0.0.1", "kb": "draft"} {
		evaluate[any](b, p, `document.getElementById("tab-`+view+`").click()`)
		b.Says(p, "#view-"+view, shows)
	}
}
