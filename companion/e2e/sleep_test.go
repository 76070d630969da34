package e2e

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var sleepTime = flag.Duration("asleep", 0, "how long companion and browser sleep: longer than wire.DeadAfter (./build.sh soak)")

// TestSleepLosesNothing lets the companion, the browser, both, and the page alone
// sleep for so long that the side that is awake gives the other up. A person's action
// meanwhile and afterwards is remembered, once.
func TestSleepLosesNothing(t *testing.T) {
	if *sleepTime == 0 {
		t.Skip("run ./build.sh soak")
	}
	w := newWorld(t)
	site := serve(t, http.HandlerFunc(manyButtons))
	w.start()
	p := w.person(site)
	did := 0
	does := func() {
		p.click(fmt.Sprintf("#thing-%d", did))
		did++
	}
	companion := func(s syscall.Signal) { _ = syscall.Kill(w.daemon.Process.Pid, s) }
	browser := func(s syscall.Signal) { _ = syscall.Kill(-w.browser.PID(), s) } // and its children, which share its group
	const doesEvery = 5 * time.Second
	for _, sleep := range []struct {
		what     string
		down, up func()
		awake    bool // the person goes on
	}{
		{"the companion", func() { companion(syscall.SIGSTOP) }, func() { companion(syscall.SIGCONT) }, true},
		{"the browser", func() { browser(syscall.SIGSTOP) }, func() { browser(syscall.SIGCONT) }, false},
		{"both", func() { companion(syscall.SIGSTOP); browser(syscall.SIGSTOP) }, func() { browser(syscall.SIGCONT); companion(syscall.SIGCONT) }, false},
		{"the page", func() { p.lifecycle(page.SetWebLifecycleStateStateFrozen) }, func() { p.lifecycle(page.SetWebLifecycleStateStateActive) }, false},
	} {
		does()
		sleep.down()
		for end := time.Now().Add(*sleepTime); time.Now().Before(end); time.Sleep(doesEvery) {
			if sleep.awake {
				does()
			}
		}
		sleep.up()
		does()
		woke := time.Now()
		w.eventually(fmt.Sprintf("all is remembered after %s slept", sleep.what), func() bool {
			for i := range did {
				if w.timesOf(t, fmt.Sprintf("thing-%d", i)) == 0 {
					return false
				}
			}
			return true
		})
		t.Logf("%s slept: all %d are remembered %v after waking", sleep.what, did, time.Since(woke).Round(time.Second/10))
	}
	for i := range did {
		if n := w.timesOf(t, fmt.Sprintf("thing-%d", i)); n != 1 {
			t.Errorf("thing-%d is remembered %d times", i, n)
		}
	}
}

// lifecycle freezes or wakes a page as the browser does to save memory.
func (p *person) lifecycle(state page.SetWebLifecycleStateState) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state}); err != nil {
		p.t.Fatalf("%s the page: %v", state, err)
	}
}
