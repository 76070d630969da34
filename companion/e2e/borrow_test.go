package e2e

import (
	"fmt"
	"testing"
)

// leftWorlds are started ones that tests have left. A start costs three seconds of
// processor time, more than most tests do afterwards.
var leftWorlds = make(chan *world, 64)

// borrowWorld returns a linked world that remembers nothing, and whose sample wallet has
// an address of its own: one that another test has left, or a new one. The test has it
// alone, and leaves daemon, browser and settings as they are.
func borrowWorld(t testing.TB) *world {
	t.Helper()
	var w *world
	select {
	case w = <-leftWorlds:
		w.t = t
		w.log.reset()
	default:
		w = makeWorld(t)
	}
	t.Cleanup(func() {
		if !t.Failed() && w.browser != nil {
			w.leave()
		}
		if t.Failed() || w.browser == nil {
			w.end()
			return
		}
		leftWorlds <- w
	})
	w.serveWallet()
	if w.browser == nil {
		w.start()
	}
	return w
}

// leave takes a test's pages and records out of the world.
func (w *world) leave() {
	w.closeTabs("http")
	w.closeTabs("chrome-extension")
	w.mustCairn("forget", "--everything", "--yes")
	w.waitLinked()
}

// endWorlds ends the worlds that are left after the last test, and reports whether all
// daemons exited cleanly.
func endWorlds() bool {
	last := &afterTests{}
	for {
		select {
		case w := <-leftWorlds:
			w.t = last
			w.end()
		default:
			return !last.failed
		}
	}
}

// afterTests takes the errors of worlds that end after the last test.
type afterTests struct {
	testing.TB
	failed bool
}

func (a *afterTests) Errorf(format string, args ...any) {
	fmt.Printf(format+"\n", args...)
	a.failed = true
}

func (a *afterTests) Failed() bool { return a.failed }

func (a *afterTests) Logf(format string, args ...any) { fmt.Printf(format+"\n", args...) }
