package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cairn/shared/types"
)

// announced is a memory that notes which actions were announced.
type announced struct {
	*keeper
	mu  sync.Mutex
	ids []string
}

func (a *announced) Expect(_ context.Context, steps []*types.Step) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range steps {
		a.ids = append(a.ids, s.StepID)
	}
	return nil
}

func (*announced) FlowFor(string, string, int) []types.FlowCall { return nil }

// TestGatewayReadsWhatItForwards passes a conversation through the gateway: its own tools and its own calls stay out of
// it, an action is stored under the id that was announced, and the answer gets what is known.
func TestGatewayReadsWhatItForwards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		suggested := types.SuggestedAction{Action: "click", Confidence: 0.9, PreferredTarget: types.PriorTarget{Hint: &types.A11yHint{Role: "button", Name: "Save"}}}
		kept := &announced{keeper: &keeper{known: &types.Known{PriorKnowledge: &types.PriorKnowledge{SuggestedNextActions: []types.SuggestedAction{suggested}}}}}
		var client, said bytes.Buffer
		g := &gateway{asked: map[string]question{}, quiet: time.NewTimer(quietTime)}
		defer g.quiet.Stop()
		g.toClient.out = &client
		g.own = newCalls(&g.toDriver)
		g.watch = newWatcher(t.Context(), Options{Memory: kept, Err: &said}, g.own)
		passes := func(line string) {
			t.Helper()
			if got := string(g.fromClient([]byte(line))); got != line {
				t.Errorf("the driver gets %q for %s", got, line)
			}
		}
		page := playwrightPage + "- button \"Save\" [ref=e1]\n```"
		answers := func(id int, text string) string {
			block, _ := json.Marshal(text) // of a string
			return string(g.fromDriver(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":%s}]}}`, id, block)))
		}
		call := func(id int, tool, arguments string) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, arguments)
		}
		passes(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clientInfo":{"name":"tester"}}}`)
		g.fromDriver([]byte(`{"jsonrpc":"2.0","id":0,"result":{"serverInfo":{"name":"Playwright","version":"9"}}}`))
		passes(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
		var tools []string
		for _, name := range []string{"browser_navigate", "browser_snapshot", "browser_click", "browser_type", "browser_press_key"} {
			tools = append(tools, fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, name))
		}
		list := string(g.fromDriver([]byte(`{"jsonrpc":"2.0","id":1,"result":{"tools":[` + strings.Join(tools, ",") + `]}}`)))
		if !strings.Contains(list, "memory_run_flow") || said.Len() > 0 {
			t.Errorf("the tools are %s; it says %s", list, said.String())
		}
		passes(call(2, "browser_navigate", `{"url":"http://a.test/"}`))
		if got := answers(2, page); !strings.Contains(got, `browser_click`) || !json.Valid([]byte(got)) {
			t.Errorf("the answer is %s", got)
		}
		synctest.Wait()
		if len(kept.steps) != 1 || len(kept.ids) != 1 || kept.steps[0].StepID != kept.ids[0] || kept.sessions[0].Client != "tester" || kept.sessions[0].Launch.URL != "http://a.test/" {
			t.Errorf("stored are %+v of %+v, announced %q", kept.steps, kept.sessions, kept.ids)
		}
		if again := answers(2, page); strings.Contains(again, "browser_click") || len(kept.steps) != 1 {
			t.Errorf("a second answer is read: %s", again)
		}
		if got := g.fromClient([]byte(call(3, "memory_goal", `{"goal":"Save it"}`))); got != nil {
			t.Errorf("the driver gets %s", got)
		}
		synctest.Wait()
		if !strings.Contains(client.String(), `"id":3`) || g.watch.task.goal != "Save it" {
			t.Errorf("the client gets %q", client.String())
		}
		own := fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"result":{}}`, g.own.prefix+"1")
		if got := g.fromDriver([]byte(own)); got != nil {
			t.Errorf("the client gets the answer %s", got)
		}
	})
}

// TestCallsWithoutAnAnswerAreGaps cancels calls, and has lines that are too long to be read.
func TestCallsWithoutAnAnswerAreGaps(t *testing.T) {
	cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}`
	for name, c := range map[string]struct {
		does func(g *gateway) []byte
		gap  bool
		sent string
	}{
		"a call is cancelled": {func(g *gateway) []byte {
			g.note("5", question{method: "tools/call"})
			return g.fromClient([]byte(cancel))
		}, true, cancel},
		"a list is cancelled": {func(g *gateway) []byte {
			g.note("5", question{method: "tools/list"})
			return g.fromClient([]byte(cancel))
		}, false, cancel},
		"nothing is cancelled": {func(g *gateway) []byte { return g.fromClient([]byte(cancel)) }, false, cancel},
		"a run is cancelled": {func(g *gateway) []byte {
			g.watch.serving["5"] = func() {}
			return g.fromClient([]byte(cancel))
		}, false, ""},
		"a call is too long":    {func(g *gateway) []byte { return g.fromClient(nil) }, true, ""},
		"an answer is too long": {func(g *gateway) []byte { return g.fromDriver(nil) }, true, ""},
	} {
		g := &gateway{asked: map[string]question{}, quiet: time.NewTimer(quietTime)}
		g.own = newCalls(&g.toDriver)
		g.watch = newWatcher(t.Context(), Options{Memory: &keeper{}, Err: &bytes.Buffer{}}, g.own)
		if got := string(c.does(g)); got != c.sent || g.watch.task.gaps != c.gap {
			t.Errorf("%s: %q is passed on, and a gap is %v", name, got, g.watch.task.gaps)
		}
		g.quiet.Stop()
	}
}

// TestActionsBesideARunAreGaps: what the client does while a run acts belongs to no step of it.
func TestActionsBesideARunAreGaps(t *testing.T) {
	for tool, gap := range map[string]bool{"browser_click": true, "browser_snapshot": false} {
		for _, fails := range []bool{false, true} {
			kept := &keeper{}
			w := newWatcher(t.Context(), Options{Memory: kept, Err: &bytes.Buffer{}}, nil)
			w.driver("Playwright", "")
			w.task.running = true
			m := answerMessage(t, playwrightPage+"- button \"Save\" [ref=e1]\n```", fails)
			if added := w.answered(&call{tool: tool, arguments: []byte(`{"target":"e1"}`), began: now()}, &m); added != "" || w.task.gaps != (gap && !fails) || len(kept.steps) > 0 {
				t.Errorf("%s, fails %v: a gap is %v, stored are %+v", tool, fails, w.task.gaps, kept.steps)
			}
		}
	}
}

// TestStepsSayWhatWasDone reads the input and the effect of each call of Playwright MCP.
func TestStepsSayWhatWasDone(t *testing.T) {
	const page = playwrightPage + "- textbox \"Name\" [ref=e1]\n- combobox \"Size\" [ref=e2]:\n  - option \"M\"\n- button \"Save\" [ref=e3]\n- link \"Save\" [ref=e4]\n- button \"Open\" [ref=e5]\n- button \"Open\" [ref=e6]\n```"
	for name, c := range map[string]struct {
		tool, arguments string
		fails           bool
		want            string // the input; the rest is that of the target
	}{
		"a text of the goal":  {"browser_type", `{"target":"e1","text":"Bob"}`, false, `{"text":"Bob"} after`},
		"another text":        {"browser_type", `{"target":"e1","text":"Eve"}`, false, `{} redacted after`},
		"with Enter":          {"browser_type", `{"target":"e1","text":"Bob","submit":true}`, false, `{"submit":true,"text":"Bob"} after`},
		"where the focus is":  {"browser_type", `{"text":"Eve"}`, false, `{} redacted after`},
		"an option":           {"browser_select_option", `{"target":"e2","values":["M"]}`, false, `{"text":"M"} after`},
		"a key":               {"browser_press_key", `{"key":"Enter"}`, false, `{"key":"Enter"} after`},
		"a click":             {"browser_click", `{"target":"e3"}`, false, `{} after`},
		"a click that failed": {"browser_click", `{"target":"e3"}`, true, `{} MM_CLICK_FAILED`},
		"an upload":           {"browser_file_upload", `{"paths":["/home/x/secret.txt"]}`, false, `{"files":[]} after`},
		"one of two":          {"browser_click", `{"target":"e6"}`, false, `{"nth":2} after`},
		"a drag":              {"browser_drag", `{"startTarget":"e3","endTarget":"e1"}`, false, `{"to":{"name":"Name","role":"textbox"}} after`},
	} {
		kept := &keeper{}
		w := newWatcher(t.Context(), Options{Memory: kept, Err: &bytes.Buffer{}, Goal: "Name it Bob"}, nil)
		w.driver("Playwright", "")
		does := func(tool, arguments string, fails bool) {
			m := answerMessage(t, page, fails)
			w.answered(&call{tool: tool, arguments: []byte(arguments), began: now()}, &m)
		}
		does("browser_navigate", `{"url":"http://a.test/"}`, false)
		does(c.tool, c.arguments, c.fails)
		s := kept.steps[len(kept.steps)-1]
		input, _ := json.Marshal(s.Tool.Input) // of strings
		got := string(input)
		if s.Tool.TextRedacted {
			got += " redacted"
		}
		if s.After != nil {
			got += " after"
		}
		if s.Outcome.Error != nil {
			got += " " + string(s.Outcome.Error.Code)
		}
		if len(kept.steps) != 2 || got != c.want || name == "a click" && s.Tool.Target.Twins != 0 || name == "one of two" && s.Tool.Target.Twins != 1 {
			t.Errorf("%s: it is %s, want %s, on %+v", name, got, c.want, s.Tool.Target)
		}
	}
}

// TestTasksAreStated ends a task by its outcome or by another goal, and keeps one under way for the same goal.
func TestTasksAreStated(t *testing.T) {
	for name, c := range map[string]struct {
		arguments string
		idle      bool // nothing was done
		gaps      bool
		gapStays  bool
		ends      bool
		outcome   types.SessionOutcome
		fails     bool
		says      string
		ended     types.SessionOutcome // of the last session
	}{
		"done":                        {arguments: `{"outcome":"done"}`, ends: true, outcome: types.SessionDone},
		"failed":                      {arguments: `{"outcome":"failed"}`, ends: true, outcome: types.SessionFailed},
		"done, with a gap":            {arguments: `{"outcome":"done"}`, gaps: true, ends: true},
		"failed, with a gap":          {arguments: `{"outcome":"failed"}`, gaps: true, ends: true, outcome: types.SessionFailed},
		"done, and the next":          {arguments: `{"outcome":"done","goal":"Next"}`, ends: true, outcome: types.SessionDone},
		"another goal":                {arguments: `{"goal":"Next"}`, ends: true, says: "its outcome was not stated"},
		"the same goal":               {arguments: `{"goal":"First"}`},
		"done by a run":               {arguments: `{"outcome":"done"}`, idle: true, ended: types.SessionDone, says: "recorded as done already"},
		"done by a run, and another":  {arguments: `{"outcome":"done","goal":"Next"}`, idle: true, ended: types.SessionDone, says: "The goal is set"},
		"failed behind a run":         {arguments: `{"outcome":"failed"}`, idle: true, ended: types.SessionDone, fails: true},
		"done without a deed":         {arguments: `{"outcome":"done"}`, idle: true, fails: true},
		"done by a run, and the next": {arguments: `{"outcome":"done","goal":"Next"}`, idle: true, says: "No outcome was recorded: nothing was done in the browser since the last task ended. The goal is set"},
		"a goal without deeds":        {arguments: `{"goal":"Next"}`, idle: true},
		"a gap before the goal":       {arguments: `{"goal":"Next"}`, idle: true, gaps: true},
		"a gap, and the goal again":   {arguments: `{"goal":"First"}`, idle: true, gaps: true, gapStays: true},
		"no outcome":                  {arguments: `{"outcome":"great"}`, fails: true},
		"nothing":                     {arguments: `{}`, fails: true},
		"no arguments":                {fails: true},
		"another word":                {arguments: `{"result":"done"}`, fails: true},
	} {
		kept := &keeper{}
		w := newWatcher(t.Context(), Options{Memory: likely{known{seen{kept}, nil}, nil}, Err: &bytes.Buffer{}, Goal: "First"}, nil)
		w.driver("Playwright", "")
		if !c.idle {
			m := answerMessage(t, playwrightPage+"- button \"Save\" [ref=e1]\n```", false)
			w.answered(&call{tool: "browser_navigate", arguments: []byte(`{"url":"http://a.test/"}`), began: now()}, &m)
		}
		w.task.gaps, w.task.ended = c.gaps, c.ended
		said, err := w.answer(t.Context(), call{tool: "memory_goal", arguments: []byte(c.arguments)}, nil)
		if c.says != "" && !strings.Contains(said, c.says) {
			t.Errorf("%s: the answer is %q", name, said)
		}
		if (err != nil) != c.fails || (w.task.session == nil) != (c.ends || c.idle) {
			t.Errorf("%s: the session is %+v, %v", name, w.task.session, err)
		}
		if w.task.gaps != c.gapStays {
			t.Errorf("%s: a gap is %v", name, w.task.gaps)
		}
		if last := len(kept.sessions) - 1; c.ends && (kept.sessions[last].EndedAt == 0 || kept.sessions[last].Outcome != c.outcome) {
			t.Errorf("%s: stored is %+v", name, kept.sessions[last])
		}
	}
}

// TestAnOutcomeThatWasNotStoredIsStatedAgain keeps the session of a task whose end the daemon did not get. What is done
// meanwhile belongs to no task, so that the session teaches no flow.
func TestAnOutcomeThatWasNotStoredIsStatedAgain(t *testing.T) {
	for name, c := range map[string]struct {
		acts bool // meanwhile
		want types.SessionOutcome
	}{"at once": {false, types.SessionDone}, "after another action": {true, ""}} {
		kept := &keeper{}
		w := newWatcher(t.Context(), Options{Memory: kept, Err: &bytes.Buffer{}, Goal: "First"}, nil)
		w.driver("Playwright", "")
		click := func() {
			m := answerMessage(t, playwrightPage+"- button \"Save\" [ref=e1]\n```", false)
			w.answered(&call{tool: "browser_navigate", arguments: []byte(`{"url":"http://a.test/"}`), began: now()}, &m)
		}
		state := func() error {
			_, err := w.answer(t.Context(), call{tool: "memory_goal", arguments: []byte(`{"outcome":"done"}`)}, nil)
			return err
		}
		click()
		kept.fails = errors.New("the daemon restarts")
		first := state()
		kept.fails = nil
		if c.acts {
			click()
		}
		again := state()
		last := kept.sessions[len(kept.sessions)-1]
		if first == nil || again != nil || last.SessionID != kept.sessions[0].SessionID || last.Outcome != c.want || last.EndedAt == 0 {
			t.Errorf("%s: %v, then %v; the session is %+v", name, first, again, last)
		}
	}
}

// TestInAPersonsOwnBrowserNamesAreHidden tells by a driver's command whether it starts a browser of its own.
func TestInAPersonsOwnBrowserNamesAreHidden(t *testing.T) {
	for command, want := range map[string]types.Keep{"npx @playwright/mcp": "", "npx @playwright/mcp --headless --browser chrome": "", "npx @playwright/mcp --extension": types.KeepNeeded,
		"npx @playwright/mcp --cdp-endpoint http://127.0.0.1:9222": types.KeepNeeded, "npx chrome-devtools-mcp --browserUrl=http://127.0.0.1:9222": types.KeepNeeded, "npx chrome-devtools-mcp --autoConnect": types.KeepNeeded} {
		if w := newWatcher(t.Context(), Options{Command: strings.Fields(command), Memory: &keeper{}, Err: &bytes.Buffer{}}, nil); w.keep != want {
			t.Errorf("%s keeps names as %q", command, w.keep)
		}
	}
}

// TestContentsOfFieldsAreNeverNames reads fields that nothing names: what was typed is no name, text or row.
func TestContentsOfFieldsAreNeverNames(t *testing.T) {
	const lines = "- table [ref=e1]:\n  - row [ref=e2]:\n    - cell [ref=e3]:\n      - textbox [ref=e4]: sausages\n    - cell \"Ann\" [ref=e5]\n    - button \"Open\" [ref=e6]\n  - row [ref=e7]:\n    - spinbutton [ref=e8]: sausages\n    - button \"Open\" [ref=e9]"
	p := pageOf("http://a.test/", "", mustAria(t, playwrightPage+lines+"\n```"))
	if ref, err := p.showing("sausages"); err == nil {
		t.Errorf("%s shows what was typed", ref)
	}
	all := []any{p.obs, p.outline}
	for ref := range p.at {
		target, _ := p.target(ref)
		all = append(all, target)
	}
	if text, err := json.Marshal(all); err != nil || strings.Contains(string(text), "sausages") || !strings.Contains(string(text), "Ann") {
		t.Errorf("the page is %s, %v", text, err)
	}
}

// TestOnlyDriversSayThatAToolLooks takes the word of a driver for its own tools, and of no page for the tools that it offers.
func TestOnlyDriversSayThatAToolLooks(t *testing.T) {
	w := newWatcher(t.Context(), Options{Memory: &keeper{}, Err: &bytes.Buffer{}}, nil)
	w.driver("Playwright", "")
	m := read([]byte(`{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"browser_a","annotations":{"readOnlyHint":true}},{"name":"browser_b","annotations":{"readOnlyHint":false}},{"name":"webmcp_c","annotations":{"readOnlyHint":true}}]}}`))
	w.addTools(&m, m.within(m.result))
	for tool, gap := range map[string]bool{"browser_a": false, "browser_b": true, "webmcp_c": true, "browser_d": true, "browser_tabs": false} {
		if got := w.unrecorded(&call{tool: tool, arguments: []byte(`{}`)}); got != gap {
			t.Errorf("%s may have done a part: %v", tool, got)
		}
	}
	for _, tool := range []string{"browser_evaluate", "evaluate_script", "agent_browser_eval"} {
		for script, gap := range map[string]bool{`{"function":"() => document.title"}`: false, `{"function":"() => a.click()"}`: true} {
			if got := w.unrecorded(&call{tool: tool, arguments: []byte(script)}); got != gap {
				t.Errorf("%s of %s may have done a part: %v", tool, script, got)
			}
		}
	}
}

// TestOriginsAreOfWebPages gives no origin to pages that are not of the web: their steps belong to no site.
func TestOriginsAreOfWebPages(t *testing.T) {
	for address, want := range map[string]string{"http://a.test/x": "http://a.test", "https://a.test:8443/": "https://a.test:8443", "about:blank": "", "file:///home/x": "", "chrome://settings": "", "chrome-extension://abc/x": "", "": "", "http://%zz": ""} {
		if got := originOf(address); got != want {
			t.Errorf("%q is of %q", address, got)
		}
	}
}

// TestEffectsAreOfThePageBehind says what an action made appear, on the same page or a new one, and nothing where no answer showed it.
func TestEffectsAreOfThePageBehind(t *testing.T) {
	shown := func(address string, names ...string) *page {
		lines := ""
		for i, name := range names {
			lines += fmt.Sprintf("- button %q [ref=e%d]\n", name, i)
		}
		return pageOf(address, "A", mustAria(t, playwrightPage+lines+"```"))
	}
	before, alone := shown("http://a.test/x#1", "Save"), shown("http://a.test/y")
	alone.whole = false
	many := make([]string, maxAppeared+5)
	for i := range many {
		many[i] = fmt.Sprint("Row ", i)
	}
	for name, c := range map[string]struct {
		now  *page
		want string
	}{
		"nothing shown":     {nil, ""},
		"the same view":     {before, ""},
		"behind a dialog":   {boxed(before, &types.Dialog{Type: "confirm", Message: "Sure?"}).under, ""},
		"one more, once":    {shown("http://a.test/x#2", "Save", "Saved", "Saved"), `same [button "Saved"]`},
		"another page":      {shown("http://a.test/y", "Save"), "new []"},
		"an address alone":  {alone, "new []"},
		"a dialog in front": {boxed(before, &types.Dialog{Type: "alert", Message: "Sure?"}), `same [alertdialog "Sure?" button "OK" button "Cancel"]`},
	} {
		got := ""
		if a := after(before, c.now); a != nil {
			got = fmt.Sprint(a.Load, " ", a.Appeared)
		}
		if got != c.want {
			t.Errorf("%s: it is %s, want %s", name, got, c.want)
		}
	}
	if a := after(before, shown("http://a.test/x", many...)); len(a.Appeared) != maxAppeared {
		t.Errorf("%d appeared", len(a.Appeared))
	}
	if a := after(nil, before); a.Load != "new" || a.Appeared != nil {
		t.Errorf("the first page is %+v", a)
	}
}
