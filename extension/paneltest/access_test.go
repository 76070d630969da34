package paneltest

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"cairn/extension"
	"cairn/extension/rig"
	"cairn/testdata/pages"
)

// startOwn runs a browser as a person's own: the extension sees no site.
func startOwn(t *testing.T) *browser {
	t.Helper()
	b := &browser{rig.Start(t, extension.Files, http.FileServerFS(pages.Wallet()))}
	b.Until("the core to run", b.coreRuns)
	return b
}

// TestAccessIsGivenTakenAndGivenAgain goes the way of somebody who remembers
// sites one by one: nothing is seen before the switch in the popup, access that is
// taken back at chrome://extensions is reported at once and ends the actions under
// way, and the panel asks for it again.
func TestAccessIsGivenTakenAndGivenAgain(t *testing.T) {
	b := startOwn(t)
	site := []string{"http://127.0.0.1/*", "https://127.0.0.1/*"}
	w := b.Tab(b.URL + "/")
	use := func() {
		t.Helper()
		b.Act(w, chromedp.SendKeys(rig.TestID("unlock-password"), "x"), chromedp.Click(chromedp.CSS("h1")))
	}
	use()
	pop := b.Tab(rig.Origin + "/popup/popup.html")
	b.Says(pop, "#site-state", "Not remembered")
	b.Says(pop, "#worked-note", "until you switch it on")
	p := b.panel("page")
	b.Says(p, "#view-page", "gives Cairn no access")
	if n := b.steps(); n != 0 {
		t.Errorf("%d steps were recorded without access", n)
	}

	settings := b.Settings()
	settings.Grant(site...)
	if evaluate[bool](b, pop, `chrome.permissions.contains({origins: ["http://127.0.0.1/*"]})`) {
		t.Fatal("access is there before the extension asked for it")
	}
	b.Act(pop, chromedp.Click(chromedp.CSS("#site .switch")))
	b.Says(pop, "#site-state", "Remembering")
	b.Says(p, "#view-page", "Nothing is remembered for this screen yet")
	use()
	b.Until("a step in the page that was open before", func() bool { return b.steps() > 0 })

	settings.TakeBack(site[0])
	b.Says(p, "#view-page .notice", "gives Cairn no access")
	b.Says(pop, "#site-state", "Not remembered")
	kept := b.steps()
	use()
	reply := evaluate[map[string]any](b, b.Ctx, `(async () => {
		const tab = (await chrome.tabs.query({})).find((t) => t.url.startsWith("http:"));
		return (await chrome.runtime.sendMessage({to: "worker", kind: "call", call: {kind: "observe", observe: {tabId: tab.id}}})).reply.error;
	})()`)
	if reply["code"] != "MM_PAGE_NOT_ALLOWED" || reply["hint"] == nil {
		t.Errorf("a look without access answers %v", reply)
	}

	settings.Grant(site...)
	b.press(p, "#view-page", "Allow this site")
	b.Says(p, "#view-page .screen-name", "unlock")
	if n := b.steps(); n != kept {
		t.Errorf("%d steps were recorded without access", n-kept)
	}
	use()
	b.Until("a step after access was given again", func() bool { return b.steps() > kept })

	b.Act(pop, chromedp.Click(chromedp.CSS("#site .switch")))
	b.Says(pop, "#site-state", "Not remembered")
	b.Until("access to be given back", func() bool {
		return !evaluate[bool](b, pop, `chrome.permissions.contains({origins: ["http://127.0.0.1/*"]})`)
	})
}

// TestAllSitesAreAskedForOnce chooses them on the first run's page: refused,
// nothing changes; granted, every site is remembered, also after the browser
// took it away and the person gave it again.
func TestAllSitesAreAskedForOnce(t *testing.T) {
	b := startOwn(t)
	f := b.Tab(rig.Origin + "/firstrun/firstrun.html")
	b.Says(f, "#mode-note", "switch it on")
	evaluate[any](b, f, `(chrome.permissions.request = async () => false, 1)`)
	b.Act(f, chromedp.Click(chromedp.CSS("[value=all]")))
	b.Says(f, "#mode-note", "Access was refused")
	chosen := func() bool { return evaluate[bool](b, f, `document.querySelector("[value=chosen]").checked`) }
	b.Until("the choice to be as before", chosen)

	f = b.Tab(rig.Origin + "/firstrun/firstrun.html")
	settings := b.Settings()
	settings.Grant(everywhere...)
	b.Act(f, chromedp.Click(chromedp.CSS("[value=all]")))
	b.Says(f, "#mode-note", "Every site")
	w := b.Tab(b.URL + "/")
	b.Act(w, chromedp.SendKeys(rig.TestID("unlock-password"), "x"), chromedp.Click(chromedp.CSS("h1")))
	b.Says(f, "#steps", "Password")

	settings.TakeBack(everywhere...)
	b.Says(f, "#mode-note", "Choose it again")
	p := b.panel("health")
	b.Says(p, "#view-health .notice", "All sites are to be remembered")
	settings.Grant(everywhere...)
	b.press(p, "#view-health", "Allow all sites")
	b.Says(f, "#mode-note", "Every site")
	b.Until("the notice to go", func() bool { return evaluate[bool](b, p, `!document.querySelector("#view-health .notice")`) })
}

// everywhere lists the origins of "all sites".
var everywhere = []string{"http://*/*", "https://*/*"}
