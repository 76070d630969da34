package e2e

import (
	"io/fs"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/testdata/pages"
)

// hostile serves the pages that make acting hard.
func (w *world) hostile() string {
	w.t.Helper()
	return serve(w.t, http.FileServer(http.Dir(filepath.Join(repoRoot, "testdata", "pages", "hostile")))) + "/"
}

// acted is the common part of the answers of acting tools.
type acted struct {
	tool.ActResult
	Found []tool.Notification `json:"found"`
}

func (a *agent) act(tool string, args map[string]any) acted {
	a.t.Helper()
	var r acted
	a.do(tool, args).into(a.t, &r)
	return r
}

// sees fails unless the page shows a message.
func (a *agent) sees(message string) {
	a.t.Helper()
	a.do("mm_wait_for", within(longTime, map[string]any{"role": "status", "name": message}))
}

func TestAWholeFlowInOneCall(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	a := w.stdioAgent("runner")
	session := a.launch(map[string]any{"url": w.site, "goal": "Send in one call", "flowTags": []string{"send"}}).SessionID

	steps := []map[string]any{}
	for _, s := range sendFlow {
		steps = append(steps, map[string]any{"tool": strings.TrimPrefix(s.tool, "mm_"), "args": s.args})
	}
	steps[1]["args"] = map[string]any{"target": "unlock"} // by a name of the agent's own
	var run tool.RunResult
	got := a.do("mm_run_steps", map[string]any{"steps": steps, "targets": map[string]any{"unlock": map[string]any{"testId": "unlock-submit"}}, "kb_source": "kb-send"})
	got.into(t, &run)
	if run.Succeeded != len(sendFlow) || run.Failed+run.Skipped != 0 || !strings.Contains(got.Text, "all 9 steps done") || strings.Contains(got.Text, password) {
		t.Fatalf("the run ended as\n%s", got.Text)
	}
	a.do("mm_wait_for", map[string]any{"testId": "activity-list"})

	t.Run("each step is recorded by itself", func(t *testing.T) {
		n := 0
		for _, s := range w.exported(t) {
			if s.SessionID == session && s.KBSource == "kb-send" {
				if want := sendFlow[n].tool; s.Tool.Name != want || s.Tool.Target == nil || s.Observation == nil {
					t.Errorf("step %d is %s on %+v, want %s", n+1, s.Tool.Name, s.Tool.Target, want)
				}
				n++
			}
		}
		if n != len(sendFlow) {
			t.Errorf("%d steps with their source are recorded, want %d", n, len(sendFlow))
		}
	})

	click := func(testID string) map[string]any {
		return map[string]any{"tool": "mm_click", "args": map[string]any{"testId": testID}}
	}
	nowhere := map[string]any{"tool": "mm_click", "args": map[string]any{"testId": "nowhere"}}
	t.Run("it stops at the first fault", func(t *testing.T) {
		var run tool.RunResult
		got := a.do("mm_run_steps", map[string]any{"steps": []any{click("nav-home"), nowhere, click("nav-activity")}})
		got.into(t, &run)
		if asked := statuses(run); asked != "ok failed skipped" || run.Steps[1].Error.Code != types.CodeTargetNotFound || run.Steps[1].Error.Hint == "" {
			t.Errorf("the steps are %s:\n%s", asked, got.Text)
		}
	})
	t.Run("or goes on, if asked to", func(t *testing.T) {
		var run tool.RunResult
		a.do("mm_run_steps", map[string]any{"steps": []any{click("nav-home"), nowhere, click("nav-activity")}, "stopOnError": false}).into(t, &run)
		if asked := statuses(run); asked != "ok failed ok" {
			t.Errorf("the steps are %s", asked)
		}
	})
	t.Run("one deadline is over all", func(t *testing.T) {
		var run tool.RunResult
		wait := map[string]any{"tool": "mm_wait_for", "args": map[string]any{"testId": "never-there"}}
		a.do("mm_run_steps", map[string]any{"steps": []any{wait, wait, wait, wait}, "timeoutMs": 1500, "stopOnError": false}).into(t, &run)
		if asked := statuses(run); !strings.HasPrefix(asked, "failed ") || !strings.HasSuffix(asked, " skipped") || run.Steps[0].Error.Code != types.CodeWaitTimeout {
			t.Errorf("the steps are %s: %+v", asked, run.Steps[0].Error)
		}
	})
	t.Run("nothing runs when a step is not in order", func(t *testing.T) {
		before := len(w.exported(t))
		for _, bad := range []map[string]any{
			{"tool": "mm_click", "args": map[string]any{"testid": "nav-home"}},
			{"tool": "mm_launch", "args": map[string]any{}},
			{"tool": "mm_click", "args": map[string]any{"target": "unknown"}},
		} {
			a.fails(types.CodeInvalidInput, "mm_run_steps", map[string]any{"steps": []any{click("nav-home"), bad}})
		}
		if after := len(w.exported(t)); after != before {
			t.Errorf("%d steps were recorded", after-before)
		}
	})
	w.wantNoTrace(t, password)
}

func statuses(r tool.RunResult) string {
	var all []string
	for _, s := range r.Steps {
		all = append(all, s.Status)
	}
	return strings.Join(all, " ")
}

func TestTabsThatOpenByThemselves(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := w.hostile()
	a := w.stdioAgent("tabs")
	home := a.launch(map[string]any{"url": site + "popups.html"}).Tab.TabID

	for _, tc := range []struct{ testID, kind, title string }{
		{"new-tab", tool.NotifyTab, "Vanishing"},
		{"no-opener", tool.NotifyTab, "Vanishing"},
		{"late-tab", tool.NotifyTab, "Vanishing"},
		{"new-window", tool.NotifyWindow, "Pop-up"},
	} {
		t.Run(tc.testID, func(t *testing.T) {
			a.t = t
			a.do("mm_click", map[string]any{"testId": tc.testID})
			news := a.act("mm_wait_for_notification", nil)
			if len(news.Found) != 1 || news.Found[0].Kind != tc.kind || news.Tab.TabID != home {
				t.Fatalf("found %+v in tab %d", news.Found, news.Tab.TabID)
			}
			opened := news.Found[0].Tab.TabID
			var tabs tool.TabsResult
			a.do("mm_tabs", map[string]any{"action": "switch", "tabId": opened}).into(t, &tabs)
			if tabs.Tab == nil || tabs.Tab.TabID != opened || tabs.Tab.Title != tc.title || len(tabs.Tabs) != 2 {
				t.Errorf("after switching: %s", asJSON(t, tabs))
			}
			if d := a.describe(); d.State.Title != tc.title {
				t.Errorf("the new tab shows %q", d.State.Title)
			}
			if tc.kind == tool.NotifyWindow {
				r := a.act("mm_click", map[string]any{"testId": "approve"}) // closes the window
				if !r.TabClosed || r.ClosedTabID != opened || r.Tab.TabID != home {
					t.Errorf("after the window closed: %s", asJSON(t, r))
				}
				return
			}
			a.do("mm_click", map[string]any{"testId": "steady"})
			a.do("mm_tabs", map[string]any{"action": "close"}).into(t, &tabs)
			if tabs.Tab == nil || tabs.Tab.TabID != home || len(tabs.Tabs) != 1 {
				t.Errorf("after closing: %s", asJSON(t, tabs))
			}
		})
	}
	a.t = t
	t.Run("tabs of others are not the agent's", func(t *testing.T) {
		w.person(site + "move.html")
		var tabs tool.TabsResult
		a.do("mm_tabs", map[string]any{"action": "list"}).into(t, &tabs)
		if len(tabs.Tabs) != 1 || tabs.Others == 0 || strings.Contains(asJSON(t, tabs), "move.html") {
			t.Errorf("tabs are %s", asJSON(t, tabs))
		}
		a.fails(types.CodeNotFound, "mm_tabs", map[string]any{"action": "switch", "tabId": 999999})
	})
	t.Run("nothing comes", func(t *testing.T) {
		a.fails(types.CodeWaitTimeout, "mm_wait_for_notification", map[string]any{"timeoutMs": 1500})
	})
}

func TestDialogsAreAnsweredAndReported(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := w.hostile()
	a := w.stdioAgent("dialogs")
	a.launch(map[string]any{"url": site + "dialogs.html"})

	button := func(name string) map[string]any { return map[string]any{"role": "button", "name": name} }
	if r := a.act("mm_click", map[string]any{"testId": "alert"}); len(r.Dialogs) != 1 || r.Dialogs[0] != (types.Dialog{Type: "alert", Message: "Saved nothing", Accepted: true}) {
		t.Errorf("an alert: %+v", r.Dialogs)
	}
	a.sees("alert done")
	for _, tc := range []struct {
		testID string
		want   types.Dialog
		answer []map[string]any // of mm_type where it has a text
		then   string
	}{
		{"confirm", types.Dialog{Type: "confirm", Message: "Delete everything?", Open: true}, []map[string]any{button("Cancel")}, "kept"},
		{"confirm", types.Dialog{Type: "confirm", Message: "Delete everything?", Open: true}, []map[string]any{button("OK")}, "deleted"},
		{"prompt", types.Dialog{Type: "prompt", Message: "Your name?", Open: true, Default: "me"}, []map[string]any{button("cancel")}, "nobody"},
		{"prompt", types.Dialog{Type: "prompt", Message: "Your name?", Open: true, Default: "me"}, []map[string]any{button("OK")}, "me"},
		{"prompt", types.Dialog{Type: "prompt", Message: "Your name?", Open: true, Default: "me"},
			[]map[string]any{{"role": "textbox", "name": "Your name?", "text": "Ann"}, button("OK")}, "Ann"},
		{"twice", types.Dialog{Type: "confirm", Message: "Sure?", Open: true}, []map[string]any{button("OK"), button("Cancel")}, "sure, not really"},
		{"on-press", types.Dialog{Type: "confirm", Message: "Pressed?", Open: true}, []map[string]any{button("OK")}, "pressed and clicked"},
	} {
		r := a.act("mm_click", map[string]any{"testId": tc.testID})
		if len(r.Dialogs) != 1 || r.Dialogs[0] != tc.want {
			t.Errorf("%s: dialogs are %+v, want %+v", tc.testID, r.Dialogs, tc.want)
		}
		if d := a.describe(); len(d.A11y.Nodes) < 3 || d.A11y.Nodes[0].Role != "alertdialog" || d.A11y.Nodes[0].Name != tc.want.Message || d.State.Title != "Dialogs" {
			t.Errorf("%s is described as %s", tc.testID, asJSON(t, d))
		}
		if got := a.fails(types.CodeTargetNotActable, "mm_click", map[string]any{"testId": "alert"}); !strings.Contains(got.Text, tc.want.Type+" dialog") {
			t.Errorf("behind %s: %s", tc.testID, got.Text)
		}
		for _, args := range tc.answer {
			tool := "mm_click"
			if args["text"] != nil {
				tool = "mm_type"
			}
			a.do(tool, args)
		}
		a.sees(tc.then)
	}
	t.Run("one that opens while it is typed", func(t *testing.T) {
		a.t = t
		r := a.act("mm_type", map[string]any{"testId": "asking", "text": "abc"})
		if len(r.Dialogs) != 1 || r.Dialogs[0] != (types.Dialog{Type: "confirm", Message: "Keep abc?", Open: true}) {
			t.Errorf("dialogs are %+v", r.Dialogs)
		}
		a.do("mm_click", button("OK"))
		a.sees("kept abc")
	})
	a.t = t
	for _, testID := range []string{"choose", "upload"} {
		r := a.act("mm_click", map[string]any{"testId": testID})
		if len(r.Dialogs) != 1 || r.Dialogs[0].Type != "file" || !strings.Contains(r.Dialogs[0].Message, "mm_upload") {
			t.Errorf("%s: dialogs are %+v", testID, r.Dialogs)
		}
	}
	a.sees("asked")
	if r := a.act("mm_click", map[string]any{"testId": "loop"}); len(r.Dialogs) != 5 {
		t.Errorf("a loop of alerts is reported as %d", len(r.Dialogs))
	}
	a.sees("loop done")

	t.Run("an alert that comes late", func(t *testing.T) {
		a.do("mm_click", map[string]any{"testId": "late-alert"})
		news := a.act("mm_wait_for_notification", map[string]any{"text": "time is up"})
		if len(news.Found) != 1 || news.Found[0].Kind != tool.NotifyBox || news.Found[0].Box == nil || !news.Found[0].Box.Accepted {
			t.Errorf("found %s", asJSON(t, news.Found))
		}
		a.sees("late done")
	})
	t.Run("a message that comes late", func(t *testing.T) {
		a.do("mm_click", map[string]any{"testId": "later-message"})
		news := a.act("mm_wait_for_notification", map[string]any{"text": "your order"})
		if len(news.Found) != 1 || news.Found[0].Kind != tool.NotifyMessage || news.Found[0].Text != "your order left" || news.Found[0].Ref == "" {
			t.Errorf("found %s", asJSON(t, news.Found))
		}
	})
	t.Run("a page that would not be left is left", func(t *testing.T) {
		a.do("mm_click", map[string]any{"testId": "guard"})
		r := a.act("mm_navigate", map[string]any{"url": site + "move.html"})
		if !strings.HasSuffix(r.Tab.URL, "move.html") || len(r.Dialogs) != 1 || r.Dialogs[0].Type != "beforeunload" || !r.Dialogs[0].Accepted {
			t.Errorf("after leaving: %s", asJSON(t, r))
		}
	})
	t.Run("nor does it hold one who left it long ago", func(t *testing.T) {
		a.t = t
		a.do("mm_navigate", map[string]any{"url": site + "dialogs.html"})
		a.do("mm_click", map[string]any{"testId": "guard"})
		a.do("mm_click", map[string]any{"testId": "leaves-late"})
		a.do("mm_wait_for", map[string]any{"testId": "steady"}) // on the next page; nobody holds the tab by then
	})
}

func TestEqualNamesAreDistinguishedByWhatTheyAreIn(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	a := w.stdioAgent("within")
	a.launch(map[string]any{"url": w.hostile() + "duplicates.html"})
	remove := func(within map[string]any) map[string]any {
		return map[string]any{"testId": "remove", "within": within}
	}
	a.fails(types.CodeTargetAmbiguous, "mm_click", map[string]any{"testId": "remove"})
	for _, tc := range []struct {
		args map[string]any
		says string
	}{
		{remove(map[string]any{"testId": "row-bob"}), "removed Bob"},
		{remove(map[string]any{"selector": "tr:last-child"}), "removed Eve"},
		{remove(map[string]any{"role": "row", "name": "Ann"}), "removed Ann"},
		{map[string]any{"role": "button", "name": "Undo", "within": map[string]any{"role": "region", "name": "Archive"}}, "removed archive"},
	} {
		a.do("mm_click", tc.args)
		a.sees(tc.says)
	}
	for _, tc := range []struct {
		code   types.Code
		within map[string]any
	}{
		{types.CodeTargetNotFound, map[string]any{"role": "region", "name": "Danger"}},
		{types.CodeTargetNotFound, map[string]any{"testId": "row-zoe"}},
		{types.CodeTargetAmbiguous, map[string]any{"selector": "tr"}},
		{types.CodeInvalidInput, map[string]any{}},
		{types.CodeInvalidInput, map[string]any{"testId": "row-bob", "role": "row"}},
	} {
		a.fails(tc.code, "mm_click", within(2*briefTime, remove(tc.within)))
	}
}

// changing serves the sample wallet, with its script rewritten as it now is.
type changing struct {
	rewrite atomic.Pointer[strings.Replacer]
}

func (c *changing) set(oldnew ...string) { c.rewrite.Store(strings.NewReplacer(oldnew...)) }

func (c *changing) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/app.js" {
		http.FileServerFS(pages.Wallet()).ServeHTTP(rw, r)
		return
	}
	script, err := fs.ReadFile(pages.Wallet(), "app.js")
	if err != nil {
		http.Error(rw, err.Error(), http.StatusInternalServerError)
		return
	}
	rw.Header().Set("Content-Type", "text/javascript")
	rw.Header().Set("Cache-Control", "no-store")
	_, _ = c.rewrite.Load().WriteString(rw, string(script))
}

func TestARenamedTargetIsHealedWithProof(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	app := &changing{}
	app.set()
	site := serve(t, app) + "/"

	first := w.stdioAgent("before-the-change")
	first.launch(map[string]any{"url": site})
	first.unlock()
	first.do("mm_click", map[string]any{"testId": "coin-overview-swap"})
	first.do("mm_cleanup", nil)

	t.Run("by role, name and neighbours", func(t *testing.T) {
		app.set("'unlock-submit'", "'unlock-go'", "'coin-overview-swap'", "'swap-now'")
		a := w.stdioAgent("after-the-change")
		session := a.launch(map[string]any{"url": site}).SessionID
		a.do("mm_type", map[string]any{"testId": "unlock-password", "text": password})
		r := a.act("mm_click", map[string]any{"testId": "unlock-submit"})
		if r.Healed == nil || r.Healed.From.TestID != "unlock-submit" || r.Healed.To.TestID != "unlock-go" || r.Healed.Why == "" {
			t.Fatalf("healed is %s", asJSON(t, r))
		}
		a.do("mm_wait_for", map[string]any{"testId": "coin-overview-send"})
		var waited tool.ActResult
		a.doInTime("mm_wait_for", map[string]any{"testId": "coin-overview-swap", "timeoutMs": 3000}).into(t, &waited)
		if waited.Healed == nil || waited.Healed.To.TestID != "swap-now" {
			t.Errorf("a wait is healed to %s", asJSON(t, waited.Healed))
		}
		found := false
		for _, s := range w.exported(t) {
			if s.SessionID == session && s.Tool.Input["testId"] == "unlock-submit" {
				found = s.Tool.Target.TestID == "unlock-go" && s.Tool.Input["healed"] == r.Healed.Why
			}
		}
		if !found {
			t.Error("the step does not keep what was asked for beside what acted")
		}
		a.do("mm_cleanup", nil)
	})
	t.Run("what still bears another name is never taken for it", func(t *testing.T) {
		// "Swap" is gone; "Send" now says Swap, but memory knows who that is.
		app.set("h('button', { 'data-testid': 'coin-overview-swap', onclick: () => toast('Swaps are resting today') }, 'Swap'),", "", "}, 'Send'),", "}, 'Swap'),")
		a := w.stdioAgent("careful")
		a.launch(map[string]any{"url": site})
		a.unlock()
		a.fails(types.CodeTargetNotFound, "mm_click", map[string]any{"testId": "coin-overview-swap"})
		a.do("mm_cleanup", nil)
	})
	t.Run("two that fit are listed, and neither is clicked", func(t *testing.T) {
		button := "h('button', { 'data-testid': 'coin-overview-swap', onclick: () => toast('Swaps are resting today') }, 'Swap'),"
		twice := strings.ReplaceAll(button, "coin-overview-swap", "swap-a") + strings.ReplaceAll(button, "coin-overview-swap", "swap-b")
		app.set(button, twice)
		a := w.stdioAgent("puzzled")
		a.launch(map[string]any{"url": site})
		a.unlock()
		got := a.fails(types.CodeTargetAmbiguous, "mm_click", map[string]any{"testId": "coin-overview-swap"})
		if !strings.Contains(got.Error.Hint, "swap-a") || !strings.Contains(got.Error.Hint, "swap-b") {
			t.Errorf("the hint is %q", got.Error.Hint)
		}
		if got := a.do("mm_describe_screen", nil); strings.Contains(got.Text, "resting") {
			t.Error("something was clicked")
		}
	})
	t.Run("another origin knows nothing of it", func(t *testing.T) {
		other := &changing{}
		other.set("'unlock-submit'", "'unlock-go'")
		a := w.stdioAgent("stranger")
		a.launch(map[string]any{"url": serve(t, other) + "/"})
		a.fails(types.CodeTargetNotFound, "mm_click", map[string]any{"testId": "unlock-submit"})
	})
}

func TestPartsOfAScreen(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	a := w.stdioAgent("reader")
	a.launch(map[string]any{"url": w.site})
	a.unlock()
	a.do("mm_click", map[string]any{"testId": "nav-activity"})
	short := a.do("mm_describe_screen", map[string]any{"budget": 400})
	if !strings.Contains(short.Text, "more rows, e") || !strings.Contains(short.Text, "regions: ") {
		t.Fatalf("the list is not folded, or regions are missing:\n%s", short.Text)
	}
	t.Run("find", func(t *testing.T) {
		var d described
		a.do("mm_describe_screen", map[string]any{"find": "nav settings"}).into(t, &d)
		if len(d.A11y.Nodes) != 1 || d.A11y.Nodes[0].TestID != "nav-settings" || d.PriorKnowledge != nil {
			t.Errorf("found %s", asJSON(t, d))
		}
	})
	t.Run("expand", func(t *testing.T) {
		got := a.do("mm_describe_screen", map[string]any{"expand": "navigation"})
		if !strings.Contains(got.Text, "nav-home") || !strings.Contains(got.Text, "nav-settings") || strings.Contains(got.Text, "more rows") {
			t.Errorf("the region is\n%s", got.Text)
		}
		a.fails(types.CodeNotFound, "mm_describe_screen", map[string]any{"expand": "no such place"})
	})
	t.Run("texts", func(t *testing.T) {
		read := func(args map[string]any) string { return a.do("mm_read", args).Text }
		if got := read(map[string]any{"within": map[string]any{"role": "navigation"}}); !strings.Contains(got, "Settings") || strings.Contains(got, "Received") {
			t.Errorf("the navigation reads\n%s", got)
		}
		if got := read(map[string]any{"within": map[string]any{"selector": "nav"}, "find": "settings"}); !strings.Contains(got, "Settings") || strings.Contains(got, "Received") {
			t.Errorf("settings within the navigation reads\n%s", got)
		}
		if got := read(map[string]any{"find": "no such words"}); !strings.Contains(got, "no such text") {
			t.Errorf("words that are not there read\n%s", got)
		}
		a.do("mm_wait_for", map[string]any{"text": "settings"})
		a.fails(types.CodeWaitTimeout, "mm_wait_for", map[string]any{"text": "Never settings", "timeoutMs": 1500}, "instead it says", "Settings")
	})
	t.Run("diff", func(t *testing.T) {
		a.do("mm_click", map[string]any{"testId": "nav-home"})
		a.describe()
		a.do("mm_click", map[string]any{"testId": "coin-overview-receive"})
		got := a.do("mm_describe_screen", map[string]any{"diff": true})
		var d struct {
			described
			Changes *tool.Changes `json:"changes"`
		}
		got.into(t, &d)
		if d.Changes == nil || len(d.A11y.Nodes) != 1 || d.A11y.Nodes[0].Name != "Address copied" || !strings.Contains(got.Text, `status "Address copied"`) {
			t.Errorf("the difference is\n%s", got.Text)
		}
		a.do("mm_navigate", map[string]any{"url": w.site + "#/settings"})
		if got := a.do("mm_describe_screen", map[string]any{"diff": true}); !strings.Contains(got.Text, "the whole screen") {
			t.Errorf("after a navigation the difference is\n%s", got.Text)
		}
	})
}
