package paneltest

import (
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// TestTheFirstRunEndsWithAMemory: the page opens by itself, lets the person
// choose, says how a wrong pairing code is mended and where a sample comes
// from, and shows the first step. With a companion: companion/e2e.
func TestTheFirstRunEndsWithAMemory(t *testing.T) {
	b := start(t)
	b.targets("the page that opens on installing", func(i *target.Info) bool { return i.URL == origin+"/firstrun/firstrun.html" })
	evaluate[any](b, b.ctx, `chrome.storage.local.clear()`)
	f := b.tab(origin + "/firstrun/firstrun.html")
	b.says(f, "#mode-note", "switch it on")
	if evaluate[bool](b, f, `document.querySelector("[value=all]").checked`) {
		t.Error("all sites are chosen before anybody chose")
	}
	b.act(f, chromedp.Click(chromedp.CSS("[value=all]")))
	b.says(f, "#mode-note", "Every site")
	if mode := evaluate[string](b, b.ctx, `chrome.storage.local.get("mode").then((s) => s.mode)`); mode != "all" {
		t.Errorf("mode %q", mode)
	}
	b.says(f, "#companion-text", "on its own")
	b.act(f, chromedp.SendKeys(chromedp.CSS("#code"), "nonsense"), chromedp.Click(chromedp.CSS("#pairing button")))
	b.says(f, "#pairing-note", "code")
	b.says(f, "#no-sample", "once it is connected")
	if evaluate[bool](b, f, `document.getElementById("open-sample").checkVisibility()`) {
		t.Error("a sample is offered that nobody serves")
	}
	w := b.tab(b.url + "/")
	b.act(w, chromedp.SendKeys(testID("unlock-password"), "correct horse"), chromedp.Click(testID("unlock-submit")))
	b.says(f, "#steps", "Clicked")
	b.says(f, "#next", "Press F12")
}
