package e2e

import (
	"bytes"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// observed is a page that notes everything a script could notice of something in
// front of it: elements, focus, size, and being covered.
const observed = `<!doctype html><title>Observed</title><h1>Observed</h1><button data-testid="act">Act</button><script>
	window.noticed = [];
	for (const event of ["blur", "focus", "resize", "visibilitychange", "mouseleave"]) addEventListener(event, () => noticed.push(event), true);
	new MutationObserver((all) => noticed.push(all.map((m) => m.type + " " + m.target.nodeName).join())).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
</script>`

// theWindowShowsWhatAnAgentDoes switches the small window on, and watches an agent in
// it. Neither the page nor its pictures may contain a trace of it.
func theWindowShowsWhatAnAgentDoes(t *testing.T, w *world) {
	t.Helper()
	site := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(observed)) }))
	window := extensionURL("popup/window.html")
	probe := w.inExtension()
	windows := func() (n int) {
		infos, err := chromedp.Targets(probe.ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, info := range infos {
			if info.URL == window {
				n++
			}
		}
		return n
	}
	picture := func(a *agent) []byte {
		var got tool.ScreenshotResult
		a.do("mm_screenshot", nil).into(t, &got)
		bytes, err := os.ReadFile(got.Screenshot.Path)
		if err != nil {
			t.Fatal(err)
		}
		return bytes
	}
	act := map[string]any{"testId": "act"}

	a := w.stdioAgent("seen")
	a.do("mm_launch", map[string]any{"url": site, "goal": "Be seen"})
	a.do("mm_click", act)
	before := picture(a)
	if windows() > 0 {
		t.Fatal("a window opened in a browser that a program drives, where nobody chose it")
	}
	p := w.takeTab(site)
	evaluate[any](p, `(noticed.length = 0, 1)`)
	size := evaluate[string](p, `[innerWidth, innerHeight, document.hasFocus(), document.documentElement.outerHTML].join()`)

	w.person(extensionURL("popup/popup.html")).click("#window-toggle + span")
	w.eventually("the person's choice is stored", func() bool {
		return evaluate[bool](w.inExtension(), `chrome.storage.local.get("watchWindow").then((s) => !!s.watchWindow)`)
	})
	a.do("mm_click", act)
	shown := w.shownTab(window)
	w.says(shown, "#acts", "An agent works in this tab: Be seen")
	w.says(shown, "#acts", "Last: Click “Act”")
	if got := evaluate[string](p, `noticed.join()`); got != "" {
		t.Errorf("the page noticed %s", got)
	}
	if got := evaluate[string](p, `[innerWidth, innerHeight, document.hasFocus(), document.documentElement.outerHTML].join()`); got != size {
		t.Errorf("the page was %s and is %s", size, got)
	}
	if after := picture(a); !bytes.Equal(before, after) {
		t.Errorf("the page's picture changed from %d to %d bytes", len(before), len(after))
	}

	shown.click("#acts .watch button")
	w.says(shown, "#acts", "You stopped the agent")
	if got := a.call("mm_click", act); got.OK || got.Error.Code != types.CodeActionDenied || !strings.Contains(got.Error.Message, "the person stopped") {
		t.Errorf("after Stop in the window it is answered %s", got.Text)
	}
	shown.click("#acts .watch button")
	a.do("mm_click", act)
	evaluate[any](shown, `(window.close(), 1)`)
	w.eventually("the window is closed", func() bool { return windows() == 0 })
	a.do("mm_click", act)
	b := w.stdioAgent("next")
	b.do("mm_launch", map[string]any{"url": site + "/next", "goal": "Be seen next"})
	b.do("mm_click", act)
	shown = w.shownTab(window) // for the next session, and not for the one for which it was closed
	w.says(shown, "#acts", "Be seen next")
	b.do("mm_cleanup", nil)
	a.do("mm_cleanup", nil)
	w.eventually("the window closes when no session is left", func() bool { return windows() == 0 })
	evaluate[any](w.inExtension(), `chrome.storage.local.remove("watchWindow")`)
}
