package paneltest

import (
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "write a picture of every view into this directory")

// TestShots writes a picture of every view in both themes, to be looked at.
func TestShots(t *testing.T) {
	if *shots == "" {
		t.Skip("run ./build.sh shots")
	}
	if err := os.MkdirAll(*shots, 0o755); err != nil {
		t.Fatal(err)
	}
	b := start(t)
	empty := b.panel("page")
	b.says(empty, "#view-page", "No web page here")
	for view, text := range map[string]string{"timeline": "No steps", "search": "Find what", "sessions": "No sessions", "site": "Nothing is known"} {
		b.act(empty, chromedp.Click(chromedp.CSS("#tab-"+view)))
		b.says(empty, "#view-"+view, text)
		b.shot(empty, view+"-empty", 900, 420)
	}
	b.seed(records(t, b.url, flows))
	wallet := b.useWallet()

	p := b.panel("page")
	b.says(p, "#view-page", "What worked here")
	b.shot(p, "page", 1100, 620)
	b.act(p, chromedp.Click(chromedp.CSS("#tab-timeline")))
	b.says(p, "#view-timeline .vrow", "Clicked")
	b.act(p, chromedp.Click(chromedp.CSS("#view-timeline .vrow")))
	b.says(p, "#view-timeline .pane", "Not kept")
	b.shot(p, "timeline", 1100, 620)
	b.shot(p, "timeline-narrow", 480, 720)
	b.act(p, chromedp.Click(chromedp.CSS("#view-timeline .segments button:last-child")))
	b.says(p, "#view-timeline .vlist", "Agent")
	b.shot(p, "timeline-all", 1100, 620)
	b.act(p, chromedp.Click(chromedp.CSS("#tab-search")))
	b.act(p, chromedp.SendKeys(chromedp.CSS("#view-search .query"), "transfer money"))
	b.says(p, "#view-search .vrow", "Send")
	b.act(p, chromedp.Click(chromedp.CSS("#view-search .vrow")))
	b.says(p, "#view-search .pane", "Why this rank")
	b.shot(p, "search", 1100, 620)
	b.act(p, chromedp.Click(chromedp.CSS("#tab-sessions")))
	b.says(p, "#view-sessions .vrow", "Send 0.1 ETH")
	evaluate[any](b, p, `[...document.querySelectorAll("#view-sessions .vrow")].find((e) => e.innerText.includes("0.1 ETH")).click()`)
	b.says(p, "#view-sessions .pane", "Copy recipe")
	b.shot(p, "sessions", 1100, 620)
	evaluate[any](b, p, `(() => { const s = document.querySelector("#view-sessions .pane select"); s.value = "seed-0001"; s.dispatchEvent(new Event("change")); })()`)
	b.says(p, "#view-sessions .pane", "only here")
	b.shot(p, "sessions-compared", 1100, 620)
	b.act(p, chromedp.Click(chromedp.CSS("#tab-site")))
	b.says(p, "#view-site", "127.0.0.1")
	b.shot(p, "site", 1100, 620)
	b.act(p, chromedp.Click(chromedp.CSS("#tab-kb")))
	b.says(p, "#view-kb .vrow", "Send 0.1 ETH")
	b.act(p, chromedp.Click(chromedp.CSS("#view-kb .vrow")))
	b.says(p, "#view-kb .pane", "Trust")
	b.shot(p, "knowledge", 1100, 620)
	evaluate[any](b, p, `document.querySelector("#tab-site").click()`)
	b.says(p, "#view-site", "127.0.0.1")
	evaluate[any](b, p, `[...document.querySelectorAll("#view-site button")].find((e) => e.innerText.startsWith("Forget site")).click()`)
	b.says(p, "dialog", "will be gone")
	b.shot(p, "forget", 1100, 620)
	evaluate[any](b, p, `document.querySelector("dialog button").click()`)
	b.act(p, chromedp.Click(chromedp.CSS("#tab-health")))
	b.says(p, "#view-health", "told when it is connected")
	b.shot(p, "health", 1100, 620)

	s := b.tab(origin + "/search/search.html?q=send")
	b.says(s, ".vrow", "Send")
	b.act(s, chromedp.Click(chromedp.CSS(".vrow")))
	b.says(s, ".pane", "Why this rank")
	b.shot(s, "search-page", 1200, 760)
	first := b.tab(origin + "/firstrun/firstrun.html")
	b.says(first, "#companion-text", "on its own")
	b.shot(first, "first-run", 900, 1000)
	pop := b.tab(origin + "/popup/popup.html")
	b.says(pop, "#suggestions", "Click")
	b.shot(pop, "popup", 380, 600)
	_ = wallet
}

// useWallet does a transfer in the sample wallet, as a person would, and comes
// back to its home.
func (b *browser) useWallet() context.Context {
	b.t.Helper()
	w := b.tab(b.url + "/")
	before := b.steps()
	b.act(w, chromedp.SendKeys(testID("unlock-password"), "correct horse"), chromedp.Click(testID("unlock-submit")))
	b.act(w, chromedp.Click(testID("coin-overview-send")), chromedp.SendKeys(testID("send-recipient"), "alice.eth"),
		chromedp.SendKeys(testID("send-amount"), "0.1"), chromedp.Click(testID("send-continue")))
	b.until("the steps to be kept", func() bool { return b.steps() >= before+5 })
	evaluate[any](b, w, `location.hash = "#/home"`)
	b.until("the home screen", func() bool {
		return evaluate[bool](b, w, `!!document.querySelector('[data-testid="coin-overview-send"]')`)
	})
	return w
}

// shot writes a page as it looks in both themes.
func (b *browser) shot(ctx context.Context, name string, width, height int64) {
	b.t.Helper()
	b.act(ctx, chromedp.EmulateViewport(width, height))
	for _, theme := range []string{"light", "dark"} {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
			b.t.Fatal(err)
		}
		got, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{})
		if err != nil {
			b.t.Fatal(err)
		}
		image, err := base64.StdEncoding.DecodeString(fmt.Sprint(got.Data))
		if err != nil {
			image = []byte(got.Data)
		}
		if err := os.WriteFile(filepath.Join(*shots, name+"-"+theme+".png"), image, 0o644); err != nil {
			b.t.Fatal(err)
		}
	}
}
