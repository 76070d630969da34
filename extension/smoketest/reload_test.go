package smoketest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"cairn/companion/bridge"
	"cairn/extension"
	"cairn/extension/rig"
	"cairn/shared/wire"
)

// TestItGoesOnWhenTheExtensionIsLoadedAnew is a person who reloads the extension
// and switches it off and on, with a page open all the while: it links again by
// itself, and each later action in the page and its frame is recorded once, for
// the scripts that were there before are silent.
func TestItGoesOnWhenTheExtensionIsLoadedAnew(t *testing.T) {
	b := &browser{rig.Start(t, extension.Files, pages())}
	c := newCompanion(t)
	c.start(c.key)
	settings := b.Settings()
	settings.Grant("http://*/*", "https://*/*")
	welcome := b.Tab(rig.Origin + "/firstrun/firstrun.html")
	b.Act(welcome, chromedp.Click(chromedp.CSS("[value=all]")))
	b.Says(welcome, "#mode-note", "Every site is remembered")
	b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunPair, Code: c.code()})
	peer := b.linked(c, nil)

	page := b.Tab("about:blank")
	scripts := watchScripts(t, page)
	b.Act(page, chromedp.Navigate(b.URL+"/framed?src=/inner"))
	did := map[string]int{}
	does := func(when string) {
		t.Helper()
		b.Until("the scripts to be in the page and its frame "+when, func() bool { return scripts.living(page) == 2 })
		for _, id := range []string{"outer", "inner"} {
			b.clickFramed(page, id)
			did[id]++
			b.Until(id+" to be recorded "+when, func() bool { return c.clicksOn(id) >= did[id] })
		}
	}
	does("at first")

	// An agent's look leaves a port that ends with the extension.
	tab := evaluate[int](b, b.Ctx, fmt.Sprintf(`chrome.tabs.query({}).then((all) => all.find((tab) => tab.url.startsWith(%q)).id)`, b.URL))
	if _, err := peer.Call(t.Context(), wire.Envelope{Kind: wire.KindObserve, Observe: &wire.Observe{TabID: tab}}); err != nil {
		t.Fatal(err)
	}
	settings.Reload()
	peer = b.linked(c, peer)
	does("after it was reloaded")

	settings.Switch(false)
	settings.Switch(true)
	b.linked(c, peer)
	does("after it was switched off and on")

	for id, n := range did {
		if got := c.clicksOn(id); got != n {
			t.Errorf("%d clicks on %s are recorded %d times", n, id, got)
		}
	}
	if faults := scripts.faultsSeen(); len(faults) > 0 {
		t.Errorf("the page shows errors: %q", faults)
	}
}

// linked waits for the extension on a link that is not an earlier one.
func (b *browser) linked(c *companion, earlier *bridge.Peer) (peer *bridge.Peer) {
	b.T.Helper()
	b.Until("the link", func() bool {
		peers := c.bridge.Peers()
		if len(peers) == 1 {
			peer = peers[0]
		}
		return peer != nil && peer != earlier
	})
	return peer
}

// clickFramed clicks a button of a page or of the frame in it, as a person does.
func (b *browser) clickFramed(page context.Context, id string) {
	b.T.Helper()
	at := evaluate[[]float64](b, page, fmt.Sprintf(`(() => {
		const frame = document.querySelector("iframe");
		const inner = frame.contentDocument.querySelector("[data-testid=%[1]s]");
		const { x, y } = (inner ?? document.querySelector("[data-testid=%[1]s]")).getBoundingClientRect();
		const box = frame.getBoundingClientRect();
		return inner ? [box.x + frame.clientLeft + 7 + x + 5, box.y + frame.clientTop + 7 + y + 5] : [x + 5, y + 5];
	})()`, id))
	b.Act(page, chromedp.MouseClickXY(at[0], at[1]))
}

// clicksOn counts the clicks on a test id that have arrived.
func (c *companion) clicksOn(id string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range c.records {
		if r.Step != nil && r.Step.Tool.Name == "mm_click" && r.Step.Tool.Target != nil && r.Step.Tool.Target.TestID == id {
			n++
		}
	}
	return n
}

// scripts are the worlds of the extension's scripts in a page and its frames,
// also those that it has left, and the errors of the page and of all worlds.
type scripts struct {
	t      *testing.T
	mu     sync.Mutex
	worlds []string
	faults []string
}

func watchScripts(t *testing.T, page context.Context) *scripts {
	t.Helper()
	s := &scripts{t: t}
	err := chromedp.Listen(page, func(event any) {
		s.mu.Lock()
		defer s.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExecutionContextCreated:
			if strings.HasPrefix(e.Context.Origin, rig.Origin) {
				s.worlds = append(s.worlds, e.Context.UniqueID)
			}
		case *runtime.EventExecutionContextDestroyed:
			s.worlds = slices.DeleteFunc(s.worlds, func(id string) bool { return id == e.ExecutionContextUniqueID })
		case *runtime.EventExceptionThrown:
			s.faults = append(s.faults, describe(e.ExceptionDetails))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// living counts the worlds whose scripts are all there, with an extension to
// speak to.
func (s *scripts) living(page context.Context) (n int) {
	s.t.Helper()
	s.mu.Lock()
	worlds := slices.Clone(s.worlds)
	s.mu.Unlock()
	for _, world := range worlds {
		in := func(p *runtime.EvaluateParams) { p.UniqueContextID = world }
		// A world that is being made or left has no answer yet.
		lives, err := chromedp.Run(page, chromedp.Evaluate[bool](`!!globalThis.chrome?.runtime?.id && !!globalThis.Cairn?.main`, in))
		if err == nil && lives {
			n++
		}
	}
	return n
}

func (s *scripts) faultsSeen() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.faults
}
