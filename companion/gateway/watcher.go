package gateway

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"cairn/companion/mcptools"
	"cairn/companion/runner"
	"cairn/shared/exact"
	"cairn/shared/types"
)

// call is one call of a tool.
type call struct {
	tool      string
	arguments []byte
	token     []byte   // for notifications about its progress, empty for none
	ids       []string // of its steps, as announced
	began     types.Time
}

// watcher reads calls and answers, and adds memory to the answers.
type watcher struct {
	ctx    context.Context
	memory Memory
	say    io.Writer
	own    *calls
	adapt  adapter // nil for an unknown driver
	server string  // the driver's name and version
	keep   types.Keep

	// runner runs flows with hands, nil before the first run. Only one run is active
	// at a time (task.take).
	runner *runner.Runner
	hands  *hands
	// checked is the flow, and the goal, whose steps were shown last because it is not known
	// for that goal.
	checked string

	// task is the current session and page. Calls and answers arrive one by one, and a
	// run of a flow acts beside them.
	task task

	mu     sync.Mutex
	warned bool                // the warning about a driver that is not as known was written
	params map[string][]string // the arguments of the driver's tools
	// looking holds the tools that change nothing, as the driver says.
	looking map[string]bool
	// failing holds the kinds of requests (asking, storing) that memory fails: a full disk
	// still answers questions. One warning is written for all.
	failing map[string]bool
	// offered holds the gateway's tools that the client knows. The driver's tools of
	// the same names take precedence.
	offered map[string]bool
	// serving holds the client's calls of the gateway's own tools, by id.
	serving map[string]context.CancelFunc
}

func newWatcher(ctx context.Context, o Options, own *calls) *watcher {
	w := &watcher{ctx: ctx, memory: o.Memory, say: o.Err, own: own, offered: map[string]bool{}, serving: map[string]context.CancelFunc{}, params: map[string][]string{}, looking: map[string]bool{}, failing: map[string]bool{}}
	w.task.goal = o.Goal
	w.task.typed = exact.New([]byte(rand.Text()))
	if attached(o.Command) {
		w.keep = types.KeepNeeded
	}
	return w
}

// warn writes one line for the user.
func (w *watcher) warn(format string, args ...any) {
	fmt.Fprintf(w.say, "cairn: "+format+"\n", args...)
}

// The kinds of requests to memory.
const (
	asking    = "ask"
	storing   = "store"
	expecting = "expect"
)

// lost writes a warning if memory fails a kind of request: one line until it serves all
// again.
func (w *watcher) lost(kind string, err error) {
	w.mu.Lock()
	first := len(w.failing) == 0 && err != nil && !errors.Is(err, errResting)
	if err == nil {
		delete(w.failing, kind)
	} else if first || len(w.failing) > 0 {
		w.failing[kind] = true
	}
	w.mu.Unlock()
	if first {
		w.warn("memory does not answer, the driver works on without it: %s", strings.Join(strings.Fields(err.Error()), " "))
	}
}

// serve answers a call of one of the gateway's own tools, beside the forwarded
// messages. If the tool turns out to be the driver's, pass forwards the call.
func (w *watcher) serve(id string, c call, to *sink, pass func()) {
	ctx, cancel := context.WithCancel(w.ctx)
	w.mu.Lock()
	w.serving[id] = cancel
	w.mu.Unlock()
	go func() {
		defer cancel()
		if !w.owns(c.tool) {
			w.list(ctx)
		}
		if !w.owns(c.tool) {
			if w.cancelOwn(id) {
				pass()
			}
			return
		}
		text, err := w.answer(ctx, c, mcptools.Progress(c.token, func(note any) {
			if line, err := json.Marshal(note); err == nil && ctx.Err() == nil {
				_ = to.write(append(line, '\n')) // a closed client ends the gateway
			}
		}))
		w.mu.Lock()
		_, waits := w.serving[id]
		delete(w.serving, id)
		w.mu.Unlock()
		if !waits {
			return // the client cancelled it
		}
		result := map[string]any{"content": []any{json.RawMessage(textBlock(text))}}
		if err != nil {
			result = map[string]any{"content": []any{json.RawMessage(textBlock(faultText(err)))}, "isError": true}
		}
		line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": json.RawMessage(id), "result": result})
		if err == nil {
			_ = to.write(append(line, '\n')) // a closed client ends the gateway
		}
	}()
}

// cancelOwn ends a call of the gateway's own tools without an answer.
func (w *watcher) cancelOwn(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	cancel, ok := w.serving[id]
	if ok {
		cancel()
		delete(w.serving, id)
	}
	return ok
}

// faultText formats an error for an agent.
func faultText(err error) string {
	fault := types.AsError(err)
	text := fault.Message
	if fault.Hint != "" {
		text += ". " + fault.Hint
	}
	return ownNames.Replace(text)
}

// ownNames maps tool names in hints of other packages to the gateway's names.
var ownNames = strings.NewReplacer("mm_run_flow", "memory_run_flow", "kb_search", "memory_search", "mm_cleanup", "memory_goal")

// textBlock returns a text as an element of a result's content.
func textBlock(text string) []byte {
	block, err := types.MarshalPlain(map[string]string{"type": "text", "text": text})
	if err != nil {
		return []byte(`{"type":"text","text":""}`)
	}
	return block
}

// attached reports whether a driver's command connects it to a person's own browser,
// where names that were only displayed are not stored in clear text (DESIGN 5.3).
func attached(command []string) bool {
	return slices.ContainsFunc(command, func(arg string) bool {
		name, _, _ := strings.Cut(arg, "=")
		return slices.Contains([]string{"--extension", "--cdp-endpoint", "--browserUrl", "--browser-url", "--wsEndpoint", "--ws-endpoint", "--autoConnect", "--auto-connect"}, name)
	})
}

// driver records the driver's name and version.
func (w *watcher) driver(name, version string) {
	w.server = strings.TrimSpace(name + " " + version)
	w.task.mu.Lock()
	defer w.task.mu.Unlock()
	w.adapt = adapterOf(name, func(tool string) []string {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.params[tool]
	})
}

// idle lists tools that have no step and change nothing that a flow would have to
// repeat, although their drivers do not say so.
var idle = []string{"browser_snapshot", "browser_take_screenshot", "browser_console_messages", "browser_network_requests", "browser_wait_for", "browser_find",
	"browser_close", "browser_resize", "browser_emulate_media", "browser_tabs", "browser_handle_dialog", "browser_fill_form", "browser_mouse_move_xy",
	"take_snapshot", "take_screenshot", "list_pages", "select_page", "close_page", "resize_page", "emulate", "navigate_page", "handle_dialog", "fill", "fill_form", "wait_for",
	"list_console_messages", "get_console_message", "list_network_requests", "get_network_request", "lighthouse_audit", "take_heapsnapshot",
	"performance_start_trace", "performance_stop_trace", "performance_analyze_insight", "screencast_start", "screencast_stop",
	"agent_browser_tools_profiles", "agent_browser_snapshot", "agent_browser_screenshot", "agent_browser_scroll", "agent_browser_scroll_into_view", "agent_browser_close", "agent_browser_reload",
	"agent_browser_tab_new", "agent_browser_tab_switch", "agent_browser_tab_close", "agent_browser_check", "agent_browser_uncheck", "agent_browser_set_viewport",
	"agent_browser_console", "agent_browser_errors", "agent_browser_highlight", "agent_browser_network_requests", "agent_browser_a11y", "agent_browser_pdf"}

// changing matches scripts that may change a page. The names of actions count where they are
// called: a script that reads #submit changes nothing.
var changing = regexp.MustCompile(`(?i)(click|submit|dispatch(Event)?|press|fill|\btype|selectOption|check|append\w*|remove|fetch|goto|setInputFiles|drag\w*)\W{0,4}\(|selectedIndex\s*=[^=]|checked\s*=[^=]|value\s*=[^=]|setItem|removeItem|localStorage\.clear|XMLHttp|sendBeacon|innerHTML\s*=|textContent\s*=|location\s*=[^=]|location\.(href\s*=[^=]|assign|replace\(|reload)|history\.|keyboard|mouse`)

// unrecorded reports whether a call that has no step may have done a part of the task.
func (w *watcher) unrecorded(c *call) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.looking[c.tool] || slices.Contains(idle, c.tool):
		return false
	case c.tool == "browser_evaluate" || c.tool == "evaluate_script" || c.tool == agentBrowserTool+"eval":
		return changing.Match(c.arguments)
	}
	return true
}

// missed notes that an action may have been made whose answer was not read.
func (w *watcher) missed() {
	w.task.mu.Lock()
	defer w.task.mu.Unlock()
	w.task.gaps = true
}

// client records the client's name.
func (w *watcher) client(name string) {
	w.task.mu.Lock()
	defer w.task.mu.Unlock()
	w.task.client = name
}

// knows warns once if the driver is unknown, or lacks tools that its adapter looks and acts
// with: a later version may have renamed them.
func (w *watcher) knows() {
	if w.adapt == nil {
		w.odd("%s is not a known driver: it works as without Cairn, which only adds a search", w.server)
		return
	}
	names := lacking(w.adapt, func(tool string) bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		_, has := w.offered[tool]
		return has
	})
	if len(names) > 0 {
		w.odd("%s offers no %s: its other tools work, and memory lacks these", w.server, strings.Join(names, ", "))
	}
}

// reads warns once that the driver's answers have a format that its adapter does not
// know.
func (w *watcher) reads(err error) {
	w.odd("answers of %s are passed on without memory: %v", w.server, err)
}

// odd warns about a driver that is not as known, once in all.
func (w *watcher) odd(format string, args ...any) {
	w.mu.Lock()
	first := !w.warned
	w.warned = true
	w.mu.Unlock()
	if first {
		w.warn(format, args...)
	}
}
