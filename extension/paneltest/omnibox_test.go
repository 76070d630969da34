package paneltest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"

	"cairn/extension/rig"
)

// TestTheOmniboxSearches sends the worker the events of Chrome when somebody
// types `cairn send` into the address bar: headless Chrome has no bar to type
// into.
func TestTheOmniboxSearches(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	ids := b.targets("the worker", func(i *target.Info) bool { return i.URL == rig.Origin+"/worker/main.js" })
	w := b.attach(ids[0])
	type suggestion struct{ Content, Description string }
	got := evaluate[[]suggestion](b, w, `new Promise((resolve) => chrome.omnibox.onInputChanged.dispatch("transfer money <b>", resolve))`)
	if len(got) == 0 || !strings.Contains(got[0].Description, "<match>") || strings.Contains(got[0].Description, "<b>") {
		t.Errorf("suggestions %+v", got)
	}
	evaluate[any](b, w, `chrome.omnibox.onInputEntered.dispatch("transfer money", "newForegroundTab")`)
	page := b.targets("the search page", func(i *target.Info) bool {
		return strings.HasPrefix(i.URL, rig.Origin+"/search/search.html?q=transfer%20money")
	})
	b.Says(b.attach(page[0]), ".vrow", "“Send”")
}
