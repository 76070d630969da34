package e2e

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"cairn/companion/flowfile"
	"cairn/shared/types"
)

// TestAPersonRunsAFlowFromThePanel has a person run a flow in the tab that they look at:
// not without leave for an action that cannot be taken back, and then to its end. The secret that
// they type is kept nowhere.
func TestAPersonRunsAFlowFromThePanel(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site, did := teamServer(t)
	flow := teamFlow(site)
	flow.Steps[1].Risk, flow.Steps[6].Risk = "deletes", "grants"
	w.importFlow(flow)
	page := w.person(site + "/elsewhere")
	panel := w.ownWindow("panel/panel.html")
	shows := func(css, text string) { t.Helper(); w.says(panel, css, text) }
	panel.click("#tab-flows")
	shows("#view-flows .vrow", "Invite")
	panel.click("#view-flows .vrow")
	shows("#view-flows .pane", "It deletes something")
	for name, value := range map[string]string{"email": "bo@x.example", "role": "Admin", "leaver": "Ann O'Neill", "note": "hi", "tab": "all"} {
		panel.write("#view-flows input[name="+name+"]", value)
	}
	const secret = "#view-flows input[name=password]"
	run := func() {
		t.Helper()
		panel.write(secret, password)
		panel.click("#view-flows .flow-form .primary")
	}
	ended := func(was, state string) {
		t.Helper()
		for deadline := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
			switch now := evaluate[string](panel, `document.querySelector("#view-flows .flow-run")?.dataset.state ?? ""`); {
			case now == state:
				panel.picture(t, "flow-"+state)
				return
			case now != "running" && now != was && now != "", time.Now().After(deadline):
				t.Fatalf("the run is %q, not %s:\n%s", now, state, evaluate[string](panel, `document.querySelector("#view-flows .pane").innerText`))
			}
		}
	}

	run()
	ended("", "stopped")
	shows("#view-flows .flow-run", "Stopped at step 2 of 7")
	shows("#view-flows .flow-run", "Then allow it")
	w.eventually("the panel to say no longer that something works in the tab", func() bool {
		return evaluate[bool](panel, `document.querySelector("#watch").hidden`)
	})
	shows("#view-flows .flow-left", "Invite")
	if got := did(); len(got) > 0 {
		t.Errorf("without leave it did %q", got)
	}
	if got := evaluate[string](panel, `document.querySelector("`+secret+`").type + document.querySelector("`+secret+`").value`); got != "password" {
		t.Errorf("the field of the secret is %q", got)
	}

	panel.click("#view-flows .flow-allow input")
	run()
	ended("stopped", "done")
	shows("#view-flows .flow-run", "The page shows that it worked")
	if got, want := did(), []string{"remove Ann O'Neill", "invite | bo@x.example | Admin | " + password + " | Dear all, hi"}; !slices.Equal(got, want) {
		t.Errorf("it did %q, want %q", got, want)
	}
	if at := evaluate[string](page, `location.pathname`); at != "/members/42/sent" {
		t.Errorf("the person's tab is at %s", at)
	}

	for _, place := range []string{`document.documentElement.outerHTML`, `JSON.stringify(localStorage)`, `chrome.storage.local.get().then(JSON.stringify)`, `chrome.storage.session.get().then(JSON.stringify)`,
		`chrome.runtime.sendMessage({to: "offscreen", kind: "flow"}).then(JSON.stringify)`} {
		if strings.Contains(evaluate[string](panel, place), password) {
			t.Errorf("%s holds the secret", place)
		}
	}
	w.leaksNothing(t)
}

// leaksNothing looks for the secret in all that the companion has on disk.
func (w *world) leaksNothing(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(w.home, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), password) {
			t.Errorf("%s holds the secret", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// ownWindow opens a page of the extension in a window of its own, where it is seen
// beside the tab that it is about.
func (w *world) ownWindow(path string) *person {
	w.t.Helper()
	ext := w.inExtension()
	mark := fmt.Sprintf("own=%d", time.Now().UnixNano())
	evaluate[any](ext, fmt.Sprintf(`chrome.windows.create({url: chrome.runtime.getURL(%q), width: 900, height: 760}).then(() => 1)`, path+"?"+mark))
	return w.takeTab(mark)
}

// picture is for eyes: it writes a page's picture where CAIRN_SHOTS names a directory.
func (p *person) picture(t *testing.T, name string) {
	t.Helper()
	dir := os.Getenv("CAIRN_SHOTS")
	if dir == "" {
		return
	}
	got, err := chromedp.Call(p.ctx, cdpage.CaptureScreenshot, cdpage.CaptureScreenshotParams{})
	if err != nil {
		t.Fatal(err)
	}
	image, err := base64.StdEncoding.DecodeString(fmt.Sprint(got.Data))
	if err != nil {
		image = []byte(got.Data)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), image, 0o600); err != nil {
		t.Error(err)
	}
}

// TestAPersonContinuesARunInThePanel approves the step before which a run stops, does by
// hand the one that the page no longer shows, and has the run go on: each is done once.
func TestAPersonContinuesARunInThePanel(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	posts := make(chan string, 10)
	site := serve(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			posts <- r.URL.Path
			http.Redirect(rw, r, r.URL.Path, http.StatusSeeOther)
			return
		}
		rw.Header().Set("Content-Type", "text/html")
		fmt.Fprint(rw, "<!doctype html><title>Club</title><h1>Club</h1>", map[string]string{"/": `<a href="/letter">Open the letter</a>`, "/letter": `<form method="post" action="/sent"><button>Send it</button></form>`,
			"/sent": `<form method="post" action="/filed"><button id="file">Put it on record</button></form>`, "/filed": `<a href="/end">Close the file</a>`, "/end": "<p>That is all.</p>"}[r.URL.Path])
	}))
	button := func(name string) []types.FlowTarget { return []types.FlowTarget{{Role: "button", Name: name}} }
	flow := &types.Flow{ID: "letter", Title: "Send the letter and archive it", Site: site, Start: "/", Version: 1, End: types.FlowScreen{Path: "/end"}, Steps: []types.FlowStep{
		{Tool: "click", Targets: []types.FlowTarget{{Role: "link", Name: "Open the letter"}}},
		{Tool: "click", Targets: button("Send it"), Risk: "sends"},
		{Tool: "click", Targets: button("Archive")},
		{Tool: "click", Targets: []types.FlowTarget{{Role: "link", Name: "Close the file"}}},
	}}
	w.importFlow(flow)
	page := w.person(site)
	panel := w.ownWindow("panel/panel.html")
	says := func(css, text string) { t.Helper(); w.says(panel, css, text) }
	done := func(want ...string) {
		t.Helper()
		var got []string
		for len(posts) > 0 {
			got = append(got, <-posts)
		}
		if !slices.Equal(got, want) {
			t.Errorf("it did %q, want %q", got, want)
		}
	}
	panel.click("#tab-flows")
	says("#view-flows .vrow", "letter")
	panel.click("#view-flows .vrow")
	panel.click("#view-flows .flow-form .primary")
	says("#view-flows .flow-run", "Stopped at step 2 of 4")
	says("#view-flows .flow-run .actions", "Allow it and continue")
	if !evaluate[bool](panel, "document.querySelector('#approvals').hidden") {
		t.Error("the question is asked twice")
	}
	panel.picture(t, "flow-approve")
	done()
	panel.click("#view-flows .flow-run .actions button:first-child")
	says("#view-flows .flow-run", "Stopped at step 3 of 4")
	done("/sent")
	page.click("#file")
	w.eventually("the page to be filed", func() bool { return evaluate[string](page, "location.pathname") == "/filed" })
	panel.click("#view-flows .flow-run .actions button:last-child")
	says("#view-flows .flow-run", "Only the page's address says that it worked")
	done("/filed")
}

// TestAPersonStopsARunInThePanel stops a run that waits for a page. A step that it had not begun
// is not done.
func TestAPersonStopsARunInThePanel(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	posts := make(chan string, 10)
	site := serve(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			posts <- r.URL.Path
		}
		rw.Header().Set("Content-Type", "text/html")
		fmt.Fprint(rw, `<!doctype html><title>Club</title><h1>Club</h1><main aria-busy="true">Loading</main><form method="post" action="/sent"><button>Send it</button></form>`)
	}))
	stopped := &types.Flow{ID: "send-it", Title: "Open the letter and send it", Site: site, Start: "/", Version: 1, Steps: []types.FlowStep{
		{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Open the letter"}}},
		{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Send it"}}},
	}}
	w.importFlow(stopped)
	w.person(site)
	panel := w.ownWindow("panel/panel.html")
	says := func(css, text string) { t.Helper(); w.says(panel, css, text) }
	panel.click("#tab-flows")
	says("#view-flows .vrow", "letter")
	panel.click("#view-flows .vrow")
	panel.click("#view-flows .flow-form .primary")
	says("#view-flows .flow-run", "Step 1 of 2")
	panel.click("#view-flows .flow-live button")
	says("#view-flows .flow-run", "The run was stopped")
	says("#view-flows .flow-run", "Stopped at step 1 of 2")
	if len(posts) > 0 {
		t.Errorf("it sent %q", <-posts)
	}
}

// importFlow imports a flow by a file, as a person does.
func (w *world) importFlow(flow *types.Flow) {
	w.t.Helper()
	text, err := flowfile.Encode(flow)
	if err != nil {
		w.t.Fatal(err)
	}
	file := filepath.Join(w.t.TempDir(), flow.ID+".yaml")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		w.t.Fatal(err)
	}
	w.mustCairn("flow", "import", file)
}
