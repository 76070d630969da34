package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"cairn/shared/types"
)

// drifting serves one page whose middle part changes between visits.
type drifting struct{ middle atomic.Pointer[string] }

func (d *drifting) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	rw.Header().Set("Cache-Control", "no-store")
	fmt.Fprintf(rw, driftPage, *d.middle.Load()) // an error is a client that is gone
}

const driftPage = `<!doctype html><html lang="en"><title>Mail</title>
<nav aria-label="Folders"><a href="#in">Inbox</a> <a href="#out">Outbox</a></nav>
%s
<footer><button>Help</button> <button>About</button> <button>Terms</button></footer>
<p role="status" id="out"></p>
<script>for (const el of document.querySelectorAll('button, a')) el.addEventListener('click', () => { document.getElementById('out').textContent = 'clicked ' + (el.id || el.dataset.testid || el.textContent); });</script></html>`

const driftToolbar = `<main><h1>Letter</h1><button data-testid="reply">Reply</button> %s <button data-testid="delete">Delete</button></main>`

// TestDriftingPages changes a page in every way in which pages change, and asks
// for an element that was once recorded there. A substitute is used only with proof.
func TestDriftingPages(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	page := &drifting{}
	show := func(middle string) { page.middle.Store(&middle) }
	toolbar := func(buttons string) string { return fmt.Sprintf(driftToolbar, buttons) }
	archive := `<button data-testid="archive" id="%s">Archive</button>`
	site := serve(t, page) + "/letter"

	before := w.stdioAgent("before")
	show(toolbar(fmt.Sprintf(archive, "old")))
	before.launch(map[string]any{"url": site})
	before.do("mm_click", map[string]any{"testId": "archive"})
	before.sees("clicked old")
	before.do("mm_click", map[string]any{"selector": "main > button:nth-of-type(2)"})
	before.do("mm_cleanup", map[string]any{"outcome": "done"})

	byID := map[string]any{"testId": "archive"}
	byPlace := map[string]any{"selector": "#old"}
	a := w.stdioAgent("after")
	a.launch(nil)
	for _, tc := range []struct {
		name, middle string
		ask          map[string]any
		healed       bool
		clicked      string // the page's text
		code         types.Code
		hint         string // a part of it
	}{
		{name: "nothing changed", middle: toolbar(fmt.Sprintf(archive, "same")), ask: byID, clicked: "same"},
		{name: "the test id is renamed", middle: toolbar(`<button data-testid="store" id="renamed">Archive</button>`), ask: byID, healed: true, clicked: "renamed"},
		{name: "the test id is gone", middle: toolbar(`<button id="bare">Archive</button>`), ask: byID, healed: true, clicked: "bare"},
		{name: "the text changed, not the test id", middle: toolbar(`<button data-testid="archive" id="text">Put away</button>`), ask: byID, clicked: "text"},
		{name: "text and test id changed", middle: toolbar(`<button data-testid="store">Shelve</button>`), ask: byID, code: types.CodeTargetNotFound},
		{name: "it moved a little", middle: toolbar("") + `<p>Letter 7</p><button data-testid="store" id="moved">Archive</button>`, ask: byID, healed: true, clicked: "moved"},
		{name: "it moved far away", middle: toolbar("") + strings.Repeat(`<button>More</button>`, 20) + `<button data-testid="store">Archive</button>` + strings.Repeat(`<button>Less</button>`, 9), ask: byID, code: types.CodeTargetNotFound},
		{name: "two of it, without test ids", middle: toolbar(`<button>Archive</button> <button>Archive</button>`), ask: byID, code: types.CodeTargetAmbiguous, hint: `button "Archive", e`},
		{name: "two of it, with the test id", middle: toolbar(strings.Repeat(fmt.Sprintf(archive, ""), 2)), ask: byID, code: types.CodeTargetAmbiguous, hint: "a11yRef"},
		{name: "its role changed", middle: toolbar(`<a href="#x" data-testid="store">Archive</a>`), ask: byID, code: types.CodeTargetNotFound},
		{name: "a look-alike in a dialog", middle: toolbar("") + `<div role="dialog" aria-label="All letters"><button>Archive</button></div>`, ask: byID, code: types.CodeTargetNotFound},
		{name: "a look-alike that had a name of its own", middle: toolbar("") + `<button data-testid="reply">Archive</button>`, ask: byID, code: types.CodeTargetNotFound},
		{name: "it is hidden", middle: toolbar(`<button data-testid="store" hidden>Archive</button>`), ask: byID, code: types.CodeTargetNotFound},
		{name: "its id passed to another", middle: toolbar(`<button id="renamed">Archive</button><button id="old">Burn</button>`), ask: byPlace, code: types.CodeTargetAmbiguous, hint: `button "Burn", e`},
		{name: "its id is gone", middle: toolbar(`<button id="again">Archive</button>`), ask: byPlace, healed: true, clicked: "again"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a.t = t
			show(tc.middle)
			a.do("mm_navigate", map[string]any{"url": site})
			if tc.code != "" {
				got := a.fails(tc.code, "mm_click", tc.ask)
				if !strings.Contains(got.Error.Hint, tc.hint) {
					t.Errorf("the hint is %q", got.Error.Hint)
				}
				if said := a.do("mm_describe_screen", nil); strings.Contains(said.Text, "clicked ") {
					t.Errorf("something was clicked:\n%s", said.Text)
				}
				return
			}
			r := a.act("mm_click", tc.ask)
			if (r.Healed != nil) != tc.healed || tc.healed && r.Healed.Why == "" {
				t.Errorf("healed is %s", asJSON(t, r.Healed))
			}
			a.sees("clicked " + tc.clicked)
		})
	}
	t.Run("what was learned before stands beside it", func(t *testing.T) {
		old, healed := 0, 0
		for _, s := range w.exported(t) {
			if s.Tool.Name != "mm_click" || !s.Outcome.OK {
				continue
			}
			if s.Tool.Target.TestID == "archive" && s.Tool.Target.Selector != "" {
				old++
			}
			if why, _ := s.Tool.Input["healed"].(string); why != "" {
				healed++
			}
		}
		if old < 3 || healed != 4 {
			t.Errorf("%d steps keep the old anchor, %d say that they were healed", old, healed)
		}
	})
}
