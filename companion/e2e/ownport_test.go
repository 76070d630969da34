package e2e

import (
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// waysTo serves pages that lead elsewhere, to the address in the query, each in the
// way that its path names.
func waysTo(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("to")
	if code, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/")); err == nil {
		http.Redirect(w, r, to, code)
		return
	}
	quoted := html.EscapeString(to)
	body := map[string]string{
		"/plain":   `<button data-testid="plain">Nothing</button>`,
		"/meta":    `<meta http-equiv="refresh" content="0;url=` + quoted + `">`,
		"/late":    `<meta http-equiv="refresh" content="1;url=` + quoted + `">`,
		"/assign":  `<script>location.href = ` + strconv.Quote(to) + `</script>`,
		"/replace": `<script>location.replace(` + strconv.Quote(to) + `)</script>`,
		"/link":    `<a data-testid="go" href="` + quoted + `">Go</a>`,
		"/push":    `<button data-testid="go" onclick="location = ` + html.EscapeString(strconv.Quote(to)) + `">Go</button>`,
		"/form":    `<form action="` + quoted + `"><button data-testid="go">Go</button></form>`,
		"/post":    `<form method="post" action="/307?to=` + quoted + `"><button data-testid="go">Go</button></form>`,
		"/blank":   `<a data-testid="go" target="_blank" href="` + quoted + `">Go</a>`,
		"/open":    `<button data-testid="go" onclick="window.open(` + html.EscapeString(strconv.Quote(to)) + `)">Go</button>`,
		"/back":    `<button data-testid="go" onclick="history.go(-2)">Go</button>`,
		"/frame":   `<button data-testid="plain">Nothing</button><iframe src="` + quoted + `"></iframe>`,
	}[r.URL.Path]
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!doctype html><title>Ways</title>"+body)
}

// TestNoWayLeadsAnAgentToCairnsOwnPort has pages lead the agent's tab to the
// daemon's own sample page by redirects, scripts, links, forms, new tabs, frames
// and the history. The agent is refused, sees nothing of it, and can go on.
func TestNoWayLeadsAnAgentToCairnsOwnPort(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, http.HandlerFunc(waysTo))
	own := fmt.Sprintf("127.0.0.1:%d", w.port)
	sample := "http://" + own + "/sample/"
	a := w.stdioAgent("led")
	a.do("mm_launch", map[string]any{"url": site + "/plain"})

	refused := func(way string, got *answer) {
		t.Helper()
		if got.OK || got.Error.Code != "MM_ACTION_DENIED" || !strings.Contains(got.Error.Message, "Cairn's own address") || got.Error.Hint == "" {
			t.Errorf("%s is answered %s", way, got.Text)
		}
	}
	clean := func(way string, got *answer) {
		t.Helper()
		for _, shown := range []string{"Pebble", "nav-home", "Create a new wallet", own} {
			if strings.Contains(got.Text, shown) || strings.Contains(string(got.Result), shown) {
				t.Errorf("%s shows %q: %s", way, shown, got.Text)
			}
		}
	}
	// arrives waits until a way leads there: a busy browser may take longer than the action.
	arrives := func(way string, got *answer) {
		t.Helper()
		for end := time.Now().Add(patience); got.OK && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			clean(way, got)
			got = a.call("mm_describe_screen", nil)
		}
		refused(way, got)
		clean(way, a.call("mm_describe_screen", nil))
	}
	goOn := func(way string) {
		t.Helper()
		a.do("mm_navigate", map[string]any{"url": site + "/plain"})
		if got := a.do("mm_describe_screen", nil); !strings.Contains(got.Text, "Nothing") {
			t.Errorf("after %s the next page is not there: %s", way, got.Text)
		}
	}

	for _, code := range []string{"301", "302", "303", "307", "308"} {
		refused(code, a.call("mm_navigate", map[string]any{"url": site + "/" + code + "?to=" + sample}))
		clean(code, a.call("mm_describe_screen", nil))
	}
	goOn("redirects")
	for _, way := range []string{"meta", "late", "assign", "replace"} {
		// The page may still be the one before when the tool looks.
		got := a.call("mm_navigate", map[string]any{"url": site + "/" + way + "?to=" + sample, "timeoutMs": 5000})
		if !got.OK && got.Error.Code == "MM_NAVIGATION_TIMEOUT" {
			got = a.call("mm_describe_screen", nil)
		}
		arrives(way, got)
	}
	goOn("pages that lead on by themselves")
	for _, way := range []string{"link", "push", "form", "post"} {
		a.do("mm_navigate", map[string]any{"url": site + "/" + way + "?to=" + sample})
		arrives(way, a.call("mm_click", map[string]any{"testId": "go"}))
	}
	goOn("clicks")
	a.do("mm_navigate", map[string]any{"url": site + "/link?to=" + sample})
	arrives("a click", a.call("mm_click", map[string]any{"testId": "go"}))
	a.do("mm_navigate", map[string]any{"url": site + "/back"})
	arrives("the history", a.call("mm_click", map[string]any{"testId": "go"}))
	goOn("the history")

	for _, way := range []string{"blank", "open"} {
		a.do("mm_navigate", map[string]any{"url": site + "/" + way + "?to=" + sample})
		a.do("mm_click", map[string]any{"testId": "go"})
		var open struct {
			Tabs []struct {
				TabID int `json:"tabId"`
			}
		}
		w.eventually("the new tab is listed", func() bool {
			a.do("mm_tabs", map[string]any{"action": "list"}).into(t, &open)
			return len(open.Tabs) > 1
		})
		arrives("a new tab by "+way, a.call("mm_tabs", map[string]any{"action": "switch", "tabId": open.Tabs[len(open.Tabs)-1].TabID}))
		clean(way, a.call("mm_describe_screen", nil))
		a.do("mm_tabs", map[string]any{"action": "close"})
	}
	goOn("new tabs")

	a.do("mm_navigate", map[string]any{"url": site + "/frame?to=" + sample})
	got := a.do("mm_describe_screen", nil)
	clean("a frame", got)
	if !strings.Contains(got.Text, "Nothing") {
		t.Errorf("beside a frame the page is not shown: %s", got.Text)
	}
	for _, id := range []string{"nav-home", "create-wallet"} {
		if got := a.call("mm_click", map[string]any{"testId": id, "timeoutMs": 1500}); got.OK {
			t.Errorf("%s in a frame was clicked: %s", id, got.Text)
		}
	}

	for _, host := range []string{"localhost", "localhost.", "a.localhost", "127.1", "2130706433", "0x7f.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"} {
		to := fmt.Sprintf("http://%s:%d/sample/", host, w.port)
		// Some of these the browser does not open, and may say so late.
		if got := a.call("mm_navigate", map[string]any{"url": site + "/302?to=" + to}); !got.OK && got.Error.Code != "MM_ACTION_DENIED" && got.Error.Code != "MM_NAVIGATION_FAILED" {
			t.Errorf("a redirect to %s is answered %s", to, got.Text)
		}
		clean(to, a.call("mm_describe_screen", nil))
		refused(to, a.call("mm_navigate", map[string]any{"url": to}))
		refused(to, a.call("mm_launch", map[string]any{"url": to}))
	}
	refused("a launch", a.call("mm_launch", map[string]any{"url": site + "/302?to=" + sample}))
	if got := a.call("mm_describe_screen", nil); got.OK || got.Error.Code != "MM_NO_ACTIVE_SESSION" {
		t.Errorf("after a launch that was refused a look is answered %s", got.Text)
	}
}
