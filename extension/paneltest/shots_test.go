package paneltest

import (
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
	"cairn/shared/types"
	"cairn/shared/wire"
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
	for view, text := range map[string]string{"page": "No web page", "timeline": "No steps", "search": "Find what", "sessions": "No sessions", "site": "Nothing is known", "map": "No web page", "kb": "is empty", "flows": "No flow"} {
		b.show(empty, view)
		b.Says(empty, "#view-"+view, text)
		b.shot(empty, view+"-empty", 900, 420)
	}
	b.seed(records(t, b.URL, flows))
	kb := b.core(wire.CoreRequest{Op: wire.OpKB, KB: &wire.KBRequest{}}).KB
	b.seed(records(t, b.URL, slices.Concat(flows, followed(kb[0].KnowledgeID))))
	b.unlockWallet()
	p := b.panel("page")
	b.Says(p, "#view-page", "“Send”")
	b.press(p, "header", "Keys")
	b.shot(p, "keys", wide, high)
	b.press(p, "dialog", "Close")
	evaluate[any](b, p, `(document.querySelector(".because").open = true, 1)`)
	b.shots(p, "page")
	b.useWallet()
	b.show(p, "timeline")
	b.Says(p, "#view-timeline .vrow", "Clicked")
	b.Act(p, chromedp.Click(chromedp.CSS("#view-timeline .vrow")))
	b.Says(p, "#view-timeline .pane", "Not kept")
	b.shots(p, "timeline")
	b.press(p, "#view-timeline .segments", "All sessions")
	b.Says(p, "#view-timeline .vlist", "Agent")
	b.shot(p, "timeline-all", wide, high)
	b.show(p, "search")
	b.Act(p, chromedp.SendKeys(chromedp.CSS("#view-search .query"), "transfer money"))
	b.Says(p, "#view-search .vrow", "Send")
	b.Act(p, chromedp.Click(chromedp.CSS("#view-search .vrow")))
	b.Says(p, "#view-search .pane", "Why this was found")
	b.shots(p, "search")
	b.show(p, "sessions")
	b.Says(p, "#view-sessions .vrow", "Send 0.1 ETH")
	evaluate[any](b, p, `[...document.querySelectorAll("#view-sessions .vrow")].find((e) => e.innerText.includes("0.1 ETH")).click()`)
	b.Says(p, "#view-sessions .pane", "Step through")
	b.shots(p, "sessions")
	b.press(p, "#view-sessions .pane", "Step through")
	b.Says(p, "#view-sessions .stepper", "Not kept")
	b.shots(p, "sessions-step")
	b.press(p, "#view-sessions .pane", "All steps")
	b.Says(p, "#view-sessions .pane", "Step through")
	evaluate[any](b, p, `(() => { const s = document.querySelector("#view-sessions .pane select"); s.value = [...s.options].find((o) => o.text.includes("exchange")).value; s.dispatchEvent(new Event("change")); })()`)
	b.Says(p, "#view-sessions .pane", "only here")
	b.shots(p, "sessions-compared")
	b.Act(p, chromedp.EmulateViewport(wide, high))
	b.press(p, "#view-sessions .pane", "More…")
	b.shot(p, "sessions-more", wide, high)
	b.press(p, "#view-sessions .menu", "Edit goal and tags…")
	b.shot(p, "sessions-edit", wide, high)
	b.press(p, "dialog", "Cancel")
	b.show(p, "site")
	b.Says(p, "#view-site", "127.0.0.1")
	b.shots(p, "site")
	b.press(p, "#view-site", "Forget site…")
	b.Says(p, "dialog", "will be gone")
	b.shot(p, "forget", wide, high)
	b.press(p, "dialog", "Cancel")
	b.show(p, "map")
	b.Says(p, "#view-map .map-status", "screens")
	b.shots(p, "map")
	b.shot(p, "map-beside", 720, 620)
	b.Act(p, chromedp.EmulateViewport(wide, high))
	evaluate[any](b, p, `document.querySelector("#view-map .map-flow").focus()`)
	b.shot(p, "map-flow", wide, high)
	b.press(p, "#view-map .map-tools", "Fit the whole map")
	b.onMap(p, "home", "click")
	b.Says(p, "#view-map .pane", "Overview")
	b.shots(p, "map-screen")
	b.show(p, "kb")
	b.Says(p, "#view-kb .vrow", "Send 0.1 ETH")
	evaluate[any](b, p, `[...document.querySelectorAll("#view-kb .vrow")].find((e) => e.innerText.includes("lesson"))?.click()`)
	b.Says(p, "#view-kb .pane", "Trust over time")
	b.shots(p, "knowledge")
	b.show(p, "flows")
	b.Says(p, "#view-flows .vrow", "Send")
	b.click(p, "#view-flows .vrow")
	b.Says(p, "#view-flows .pane", "To run it, start the companion")
	b.shots(p, "flows")
	b.show(p, "health")
	b.Says(p, "#view-health", "remembered")
	b.shots(p, "health")
	b.teamIs(p, aTeam)
	b.shots(p, "team")
	b.press(p, "#view-team", "Review Find <b>order</b> 4711")
	b.Says(p, "dialog", "only in this session")
	b.shots(p, "team-review")
	b.press(p, "dialog", "Cancel")
	b.teamIs(p, nil)
	b.shot(p, "team-empty", 900, 420)

	all := slices.Concat(flows, followed(kb[0].KnowledgeID))
	b.seed(records(t, b.URL, slices.Concat(all, private)))
	p = b.panel("sessions")
	b.openPrivate(p, len(all))
	b.shots(p, "sessions-hidden")
	b.show(p, "timeline")
	b.press(p, "#view-timeline .segments", "All sessions")
	b.openRow(p, "timeline", "link (name not kept)")
	b.Says(p, "#view-timeline .pane", "kept as hashes")
	b.shots(p, "timeline-hidden")

	s := b.Tab(rig.Origin + "/search/search.html?q=send")
	b.Says(s, ".vrow", "Send")
	b.Act(s, chromedp.Click(chromedp.CSS(".vrow")))
	b.Says(s, ".pane", "Why this was found")
	b.shot(s, "search-page", 1200, 760)
	first := b.Tab(rig.Origin + "/firstrun/firstrun.html")
	b.Says(first, "#companion-text", "companion")
	b.shot(first, "first-run", 900, 1000)
	pop := b.Tab(rig.Origin + "/popup/popup.html")
	b.Says(pop, "#tasks", "Send")
	b.shot(pop, "popup", 380, 600)
}

// followed are sessions that went by a KB item, some of them with a failure.
func followed(id string) (out []flow) {
	for i, failed := range []types.Code{"", types.CodeTargetNotFound, "", types.CodeTargetNotFound, "", ""} {
		out = append(out, flow{goal: "Send 0.1 ETH to Alice", tags: []string{"send"}, agent: true, branch: "main", source: id, ago: time.Duration(10-i) * 20 * time.Hour, acts: sending(failed)})
	}
	return out
}

// Sizes of the pictures: DevTools below the page, in a small window, and docked beside it.
const (
	wide, high      = 1100, 620
	middle          = 700
	narrow, upright = 400, 760
)

// shots writes a view in all sizes.
func (b *browser) shots(ctx context.Context, name string) {
	b.T.Helper()
	b.shot(ctx, name, wide, high)
	b.shot(ctx, name+"-middle", middle, high)
	b.shot(ctx, name+"-narrow", narrow, upright)
}

// unlockWallet opens the sample wallet and unlocks it.
func (b *browser) unlockWallet() context.Context {
	b.T.Helper()
	w := b.Tab(b.URL + "/")
	before := b.steps()
	b.Act(w, chromedp.SendKeys(rig.TestID("unlock-password"), "correct horse"), chromedp.Click(rig.TestID("unlock-submit")))
	b.Until("the steps to be kept", func() bool { return b.steps() >= before+2 })
	return w
}

// useWallet does a transfer in the sample wallet, as a person would, and comes
// back to its home.
func (b *browser) useWallet() context.Context {
	b.T.Helper()
	before := b.steps()
	w := b.unlockWallet()
	b.Act(w, chromedp.Click(rig.TestID("coin-overview-send")), chromedp.SendKeys(rig.TestID("send-recipient"), "alice.eth"),
		chromedp.SendKeys(rig.TestID("send-amount"), "0.1"), chromedp.Click(rig.TestID("send-continue")))
	b.Until("all steps to be kept", func() bool { return b.steps() >= before+5 && b.recorded("send-continue") })
	evaluate[any](b, w, `location.hash = "#/home"`)
	b.Until("the home screen", func() bool {
		return evaluate[bool](b, w, `!!document.querySelector('[data-testid="coin-overview-send"]')`)
	})
	return w
}

// recorded reports whether the core has a step on a test id that was not seeded.
func (b *browser) recorded(testID string) bool {
	b.T.Helper()
	found := b.core(wire.CoreRequest{Op: wire.OpSearch, Search: &types.SearchRequest{Query: testID, Limit: 50}}).Steps
	return slices.ContainsFunc(found, func(s types.StepSummary) bool {
		return !strings.HasPrefix(s.SessionID, "seed-") && strings.Contains(s.Snippet, "testId: "+testID)
	})
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
