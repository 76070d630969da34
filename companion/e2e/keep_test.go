package e2e

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// privateTexts are texts of somebody's in no format that a rule could know, new
// for each run: words, a number, and words for the address and the title.
type privateTexts struct{ heading, row, appeared, segment, title, number string }

func newPrivateTexts() privateTexts {
	r := rand.New(rand.NewPCG(rand.Uint64(), 0))
	words := func() string { return madeUp(r, 5) + " " + madeUp(r, 5) }
	return privateTexts{heading: words(), row: words(), appeared: words(), segment: strings.ReplaceAll(words(), " ", "-"), title: words(), number: drawn(r, "123456789", 8)}
}

// all are the texts and the words that they are made of.
func (p privateTexts) all() (out []string) {
	for _, text := range []string{p.heading, p.row, p.appeared, p.segment, p.title, p.number} {
		out = append(out, text)
		if parts := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '-' }); len(parts) > 1 {
			out = append(out, parts...)
		}
	}
	return out
}

// word is one that is only seen.
func (p privateTexts) word() string { return strings.Fields(p.heading)[0] }

// serve serves a page at any address that shows the texts around one button.
func (p privateTexts) serve(t testing.TB) (site string) {
	return serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><title>%s</title><h1>%s</h1>
			<table><tr data-testid="person-%s"><td>%s</td><td><button data-testid="approve" onclick="out.innerHTML = '<h2>%s</h2>'">Approve request</button></td></tr></table>
			<div id="out"></div>`, p.title, p.heading, p.number, p.row, p.appeared)
	}))
}

// keptOf is the trace of a person's visit.
type keptOf struct {
	wire     string // all messages on the link
	database string // of the extension
	stored   string // by the companion
}

// visit has a person press the one button of a page.
func (w *world) visit(tap *wiretap, page string) (kept keptOf) {
	w.t.Helper()
	ext := w.inExtension()
	clicks := func() int { return strings.Count(kept.stored, "mm_click") }
	kept.stored = asJSON(w.t, w.exported(w.t))
	before := clicks() // of an earlier visit, which says nothing about this one
	p := w.person(page)
	p.click(`[data-testid="approve"]`)
	w.eventually("the click is stored on both sides", func() bool {
		// Health comes first: an export that was read before the last message lacks it.
		h := ext.health()
		kept.stored = asJSON(w.t, w.exported(w.t))
		return h.Outbox == 0 && h.Pending == 0 && clicks() > before && strings.Contains(kept.stored, "Approve request")
	})
	kept.wire, _ = tap.heard(w.t)
	kept.database = ext.database()
	return kept
}

// database is all that the extension's database holds.
func (p *person) database() string {
	p.t.Helper()
	return evaluate[string](p, `(async () => {
		const out = [];
		for (const { name } of await indexedDB.databases()) {
			const db = await new Promise((resolve, reject) => {
				const open = indexedDB.open(name);
				open.onsuccess = () => resolve(open.result);
				open.onerror = () => reject(open.error);
			});
			for (const store of db.objectStoreNames) {
				out.push(store, await new Promise((resolve) => {
					const rows = db.transaction(store).objectStore(store).getAll();
					rows.onsuccess = () => resolve(rows.result);
				}));
			}
			db.close();
		}
		return JSON.stringify(out, (_, v) => (v instanceof Uint8Array ? new TextDecoder("latin1").decode(v) : v));
	})()`)
}

// TestNamesThatWereOnlySeenAreKeptNowhere has a person and an agent press a button
// among somebody's data, and a person act on a page of texts of which no rule knows that
// they are private, in a profile that keeps the names that are needed.
func TestNamesThatWereOnlySeenAreKeptNowhere(t *testing.T) {
	t.Parallel()
	private := newPrivateTexts()
	w := newWorld(t)
	w.keep = "needed"
	tap := w.tapWire(t)
	w.start()
	page := private.serve(t) + "/" + private.segment
	kept := w.visit(tap, page)
	for where, text := range map[string]string{"the link": kept.wire, "the extension": kept.database, "the companion": kept.stored} {
		if !strings.Contains(text, "Approve request") {
			t.Errorf("%s does not hold the name of the button", where)
		}
		for _, found := range seek(private.all()...).in([]byte(text)) {
			t.Errorf("%s holds %s", where, found)
		}
	}
	w.wantNoTrace(t, private.all()...)
	w.wantNoneInMemory(t, private.all()...)
	if out := w.mustCairn("search", private.word()); !strings.Contains(out, "Approve request") && !strings.Contains(out, "approve") {
		t.Errorf("a word that was only seen finds:\n%s", out)
	}
	if out := w.mustCairn("status"); !strings.Contains(out, "keeps names that were used") {
		t.Errorf("the status says:\n%s", out)
	}

	// An agent is shown everything, and its steps are kept like a person's.
	// An element used in two sessions is familiar: the agent's page is another one.
	others := newPrivateTexts()
	a := w.stdioAgent("keeper")
	a.launch(map[string]any{"url": others.serve(t)})
	if got := a.tells("mm_describe_screen", nil); !strings.Contains(got, others.heading) {
		t.Errorf("an agent is not shown %q: %s", others.heading, got)
	}
	a.do("mm_screenshot", map[string]any{"name": "seen"})
	a.do("mm_click", map[string]any{"testId": "approve", "within": map[string]any{"role": "row", "name": others.row}})
	a.call("mm_click", map[string]any{"role": "button", "name": "Not there", "timeoutMs": 500})
	a.do("mm_cleanup", nil)
	w.wantNoTrace(t, append(private.all(), others.all()...)...)
	if pictures, err := filepath.Glob(filepath.Join(w.home, "screenshots", "*", "*")); err != nil || len(pictures) > 0 {
		t.Errorf("saved %q, %v", pictures, err)
	}
	w.hidesUnknowns(t, tap, newUnknowns(rand.New(rand.NewPCG(rand.Uint64(), 0))))
}

// TestNamesThatWereOnlySeenAreFoundWhereAllAreKept does the same in a profile that keeps
// all: everything that was looked for must be found, or looking would prove nothing.
func TestNamesThatWereOnlySeenAreFoundWhereAllAreKept(t *testing.T) {
	t.Parallel()
	private := newPrivateTexts()
	w := newWorld(t)
	w.keep = "full"
	tap := w.tapWire(t)
	w.start()
	kept := w.visit(tap, private.serve(t)+"/"+private.segment)
	for where, text := range map[string]string{"the link": kept.wire, "the extension": kept.database, "the companion": kept.stored} {
		for _, found := range []string{private.heading, private.row, private.appeared, private.segment, private.title, private.number} {
			if !strings.Contains(text, found) {
				t.Errorf("in full %s does not hold %q", where, found)
			}
		}
	}
	w.wantSomeInMemory(t, private.heading, private.row, private.title)
	w.keepsUnknowns(t, tap, newUnknowns(rand.New(rand.NewPCG(rand.Uint64(), 0))))
}

// TestALostKeyOfNamesCostsNothingElse takes the key away between two starts.
func TestALostKeyOfNamesCostsNothingElse(t *testing.T) {
	t.Parallel()
	private := newPrivateTexts()
	w := newWorld(t)
	w.keep = "needed"
	tap := w.tapWire(t)
	w.start()
	page := private.serve(t) + "/"
	w.visit(tap, page)
	w.closeBrowser()
	w.stopDaemon()
	if err := os.Remove(filepath.Join(w.home, "name.key")); err != nil {
		t.Fatal(err)
	}
	w.startDaemon()
	if log := w.log.String(); !strings.Contains(log, "another key than before") {
		t.Errorf("the log says:\n%s", log)
	}
	if out := w.mustCairn("search", "approve request"); !strings.Contains(out, "approve") {
		t.Errorf("the step is not found by its own name:\n%s", out)
	}
	if out := w.mustCairn("search", private.word()); strings.Contains(out, "approve") {
		t.Errorf("a name that was hidden under the old key finds:\n%s", out)
	}
	// The extension takes the new key from the link: its steps are found here again.
	w.openBrowser()
	w.waitLinked()
	w.visit(tap, page)
	if out := w.mustCairn("search", private.word()); !strings.Contains(out, "approve") {
		t.Errorf("a word that was seen under the new key finds:\n%s", out)
	}
}
