package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"cairn/shared/wire"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
)

// person is somebody at the browser: real input events, which Cairn knows
// nothing of.
type person struct {
	t   testing.TB
	ctx context.Context
}

// person opens a new tab at url.
func (w *world) person(url string) *person {
	w.t.Helper()
	p := w.attach("")
	p.do(chromedp.Navigate(url))
	return p
}

// attach takes over a tab, or opens one when id is empty.
func (w *world) attach(id target.ID) *person {
	w.t.Helper()
	alloc, closeAlloc := remote.NewAllocator(context.Background(), "http://"+w.devtool)
	w.t.Cleanup(closeAlloc)
	var opts []chromedp.ContextOption
	if id != "" {
		opts = append(opts, chromedp.WithTargetID(id), chromedp.WithDetachOnCancel())
	}
	ctx, cancel := chromedp.NewContext(alloc, opts...)
	w.t.Cleanup(cancel)
	// The tab lives as long as the context of the first call, so that must not
	// be one with a deadline.
	if err := chromedp.Do(ctx); err != nil {
		w.t.Fatalf("attach to the browser: %v", err)
	}
	return &person{t: w.t, ctx: ctx}
}

func (p *person) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatalf("at the browser: %v", err)
	}
}

// click clicks the element of a CSS selector.
func (p *person) click(css string) {
	p.t.Helper()
	p.rests(css)
	p.do(chromedp.Click(chromedp.CSS(css)))
}

// rests waits until an element no longer moves, for a while: on a busy machine a page is
// drawn between its place being read and the click.
func (p *person) rests(css string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 10*time.Second)
	defer cancel()
	// A page that goes away or has a dialog open cannot say it: the click shows it then.
	_, _ = chromedp.Run(ctx, chromedp.Evaluate[bool](fmt.Sprintf(`new Promise((done) => {
		let last, same = 0, looks = 0;
		const look = () => {
			const now = JSON.stringify(document.querySelector(%q)?.getBoundingClientRect());
			same = now === last ? same + 1 : 0;
			last = now;
			if (same === 3 || ++looks === 100) return done(true);
			setTimeout(look, 30);
		};
		look();
	})`, css), chromedp.EvalAwaitPromise))
}

// write types into a field, key by key.
func (p *person) write(css, text string) {
	p.t.Helper()
	p.click(css)
	p.do(chromedp.SendKeys(chromedp.CSS(css), text))
}

// evaluate runs JavaScript in the page and decodes the value that it resolves to.
func evaluate[T any](p *person, js string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("evaluate %s: %v", js, err)
	}
	return v
}

// isAt reports whether the page's path is this one. A page that is just being left
// cannot be asked: it is not.
func (p *person) isAt(path string) bool {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	at, err := chromedp.Run(ctx, chromedp.Evaluate[string]("location.pathname"))
	return err == nil && at == path
}

// inExtension opens one of the extension's own pages: from there the whole
// extension can be asked.
func (w *world) inExtension() *person {
	w.t.Helper()
	return w.person(extensionURL("popup/popup.html"))
}

// rememberAllSites is the consent that a person gives in their own profile.
func (w *world) rememberAllSites() {
	w.t.Helper()
	p := w.inExtension()
	evaluate[any](p, `chrome.storage.local.set({mode: 'all'})`)
}

// askExtension puts one message to the extension and returns its reply.
func (p *person) askExtension(m wire.RuntimeMessage) wire.RuntimeReply {
	p.t.Helper()
	data, err := json.Marshal(m)
	if err != nil {
		p.t.Fatal(err)
	}
	text := evaluate[string](p, fmt.Sprintf(`chrome.runtime.sendMessage(%s).then(JSON.stringify)`, data))
	var reply wire.RuntimeReply
	if err := json.Unmarshal([]byte(text), &reply); err != nil {
		p.t.Fatalf("reply %q: %v", text, err)
	}
	return reply
}

// core asks the extension's own Wasm core.
func (p *person) core(req wire.CoreRequest) *wire.CoreReply {
	p.t.Helper()
	req.Now = now()
	reply := p.askExtension(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunCore, Core: &req})
	if reply.Error != nil {
		p.t.Fatalf("core: %v", reply.Error)
	}
	return reply.Core
}

func (p *person) health() *wire.Health {
	p.t.Helper()
	reply := p.askExtension(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunHealth})
	if reply.Health == nil {
		p.t.Fatalf("no health: %+v", reply)
	}
	return reply.Health
}
