package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// forbidden is a page on which a limited agent may neither look nor act. It counts
// how often it was pressed.
type forbidden struct{ pressed chan string }

func (f forbidden) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/pressed" {
		f.pressed <- r.URL.RawQuery
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	say := ""
	if r.URL.Path == "/box" {
		say = `<script>setTimeout(() => confirm("Forbidden question"), 300)</script>`
	}
	fmt.Fprint(w, `<!doctype html><title>Forbidden title</title><h1>Forbidden heading</h1>
		<button data-testid="pay" onclick="fetch('/pressed?pay')">Forbidden pay</button>`+say)
}

// TestLimitsHoldOnEveryWay lets one agent use one site alone, while another of the
// same daemon is free. Pages of that site lead to another by redirects, scripts,
// links, forms, tabs, frames and the history.
func TestLimitsHoldOnEveryWay(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, http.HandlerFunc(waysTo))
	pressed := make(chan string, 100)
	other := serve(t, forbidden{pressed})
	a := w.stdioAgent("limited", "--allow-origins", site+", https://*.example.com")
	a.do("mm_launch", map[string]any{"url": site + "/plain"})

	refused := func(way string, got *answer) {
		t.Helper()
		if got.OK || got.Error.Code != "MM_ACTION_DENIED" || !strings.Contains(got.Error.Message, "outside of the origins") || !strings.Contains(got.Error.Hint, site) {
			t.Errorf("%s is answered %s", way, got.Text)
		}
		if strings.Contains(got.Text+string(got.Result), "Forbidden") {
			t.Errorf("%s shows the page: %s", way, got.Text)
		}
	}
	// arrives waits until a way leads there: a busy browser may take longer than the action.
	arrives := func(way string, got *answer) {
		t.Helper()
		for end := time.Now().Add(patience); got.OK && time.Now().Before(end); got = a.call("mm_describe_screen", nil) {
			if strings.Contains(got.Text+string(got.Result), "Forbidden") {
				t.Errorf("%s shows the page: %s", way, got.Text)
			}
		}
		refused(way, got)
	}
	goOn := func(way string) {
		t.Helper()
		a.do("mm_navigate", map[string]any{"url": site + "/plain"})
		if got := a.do("mm_describe_screen", nil); !strings.Contains(got.Text, "Nothing") {
			t.Errorf("after %s the next page is not there: %s", way, got.Text)
		}
	}

	refused("its address", a.call("mm_navigate", map[string]any{"url": other}))
	refused("another spelling", a.call("mm_navigate", map[string]any{"url": strings.Replace(site, "127.0.0.1", "localhost", 1)}))
	refused("a redirect", a.call("mm_navigate", map[string]any{"url": site + "/302?to=" + other}))
	for tool, args := range map[string]map[string]any{
		"mm_describe_screen": nil, "mm_list_testids": nil, "mm_accessibility_snapshot": {"find": "Forbidden"}, "mm_screenshot": nil,
		"mm_click": {"testId": "pay"}, "mm_wait_for": {"testId": "pay"}, "mm_type": {"testId": "pay", "text": "x"},
	} {
		refused(tool+" there", a.call(tool, args))
	}
	if got := a.do("mm_tabs", map[string]any{"action": "list"}); strings.Contains(got.Text+string(got.Result), "Forbidden") {
		t.Errorf("the list of tabs shows the page: %s", got.Text)
	}
	goOn("a redirect")
	for _, way := range []string{"link", "push", "form"} {
		a.do("mm_navigate", map[string]any{"url": site + "/" + way + "?to=" + other})
		arrives(way, a.call("mm_click", map[string]any{"testId": "go"}))
	}
	goOn("clicks")
	a.do("mm_navigate", map[string]any{"url": site + "/link?to=" + other})
	run := a.call("mm_run_steps", map[string]any{"steps": []any{
		map[string]any{"tool": "mm_click", "args": map[string]any{"testId": "go"}}, map[string]any{"tool": "mm_click", "args": map[string]any{"testId": "pay"}},
	}})
	if !strings.Contains(run.Text, " 1 failed") || strings.Contains(run.Text, "Forbidden") {
		t.Errorf("a run of steps is answered %s", run.Text)
	}
	goOn("a run")
	a.do("mm_navigate", map[string]any{"url": site + "/link?to=" + other + "/box"})
	arrives("a question", a.call("mm_click", map[string]any{"testId": "go"}))
	time.Sleep(500 * time.Millisecond) // it is asked by now
	refused("a question", a.call("mm_describe_screen", nil))
	goOn("a question")

	a.do("mm_navigate", map[string]any{"url": site + "/open?to=" + other})
	a.do("mm_click", map[string]any{"testId": "go"})
	news := a.do("mm_wait_for_notification", nil)
	var found struct {
		Found []struct {
			Tab struct {
				TabID int `json:"tabId"`
			}
		}
	}
	if news.into(t, &found); strings.Contains(news.Text+string(news.Result), "Forbidden") || len(found.Found) != 1 {
		t.Fatalf("the new tab is announced by %s", news.Text)
	}
	arrives("a new tab", a.call("mm_tabs", map[string]any{"action": "switch", "tabId": found.Found[0].Tab.TabID}))
	a.do("mm_tabs", map[string]any{"action": "close"})
	goOn("a new tab")

	a.do("mm_navigate", map[string]any{"url": site + "/frame?to=" + other})
	for _, args := range []map[string]any{nil, {"find": "Forbidden"}} {
		if got := a.do("mm_describe_screen", args); strings.Contains(got.Text+string(got.Result), "Forbidden heading") || strings.Contains(got.Text, "Forbidden pay") {
			t.Errorf("beside the page the frame is shown: %s", got.Text)
		}
	}
	for _, target := range []map[string]any{{"testId": "pay"}, {"role": "button", "name": "Forbidden pay"}, {"selector": "iframe"}, {"testId": "pay", "frame": other}} {
		if got := a.call("mm_click", with(target, map[string]any{"timeoutMs": 1000})); got.OK || strings.Contains(got.Text, "Forbidden heading") {
			t.Errorf("%v in the frame was clicked: %s", target, got.Text)
		}
	}
	refused("a picture", a.call("mm_screenshot", nil))

	free := w.stdioAgent("free", "--deny-origins", "https://bank.example")
	free.do("mm_launch", map[string]any{"url": other})
	free.do("mm_click", map[string]any{"testId": "pay"})
	select {
	case got := <-pressed:
		if got != "pay" || len(pressed) > 0 {
			t.Errorf("pressed was %q, and %d times more", got, len(pressed))
		}
	case <-time.After(patience):
		t.Fatal("the free agent did not press")
	}
	riskyIsConfirmed(t, w)
	theWindowShowsWhatAnAgentDoes(t, w)
}
