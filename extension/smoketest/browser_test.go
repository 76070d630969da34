// Package smoketest loads the extension as it ships into a real Chromium,
// without a companion, and shows that it stands on its own: what a person does
// on a page becomes a step, is stored, and is found again.
package smoketest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"cairn/companion/chromium"
	"cairn/extension"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// patience bounds each wait for something that must come.
const patience = 30 * time.Second

// browser is one Chromium with the extension in a profile of its own.
type browser struct {
	t   *testing.T
	ctx context.Context // of the browser; its target is the extension's page
	url string          // of the test pages, without a slash at the end
}

// start runs a browser and opens the extension's popup as a tab, from where
// the tests speak to the extension.
func start(t *testing.T, pages http.Handler) *browser {
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
	server := httptest.NewServer(pages)
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
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx, url: server.URL}
	b.until("the extension's page to load", func() bool {
		err := chromedp.Do(ctx, chromedp.Navigate("chrome-extension://"+extension.ID+"/popup/popup.html"))
		return err == nil && evaluate[bool](b, ctx, `typeof chrome.runtime?.id === "string"`)
	})
	// The page that welcomes a person would stand in front of what is tested.
	evaluate[any](b, ctx, `(async () => {
		for (let i = 0; i < 50; i++) {
			const welcome = (await chrome.tabs.query({})).filter((tab) => (tab.url || tab.pendingUrl || "").includes("/firstrun/"));
			if (welcome.length) return chrome.tabs.remove(welcome.map((tab) => tab.id)).then(() => 1);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		return 0;
	})()`)
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

// evaluate runs an expression, awaits it and decodes its JSON.
func evaluate[T any](b *browser, ctx context.Context, expression string) T {
	b.t.Helper()
	await := func(p *runtime.EvaluateParams) { p.AwaitPromise = new(true) }
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("(async () => JSON.stringify(await ("+expression+")) ?? 'null')()", await))
	if err != nil {
		b.t.Fatalf("evaluate %s: %v", expression, err)
	}
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		b.t.Fatalf("decode %s: %v", text, err)
	}
	return v
}

// tell sends a message within the extension and returns its reply.
func (b *browser) tell(message wire.RuntimeMessage) wire.RuntimeReply {
	b.t.Helper()
	text, err := json.Marshal(message)
	if err != nil {
		b.t.Fatal(err)
	}
	return evaluate[wire.RuntimeReply](b, b.ctx, fmt.Sprintf("chrome.runtime.sendMessage(%s)", text))
}

// core asks the Wasm core.
func (b *browser) core(request wire.CoreRequest) *wire.CoreReply {
	b.t.Helper()
	request.Now = types.At(time.Now())
	reply := b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunCore, Core: &request})
	if reply.Error != nil {
		b.t.Fatalf("%s: %v", request.Op, reply.Error)
	}
	return reply.Core
}

// stored returns the rows of one store of the extension's database.
func stored[T any](b *browser, store string) []T {
	b.t.Helper()
	return evaluate[[]T](b, b.ctx, fmt.Sprintf(`new Promise((resolve, reject) => {
		const open = indexedDB.open("cairn");
		open.onerror = () => reject(open.error);
		open.onsuccess = () => {
			const read = open.result.transaction(%q).objectStore(%q).getAll();
			read.onsuccess = () => { open.result.close(); resolve(read.result); };
		};
	})`, store, store))
}

// outboxRow is a row of the outbox.
type outboxRow struct {
	Seq    int64       `json:"seq"`
	Record wire.Record `json:"record"`
}

// waitSteps waits until the outbox holds n steps and returns them.
func (b *browser) waitSteps(n int) []*types.Step {
	b.t.Helper()
	var steps []*types.Step
	defer func() {
		if b.t.Failed() {
			b.t.Logf("outbox: %s\npending: %s", describe(stored[any](b, "outbox")), describe(stored[any](b, "pending")))
		}
	}()
	b.until(fmt.Sprintf("%d steps in the outbox", n), func() bool {
		steps = nil
		for _, row := range stored[outboxRow](b, "outbox") {
			if row.Record.Step != nil {
				steps = append(steps, row.Record.Step)
			}
		}
		return len(steps) >= n
	})
	if len(steps) > n {
		b.t.Fatalf("%d steps instead of %d: %s", len(steps), n, describe(steps))
	}
	return steps
}

func describe(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
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

// act runs actions on a page.
func act(b *browser, page context.Context, actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(page, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// testID selects by test id.
func testID(id string) chromedp.CSS { return chromedp.CSS(`[data-testid="` + id + `"]`) }
