package smoketest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
)

// TestNamesThatWereOnlySeenAreHidden clicks the same button under each mode.
func TestNamesThatWereOnlySeenAreHidden(t *testing.T) {
	b := start(t, pages())
	evaluate[any](b, b.Ctx, `chrome.storage.local.set({mode: "all"})`)
	site := strings.TrimPrefix(b.URL, "http://")
	page := b.Tab(b.URL + "/")
	b.waitSteps(1) // going there
	known := map[string]bool{}
	for i, test := range []struct {
		keep, site string
		clear      bool
	}{{"", "", false}, {"needed", "", false}, {"needed", "full", true}, {"full", "", true}, {"full", "needed", false}} {
		b.keep(test.keep)
		evaluate[any](b, b.Ctx, `chrome.storage.local.set({keepSites: `+describe(map[string]string{site: test.site})+`})`)
		b.Act(page, chromedp.Click(rig.TestID("send")))
		said := ""
		for _, step := range b.waitSteps(i + 2) {
			if step.Tool.Name == "mm_click" && !known[step.StepID] {
				known[step.StepID], said = true, describe(step)
			}
		}
		if !strings.Contains(said, "Send tokens") {
			t.Errorf("%+v: the name of the button is not in %s", test, said)
		}
		// A heading that was there before, and one that the click brought.
		for _, seen := range []string{"Accounts", "Transfer queued"} {
			if strings.Contains(said, seen) != test.clear {
				t.Errorf("%+v: %q in clear: %v, in %s", test, seen, !test.clear, said)
			}
		}
		evaluate[any](b, page, `document.querySelector("#out").innerHTML = ""`)
	}
}
