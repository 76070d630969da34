package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// driverTime bounds one call of the driver by a run. Drivers have their own limits,
// which are shorter except for slow pages.
const driverTime = 90 * time.Second

// endTime bounds the look at the page of a task that is done, for which the client waits.
const endTime = 5 * time.Second

// hands acts through the driver for a run of a flow (runner.Driver). Before each action
// it observes once more: the driver acts on a ref, and the run has verified the ref's
// element.
type hands struct {
	w      *watcher
	client *client.Client
	shown  string // the driver's last answer that showed the page
	// front is the layer that covered the element of the last action, nil for none.
	front *types.Overlay
	// pressed is the element of the last action if that was a click, "" for others; from is the page before it. picked
	// reports that the click selected the element.
	pressed string
	from    *page
	picked  bool
	// requests are the requests of the page that were listed last, nil before the first list of a run.
	requests map[string]bool
	// other reports that the client stated a goal which the flow is not known for.
	other bool
	// stated is the client's goal when the run began a session, "" for none.
	stated string
	// also are the elements that the flow acts on.
	also wanted
	// listed is the page of with these elements, nil before the run's first look.
	listed, of *page
	// endless reports that the flow has no evidence of its end.
	endless bool
	// patience bounds a call, driverTime if it is 0.
	patience time.Duration
}

func fault(code types.Code, format string, args ...any) error {
	return types.Fault(code, fmt.Sprintf(format, args...), "")
}

// say calls the driver as a client would. failure is its error. A cancelled run waits for the
// answer: the driver acts on, and the step belongs to the record.
func (h *hands) say(ctx context.Context, c *call, given map[string]any) (said answer, failure string, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(h.patience, driverTime))
	defer cancel()
	if c.arguments, err = json.Marshal(given); err != nil {
		return said, "", fmt.Errorf("write arguments of %s: %w", c.tool, err)
	}
	h.w.expect(c)
	result, err := h.client.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: c.tool, Arguments: given}})
	if err != nil {
		return said, "", fmt.Errorf("call the driver's %s: %w", c.tool, err)
	}
	if len(result.Content) > 0 {
		said.text = mcp.GetTextFromContent(result.Content[0])
	}
	if result.IsError {
		return said, said.text, nil
	}
	if said.structured, err = json.Marshal(result.StructuredContent); err != nil {
		return said, "", fmt.Errorf("read answer of %s: %w", c.tool, err)
	}
	return said, "", nil
}

// ask calls the driver and reads the page from its answer.
func (h *hands) ask(ctx context.Context, c *call, given map[string]any) (r reading, err error) {
	said, failure, err := h.say(ctx, c, given)
	if err != nil || failure != "" {
		return reading{failure: failure}, err
	}
	if r, err = h.w.adapt.read(c, said); err != nil {
		h.w.reads(err)
		return r, types.Fault(types.CodePageDenied, "the driver's answer is not understood: "+err.Error(), "Do the rest step by step.")
	}
	if r.snapshot {
		r.shown = said.text
	}
	return r, nil
}

// call calls the driver and records its actions.
func (h *hands) call(ctx context.Context, tool string, given map[string]any) error {
	c := &call{tool: tool, began: now()}
	r, err := h.ask(ctx, c, given)
	h.w.task.mu.Lock()
	defer h.w.task.mu.Unlock()
	if err != nil {
		h.w.task.gaps = h.w.task.gaps || h.w.mayAct(c) // it may have been done, and is no step
		return err
	}
	h.w.took(c, r)
	if r.failure != "" {
		if coveredBy(r.failure) {
			h.front = &types.Overlay{Covers: 1}
			return covered("something is in front of the element")
		}
		return fault(types.CodeActionFailed, "the driver says: %s", clip(firstLine(r.failure)))
	}
	if r.snapshot {
		h.shown = r.shown
	}
	return nil
}

// tabbed is an adapter of a driver whose calls name their tab.
type tabbed interface {
	// tabs returns the tool that lists the tabs; ok is false if the tab is known.
	tabs(tab string) (tool string, ok bool)
	// current reads the tab in front from its answer, "" for none.
	current(text string) (tab string)
}

// place finds the tab in front, if no call of the client named one.
func (h *hands) place(ctx context.Context) error {
	a, is := h.w.adapt.(tabbed)
	h.w.task.mu.Lock()
	tab := h.w.task.tab
	h.w.task.mu.Unlock()
	if !is {
		return nil
	}
	tool, ok := a.tabs(tab)
	if !ok {
		return nil
	}
	said, failure, err := h.say(ctx, &call{tool: tool, began: now()}, map[string]any{})
	if err != nil || failure != "" {
		return err
	}
	h.w.task.mu.Lock()
	defer h.w.task.mu.Unlock()
	h.w.task.tab = a.current(said.text)
	return nil
}

// Launch begins a session at an address, or without one on the present page.
func (h *hands) Launch(ctx context.Context, in tool.LaunchInput) (*tool.LaunchResult, error) {
	if err := h.place(ctx); err != nil {
		return nil, err
	}
	name, given, ok := h.invoke(&deed{tool: "navigate", text: in.URL})
	if !ok {
		return nil, fault(types.CodeNavigationFailed, "the driver opens no addresses from here")
	}
	h.w.task.mu.Lock()
	h.stated = h.w.task.goal
	h.w.task.goal = cmp.Or(h.stated, in.Goal)
	if in.URL == "" {
		h.w.begin(nil)
	}
	h.w.task.mu.Unlock()
	if in.URL != "" {
		if err := h.call(ctx, name, given); err != nil {
			return nil, err
		}
	}
	id := h.SessionID()
	if id == "" {
		return nil, types.Fault(types.CodeInternal, "the session cannot be stored", "run cairn doctor to see why")
	}
	return &tool.LaunchResult{SessionID: id, Goal: in.Goal}, nil
}

// SessionID returns the task's session, "" before its first action.
func (h *hands) SessionID() string {
	h.w.task.mu.Lock()
	defer h.w.task.mu.Unlock()
	if h.w.task.session == nil {
		return ""
	}
	return h.w.task.session.SessionID
}

// Cleanup ends the session and keeps the page. It leaves a session open whose goal is not the flow's:
// the actions of a similar flow are perhaps not the task, and would be learned as the task.
func (h *hands) Cleanup(ctx context.Context, in tool.CleanupInput) (*tool.CleanupResult, error) {
	h.w.task.mu.Lock()
	defer h.w.task.mu.Unlock()
	if h.other && in.Outcome == types.SessionDone {
		return &tool.CleanupResult{}, nil
	}
	err := h.w.finish(ctx, in.Outcome, in.Evidence)
	if h.w.task.goal = ""; in.Outcome == "" {
		h.w.task.goal = h.stated // only the steps were shown, and the task is still to be done
	}
	return &tool.CleanupResult{Outcome: in.Outcome}, err
}

// Deeds lists the session's successful actions, after the first ones.
func (h *hands) Deeds(_ context.Context, from int) ([]types.Tool, error) {
	h.w.task.mu.Lock()
	defer h.w.task.mu.Unlock()
	return slices.Clone(h.w.task.deeds[min(max(from, 0), len(h.w.task.deeds)):]), nil
}

// NoteRun stores a run with the session.
func (h *hands) NoteRun(ctx context.Context, run types.FlowRun) error {
	t := &h.w.task
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.session == nil {
		return types.Fault(types.CodeNoSession, "there is no session", "")
	}
	session := *t.session
	session.FlowRuns = types.WithFlowRun(session.FlowRuns, run)
	if err := h.w.memory.PutSession(ctx, &session); err != nil {
		return fmt.Errorf("store run: %w", err)
	}
	t.session = &session
	return nil
}

// Now returns the time of the clock for steps.
func (h *hands) Now() types.Time { return now() }
