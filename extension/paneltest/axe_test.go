package paneltest

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
)

// axeScript is a development dependency of the extension (npm ci).
const axeScript = "../node_modules/axe-core/axe.min.js"

// violation is what axe says of one rule.
type violation struct {
	ID    string   `json:"id"`
	Help  string   `json:"help"`
	Nodes []string `json:"nodes"`
}

// TestViewsAreAccessible lets axe-core look at every view in both themes, with
// something in it and something open.
func TestViewsAreAccessible(t *testing.T) {
	script, err := os.ReadFile(axeScript)
	if err != nil {
		t.Skipf("%v: run ./build.sh deps", err)
	}
	b := start(t)
	b.seed(records(t, b.URL, flows))
	b.useWallet()
	p := b.panel("page")
	inject(b, p, script)
	b.Says(p, "#view-page .suggestion", "Click")
	for _, view := range views {
		b.Act(p, chromedp.Click(chromedp.CSS("#tab-"+view)))
		switch view {
		case "search":
			b.Act(p, chromedp.SendKeys(chromedp.CSS(".query"), "send"))
			fallthrough
		case "timeline", "sessions":
			b.Says(p, "#view-"+view+" .vrow", "Send")
			b.Act(p, chromedp.Click(chromedp.CSS("#view-"+view+" .pane-list .vrow")))
			b.Until("the opened one", func() bool {
				return evaluate[bool](b, p, `!!document.querySelector("#view-`+view+` .pane .detail")`)
			})
		case "site":
			b.Says(p, "#view-site", "127.0.0.1")
		case "kb":
			b.Says(p, "#view-kb .vrow", "Send")
			b.Act(p, chromedp.Click(chromedp.CSS("#view-kb .vrow")))
			b.Says(p, "#view-kb .pane", "Trust")
		case "health":
			b.Says(p, "#view-health", "Core runs")
		}
		b.accessible(p, view)
	}
	s := b.Tab(rig.Origin + "/search/search.html?q=send")
	inject(b, s, script)
	b.Says(s, ".vrow", "Send")
	b.accessible(s, "search page")
	first := b.Tab(rig.Origin + "/firstrun/firstrun.html")
	inject(b, first, script)
	b.Says(first, "#companion-text", "on its own")
	b.accessible(first, "first run")
	pop := b.Tab(rig.Origin + "/popup/popup.html")
	inject(b, pop, script)
	b.Says(pop, "#suggestions", "Click")
	b.accessible(pop, "popup")
}

// inject runs a script past the page's content security policy.
func inject(b *browser, ctx context.Context, script []byte) {
	b.T.Helper()
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[any]("(() => {"+string(script)+";return true})()")); err != nil {
		b.T.Fatal(err)
	}
}

// accessible reports what axe finds in a page.
func (b *browser) accessible(ctx context.Context, name string) {
	b.T.Helper()
	for _, theme := range []string{"light", "dark"} {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
			b.T.Fatal(err)
		}
		found := evaluate[[]violation](b, ctx, `axe.run().then(({violations}) => violations.map((v) => ({id: v.id, help: v.help, nodes: v.nodes.map((n) => n.html.slice(0, 160) + " " + n.failureSummary.slice(0, 200))})))`)
		for _, v := range found {
			text, _ := json.Marshal(v.Nodes[:min(3, len(v.Nodes))])
			b.T.Errorf("%s, %s: %s: %s: %s", name, theme, v.ID, v.Help, text)
		}
	}
}
