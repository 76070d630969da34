package e2e

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestItGoesOnByItself lets a person go on with one page while the programs behind it
// change: the companion becomes another version, and the extension's database is
// cleared. Each action afterwards is remembered, once.
func TestItGoesOnByItself(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	site := serve(t, http.HandlerFunc(manyButtons))
	upgraded := filepath.Join(t.TempDir(), "upgraded")
	if err := goBuild(nil, "-ldflags", "-s -w -X cairn/companion/version.Commit=v9.9.9", "-o", upgraded, "./companion"); err != nil {
		t.Fatal(err)
	}
	w.start()
	p := w.person(site)
	did := 0
	does := func(after string) {
		t.Helper()
		id := fmt.Sprintf("thing-%d", did)
		did++
		p.click("#" + id)
		w.eventually("what is done "+after+" is remembered", func() bool { return w.timesOf(t, id) > 0 })
	}
	does("at first")

	w.stopDaemon()
	w.binary = upgraded
	w.startDaemon()
	w.waitLinked()
	does("after the companion was upgraded")

	evaluate[any](w.inExtension(), `(async () => {
		for (const { name } of await indexedDB.databases()) {
			await new Promise((done) => { const r = indexedDB.deleteDatabase(name); r.onsuccess = r.onerror = r.onblocked = done; });
		}
	})()`)
	does("after the database was cleared")

	for i := range did {
		if n := w.timesOf(t, fmt.Sprintf("thing-%d", i)); n != 1 {
			t.Errorf("thing-%d is remembered %d times", i, n)
		}
	}
}

// timesOf is how often a person's click on a test id is remembered.
func (w *world) timesOf(t testing.TB, id string) (times int) {
	t.Helper()
	for _, s := range w.exported(t) {
		if s.Actor == types.ActorObserved && s.Tool.Target != nil && strings.TrimSpace(s.Tool.Target.TestID) == id {
			times++
		}
	}
	return times
}
