package e2e

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// office is a page with risky and harmless things to do. Each action is sent on done.
type office struct{ done chan string }

func (d office) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/done" {
		d.done <- r.URL.RawQuery
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, `<!doctype html><title>Office</title><h1>Office</h1><script>const done = (what) => fetch('/done?' + what)</script>
		<button data-testid="delete" onclick="done('delete')">Delete draft</button>
		<button data-testid="sender" onclick="done('sender')">Sender</button>
		<button data-testid="note" onclick="notes.insertAdjacentHTML('beforeend', '<li><button>Note ' + (notes.childElementCount + 1) + '</button></li>')">Add note</button>
		<ul id="notes"></ul>
		<form onsubmit="event.preventDefault(); done('transfer')"><h2>Transfer money</h2>
		<label>Amount <input data-testid="amount"></label><button data-testid="go">Continue</button></form>
		<form onsubmit="event.preventDefault(); done('search')" role="search"><label>Words <input data-testid="words"></label><button>Go</button></form>
		<button data-testid="ask" onclick="setTimeout(() => { if (confirm('Delete all files?')) done('all') })">Tidy up</button>`)
}

var tokenForm = regexp.MustCompile(`with confirm ([a-z2-7]{10})`)

// riskyIsConfirmed has agents do risky things: with tokens, without, with those of
// something else, and with a person who decides in the panel.
func riskyIsConfirmed(t *testing.T, w *world) {
	t.Helper()
	done := make(chan string, 100)
	site := serve(t, office{done})
	a := w.stdioAgent("careful", "--confirm", "risky")
	a.do("mm_launch", map[string]any{"url": site})
	needs := func(tool string, args map[string]any) (token string) {
		t.Helper()
		got := a.call(tool, args)
		found := tokenForm.FindStringSubmatch(got.Error.Hint)
		if got.OK || got.Error.Code != "MM_CONFIRMATION_NEEDED" || found == nil {
			t.Fatalf("%s %v is answered %s", tool, args, got.Text)
		}
		return found[1]
	}
	did := func(want string) {
		t.Helper()
		select {
		case got := <-done:
			if got != want {
				t.Errorf("%s was done, want %s", got, want)
			}
		case <-time.After(patience):
			t.Fatalf("%s was not done", want)
		}
		if len(done) > 0 {
			t.Errorf("%s was done as well", <-done)
		}
	}
	click := func(id, token string) map[string]any {
		args := map[string]any{"testId": id}
		if token != "" {
			args["confirm"] = token
		}
		return args
	}

	first := needs("mm_click", click("delete", ""))
	a.do("mm_click", click("sender", ""))
	did("sender")
	a.do("mm_click", click("note", ""))
	second := needs("mm_click", click("delete", first)) // the page has changed
	a.do("mm_click", click("delete", second))
	did("delete")
	needs("mm_click", click("delete", second)) // it was used

	pay := map[string]any{"testId": "amount", "text": "5", "submit": true}
	pay["confirm"] = needs("mm_type", pay)
	a.do("mm_type", pay)
	did("transfer")
	a.do("mm_type", map[string]any{"testId": "words", "text": "delete everything", "submit": true})
	did("search")

	run := a.do("mm_run_steps", map[string]any{"stopOnError": false, "steps": []any{
		map[string]any{"tool": "mm_click", "args": click("note", "")}, map[string]any{"tool": "mm_click", "args": click("go", "")}, map[string]any{"tool": "mm_click", "args": click("sender", "")},
	}})
	found := tokenForm.FindStringSubmatch(run.Text)
	if !strings.Contains(run.Text, "1 of 3 steps done, 1 failed, 1 skipped") || found == nil {
		t.Fatalf("a run with a risky step is answered %s", run.Text)
	}
	a.do("mm_click", click("go", found[1]))
	did("transfer")

	a.do("mm_click", click("ask", ""))
	ok := map[string]any{"role": "button", "name": "OK"}
	ok["confirm"] = needs("mm_click", ok)
	a.do("mm_click", ok)
	did("all")

	panel := w.person(extensionURL("panel/panel.html"))
	a.do("mm_click", click("note", "")) // the call that waited before is of a page that is no more
	asked := `#approvals [data-id="` + needs("mm_click", click("delete", "")) + `"]`
	shown := func() bool { return evaluate[bool](panel, "!!document.querySelector('"+asked+"')") }
	w.eventually("the question is in the panel", shown)
	w.says(panel, asked, "careful wants to delete something")
	w.says(panel, asked, "Click button “Delete draft”")
	panel.click(asked + " .approval-buttons button:last-child")
	w.eventually("the approval counts", func() bool { return a.call("mm_click", click("delete", "")).OK })
	did("delete")

	b := w.stdioAgent("watched", "--confirm", "person")
	b.do("mm_launch", map[string]any{"url": site})
	got := b.call("mm_click", click("delete", ""))
	token := tokenForm.FindStringSubmatch(got.Error.Hint)
	if token == nil || b.call("mm_click", click("delete", token[1])).Error.Code != "MM_CONFIRMATION_NEEDED" {
		t.Fatalf("without the person it is answered %s", got.Text)
	}
	asked = `#approvals [data-id="` + token[1] + `"]`
	w.eventually("the question is in the panel", shown)
	w.says(panel, asked, "watched wants to delete something")
	panel.click(asked + " .approval-buttons button:first-child")
	w.eventually("the denial counts", func() bool {
		got := b.call("mm_click", click("delete", token[1]))
		return !got.OK && got.Error.Code == "MM_ACTION_DENIED" && strings.Contains(got.Error.Message, "the person denied")
	})
	if len(done) > 0 {
		t.Errorf("%s was done although nobody approved", <-done)
	}

	// The person watches the first agent in the same browser, and stops it.
	stopped := w.stdioAgent("stopped")
	stopped.do("mm_launch", map[string]any{"url": site, "goal": "Look after the drafts"})
	stopped.do("mm_click", click("note", ""))
	tab := evaluate[int](panel, `chrome.storage.session.get().then((all) => Number(Object.entries(all).find(([key, tab]) => key.startsWith("tab:") && tab.session?.goal === "Look after the drafts")[0].slice(4)))`)
	watch := w.person(extensionURL(fmt.Sprintf("panel/panel.html?tab=%d", tab)))
	w.says(watch, "#watch", "Look after the drafts")
	w.says(watch, "#watch", "Last: Click “")
	watch.click("#watch button")
	w.says(watch, "#watch", "You stopped the agent")
	for tool, args := range map[string]map[string]any{"mm_click": click("note", ""), "mm_navigate": {"url": site + "?again"}, "mm_press": {"key": "Enter"}} {
		if got := stopped.call(tool, args); got.OK || got.Error.Code != "MM_ACTION_DENIED" || !strings.Contains(got.Error.Message, "the person stopped") {
			t.Errorf("a stopped agent's %s is answered %s", tool, got.Text)
		}
	}
	b.do("mm_click", click("note", "")) // another agent goes on
	watch.click("#watch button")
	w.says(watch, "#watch", "An agent works in this tab")
	stopped.do("mm_click", click("note", ""))
	stopped.do("mm_cleanup", map[string]any{})
	w.eventually("nothing to watch", func() bool { return evaluate[bool](watch, `document.getElementById("watch").hidden`) })
}
