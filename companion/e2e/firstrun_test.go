package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"cairn/companion/chromium"
	"cairn/extension"
)

// TestTheFirstRunEndsOnTheSample goes the way of somebody who installed the
// extension by hand: the page that opens, the code of cairn pair, the sample
// wallet that the companion serves, and the memory of it. All sites
// are never asked for.
func TestTheFirstRunEndsOnTheSample(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startDaemon()
	w.openUnpairedBrowser()
	page := w.shownTab(extensionURL("firstrun/firstrun.html"))
	w.says(page, "#no-sample", "once it is connected")

	code, _, _ := strings.Cut(w.mustCairn("pair"), "\n")
	page.write("#code", code)
	page.click("#pairing button")
	w.says(page, "#companion-text", "Connected")
	w.says(page, "#sample-note", "correct horse")
	w.answersYes("http://127.0.0.1/*", "https://127.0.0.1/*")
	page.click("#open-sample")
	wallet := w.shownTab("http://127.0.0.1")
	wallet.write(`[data-testid="unlock-password"]`, "correct horse")
	wallet.click(`[data-testid="unlock-submit"]`)
	w.says(page, "#steps", "Unlock")
	w.says(page, "#next", "Press F12")
	w.eventually("the companion remembers it, too", func() bool {
		out, err := w.cairn("search", "unlock")
		return err == nil && strings.Contains(out, "unlock-submit")
	})
	w.eventually("the sizes on disk are known", func() bool {
		h := page.health()
		return h.BrowserBytes > 0 && h.CompanionBytes > 0
	})
	if mode := evaluate[any](page, `chrome.storage.local.get("mode").then((s) => s.mode ?? null)`); mode != nil {
		t.Errorf("the mode is %v, though nobody chose one", mode)
	}
	w.wantNoTrace(t, "correct horse")
}

// answersYes is the person's answer to Chrome's question for access, given
// before it is asked: no page of a headless browser can click its dialog.
func (w *world) answersYes(origins ...string) {
	w.t.Helper()
	settings := w.person("chrome://extensions/")
	for _, origin := range origins {
		evaluate[any](settings, fmt.Sprintf(`chrome.developerPrivate.addHostPermission(%q, %q)`, extension.ID, origin))
	}
}

// openUnpairedBrowser starts Chromium with the extension as a web store would
// give it.
func (w *world) openUnpairedBrowser() {
	w.t.Helper()
	if err := os.CopyFS(w.extension, extension.Files); err != nil {
		w.t.Fatal(err)
	}
	binary, err := chromium.Find()
	if err != nil {
		w.t.Fatal(err)
	}
	if w.browser, err = chromium.Start(chromium.Options{Binary: binary, Extension: w.extension, BySwitch: true, Profile: w.profile, Headless: true, DevToolsPort: 0}); err != nil {
		w.t.Fatal(err)
	}
	if w.devtool, err = chromium.DevToolsAddress(w.profile, patience); err != nil {
		w.t.Fatal(err)
	}
}

// shownTab waits for a tab that the browser has opened by itself and takes it
// over.
func (w *world) shownTab(prefix string) *person {
	w.t.Helper()
	looker := w.attach("")
	var id target.ID
	w.eventually("a tab shows "+prefix, func() bool {
		infos, err := chromedp.Targets(looker.ctx)
		for _, info := range infos {
			if info.Type == "page" && strings.HasPrefix(info.URL, prefix) {
				id = info.TargetID
			}
		}
		return err == nil && id != ""
	})
	return w.attach(id)
}

// says waits until the element of a selector shows a text.
func (w *world) says(p *person, css, text string) {
	w.t.Helper()
	w.eventually(css+" says "+text, func() bool {
		return strings.Contains(evaluate[string](p, "document.querySelector('"+css+"')?.innerText ?? ''"), text)
	})
}
