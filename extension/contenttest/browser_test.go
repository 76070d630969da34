// Package contenttest runs the content scripts in real Chromium, in an isolated
// world of the pages in testdata/pages/dom, and checks their reports of the pages.
// Only the browser's extension API is replaced (stub.js): the DOM, the layout,
// the events and the accessibility tree are the browser's own.
package contenttest

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"cairn/companion/chromium"
	"cairn/extension"
)

const (
	world   = "cairn"
	pages   = "../../testdata/pages"
	scripts = "../content"

	// patience bounds each wait for something that must come.
	patience = 2 * time.Minute
)

//go:embed stub.js
var stub string

var (
	browserCtx context.Context // of the one browser that all tests share
	baseURL    string          // of the pages, without a slash at the end
)

func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		fmt.Println("tests of content scripts need a browser and are left out by -short")
		os.Exit(0)
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	binary, err := chromium.Find()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	server := httptest.NewServer(slowly(http.FileServer(http.Dir(pages))))
	defer server.Close()
	baseURL = server.URL

	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(binary),
		chromedp.WindowSize(1200, 900),
		// One process for all frames: the scripts reach frames of other origins
		// as an extension's would, without a target of their own.
		chromedp.Flag("disable-site-isolation-trials", true),
		chromedp.Flag("disable-features", "IsolateOrigins,site-per-process,"+chromium.UnusedFeatures),
	)
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	ctx, cancel := chromedp.NewContext(alloc)
	defer cancel()
	if err := chromedp.Do(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "start browser:", err)
		return 1
	}
	browserCtx = ctx
	return m.Run()
}

// bundle returns the content scripts, in the order in which they are injected, after the stub. It reads them once: taking their
// comments out costs 80 ms, and tests open hundreds of pages.
var bundle = sync.OnceValues(func() (string, error) {
	list, err := os.ReadFile(filepath.Join(scripts, "order.json"))
	if err != nil {
		return "", err
	}
	var names []string
	if err := json.Unmarshal(list, &names); err != nil {
		return "", err
	}
	source := stub
	for _, name := range names {
		code, err := fs.ReadFile(extension.Files, "content/"+name) // as it ships
		if err != nil {
			return "", err
		}
		source += "\n" + string(code)
	}
	return source, nil
})

// tab is one page with the content scripts in it.
type tab struct {
	t   testing.TB
	ctx context.Context

	mu   sync.Mutex
	sent []message // the scripts' messages to the worker, in order
}

// message is the part of a wire.RuntimeMessage that the tests look at.
type message struct {
	Kind    string         `json:"kind"`
	StepID  string         `json:"stepId"`
	Step    *step          `json:"step"`
	After   map[string]any `json:"after"`
	Outcome *outcome       `json:"outcome"`
	Text    string         `json:"text"`
	raw     string
}

type step struct {
	Tool struct {
		Name         string         `json:"name"`
		Input        map[string]any `json:"input"`
		Target       *target        `json:"target"`
		TextRedacted bool           `json:"textRedacted"`
		TextLength   int            `json:"textLength"`
	} `json:"tool"`
	Actor       string       `json:"actor"`
	Observation *observation `json:"observation"`
}

type outcome struct {
	OK    bool   `json:"ok"`
	Error *fault `json:"error"`
}

type fault struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

type target struct {
	TestID    string `json:"testId"`
	Selector  string `json:"selector"`
	Role      string `json:"role"`
	Name      string `json:"name"`
	Tag       string `json:"tag"`
	Row       string `json:"row"`
	RowRole   string `json:"rowRole"`
	RowNth    int    `json:"rowNth"`
	RowOf     int    `json:"rowOf"`
	Column    string `json:"column"`
	Hint      string `json:"hint"`
	Sensitive bool   `json:"sensitive"`
}

type observation struct {
	State struct {
		CurrentURL string `json:"currentUrl"`
		Title      string `json:"title"`
	} `json:"state"`
	TestIDs []struct {
		TestID, Tag, Role, Name string
		Visible                 bool
	} `json:"testIds"`
	A11y struct {
		Nodes []node `json:"nodes"`
	} `json:"a11y"`
	Truncated bool `json:"truncated"`
}

type node struct {
	Ref, Role, Name, TestID, Checked, Expanded, Unseen string
	Path                                               []string
	Level                                              int
	Disabled, Filled, Sensitive, Offscreen, Copy       bool
}

type reply struct {
	Error *fault `json:"error"`
	Page  *struct {
		Observation observation `json:"observation"`
		ElapsedMs   float64     `json:"elapsedMs"`
	} `json:"page"`
	Located *struct {
		X, Y     float64
		Target   target
		Editable bool
		Matches  int
		Scrolled bool
		Held     string
	} `json:"located"`
}

// open opens path (below testdata/pages/dom) in a tab of its own.
func open(t testing.TB, path string) *tab {
	t.Helper()
	return openWith(t, baseURL+"/dom/"+path, `{"allowed":true}`)
}

// tabs are those that tests have left. A new one starts a process, which costs
// more than most tests do in it.
var tabs = make(chan context.Context, 64)

// openWith opens a URL where the worker answers the question for consent so.
func openWith(t testing.TB, url, consent string) *tab {
	t.Helper()
	free, err := freeTab()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(free, 3*patience)
	tb := &tab{t: t, ctx: ctx}
	tb.listen()
	content, err := bundle()
	if err != nil {
		t.Fatal(err)
	}
	source := "globalThis.consentReply = " + consent + ";\n" + content
	script, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source, WorldName: world})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// A page that failed may still be busy.
		if t.Failed() || tb.leave(script.Identifier) != nil {
			_ = chromedp.Cancel(free)
		} else {
			tabs <- free
		}
		cancel()
	})
	if err := chromedp.Do(ctx, chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	return tb
}

// freeTab is a tab that a test has left, or a new one.
func freeTab() (context.Context, error) {
	select {
	case free := <-tabs:
		return free, nil
	default:
	}
	ctx, _ := chromedp.NewContext(browserCtx) // ends with the browser
	_, noConsole := chromedp.Call(ctx, runtime.Enable, cdp.Empty{})
	// Tests run side by side, and each has the focus in its own tab.
	_, noFocus := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	_, noBinding := chromedp.Call(ctx, runtime.AddBinding, runtime.AddBindingParams{Name: "toWorker", ExecutionContextName: world})
	return ctx, errors.Join(noConsole, noFocus, noBinding)
}

// leave takes the page, its scripts and the way back to it out of the tab.
func (tb *tab) leave(script page.ScriptIdentifier) error {
	_, err := chromedp.Call(tb.ctx, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: script})
	if err != nil {
		return err
	}
	if err := chromedp.Do(tb.ctx, chromedp.Navigate("about:blank")); err != nil {
		return err
	}
	_, err = chromedp.Call(tb.ctx, page.ResetNavigationHistory, cdp.Empty{})
	return err
}

func (tb *tab) must(_ cdp.Empty, err error) {
	tb.t.Helper()
	if err != nil {
		tb.t.Fatal(err)
	}
}

func (tb *tab) listen() {
	events := chromedp.Events(tb.ctx, runtime.BindingCalled)
	go func() {
		for event, err := range events {
			if err != nil {
				return
			}
			m := message{raw: event.Payload}
			if err := json.Unmarshal([]byte(event.Payload), &m); err != nil {
				m.Kind = "malformed: " + err.Error()
			}
			tb.mu.Lock()
			tb.sent = append(tb.sent, m)
			tb.mu.Unlock()
		}
	}()
}

// messages are the steps' messages so far.
func (tb *tab) messages() []message {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	var steps []message
	for _, m := range tb.sent {
		if m.Kind != "consent" && m.Kind != "settled" && m.Kind != "driven" && m.Kind != "typed" {
			steps = append(steps, m)
		}
	}
	return steps
}

// worldOf is the execution context of the content scripts in a frame; the main
// frame's when frame is "".
func (tb *tab) worldOf(frame cdp.FrameID) runtime.ExecutionContextID {
	tb.t.Helper()
	if frame == "" {
		tree, err := chromedp.Call(tb.ctx, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			tb.t.Fatal(err)
		}
		frame = tree.FrameTree.Frame.ID
	}
	made, err := chromedp.Call(tb.ctx, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: frame, WorldName: world})
	if err != nil {
		tb.t.Fatal(err)
	}
	return made.ExecutionContextID
}

// eval evaluates an expression among the content scripts of a frame and decodes
// its value into out.
func (tb *tab) evalIn(frame cdp.FrameID, expression string, out any) {
	tb.t.Helper()
	if err := tb.tryEval(frame, expression, out); err != nil {
		tb.t.Fatalf("evaluate %.80s: %v", expression, err)
	}
}

// tryEval is evalIn where the document may be on its way out.
func (tb *tab) tryEval(frame cdp.FrameID, expression string, out any) error {
	tb.t.Helper()
	id := tb.worldOf(frame)
	yes := true
	res, err := chromedp.Call(tb.ctx, runtime.Evaluate, runtime.EvaluateParams{
		Expression: expression, ContextID: id, AwaitPromise: &yes, ReturnByValue: &yes,
	})
	if err != nil {
		return err
	}
	if res.ExceptionDetails != nil {
		text := res.ExceptionDetails.Text
		if res.ExceptionDetails.Exception != nil {
			text += " " + res.ExceptionDetails.Exception.Description
		}
		return errors.New(text)
	}
	if out == nil || len(res.Result.Value) == 0 {
		return nil
	}
	return json.Unmarshal([]byte(res.Result.Value), out)
}

func (tb *tab) eval(expression string, out any) {
	tb.t.Helper()
	tb.evalIn("", expression, out)
}

// ask sends a message as the worker would and returns the answer.
func (tb *tab) ask(message string) reply {
	tb.t.Helper()
	var r reply
	tb.eval("askContent("+message+")", &r)
	return r
}

// askInTime asks with the time ms for $ms in the message, and with more where the answer is
// not ok: a busy machine may be too slow to find out in the first time.
func (tb *tab) askInTime(message string, ms int, ok func(reply) bool) (r reply) {
	tb.t.Helper()
	for ; ; ms *= 4 {
		if r = tb.ask(strings.Replace(message, "$ms", fmt.Sprint(ms), 1)); ok(r) || ms > 20_000 {
			return r
		}
	}
}

func (tb *tab) look() observation {
	tb.t.Helper()
	r := tb.ask(`{to:"content",kind:"observe"}`)
	if r.Page == nil {
		tb.t.Fatalf("no observation: %+v", r.Error)
	}
	return r.Page.Observation
}

// click presses and releases the mouse on the middle of an element.
func (tb *tab) click(selector string) {
	tb.t.Helper()
	var at struct{ X, Y float64 }
	tb.eval(fmt.Sprintf(`(() => { const el = %s; el.scrollIntoView({block:'center'}); const r = el.getBoundingClientRect(); return {X: r.x + r.width/2, Y: r.y + r.height/2}; })()`, deep(selector)), &at)
	if err := chromedp.Do(tb.ctx, chromedp.MouseClickXY(at.X, at.Y)); err != nil {
		tb.t.Fatal(err)
	}
}

// deep is an expression for the element that a selector finds, through shadow
// roots where it is a path joined by " >>> ".
func deep(selector string) string {
	parts := strings.Split(selector, " >>> ")
	out := fmt.Sprintf("document.querySelector(%q)", parts[0])
	for _, p := range parts[1:] {
		out += fmt.Sprintf(".shadowRoot.querySelector(%q)", p)
	}
	return out
}

// keys types as a keyboard does.
func (tb *tab) keys(text string) {
	tb.t.Helper()
	if err := chromedp.Do(tb.ctx, chromedp.KeyEvent(text)); err != nil {
		tb.t.Fatal(err)
	}
}

// closed waits until n steps have closed and returns them in order of opening,
// each as its opening message with the closing one.
func (tb *tab) closed(n int) []recorded {
	tb.t.Helper()
	return tb.recordedUntil(fmt.Sprintf("%d steps have closed", n), func(steps []recorded) bool {
		return len(steps) >= n && allClosed(steps)
	})
}

func allClosed(steps []recorded) bool {
	return !slices.ContainsFunc(steps, func(s recorded) bool { return s.closed == nil })
}

// recordedUntil waits until the steps are as ok wants them, and returns them.
func (tb *tab) recordedUntil(what string, ok func([]recorded) bool) []recorded {
	tb.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		steps := tb.recorded()
		if ok(steps) {
			return steps
		}
		if time.Now().After(end) {
			tb.t.Fatalf("waited in vain until %s; recorded are %s", what, describe(steps))
		}
	}
}

// waitFor waits until an expression is true in the main frame.
func (tb *tab) waitFor(expression string) {
	tb.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var ok bool
		if tb.tryEval("", expression, &ok) == nil && ok {
			return
		}
	}
	tb.t.Fatalf("never true: %s", expression)
}

// recorded is one step as the worker would put it together.
type recorded struct {
	opened message
	closed *message
}

func (tb *tab) recorded() []recorded {
	var steps []recorded
	at := map[string]int{}
	for _, m := range tb.messages() {
		switch i, known := at[m.StepID]; {
		case m.Kind == "stepOpen" && !known:
			at[m.StepID] = len(steps)
			steps = append(steps, recorded{opened: m})
		case m.Kind == "stepClose" && known && steps[i].closed == nil:
			steps[i].closed = &m
		default:
			tb.t.Errorf("unexpected message: %.200s", m.raw)
		}
	}
	return steps
}

func describe(steps []recorded) string {
	var out []string
	for _, s := range steps {
		out = append(out, s.String())
	}
	return strings.Join(out, "; ")
}

func (s recorded) String() string {
	tool := s.opened.Step.Tool
	if s.closed != nil && s.closed.Step != nil {
		tool = s.closed.Step.Tool
	}
	out := tool.Name
	if tool.Target != nil {
		out += fmt.Sprintf(" %s %q", tool.Target.Role, tool.Target.Name)
	}
	return out
}

// frames are the frames of the page: the main one under "", the others under
// "same" and "other" by whether their origin is the main one's.
func (tb *tab) frames() map[string]cdp.FrameID {
	tb.t.Helper()
	tree, err := chromedp.Call(tb.ctx, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		tb.t.Fatal(err)
	}
	main := tree.FrameTree.Frame
	out := map[string]cdp.FrameID{"": main.ID}
	for _, child := range tree.FrameTree.ChildFrames {
		name := "other"
		if child.Frame.SecurityOrigin == main.SecurityOrigin {
			name = "same"
		}
		out[name] = child.Frame.ID
	}
	return out
}

// slowly has pages that are asked for with ?slow come later than a page takes
// to look settled.
func slowly(pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery == "slow" {
			select {
			case <-time.After(time.Second):
			case <-r.Context().Done():
			}
		}
		pages.ServeHTTP(w, r)
	})
}
