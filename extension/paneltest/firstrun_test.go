package paneltest

import (
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
)

// TestTheFirstRunEndsWithAMemory: the page opens by itself, lets the person
// choose, says how a wrong pairing code is mended and where a sample comes
// from, and shows the first step. With a companion: companion/e2e.
func TestTheFirstRunEndsWithAMemory(t *testing.T) {
	b := start(t)
	b.targets("the page that opens on installing", func(i *target.Info) bool { return i.URL == rig.Origin+"/firstrun/firstrun.html" })
	evaluate[any](b, b.Ctx, `chrome.storage.local.clear()`)
	f := b.Tab(rig.Origin + "/firstrun/firstrun.html")
	b.Says(f, "#mode-note", "switch it on")
	if evaluate[bool](b, f, `document.querySelector("[value=all]").checked`) {
		t.Error("all sites are chosen before anybody chose")
	}
	b.Act(f, chromedp.Click(chromedp.CSS("[value=all]")))
	b.Says(f, "#mode-note", "Every site")
	if mode := evaluate[string](b, b.Ctx, `chrome.storage.local.get("mode").then((s) => s.mode)`); mode != "all" {
		t.Errorf("mode %q", mode)
	}
	if !evaluate[bool](b, f, `document.querySelector("[value=needed]").checked`) {
		t.Error("all names are kept before anybody chose")
	}
	b.Act(f, chromedp.Click(chromedp.CSS("[value=full]")))
	b.Says(f, "#keep-note", "All names are kept")
	b.Act(f, chromedp.Click(chromedp.CSS("[value=needed]")))
	b.Says(f, "#keep-note", "Only names that are used")
	if keep := evaluate[string](b, b.Ctx, `chrome.storage.local.get("keep").then((s) => s.keep)`); keep != "needed" {
		t.Errorf("keeps %q", keep)
	}
	b.Says(f, "#companion-text", "companion")
	b.Act(f, chromedp.SendKeys(chromedp.CSS("#code"), "nonsense"), chromedp.Click(chromedp.CSS("#pairing button")))
	b.Says(f, "#pairing-note", "not a pairing code")
	b.Says(f, "#no-sample", "once it is connected")
	if evaluate[bool](b, f, `document.getElementById("open-sample").checkVisibility()`) {
		t.Error("a sample is offered that nobody serves")
	}
	w := b.Tab(b.URL + "/")
	b.Act(w, chromedp.SendKeys(rig.TestID("unlock-password"), "correct horse"), chromedp.Click(rig.TestID("unlock-submit")))
	b.Says(f, "#steps", "Clicked")
	b.Says(f, "#next", "Press F12")
}
