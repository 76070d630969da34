package e2e

import (
	"fmt"
	"html"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// parcels is a shop whose search has no button: Enter alone sends it. Its help
// opens by a shortcut and closes by Escape.
func parcels(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	switch r.URL.Path {
	case "/":
		fmt.Fprint(w, `<!doctype html><title>Parcels</title><h1>Parcels</h1><form action="/results"><input type="search" name="q" aria-label="Find parcels"></form><div id="help"></div>
			<script>addEventListener('keydown', (e) => {
				const help = document.querySelector('#help');
				if (e.ctrlKey && e.key === 'k') { e.preventDefault(); help.innerHTML = '<div role="dialog" aria-label="Help"><p>How to find a parcel</p></div>'; }
				if (e.key === 'Escape') help.innerHTML = '';
			});</script>`)
	case "/results":
		fmt.Fprintf(w, `<!doctype html><title>Results</title><h1>Results</h1><p>Parcels like %s</p><a href="/details">Show details</a>`, html.EscapeString(r.FormValue("q")))
	case "/details":
		fmt.Fprint(w, `<!doctype html><title>Details</title><h1>Details of the parcel</h1>`)
	default:
		http.NotFound(w, r)
	}
}

// TestEnterOfPeopleAndAgentsIsRemembered teaches a search that only Enter sends,
// once by mm_type and once by a person's keys, and lets a second agent, the KB
// and an exported Playwright test do it again.
func TestEnterOfPeopleAndAgentsIsRemembered(t *testing.T) {
	t.Parallel()
	for name, teach := range map[string]func(w *world, a *agent, site string){
		"by mm_type": func(_ *world, a *agent, _ string) {
			a.do("mm_type", map[string]any{"role": "searchbox", "name": "Find parcels", "text": "red box", "submit": true})
			a.do("mm_click", map[string]any{"role": "link", "name": "Show details"})
		},
		"by a person's keys": func(w *world, _ *agent, site string) {
			p := w.takeTab(site)
			p.do(chromedp.Click(chromedp.CSS("input")), chromedp.KeyEvent("red box"+kb.Enter))
			w.eventually("the results show", func() bool { return p.isAt("/results") })
			p.click("a")
			w.eventually("the details show", func() bool { return p.isAt("/details") })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run, dir := playwrightTest(t)
			w := borrowWorld(t)
			site := serve(t, http.HandlerFunc(parcels)) + "/"
			a := w.stdioAgent("first")
			id := a.launch(map[string]any{"url": site, "goal": "Look up a parcel"}).SessionID
			teach(w, a, site)
			w.eventually("both steps are stored", func() bool { return len(w.actions(id)) == 2 })
			a.do("mm_cleanup", map[string]any{"outcome": "done"})
			if did := w.actions(id); did[0].Tool.Input["submit"] != true || did[0].After == nil || !strings.HasSuffix(did[0].After.CurrentURL, "/results") && !strings.Contains(did[0].After.CurrentURL, "/results?") {
				t.Errorf("the first step is stored as %s", asJSON(t, did[0]))
			}

			b := w.stdioAgent("second")
			b.launch(map[string]any{"url": site, "goal": "Look up a parcel"})
			d := b.describe()
			if d.PriorKnowledge == nil || len(d.PriorKnowledge.SuggestedNextActions) == 0 || !d.PriorKnowledge.SuggestedNextActions[0].Submit {
				t.Fatalf("suggested is %s, want typing with Enter", asJSON(t, d.PriorKnowledge))
			}
			if text := b.do("mm_describe_screen", nil).Text; !strings.Contains(text, `"submit":true} (`) {
				t.Errorf("the text does not say Enter:\n%s", text)
			}
			b.follow(d, nil)
			if d = b.describe(); !strings.Contains(d.State.CurrentURL, "/results") {
				t.Errorf("what was suggested led to %s", d.State.CurrentURL)
			}

			if text := b.do("kb_search", map[string]any{"query": "look up a parcel"}).Text; !strings.Contains(text, "submit=true") {
				t.Errorf("the KB does not say Enter:\n%s", text)
			}
			spec := filepath.Join(dir, "parcel.spec.ts")
			w.mustCairn("export", "--session", id, "--format", "playwright", spec)
			written, err := os.ReadFile(spec)
			if err != nil || !strings.Contains(string(written), `.press("Enter");`) {
				t.Fatalf("the test, %v:\n%s", err, written)
			}
			if out, err := run("CAIRN_FIND_PARCELS=red box"); err != nil || !strings.Contains(out, "1 passed") {
				t.Errorf("%v:\n%s\n%s", err, written, out)
			}
		})
	}
}

// TestAPersonsShortcutsAreRemembered: a shortcut that is no element's and Escape
// are steps of the session, and no letter is.
func TestAPersonsShortcutsAreRemembered(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, http.HandlerFunc(parcels)) + "/"
	a := w.stdioAgent("first")
	id := a.launch(map[string]any{"url": site, "goal": "Read the help"}).SessionID
	p := w.takeTab(site)
	p.do(chromedp.KeyEvent("k", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	w.eventually("the shortcut is stored", func() bool { return len(w.actions(id)) == 1 })
	p.do(chromedp.KeyEvent("xyz"))
	p.do(chromedp.KeyEvent(kb.Escape))
	w.eventually("Escape is stored", func() bool { return len(w.actions(id)) == 2 })
	for i, key := range []string{"Control+k", "Escape"} {
		if s := w.actions(id)[i]; s.Tool.Name != "mm_press" || s.Tool.Input["key"] != key || s.Tool.Target != nil {
			t.Errorf("step %d is stored as %s", i+1, asJSON(t, s.Tool))
		}
	}
	a.do("mm_cleanup", map[string]any{"outcome": "done"})

	b := w.stdioAgent("second")
	b.launch(map[string]any{"url": site, "goal": "Read the help"})
	d := b.describe()
	if d.PriorKnowledge == nil || len(d.PriorKnowledge.SuggestedNextActions) == 0 || d.PriorKnowledge.SuggestedNextActions[0].Key != "Control+k" {
		t.Errorf("suggested is %s", asJSON(t, d.PriorKnowledge))
	}
}

// actions are the steps of a session that acted on a page.
func (w *world) actions(session string) (steps []*types.Step) {
	w.t.Helper()
	for _, s := range w.exported(w.t) {
		if s.SessionID == session && slices.Contains([]string{"mm_click", "mm_type", "mm_press"}, s.Tool.Name) {
			steps = append(steps, s)
		}
	}
	return steps
}
