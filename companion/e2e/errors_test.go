package e2e

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"cairn/shared/types"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// faultySite has a page on which much goes wrong, and addresses that never
// become a page.
func faultySite(rw http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/hang":
		<-r.Context().Done()
	case "/file.zip":
		rw.Header().Set("Content-Type", "application/zip")
		rw.Header().Set("Content-Disposition", "attachment")
		fmt.Fprint(rw, "PK")
	case "/next":
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(rw, `<!doctype html><title>Next</title><h1>Next</h1><button>Burn</button><button>Burn more</button>`)
	default:
		rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(rw, faultyPage)
	}
}

const faultyPage = `<!doctype html><html lang="en"><title>Faulty</title><h1>Faulty</h1>
<button data-testid="save">Save</button>
<button data-testid="off" disabled>Off</button>
<button data-testid="gone" hidden>Gone</button>
<button data-testid="flat" style="height:0;padding:0;border:0;overflow:hidden">Flat</button>
<div style="position: relative"><button data-testid="under">Under</button>
<div role="dialog" aria-label="Cookies" style="position: absolute; inset: 0; background: white">Eat them?</div></div>
<label>Fixed <input data-testid="fixed" readonly></label>
<button data-testid="twin">Twin</button> <button data-testid="twin">Twin</button>
<button data-testid="busy" onclick="for (const end = Date.now() + 4000; Date.now() < end;);">Busy</button>
<button data-testid="ask" onclick="confirm('Really?')">Ask</button>
<button data-testid="close" onclick="window.close()">Close</button></html>`

// crash ends the process of an agent's page.
func (w *world) crash(a *agent, url string) {
	tab := w.takeTab(url)
	ctx, cancel := context.WithCancel(tab.ctx)
	defer cancel()
	go func() { _, _ = chromedp.Call(ctx, page.Crash, cdp.Empty{}) }() // nobody is left to answer it
	w.eventually("the page has crashed", func() bool { return !a.call("mm_describe_screen", nil).OK })
}

// TestWhatGoesWrongIsDistinguished holds every way in which acting fails to its
// code, and its message and hint to the facts that an agent needs to go on.
func TestWhatGoesWrongIsDistinguished(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.start()
	site := serve(t, http.HandlerFunc(faultySite))
	a := w.stdioAgent("unlucky")
	on := func(pairs ...any) map[string]any {
		args := map[string]any{"timeoutMs": 1200}
		for i := 0; i < len(pairs); i += 2 {
			args[pairs[i].(string)] = pairs[i+1]
		}
		return args
	}
	var refs described
	changed := false // the page is not as it was
	a.launch(map[string]any{"url": site})
	for _, tc := range []struct {
		name   string
		before func() // on a fresh page
		tool   string
		args   map[string]any
		code   types.Code
		says   []string // in message or hint
	}{
		{"a test id that is not there", nil, "mm_click", on("testId", "savee"), types.CodeTargetNotFound, []string{`"savee"`, `testId "save"`}},
		{"a name that is not there", nil, "mm_click", on("role", "button", "name", "Sav"), types.CodeTargetNotFound, []string{`nearest here`, `button "Save"`}},
		{"a selector of nothing", nil, "mm_click", on("selector", "#nowhere"), types.CodeTargetNotFound, []string{"#nowhere"}},
		{"nothing like it", nil, "mm_click", on("testId", "qqqq"), types.CodeTargetNotFound, []string{"nothing like it"}},
		{"within nothing", nil, "mm_click", on("testId", "save", "within", map[string]any{"role": "dialog", "name": "Cookies"}), types.CodeTargetNotFound, []string{"elsewhere"}},
		{"no CSS", nil, "mm_click", on("selector", "a[["), types.CodeInvalidInput, []string{"not valid CSS"}},
		{"no name", nil, "mm_click", on(), types.CodeInvalidInput, []string{"exactly one of"}},
		{"two names", nil, "mm_click", on("testId", "save", "selector", "#x"), types.CodeInvalidInput, []string{"testId and selector", "exactly one of"}},
		{"a name without a role", nil, "mm_click", on("name", "Save"), types.CodeInvalidInput, []string{"role and name together"}},
		{"disabled", nil, "mm_click", on("testId", "off"), types.CodeTargetNotActable, []string{`button "Off" is disabled`, "first"}},
		{"hidden", nil, "mm_click", on("testId", "gone"), types.CodeTargetNotActable, []string{"is hidden"}},
		{"without a size", nil, "mm_click", map[string]any{"testId": "flat", "timeoutMs": 60000}, types.CodeTargetNotActable, []string{"is hidden: it takes up no room"}},
		{"covered", nil, "mm_click", on("testId", "under"), types.CodeTargetNotActable, []string{`covered by dialog "Cookies"`, "close or finish"}},
		{"read-only", nil, "mm_type", on("testId", "fixed", "text", "x"), types.CodeTargetNotActable, []string{"read-only"}},
		{"no field", nil, "mm_type", on("testId", "save", "text", "x"), types.CodeTargetNotActable, []string{"takes no text"}},
		{"two of them", nil, "mm_click", on("testId", "twin"), types.CodeTargetAmbiguous, []string{"2 elements", "a11yRef"}},
		{"a ref that never was", nil, "mm_click", on("a11yRef", "e9999"), types.CodeStaleRef, []string{"e9999"}},
		{"a ref of the page before", func() {
			refs = a.describe()
			a.do("mm_navigate", map[string]any{"url": site + "/next"})
		}, "mm_click", on("a11yRef", "e2"), types.CodeStaleRef, []string{"navigated away", "mm_describe_screen"}},
		{"behind a question", func() { a.do("mm_click", map[string]any{"testId": "ask"}) }, "mm_click", on("testId", "save"), types.CodeTargetNotActable, []string{`confirm dialog "Really?"`, "OK or Cancel"}},
		{"a page that hangs on the click", nil, "mm_click", on("testId", "busy"), types.CodeClickTimeout, []string{"longer than", "mm_describe_screen"}},
		{"nothing to wait for", nil, "mm_wait_for", on("testId", "never"), types.CodeWaitTimeout, []string{`"never"`}},
		{"no news", nil, "mm_wait_for_notification", on(), types.CodeWaitTimeout, []string{"mm_tabs"}},
		{"no server", nil, "mm_navigate", on("url", "http://127.0.0.1:1/"), types.CodeNavigationFailed, []string{"server runs"}},
		{"a server that never answers", nil, "mm_navigate", on("url", site+"/hang"), types.CodeNavigationTimeout, []string{"may still load"}},
		{"a download", nil, "mm_navigate", on("url", site+"/file.zip"), types.CodeNavigationFailed, nil},
		{"no URL", nil, "mm_navigate", on("url", "example"), types.CodeInvalidInput, []string{"http://"}},
		{"a file", nil, "mm_navigate", on("url", "file:///etc/passwd"), types.CodeActionDenied, []string{"http://"}},
		{"a script", nil, "mm_navigate", on("url", "javascript:alert(1)"), types.CodeActionDenied, nil},
		{"Cairn itself", nil, "mm_navigate", on("url", fmt.Sprintf("http://127.0.0.1:%d/mcp", w.port)), types.CodeActionDenied, []string{"mm_knowledge"}},
		{"a page that crashed", func() { w.crash(a, site) }, "mm_click", on("testId", "save"), types.CodePageCrashed, []string{"mm_navigate"}},
		{"a page of the browser's own", func() { w.takeTab(site).do(chromedp.Navigate("chrome://version")) }, "mm_click", on("testId", "save"), types.CodePageDenied, []string{"http"}},
		{"a tab that closed", func() { a.do("mm_tabs", map[string]any{"action": "close"}) }, "mm_click", on("testId", "save"), types.CodePageGone, []string{"mm_navigate"}},
		{"a tab of nobody", nil, "mm_tabs", map[string]any{"action": "switch", "tabId": 1}, types.CodeNotFound, []string{"tabs of this session"}},
		{"no browser", func() {
			w.closeBrowser()
			w.eventually("the link has ended", func() bool { status := w.status(); return status != nil && len(status.Browsers) == 0 })
		}, "mm_click", map[string]any{"testId": "save"}, types.CodeNoBrowser, []string{"cairn run"}},
		{"no session", func() { a.do("mm_cleanup", nil) }, "mm_click", on("testId", "save"), types.CodeNoSession, []string{"mm_launch"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a.t = t
			if changed {
				a.do("mm_navigate", map[string]any{"url": site})
			}
			changed = tc.code != types.CodeNoBrowser && (tc.before != nil || tc.tool == "mm_navigate" || tc.code == types.CodeClickTimeout)
			if tc.before != nil {
				tc.before()
			}
			a.fails(tc.code, tc.tool, tc.args, tc.says...)
		})
	}
	if len(refs.A11y.Nodes) < 2 || refs.A11y.Nodes[1].Ref != "e2" {
		t.Errorf("the page before had no e2: %s", asJSON(t, refs.A11y.Nodes))
	}
}
