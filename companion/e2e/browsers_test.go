package e2e

import (
	"flag"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

var browsers = flag.Int("browsers", 0, "how many browsers learn from each other (./build.sh soak)")

// TestBrowsersLearnFromEachOther has several browsers on one companion. An action
// in one is known in all the others, also while the companion is away, and
// the actions of each then too, once.
func TestBrowsersLearnFromEachOther(t *testing.T) {
	if *browsers < 2 {
		t.Skip("run ./build.sh soak")
	}
	site := serve(t, http.HandlerFunc(manyButtons))
	w := newWorld(t)
	w.startDaemon()
	all := make([]*world, *browsers)
	pages := make([]*person, *browsers)
	own := make([]*person, *browsers)
	for i := range all {
		all[i] = newWorld(t)
		all[i].home, all[i].port = w.home, w.port
		all[i].openBrowser()
		pages[i], own[i] = all[i].person(site), all[i].inExtension()
	}
	did := 0
	eachDoes := func() {
		for _, p := range pages {
			p.click(fmt.Sprintf("#thing-%d", did))
			did++
		}
	}
	allKnow := func(when string) {
		t.Helper()
		for i := range all {
			for n := range did {
				w.eventually(fmt.Sprintf("browser %d knows thing %d %s", i, n, when), func() bool { return knows(own[i], n) })
			}
		}
	}
	linked := func() bool {
		out, err := w.cairn("status")
		return err == nil && strings.Count(out, ", extension ") == len(all)
	}
	w.eventually("all browsers are linked", linked)
	eachDoes()
	allKnow("at once")
	w.killDaemon()
	allKnow("without the companion")
	eachDoes()
	w.startDaemon()
	w.eventually("all browsers are linked again", linked)
	allKnow("after it came back")
	for n := range did {
		if times := w.timesOf(t, fmt.Sprintf("thing-%d", n)); times != 1 {
			t.Errorf("thing %d is remembered %d times", n, times)
		}
	}
}

// knows reports whether an extension finds, by itself, that thing n was done,
// and once.
func knows(extension *person, n int) bool {
	reply := extension.core(wire.CoreRequest{Op: wire.OpSearch, Search: &types.SearchRequest{Query: fmt.Sprintf("thing-%d", n), Limit: 50}})
	times := 0
	for _, s := range reply.Steps {
		if strings.Contains(s.Snippet+",", fmt.Sprintf("testId: thing-%d,", n)) {
			times++
		}
	}
	return times == 1
}
