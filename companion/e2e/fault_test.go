package e2e

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"cairn/extension"
	"cairn/shared/types"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// deaths is how often service worker and offscreen document are killed each, at
// the least.
var deaths = flag.Int("deaths", 1, "how often to kill service worker and offscreen document each (./build.sh soak: 100)")

// faultClicks is how many things the person does, and faultEvery how often
// something is killed meanwhile: service worker and offscreen document in turn,
// and the companion in between. Where that does not make enough deaths, there are
// more clicks, and something is killed after each.
const (
	faultClicks    = 24
	manyThings     = 264 // buttons on the page: enough for soak's deaths
	faultEvery     = 2
	faultCompanion = 10 // every so many-th kill is the companion's
)

// TestNothingIsLostWhenEverythingDies has a person click one button after the
// other while service worker, offscreen document and companion are killed in
// turn, amid their work. Each click is remembered, and once.
func TestNothingIsLostWhenEverythingDies(t *testing.T) {
	t.Parallel()
	every, clicks := faultEvery, faultClicks
	if *deaths > faultClicks/faultEvery/4 {
		every, clicks = 1, manyThings
	}
	w := newWorld(t)
	site := serve(t, http.HandlerFunc(manyButtons))
	w.start()
	p := w.person(site)
	browser := w.attach("")
	killed := map[string]int{}
	kill := func(what, kind string) {
		closed := browser.closeTargets(kind)
		if every == 1 { // every kill counts
			w.eventually("the "+what+" is there", func() bool {
				closed += browser.closeTargets(kind)
				return closed > 0
			})
		}
		killed[what] += closed
	}
	for i := range clicks {
		p.click(fmt.Sprintf("#thing-%d", i))
		if i%every != 0 {
			continue
		}
		switch turn := i / every; {
		case turn%faultCompanion == faultCompanion-1:
			w.killDaemon()
			killed["companion"]++
			w.startDaemon()
		case turn%2 == 0:
			kill("service worker", "service_worker")
		default:
			kill("offscreen document", "background_page")
		}
	}
	var times map[string]int
	defer func() {
		for i := range clicks {
			if id := fmt.Sprintf("thing-%d", i); t.Failed() && times[id] == 0 {
				t.Logf("%s is lost", id)
			}
		}
	}()
	w.eventually("all clicks are remembered", func() bool {
		times = map[string]int{}
		for _, s := range w.exported(t) {
			if s.Actor == types.ActorObserved && s.Tool.Target != nil && strings.HasPrefix(s.Tool.Target.TestID, "thing-") {
				times[s.Tool.Target.TestID]++
			}
		}
		return len(times) == clicks
	})
	for id, n := range times {
		if n != 1 {
			t.Errorf("%s is remembered %d times", id, n)
		}
	}
	if min(killed["service worker"], killed["offscreen document"]) < *deaths || killed["companion"] == 0 {
		t.Errorf("killed: %v; wanted: %d times each, and the companion", killed, *deaths)
	}
	t.Logf("%d clicks remembered, killed: %v", len(times), killed)
}

// manyButtons is a page with one button for each thing to do.
func manyButtons(rw http.ResponseWriter, _ *http.Request) {
	fmt.Fprint(rw, `<!doctype html><title>Things</title><h1>Things to do</h1><p role="status"></p>`)
	for i := range manyThings {
		fmt.Fprintf(rw, `<button id="thing-%d" data-testid="thing-%d" onclick="document.querySelector('p').textContent = 'Did thing %d'">Do thing %d</button>`, i, i, i, i)
	}
}

// closeTargets ends the extension's contexts of a kind, as Chromium does when
// it needs their memory, and returns how many there were.
func (p *person) closeTargets(kind string) (closed int) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	infos, err := chromedp.Targets(ctx)
	if err != nil {
		p.t.Fatalf("list targets: %v", err)
	}
	for _, info := range infos {
		if info.Type != kind || !strings.Contains(info.URL, extension.ID) {
			continue
		}
		// It may just have ended by itself.
		if _, err := chromedp.CallBrowser(ctx, target.CloseTarget, target.CloseTargetParams{TargetID: info.TargetID}); err == nil {
			closed++
		}
	}
	return closed
}
