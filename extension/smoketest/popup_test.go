package smoketest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cairn/extension"
	"cairn/extension/rig"
)

// TestThePopupTellsAndDecides uses the popup as a person does, as a tab of its
// own about the page beside it.
func TestThePopupTellsAndDecides(t *testing.T) {
	b := start(t, pages())
	page := b.Tab(b.URL + "/")
	b.Act(b.Ctx, chromedp.Navigate("chrome-extension://"+extension.ID+"/popup/popup.html"))
	text := func(id string) string {
		return evaluate[string](b, b.Ctx, `document.getElementById("`+id+`").innerText`)
	}
	says := func(id, what string) {
		t.Helper()
		defer func() {
			if t.Failed() {
				t.Logf("%s says %q", id, text(id))
			}
		}()
		b.Until(id+" to say "+what, func() bool { return strings.Contains(text(id), what) })
	}
	says("site-name", strings.TrimPrefix(b.URL, "http://"))
	says("site-state", "Not remembered")
	says("worked-note", "Nothing is remembered")
	says("link-text", "No companion")

	b.Act(b.Ctx, chromedp.Click(chromedp.CSS("#site .switch")))
	says("site-state", "Remembering")
	b.Act(page, chromedp.Click(rig.TestID("send")))
	b.waitSteps(1)
	says("counts", "1 step in 1 session")

	b.Act(b.Ctx, chromedp.SendKeys(chromedp.CSS("#query"), "send tokens"))
	says("results", "“Send tokens”")
	evaluate[any](b, b.Ctx, `document.getElementById("query").value = ""`)
	b.Act(b.Ctx, chromedp.SendKeys(chromedp.CSS("#query"), "xyzzy"))
	says("search-note", "Nothing matches")

	b.Act(b.Ctx, chromedp.Click(chromedp.CSS("#pause")))
	says("site-state", "Paused everywhere")
	b.Act(page, chromedp.Click(rig.TestID("send")))
	b.Act(b.Ctx, chromedp.Click(chromedp.CSS("#pause")))
	says("site-state", "Remembering")
	b.Act(page, chromedp.Click(rig.TestID("send")))
	b.waitSteps(2)

	b.Act(b.Ctx, chromedp.SendKeys(chromedp.CSS("#code"), "123"), chromedp.Click(chromedp.CSS("#pairing button")))
	says("pairing-note", "not a pairing code")
}
