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

	"cairn/extension/rig"
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
	b.Says(empty, "#view-page", "No web page here")
	for view, text := range map[string]string{"timeline": "No steps", "search": "Find what", "sessions": "No sessions", "site": "Nothing is known"} {
		b.Act(empty, chromedp.Click(chromedp.CSS("#tab-"+view)))
		b.Says(empty, "#view-"+view, text)
		b.shot(empty, view+"-empty", 900, 420)
	}
	b.seed(records(t, b.URL, flows))
	wallet := b.useWallet()

	p := b.panel("page")
	b.Says(p, "#view-page", "What worked here")
	b.shot(p, "page", 1100, 620)
	b.Act(p, chromedp.Click(chromedp.CSS("#tab-timeline")))
	b.Says(p, "#view-timeline .vrow", "Clicked")
	b.Act(p, chromedp.Click(chromedp.CSS("#view-timeline .vrow")))
	b.Says(p, "#view-timeline .pane", "Not kept")
	b.shot(p, "timeline", 1100, 620)
	b.shot(p, "timeline-narrow", 480, 720)
	b.Act(p, chromedp.Click(chromedp.CSS("#view-timeline .segments button:last-child")))
	b.Says(p, "#view-timeline .vlist", "Agent")
	b.shot(p, "timeline-all", 1100, 620)
	b.Act(p, chromedp.Click(chromedp.CSS("#tab-search")))
	b.Act(p, chromedp.SendKeys(chromedp.CSS("#view-search .query"), "transfer money"))
	b.Says(p, "#view-search .vrow", "Send")
	b.Act(p, chromedp.Click(chromedp.CSS("#view-search .vrow")))
	b.Says(p, "#view-search .pane", "Why this rank")
	b.shot(p, "search", 1100, 620)
	b.Act(p, chromedp.Click(chromedp.CSS("#tab-sessions")))
	b.Says(p, "#view-sessions .vrow", "Send 0.1 ETH")
	evaluate[any](b, p, `[...document.querySelectorAll("#view-sessions .vrow")].find((e) => e.innerText.includes("0.1 ETH")).click()`)
	b.Says(p, "#view-sessions .pane", "Copy recipe")
	b.shot(p, "sessions", 1100, 620)
	evaluate[any](b, p, `(() => { const s = document.querySelector("#view-sessions .pane select"); s.value = "seed-0001"; s.dispatchEvent(new Event("change")); })()`)
	b.Says(p, "#view-sessions .pane", "only here")
	b.shot(p, "sessions-compared", 1100, 620)
	b.Act(p, chromedp.Click(chromedp.CSS("#tab-site")))
	b.Says(p, "#view-site", "127.0.0.1")
	b.shot(p, "site", 1100, 620)
	b.Act(p, chromedp.Click(chromedp.CSS("#tab-kb")))
	b.Says(p, "#view-kb .vrow", "Send 0.1 ETH")
	b.Act(p, chromedp.Click(chromedp.CSS("#view-kb .vrow")))
	b.Says(p, "#view-kb .pane", "Trust")
	b.shot(p, "knowledge", 1100, 620)
	evaluate[any](b, p, `document.querySelector("#tab-site").click()`)
	b.Says(p, "#view-site", "127.0.0.1")
	evaluate[any](b, p, `[...document.querySelectorAll("#view-site button")].find((e) => e.innerText.startsWith("Forget site")).click()`)
	b.Says(p, "dialog", "will be gone")
	b.shot(p, "forget", 1100, 620)
	evaluate[any](b, p, `document.querySelector("dialog button").click()`)
	b.Act(p, chromedp.Click(chromedp.CSS("#tab-health")))
	b.Says(p, "#view-health", "told when it is connected")
	b.shot(p, "health", 1100, 620)

	s := b.Tab(rig.Origin + "/search/search.html?q=send")
	b.Says(s, ".vrow", "Send")
	b.Act(s, chromedp.Click(chromedp.CSS(".vrow")))
	b.Says(s, ".pane", "Why this rank")
	b.shot(s, "search-page", 1200, 760)
	first := b.Tab(rig.Origin + "/firstrun/firstrun.html")
	b.Says(first, "#companion-text", "on its own")
	b.shot(first, "first-run", 900, 1000)
	pop := b.Tab(rig.Origin + "/popup/popup.html")
	b.Says(pop, "#suggestions", "Click")
	b.shot(pop, "popup", 380, 600)
	_ = wallet
}

// useWallet does a transfer in the sample wallet, as a person would, and comes
// back to its home.
func (b *browser) useWallet() context.Context {
	b.T.Helper()
	w := b.Tab(b.URL + "/")
	before := b.steps()
	b.Act(w, chromedp.SendKeys(rig.TestID("unlock-password"), "correct horse"), chromedp.Click(rig.TestID("unlock-submit")))
	b.Act(w, chromedp.Click(rig.TestID("coin-overview-send")), chromedp.SendKeys(rig.TestID("send-recipient"), "alice.eth"),
		chromedp.SendKeys(rig.TestID("send-amount"), "0.1"), chromedp.Click(rig.TestID("send-continue")))
	b.Until("the steps to be kept", func() bool { return b.steps() >= before+5 })
	evaluate[any](b, w, `location.hash = "#/home"`)
	b.Until("the home screen", func() bool {
		return evaluate[bool](b, w, `!!document.querySelector('[data-testid="coin-overview-send"]')`)
	})
	return w
}

// shot writes a page as it looks in both themes.
func (b *browser) shot(ctx context.Context, name string, width, height int64) {
	b.T.Helper()
	b.Act(ctx, chromedp.EmulateViewport(width, height))
	for _, theme := range []string{"light", "dark"} {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
			b.T.Fatal(err)
		}
		got, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{})
		if err != nil {
			b.T.Fatal(err)
		}
		image, err := base64.StdEncoding.DecodeString(fmt.Sprint(got.Data))
		if err != nil {
			image = []byte(got.Data)
		}
		if err := os.WriteFile(filepath.Join(*shots, name+"-"+theme+".png"), image, 0o644); err != nil {
			b.T.Fatal(err)
		}
	}
}
