// Package rig runs the extension in a real Chromium, for tests: a browser with
// a profile of its own, a site to use in it, and a page of the extension from
// where the test speaks to it. Tests alone import it.
//
// Every wait ends by itself when its condition holds, so [Patience] is
// long: it is there for machines that do much else.
package rig

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
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
)

// Patience bounds each wait for something that must come.
var Patience = 2 * time.Minute

// Origin is the extension's.
const Origin = "chrome-extension://" + extension.ID

// quickWasm has V8 compile the core once, without optimising it. Two short tests take 8.7 s of
// processor time with it and 10.1 without. Benchmarks do without it.
const quickWasm = "--liftoff-only"

// Browser is one Chromium with the extension in a profile of its own.
type Browser struct {
	T   testing.TB
	Ctx context.Context // of the browser; its target is the extension's popup, as a tab
	URL string          // of the site, without a slash at the end
}

// Start runs a browser with a copy of the extension, serves a site and opens
// the popup. All ends with the test. Tests run side by side, because they mostly
// wait, and -short leaves them out.
func Start(t testing.TB, files fs.FS, site http.Handler, flags ...chromedp.ExecAllocatorOption) *Browser {
	t.Helper()
	if t, is := t.(*testing.T); is {
		if testing.Short() {
			t.Skip("needs a browser")
		}
		t.Parallel()
		flags = append(flags, chromedp.Flag("js-flags", quickWasm))
	}
	if _, err := fs.Stat(files, extension.CorePath); err != nil {
		t.Fatalf("the Wasm core is not built: %v (run ./build.sh build)", err)
	}
	binary, err := chromium.Find()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(binary),
		chromedp.WindowSize(1200, 900),
		chromedp.Flag("disable-extensions", false),
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,"+chromium.UnusedFeatures),
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
	b := &Browser{T: t, Ctx: ctx, URL: server.URL}
	b.Until("the extension's page to load", func() bool {
		err := chromedp.Do(ctx, chromedp.Navigate(Origin+"/popup/popup.html"))
		return err == nil && Evaluate[bool](t, ctx, `typeof chrome.runtime?.id === "string"`)
	})
	return b
}

// Tab opens another tab.
func (b *Browser) Tab(url string) context.Context {
	b.T.Helper()
	ctx, cancel := chromedp.NewContext(b.Ctx)
	b.T.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
		b.T.Fatalf("open %s: %v", url, err)
	}
	return ctx
}

// Act runs actions on a page.
func (b *Browser) Act(page context.Context, actions ...chromedp.Action[chromedp.Void]) {
	b.T.Helper()
	ctx, cancel := context.WithTimeout(page, Patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.T.Fatal(err)
	}
}

// Until waits for a condition.
func (b *Browser) Until(what string, done func() bool) {
	b.T.Helper()
	pause := 50 * time.Millisecond
	for end := time.Now().Add(Patience); !done(); time.Sleep(pause) {
		if time.Now().After(end) {
			b.T.Fatalf("waited in vain for %s", what)
		}
		pause = min(3*pause/2, 500*time.Millisecond)
	}
}

// Says waits until the elements of a selector contain a text.
func (b *Browser) Says(page context.Context, css, text string) {
	b.T.Helper()
	var last string
	defer func() {
		if b.T.Failed() {
			b.T.Logf("%s says %q", css, last)
		}
	}()
	b.Until(fmt.Sprintf("%s to say %q", css, text), func() bool {
		last = Evaluate[string](b.T, page, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((e) => e.innerText).join("\n")`, css))
		return strings.Contains(last, text)
	})
}

// Evaluate runs an expression on a page, awaits it and decodes its JSON.
func Evaluate[T any](t testing.TB, page context.Context, expression string) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(page, Patience)
	defer cancel()
	await := func(p *runtime.EvaluateParams) { p.AwaitPromise = new(true) }
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("(async () => JSON.stringify(await ("+expression+")) ?? 'null')()", await))
	if err != nil {
		t.Fatalf("evaluate %.200s: %v", expression, err)
	}
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("decode %s: %v", text, err)
	}
	return v
}

// TestID selects by test id.
func TestID(id string) chromedp.CSS { return chromedp.CSS(`[data-testid="` + id + `"]`) }

// Settings is chrome://extensions, where a person gives and takes the
// extension's access to sites, reloads it and switches it off and on.
type Settings struct {
	t    testing.TB
	page context.Context
}

// Settings opens them in a tab.
func (b *Browser) Settings() Settings {
	b.T.Helper()
	return Settings{b.T, b.Tab("chrome://extensions/")}
}

// Grant is the person's yes to Chrome's question for access, given before it is
// asked: the dialog belongs to the browser, and no page of a headless one can
// click it. The extension still has to ask.
func (s Settings) Grant(origins ...string) { s.each("addHostPermission", origins) }

// TakeBack takes access away.
func (s Settings) TakeBack(origins ...string) { s.each("removeHostPermission", origins) }

// Reload presses the extension's button for it. Developer mode shows the button,
// and keeps on extensions that are not from a store when they are reloaded.
func (s Settings) Reload() {
	s.t.Helper()
	s.developer()
	Evaluate[any](s.t, s.page, fmt.Sprintf(`chrome.developerPrivate.reload(%q, {failQuietly: true})`, extension.ID))
}

// Switch turns the extension off, or on.
func (s Settings) Switch(on bool) {
	s.t.Helper()
	s.developer()
	Evaluate[any](s.t, s.page, fmt.Sprintf(`chrome.management.setEnabled(%q, %t)`, extension.ID, on))
}

func (s Settings) developer() {
	s.t.Helper()
	Evaluate[any](s.t, s.page, `chrome.developerPrivate.updateProfileConfiguration({inDeveloperMode: true})`)
}

func (s Settings) each(method string, origins []string) {
	s.t.Helper()
	for _, origin := range origins {
		Evaluate[any](s.t, s.page, fmt.Sprintf(`chrome.developerPrivate.%s(%q, %q)`, method, extension.ID, origin))
	}
}
