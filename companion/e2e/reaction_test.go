package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// slowSite answers the requests of its buttons late, or never.
func slowSite(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	late := func() {
		select {
		case <-time.After(300 * time.Millisecond):
		case <-r.Context().Done():
		}
	}
	switch r.URL.Path {
	case "/":
		fmt.Fprint(rw, slowPage)
	case "/late":
		late()
		fmt.Fprint(rw, `<!doctype html><title>Late</title><h1>Came late</h1>`)
	case "/text":
		late()
		fmt.Fprint(rw, r.URL.Query().Get("say"))
	case "/slow":
		time.Sleep(2500 * time.Millisecond) // longer than a page is waited for that asks nothing of its server
		fmt.Fprint(rw, r.URL.Query().Get("say"))
	case "/stream":
		rw.Header().Set("Content-Type", "text/event-stream")
		rw.(http.Flusher).Flush()
		<-r.Context().Done()
	}
}

const slowPage = `<!doctype html><html lang="en"><title>Slow</title><h1>Slow</h1>
<button data-testid="fetch" onclick="text('fetched').then(say)">Fetch</button>
<button data-testid="slow" onclick="slow('at last').then(say)">Slow</button>
<button data-testid="draws" onclick="setTimeout(() => slow('Drawn').then((text) => document.body.append(Object.assign(document.createElement('button'), { textContent: text, onclick: () => say('pressed') }))), 400)">Draws later</button>
<button data-testid="chain" onclick="text('first').then(() => text('second')).then(say)">Chain</button>
<button data-testid="spinner" onclick="say('working'); text('worked').then(say)">Spinner</button>
<button data-testid="script" onclick="document.head.append(Object.assign(document.createElement('script'), { src: '/text?say=' + encodeURIComponent('say(\'script ran\')') }))">Script</button>
<button data-testid="stream" onclick="new EventSource('/stream'); say('streaming')">Stream</button>
<button data-testid="go" onclick="location = '/late'">Go</button>
<a data-testid="link" href="/late">Link</a>
<form action="/late" method="post"><button data-testid="post">Post</button></form>
<p role="status" id="out"></p>
<script>
  const say = (what) => { document.getElementById('out').textContent = what; };
  const slow = (what) => fetch('/slow?say=' + what).then((r) => r.text());
  const text = (what) => fetch('/text?say=' + what).then((r) => r.text());
</script></html>`

// TestAnswersWaitForWhatThePageWaitsFor checks that an answer has the page's reaction to the
// action, however late its server is.
func TestAnswersWaitForWhatThePageWaitsFor(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, http.HandlerFunc(slowSite)) + "/"
	a := w.stdioAgent("patient")
	a.launch(nil)
	for _, tc := range []struct{ testID, appeared, at string }{
		{"fetch", `status "fetched"`, ""},
		{"chain", `status "second"`, ""},
		{"spinner", `status "worked"`, ""},
		{"script", `status "script ran"`, ""},
		{"stream", `status "streaming"`, ""},
		{"go", `heading "Came late"`, "late"},
		{"link", `heading "Came late"`, "late"},
		{"post", `heading "Came late"`, "late"},
	} {
		t.Run(tc.testID, func(t *testing.T) {
			a.t = t
			r := a.actInTime(map[string]any{"url": site}, map[string]any{"testId": tc.testID})
			if r.After == nil || !strings.Contains(asJSON(t, r.After.Appeared), quotedJSON(t, tc.appeared)) || r.Tab.URL != site+tc.at {
				t.Errorf("the answer is %s", asJSON(t, r))
			}
		})
	}
}

// TestSlowServersAreWaitedFor checks that an answer, and a search for an element that is not drawn
// yet, wait for the page's requests to a slow server.
func TestSlowServersAreWaitedFor(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, http.HandlerFunc(slowSite)) + "/"
	a := w.stdioAgent("patient")
	a.launch(map[string]any{"url": site})
	r := a.act("mm_click", map[string]any{"testId": "slow"})
	if r.After == nil || !strings.Contains(asJSON(t, r.After.Appeared), quotedJSON(t, `status "at last"`)) {
		t.Errorf("the answer is %s", asJSON(t, r))
	}
	a.act("mm_click", map[string]any{"testId": "draws"})
	r = a.act("mm_click", map[string]any{"role": "button", "name": "Drawn"})
	if r.After == nil || !strings.Contains(asJSON(t, r.After.Appeared), quotedJSON(t, `status "pressed"`)) {
		t.Errorf("the answer is %s", asJSON(t, r))
	}
}

// actInTime clicks on a fresh page, once more when the machine was so slow that
// the answer might have had to come before the page was done: it waits no
// longer than some seconds.
func (a *agent) actInTime(page, target map[string]any) (r acted) {
	a.t.Helper()
	for range 4 {
		a.do("mm_navigate", page)
		if r = a.act("mm_click", target); r.DurationMs < 2500 {
			return r
		}
	}
	a.t.Skip("the machine is too slow to tell")
	return r
}
