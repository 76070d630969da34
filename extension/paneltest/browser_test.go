// Package paneltest shows the extension's pages as people meet them, in real
// Chromium: the DevTools panel inside DevTools, the panel and the search page
// as tabs, with their possible contents and faults. With -shots DIR it
// writes a picture of every view.
package paneltest

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"cairn/extension"
	"cairn/extension/rig"
	"cairn/testdata/pages"
)

// browser is one with the sample wallet as its site.
type browser struct{ *rig.Browser }

// start runs a browser whose extension remembers all sites.
func start(t testing.TB, flags ...chromedp.ExecAllocatorOption) *browser {
	t.Helper()
	b := &browser{rig.Start(t, extension.AllSites(), http.FileServerFS(pages.Wallet()), flags...)}
	// The offscreen document makes the database; a test that is faster would
	// make an empty one.
	b.Until("the core to run", b.coreRuns)
	evaluate[any](b, b.Ctx, `chrome.storage.local.set({mode: "all"})`)
	return b
}

// panel opens the panel as a tab, about the web page that was used last.
func (b *browser) panel(view string) context.Context {
	b.T.Helper()
	evaluate[any](b, b.Ctx, fmt.Sprintf(`localStorage.setItem("tab", %q)`, view))
	return b.Tab(rig.Origin + "/panel/panel.html")
}

func evaluate[T any](b *browser, page context.Context, expression string) T {
	b.T.Helper()
	return rig.Evaluate[T](b.T, page, expression)
}

// steps counts the core's steps.
func (b *browser) steps() int {
	return evaluate[int](b, b.Ctx, `chrome.runtime.sendMessage({to: "offscreen", kind: "health"}).then((r) => r?.health?.steps ?? 0)`)
}

func (b *browser) coreRuns() bool {
	return evaluate[bool](b, b.Ctx, `chrome.runtime.sendMessage({to: "offscreen", kind: "health"}).then((r) => !!r?.health?.coreVersion, () => false)`)
}
