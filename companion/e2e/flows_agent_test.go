package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types/tool"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
	"github.com/mark3labs/mcp-go/mcp"
)

// flowAct is one step of a task as its author would say it: the action, the place
// (as __pick of drift.js takes it), and the words by which a reader of a
// description finds the same. All but do may hold {params}.
type flowAct struct {
	do    string // click, double, tick, open (a list by its field), type, press, hover, drag; answer: presses a button of a JavaScript dialog
	at    string
	words []string // empty: the texts of at
	text  string
	enter bool // type: with Enter at the end
	key   string
	to    string // drag: a CSS selector
	point []int  // drag: on to, so far to the right and down
}

// filled is the act with values in the place of params.
func (x flowAct) filled(values map[string]string) flowAct {
	x.at, x.text, x.to = fillWords(x.at, values), fillWords(x.text, values), fillWords(x.to, values)
	words := x.words
	if len(words) == 0 {
		for _, part := range strings.Split(x.at, " >> ") {
			if _, text, is := strings.Cut(part, "|"); is && text != "" {
				words = append(slices.Clone(words), text) // the row before what is in it
			}
		}
	}
	x.words = nil
	for _, w := range words {
		x.words = append(x.words, fillWords(w, values))
	}
	return x
}

func fillWords(text string, values map[string]string) string {
	for k, v := range values {
		text = strings.ReplaceAll(text, "{"+k+"}", v)
	}
	return text
}

// kind returns handle.suits' name of the kind of the act's element.
func (x flowAct) kind() string {
	return map[string]string{"type": "type", "open": "type", "tick": "tick", "press": ""}[x.do] + map[bool]string{true: "press"}[x.do == "click" || x.do == "double" || x.do == "drag"]
}

// cost counts an agent's calls and texts in one task.
type cost struct {
	made       int // calls
	read       strings.Builder
	took       time.Duration
	note       []string
	structured json.RawMessage // structured content of the last answer
}

// meter calls tools as an agent does that pays for each word.
type meter struct {
	*agent
	*cost
}

func (a *agent) metered() meter { return meter{a, &cost{}} }

// call makes one call. Time is that of the calls alone: a test's own looks at an
// application's data are no part of it.
func (m meter) call(tool string, args map[string]any) (text string, ok bool) {
	m.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*patience)
	defer cancel()
	var req mcp.CallToolRequest
	if args == nil {
		args = map[string]any{}
	}
	req.Params.Name, req.Params.Arguments = tool, args
	said, err := json.Marshal(args)
	if err != nil {
		m.t.Fatal(err)
	}
	start := time.Now()
	res, err := m.client.CallTool(ctx, req)
	took := time.Since(start)
	m.took += took
	if err != nil {
		return "transport: " + err.Error(), false
	}
	for _, part := range res.Content {
		if t, is := part.(mcp.TextContent); is {
			text += t.Text
		}
	}
	if m.structured, err = json.Marshal(res.StructuredContent); err != nil {
		m.t.Fatal(err)
	}
	m.made++
	fmt.Fprintf(&m.read, "%s %s\n%s\n", tool, said, text)
	if os.Getenv("FLOWS_TALK") != "" {
		fmt.Printf("      %s %s, %d ms\n        %s\n", tool, said, took.Milliseconds(), strings.ReplaceAll(clipped(text, 3000), "\n", "\n        "))
	}
	return text, !res.IsError
}

func clipped(s string, n int) string {
	if len(s) > n {
		return s[:n] + "…"
	}
	return s
}

// look describes until the page offers the element of an act, as somebody does who
// waits for a page, and returns how to name it.
func (m meter) look(tab *flowTab, x flowAct) map[string]any {
	m.t.Helper()
	if x.do == "answer" {
		return map[string]any{"role": "button", "name": x.text}
	}
	for try := range 3 {
		text, _ := m.call("mm_describe_screen", nil)
		all := slices.DeleteFunc(handlesOf(text), func(h handle) bool { return strings.HasSuffix(h.own, " hidden") })
		best := bestFits(all, x.kind(), x.words)
		if len(best) > 0 {
			return map[string]any{"a11yRef": best[0].ref}
		}
		if tab.eval(fmt.Sprintf(`String(!!window.__pick?.(%q))`, x.at)) == "true" || try == 2 {
			break
		}
		time.Sleep(time.Second)
	}
	m.note = append(m.note, fmt.Sprintf("no line for %q", x.words))
	return map[string]any{"selector": tab.eval(fmt.Sprintf(`window.__css(%q)`, x.at))}
}

// perform does an act to a target. An act whose keys go to the page has none.
func (m meter) perform(x flowAct, on map[string]any) (text string, ok bool) {
	switch x.do {
	case "double":
		return m.call("mm_click", with(on, map[string]any{"count": 2}))
	case "type":
		more := map[string]any{"text": x.text}
		if x.enter {
			more["submit"] = true
		}
		return m.call("mm_type", with(on, more))
	case "press":
		return m.call("mm_press", with(on, map[string]any{"key": x.key}))
	case "hover":
		return m.call("mm_hover", on)
	case "drag":
		to := map[string]any{"selector": x.to}
		if x.point != nil {
			to["at"] = at(x.point[0], x.point[1])
		}
		return m.call("mm_drag", with(on, map[string]any{"to": to}))
	}
	return m.call("mm_click", on)
}

// flowTab sees the application's tab past all tools: a test's own eyes.
type flowTab struct {
	t             testing.TB
	ctx           context.Context
	devtool, site string
}

func (w *world) flowTab(site string) *flowTab {
	w.t.Helper()
	alloc, closeAlloc := remote.NewAllocator(context.Background(), "http://"+w.devtool)
	w.t.Cleanup(closeAlloc)
	ctx, cancel := chromedp.NewContext(alloc)
	w.t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		w.t.Fatal(err)
	}
	return &flowTab{w.t, ctx, w.devtool, site}
}

// tabs are the application's tabs, the newest first.
func (f *flowTab) tabs() (ids []target.ID) {
	res, err := http.Get("http://" + f.devtool + "/json/list")
	if err != nil {
		return nil
	}
	defer res.Body.Close()
	var infos []struct{ ID, Type, URL string }
	if json.NewDecoder(res.Body).Decode(&infos) != nil {
		return nil
	}
	for _, info := range infos {
		if info.Type == "page" && strings.HasPrefix(info.URL, f.site) {
			ids = append(ids, target.ID(info.ID))
		}
	}
	return ids
}

// eval runs JavaScript that yields a text in the application's tab; empty where
// there is none.
func (f *flowTab) eval(js string) string {
	ids := f.tabs()
	if len(ids) == 0 {
		return ""
	}
	ctx, cancel := chromedp.NewContext(f.ctx, chromedp.WithTargetID(ids[0]), chromedp.WithDetachOnCancel())
	defer cancel()
	if err := chromedp.Do(ctx); err != nil {
		return ""
	}
	bounded, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	v, err := chromedp.Run(bounded, chromedp.Evaluate[string](js, chromedp.EvalAwaitPromise))
	if err != nil {
		return ""
	}
	return v
}

// close closes the application's tabs: each run begins without those of others.
func (f *flowTab) close() {
	for _, id := range f.tabs() {
		if res, err := http.Get("http://" + f.devtool + "/json/close/" + string(id)); err == nil {
			res.Body.Close()
		}
	}
}

// readyCall is the call that an answer offers, as its arguments.
var readyCall = regexp.MustCompile(`mm_run_flow\s*(\{.*\})`)

// offered is the first ready-made call of a text, nil for none.
func offered(text string) (call map[string]any) {
	m := readyCall.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	dec := json.NewDecoder(strings.NewReader(m[1]))
	if dec.Decode(&call) != nil {
		return nil
	}
	return call
}

// ran is the result of the last call, which was a run.
func (c *cost) ran() (r tool.FlowResult) {
	var got struct{ Result tool.FlowResult }
	_ = json.Unmarshal(c.structured, &got) // an error has no result
	return got.Result
}

// said reports whether a run said that the task is done, and that its end was
// as it should be.
func (c *cost) said() bool { r := c.ran(); return r.Status == tool.FlowDone && r.Verified }
