package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"cairn/companion/runner"
	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// noticeDriver is a driver on a page with a link, which a notice covers until its button
// closes it.
type noticeDriver struct {
	own      *calls
	page     string            // a snapshot's lines; %s are the notice's
	notice   string            // its lines, "" once it is closed
	closes   string            // the ref of the button that closes it
	shown    string            // %s are the page's lines
	refuses  string            // the driver's error for a click on the link, "" if it clicks the layer in front
	look     string            // the tool that shows the page
	answers  map[string]string // of other tools
	clicked  []string          // refs
	misplace int               // clicks on the link that the notice got
	refused  int               // clicks on the link
	apart    bool              // the notice covers nothing
}

// Write reads a call and answers it.
func (d *noticeDriver) Write(line []byte) (int, error) {
	var m struct {
		ID     json.RawMessage
		Params struct {
			Name      string
			Arguments map[string]any
		}
	}
	if err := json.Unmarshal(line, &m); err != nil {
		return 0, err
	}
	text, fails := d.answers[m.Params.Name], false
	if m.Params.Name == d.look {
		text = fmt.Sprintf(d.shown, strings.TrimRight(fmt.Sprintf(d.page, d.notice), "\n"))
	}
	for _, name := range []string{"uid", "target", "selector"} {
		ref, _ := m.Params.Arguments[name].(string)
		ref = strings.TrimPrefix(ref, "@")
		switch {
		case ref == "" || m.Params.Name == "browser_evaluate":
		case ref == d.closes:
			d.notice = ""
			d.clicked = append(d.clicked, "notice")
		case d.notice != "" && d.refuses != "":
			text, fails = d.refuses, true
			d.refused++
		case d.notice != "" && !d.apart:
			d.misplace++
		default:
			d.clicked = append(d.clicked, "link")
		}
	}
	if m.Params.Name == "evaluate_script" {
		over, _ := json.Marshal(map[bool]string{true: "We value your privacy"}[d.notice != "" && !d.apart && fmt.Sprint(m.Params.Arguments["args"]) != "["+d.closes+"]"]) // of a string
		text = "Script ran on page and returned:\n```json\n" + string(over) + "\n```"
	}
	structured := any(nil)
	if strings.HasPrefix(m.Params.Name, agentBrowserTool) {
		structured = map[string]any{"response": map[string]any{"data": map[string]any{"url": "http://a.test/", "origin": "http://a.test/", "snapshot": text,
			"refs": map[string]any{"e1": map[string]string{"role": "link"}, "e2": map[string]string{"role": "button"}, "e3": map[string]string{"role": "button"}, "e4": map[string]string{"role": "heading"}}}}}
	}
	reply, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": map[string]any{"content": []any{map[string]string{"type": "text", "text": text}}, "isError": fails, "structuredContent": structured}})
	if err != nil {
		return 0, err
	}
	answer := read(reply)
	d.own.answered(&answer)
	return len(line), nil
}

// seen is a memory that names no screens.
type seen struct{ *keeper }

func (seen) Expect(context.Context, []*types.Step) error { return nil }

func (seen) Observed(_ context.Context, page *types.Observation) (*types.Observation, error) {
	return page, nil
}

// TestRunsCloseNotices runs a flow through each driver while a notice covers an element. The run
// closes the notice, or stops and says why. The covering layer gets no click.
func TestRunsCloseNotices(t *testing.T) {
	const (
		playwrightShown = "### Page\n- Page URL: http://a.test/\n### Snapshot\n```yaml\n%s\n```"
		devtoolsShown   = "## Latest page snapshot\nuid=1_0 RootWebArea \"A\" url=\"http://a.test/\"\n%s"
		intercepted     = "### Error\nTimeoutError: browserBackend.callTool: Timeout 5000ms exceeded.\nCall log:\n  - attempting click action\n      - <div>…</div> from <div>…</div> subtree intercepts pointer events\n"
	)
	for name, c := range map[string]struct {
		server string
		driver noticeDriver
		stops  bool
	}{
		"playwright, cookies": {server: "Playwright", driver: noticeDriver{look: "browser_snapshot", shown: playwrightShown, refuses: intercepted, closes: "e3",
			page: "- link \"New entry\" [ref=e1]\n%s", notice: "- heading \"We use cookies\" [ref=e4]\n- button \"Accept all\" [ref=e2]\n- button \"Reject all\" [ref=e3]"}},
		"playwright, dialog": {server: "Playwright", driver: noticeDriver{look: "browser_snapshot", shown: playwrightShown, refuses: intercepted, closes: "e3",
			page: "- link \"New entry\" [ref=e1]\n%s", notice: "- dialog \"Summer party\" [ref=e2]:\n  - button \"Close\" [ref=e3]"}},
		"playwright, question": {server: "Playwright", stops: true, driver: noticeDriver{look: "browser_snapshot", shown: playwrightShown, refuses: intercepted, closes: "e3",
			page: "- link \"New entry\" [ref=e1]\n%s", notice: "- dialog \"Delete the draft?\" [ref=e2]:\n  - button \"Close\" [ref=e3]"}},
		"playwright, something": {server: "Playwright", stops: true, driver: noticeDriver{look: "browser_snapshot", shown: playwrightShown, refuses: intercepted, closes: "e3",
			page: "- link \"New entry\" [ref=e1]\n%s", notice: "- button \"Close\" [ref=e3]"}},
		"devtools, cookies": {server: "chrome_devtools", driver: noticeDriver{look: "take_snapshot", shown: devtoolsShown, closes: "1_3",
			page: "  uid=1_1 link \"New entry\"\n%s", notice: "  uid=1_4 heading \"We use cookies\"\n  uid=1_2 button \"Accept all\"\n  uid=1_3 button \"Reject all\""}},
		"devtools, cookies that can only be accepted": {server: "chrome_devtools", stops: true, driver: noticeDriver{look: "take_snapshot", shown: devtoolsShown, closes: "1_2",
			page: "  uid=1_1 link \"New entry\"\n%s", notice: "  uid=1_2 button \"Accept all\""}},
		"devtools, modal dialog": {server: "chrome_devtools", driver: noticeDriver{look: "take_snapshot", shown: devtoolsShown, closes: "1_3",
			page: "  uid=1_1 link \"New entry\"\n%s", notice: "  uid=1_2 dialog \"Summer party\" modal\n    uid=1_3 button \"Close\""}},
		"agent-browser, cookies": {server: "agent-browser", driver: noticeDriver{look: "agent_browser_snapshot", shown: "%s", closes: "e3",
			refuses: "Element '@e1' is covered by <div> at its click point, so the input would land on that element instead.",
			page:    "- link \"New entry\" [ref=e1]\n%s", notice: "- heading \"We use cookies\" [level=2, ref=e4]\n- button \"Accept all\" [ref=e2]\n- button \"Reject all\" [ref=e3]"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &c.driver
				d.answers = map[string]string{"browser_navigate": "### Page\n- Page URL: http://a.test/", "navigate_page": "Page navigated to http://a.test/."}
				d.own = newCalls(&sink{out: d})
				w := newWatcher(t.Context(), Options{Memory: seen{&keeper{}}, Err: &bytes.Buffer{}}, d.own)
				w.driver(c.server, "")
				w.params["evaluate_script"] = []string{"function", "args"}
				f := &types.Flow{ID: "add", Title: "Add", Site: "http://a.test", Start: "/", Steps: []types.FlowStep{{Tool: "click", Targets: []types.FlowTarget{{Role: "link", Name: "New entry"}}}}}
				h := &hands{w: w, client: d.own.client()}
				result, err := runner.New(h, nil).Run(t.Context(), f, nil, runner.Options{Digest: flow.Digest(f)})
				if err != nil {
					t.Fatal(err)
				}
				if c.stops {
					if result.Stop == nil || result.Stop.Reason != types.FlowDialog || len(d.clicked) > 0 {
						t.Errorf("the run ends with %+v, %+v, and clicked %q", result, result.Stop, d.clicked)
					}
				} else if result.Status != tool.FlowDone || !slices.Equal(d.clicked, []string{"notice", "link"}) {
					t.Errorf("the run ends with %+v, %+v, and clicked %q", result, result.Stop, d.clicked)
				}
				if d.misplace > 0 {
					t.Errorf("%d clicks got to the notice", d.misplace)
				}
			})
		})
	}
}

// TestElementsBesideAModalDialogAreActedOnIfNothingCoversThem acts on an option of a dialog's field whose list is
// drawn outside of the dialog.
func TestElementsBesideAModalDialogAreActedOnIfNothingCoversThem(t *testing.T) {
	for name, c := range map[string]struct {
		apart, asks, types bool
		acts               []string
	}{
		"in front of it":         {apart: true, asks: true, acts: []string{"link"}},
		"a field in front":       {apart: true, asks: true, types: true, acts: []string{"link"}},
		"behind it":              {asks: true},
		"a field behind it":      {asks: true, types: true},
		"it is unknown":          {apart: true},
		"a field, it is unknown": {apart: true, types: true},
	} {
		d := &noticeDriver{look: "take_snapshot", shown: "## Latest page snapshot\nuid=1_0 RootWebArea \"A\" url=\"http://a.test/\"\n%s", apart: c.apart,
			page: "  uid=1_1 searchbox \"Crafter\"\n%s", notice: "  uid=1_2 dialog \"Register\" modal\n    uid=1_3 button \"Next\""}
		d.own = newCalls(&sink{out: d})
		w := newWatcher(t.Context(), Options{Memory: seen{&keeper{}}, Err: &bytes.Buffer{}}, d.own)
		w.driver("chrome_devtools", "")
		if c.asks {
			w.params["evaluate_script"] = []string{"function", "args"}
		}
		h, on := &hands{w: w, client: d.own.client()}, tool.TargetInput{A11yRef: "1_1"}
		var err error
		if c.types {
			_, err = h.Type(t.Context(), tool.TypeInput{TargetInput: on, Text: "Bob"})
		} else {
			_, err = h.Click(t.Context(), tool.ClickInput{TargetInput: on})
		}
		if !slices.Equal(d.clicked, c.acts) || (err == nil) != (c.acts != nil) || err != nil && !isCovered(err) || d.misplace > 0 {
			t.Errorf("%s: the acts are on %q, and %d on others: %v", name, d.clicked, d.misplace, err)
		}
	}
}
