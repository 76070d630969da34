// Package paneltest shows the extension's pages as people meet them, in real
// Chromium: the DevTools panel inside DevTools, the panel and the search page
// as tabs, with what can be on them and what can go wrong. With -shots DIR it
// writes a picture of every view.
package paneltest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"cairn/companion/chromium"
	"cairn/extension"
	"cairn/testdata/pages"
)

// patience bounds each wait for something that must come.
var patience = 45 * time.Second

// origin is the extension's.
const origin = "chrome-extension://" + extension.ID

// browser is one Chromium with the extension in a profile of its own.
type browser struct {
	t   testing.TB
	ctx context.Context // of the browser; its target is the extension's popup
	url string          // of the sample wallet, without a slash at the end
}

// start runs a browser whose extension remembers all sites, and opens the popup as
// a tab, from where the tests speak to the extension.
func start(t testing.TB, flags ...chromedp.ExecAllocatorOption) *browser {
	t.Helper()
	if _, err := extension.Files.Open(extension.CorePath); err != nil {
		t.Fatalf("the Wasm core is not built: %v (run ./build.sh build)", err)
	}
	binary, err := chromium.Find()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, extension.Files); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServerFS(pages.Wallet()))
	t.Cleanup(server.Close)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(binary),
		chromedp.WindowSize(1200, 900),
		chromedp.Flag("disable-extensions", false),
		chromedp.Flag("load-extension", dir),
		chromedp.Flag("disable-extensions-except", dir),
		chromedp.UserDataDir(t.TempDir()),
	)
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(options, flags...)...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx, url: server.URL}
	b.until("the extension's page to load", func() bool {
		err := chromedp.Do(ctx, chromedp.Navigate(origin+"/popup/popup.html"))
		return err == nil && evaluate[bool](b, ctx, `typeof chrome.runtime?.id === "string"`)
	})
	// The offscreen document makes the database; a test that is faster would
	// make an empty one.
	b.until("the core to run", b.coreRuns)
	evaluate[any](b, ctx, `chrome.storage.local.set({mode: "all"})`)
	return b
}

// tab opens another tab.
func (b *browser) tab(url string) context.Context {
	b.t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	b.t.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
		b.t.Fatalf("open %s: %v", url, err)
	}
	return ctx
}

// panel opens the panel as a tab, about the web page that was used last.
func (b *browser) panel(view string) context.Context {
	b.t.Helper()
	evaluate[any](b, b.ctx, fmt.Sprintf(`localStorage.setItem("tab", %q)`, view))
	return b.tab(origin + "/panel/panel.html")
}

// evaluate runs an expression, awaits it and decodes its JSON.
func evaluate[T any](b *browser, ctx context.Context, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	await := func(p *runtime.EvaluateParams) { p.AwaitPromise = new(true) }
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("(async () => JSON.stringify(await ("+expression+")) ?? 'null')()", await))
	if err != nil {
		b.t.Fatalf("evaluate %.200s: %v", expression, err)
	}
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		b.t.Fatalf("decode %s: %v", text, err)
	}
	return v
}

// act runs actions on a page.
func (b *browser) act(page context.Context, actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(page, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// says waits until what a selector finds holds a text.
func (b *browser) says(page context.Context, css, text string) {
	b.t.Helper()
	var last string
	defer func() {
		if b.t.Failed() {
			b.t.Logf("%s says %q", css, last)
		}
	}()
	b.until(fmt.Sprintf("%s to say %q", css, text), func() bool {
		last = evaluate[string](b, page, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((e) => e.innerText).join("\n")`, css))
		return strings.Contains(last, text)
	})
}

// until waits for a condition.
func (b *browser) until(what string, done func() bool) {
	b.t.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			b.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// testID selects by test id.
func testID(id string) chromedp.CSS { return chromedp.CSS(`[data-testid="` + id + `"]`) }

// steps counts what the core holds.
func (b *browser) steps() int {
	return evaluate[int](b, b.ctx, `chrome.runtime.sendMessage({to: "offscreen", kind: "health"}).then((r) => r?.health?.steps ?? 0)`)
}

func (b *browser) coreRuns() bool {
	return evaluate[bool](b, b.ctx, `chrome.runtime.sendMessage({to: "offscreen", kind: "health"}).then((r) => !!r?.health?.coreVersion, () => false)`)
}
