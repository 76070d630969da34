package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"cairn/shared/flow"
	"cairn/shared/risk"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// driverTime bounds one call of the driver by a run. Drivers have their own limits,
// which are shorter except for slow pages.
const driverTime = 90 * time.Second

// hands acts through the driver for a run of a flow (runner.Hands). Before each action
// it observes once more: the driver acts on a ref, and the run has verified the ref's
// element.
type hands struct {
	w      *watcher
	client *client.Client
	shown  string // the driver's last answer that showed the page
	// other reports that the client stated a goal which the flow is not known for.
	other bool
}

func fault(code types.Code, format string, args ...any) error {
	return types.Fault(code, fmt.Sprintf(format, args...), "")
}

// ask calls the driver as a client would and reads its answer. A cancelled run waits for
// the answer: the driver acts on, and the step belongs to the record.
func (h *hands) ask(ctx context.Context, c *call, given map[string]any) (r reading, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), driverTime)
	defer cancel()
	if c.arguments, err = json.Marshal(given); err != nil {
		return r, fmt.Errorf("write arguments of %s: %w", c.tool, err)
	}
	h.w.expect(c)
	result, err := h.client.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: c.tool, Arguments: given}})
	if err != nil {
		return r, fmt.Errorf("call the driver's %s: %w", c.tool, err)
	}
	var said answer
	if len(result.Content) > 0 {
		said.text = mcp.GetTextFromContent(result.Content[0])
	}
	if result.IsError {
		return reading{failure: said.text}, nil
	}
	if said.structured, err = json.Marshal(result.StructuredContent); err != nil {
		return r, fmt.Errorf("read answer of %s: %w", c.tool, err)
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
func (h *hands) call(ctx context.Context, tool string, given map[string]any) (reading, error) {
	c := &call{tool: tool, began: now()}
	r, err := h.ask(ctx, c, given)
	if err != nil {
		return r, err
	}
	h.w.task.mu.Lock()
	defer h.w.task.mu.Unlock()
	h.w.took(c, r)
	if r.failure != "" {
		return r, fault(types.CodeActionFailed, "the driver says: %s", clip(firstLine(r.failure)))
	}
	if r.snapshot {
		h.shown = r.shown
	}
	return r, nil
}

// look observes the page.
func (h *hands) look(ctx context.Context) (*page, error) {
	h.w.task.mu.Lock()
	tab, last := h.w.task.tab, h.w.task.page
	h.w.task.mu.Unlock()
	if last != nil && last.dialog != nil {
		return last, nil // the driver shows no page behind it
	}
	name, given, ok := h.w.adapt.look(tab)
	if !ok {
		return nil, types.Fault(types.CodePageGone, "it is not known which page the driver is on", "Look at the page once, then call again.")
	}
	if _, err := h.call(ctx, name, given); err != nil {
		return nil, err
	}
	h.w.task.mu.Lock()
	defer h.w.task.mu.Unlock()
	p := h.w.task.page
	if p == nil || !p.whole {
		return nil, types.Fault(types.CodePageGone, "the driver shows no page", "")
	}
	return p, nil
}

// See observes the page and has the daemon name and redact it, as in recorded flows.
func (h *hands) See(ctx context.Context, texts bool) (*tool.Sight, error) {
	p, err := h.look(ctx)
	for err == nil && p.dialog != nil && p.dialog.Type == "alert" { // it has no question
		if err = h.dismiss(ctx); err == nil {
			p, err = h.look(ctx)
		}
	}
	if err != nil {
		return nil, err
	}
	observed, err := h.w.memory.Observed(ctx, p.obs)
	if err != nil {
		return nil, fmt.Errorf("name the page: %w", err)
	}
	h.w.task.mu.Lock()
	deeds := len(h.w.task.deeds)
	h.w.task.mu.Unlock()
	s := &tool.Sight{Page: observed, Tab: tool.TabInfo{URL: p.obs.State.CurrentURL, Title: p.obs.State.Title, Screen: observed.State.CurrentScreen}, Dialog: p.dialog, Deeds: deeds}
	if texts && p.dialog == nil {
		s.Outline = p.outline
	}
	return s, nil
}

// dismiss answers an alert.
func (h *hands) dismiss(ctx context.Context) error {
	name, given, ok := h.invoke(&deed{tool: "click", ref: "box3"})
	if !ok {
		return fault(types.CodePageDenied, "the driver answers no dialogs")
	}
	_, err := h.call(ctx, name, given)
	return err
}

func (h *hands) invoke(d *deed) (string, map[string]any, bool) {
	h.w.task.mu.Lock()
	tab := h.w.task.tab
	h.w.task.mu.Unlock()
	return h.w.adapt.invoke(d, tab)
}

// act performs an action on the element of a ref, or on the page.
func (h *hands) act(ctx context.Context, d deed, given tool.ActInput) (*tool.ActResult, error) {
	before, err := h.look(ctx)
	if err != nil {
		return nil, err
	}
	if d.ref != "" {
		target, err := h.proved(ctx, before, d.ref, given.Proof)
		if err != nil {
			return nil, err
		}
		if before.covered(d.ref) {
			return nil, fault(types.CodeTargetNotActable, "a modal dialog is in front of the element")
		}
		d.target = *target
		d.choose = d.tool == "type" && before.chooses(d.ref)
	}
	if err := cleared(before, &d, given.Proof); err != nil {
		return nil, err
	}
	name, arguments, ok := h.invoke(&d)
	if !ok {
		return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("this driver has no call for the step: %s", d.tool), "Do this step yourself.")
	}
	if err := ctx.Err(); err != nil {
		return nil, err // cancelled before the action
	}
	if given.Proof != nil {
		given.Proof.Begun = true
	}
	if _, err := h.call(ctx, name, arguments); err != nil {
		return nil, err
	}
	h.w.task.mu.Lock()
	defer h.w.task.mu.Unlock()
	result := &tool.ActResult{Target: &d.target, After: after(before, h.w.task.page)}
	if p := h.w.task.page; p != nil {
		result.Tab = tool.TabInfo{URL: p.obs.State.CurrentURL, Title: p.obs.State.Title}
	}
	return result, nil
}

// proved returns the element of a ref, which must match the run's evidence.
func (h *hands) proved(ctx context.Context, p *page, ref string, proof *tool.Proof) (*types.Target, error) {
	target, ok := p.target(ref)
	if !ok || target.Origin != "" {
		return nil, fault(types.CodeStaleRef, "the element is not on the page any more")
	}
	if proof == nil {
		return &target, nil
	}
	observed, err := h.w.memory.Observed(ctx, p.obs)
	if err != nil {
		return nil, fmt.Errorf("name the page: %w", err)
	}
	i := slices.IndexFunc(observed.A11y.Nodes, func(n types.A11yNode) bool { return n.Ref == ref })
	if i < 0 {
		return nil, fault(types.CodeStaleRef, "the element is not on the page any more")
	}
	n := &observed.A11y.Nodes[i] // the run has verified the names in this form
	if err := flow.Proves(&proof.Target, proof.Row, &types.Target{Role: n.Role, Name: n.Name, Row: target.Row}); err != nil {
		return nil, err
	}
	return &target, nil
}

// cleared refuses an action with a risk that the run has no permission for.
func cleared(p *page, d *deed, proof *tool.Proof) error {
	if proof == nil {
		return nil
	}
	for _, does := range risks(p, d) {
		kind := risk.Of(does)
		if kind == risk.None {
			kind = risk.Kind(proof.Risk)
		}
		if kind == risk.None {
			continue
		}
		if proof.Does = string(kind); proof.May != string(kind) {
			return fault(types.CodeConfirmation, "it was not done, for it %s something: %s %q", kind, does.Role, does.Name)
		}
	}
	return nil
}

// risks returns the risks of an action, with the texts around its element.
func risks(p *page, d *deed) []risk.Action {
	do := risk.Action{Role: d.target.Role, Name: d.target.Name, Row: d.target.Row}
	if i, ok := p.at[d.ref]; ok {
		do.Editable = slices.Contains(fields, do.Role)
		for role, into := range map[string]*string{"dialog": &do.Dialog, "alertdialog": &do.Dialog, "form": &do.Form} {
			at := p.inside(i, []string{role})
			if at < 0 {
				continue
			}
			*into = p.tree[at].name
			for k := at + 1; k < len(p.tree) && p.tree[k].depth > p.tree[at].depth; k++ {
				switch {
				case p.tree[k].role == "heading" && do.Heading == "":
					do.Heading = p.tree[k].name
				case p.tree[k].role == "button" && p.tree[k].name != "":
					do.Submits = append(do.Submits, p.tree[k].name)
				}
			}
		}
		for k := i; k >= 0 && do.Heading == ""; k-- {
			if p.tree[k].role == "heading" {
				do.Heading = p.tree[k].name
			}
		}
	}
	entered, chosen := do, do
	entered.Key, entered.Editable = "Enter", true
	switch d.tool {
	case "click":
		return []risk.Action{do}
	case "type":
		var all []risk.Action
		if d.choose {
			chosen.Onto = d.text
			all = append(all, chosen)
		}
		if d.submit {
			all = append(all, entered)
		}
		return all
	case "press":
		do.Key = d.text
		return []risk.Action{do}
	}
	return nil
}

// Launch begins a session at an address.
func (h *hands) Launch(ctx context.Context, in tool.LaunchInput) (*tool.LaunchResult, error) {
	name, given, ok := h.invoke(&deed{tool: "navigate", text: in.URL})
	if !ok {
		return nil, fault(types.CodeNavigationFailed, "the driver opens no addresses from here")
	}
	h.w.task.mu.Lock()
	if h.w.task.goal == "" {
		h.w.task.goal = in.Goal
	}
	h.w.task.mu.Unlock()
	if _, err := h.call(ctx, name, given); err != nil {
		return nil, err
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

// Cleanup ends the session. The page stays.
// One with another goal than the flow's goes on: what a similar flow did is perhaps not the
// task, and would be learned as it.
func (h *hands) Cleanup(ctx context.Context, in tool.CleanupInput) (*tool.CleanupResult, error) {
	h.w.task.mu.Lock()
	defer h.w.task.mu.Unlock()
	if h.other && in.Outcome == types.SessionDone {
		return &tool.CleanupResult{}, nil
	}
	err := h.w.finish(ctx, in.Outcome, in.Evidence)
	h.w.task.goal = ""
	return &tool.CleanupResult{Outcome: in.Outcome}, err
}

// Describe observes the page; the answer shows it in the driver's own words.
func (h *hands) Describe(ctx context.Context, _ tool.DescribeInput) (*tool.DescribeResult, error) {
	_, err := h.look(ctx)
	return nil, err
}

// Point finds the element of a selector, if the driver shows a part of the page by one. A
// snapshot has neither selectors nor test ids.
func (h *hands) Point(ctx context.Context, in tool.TargetInput) (*types.Target, error) {
	h.w.task.mu.Lock()
	tab, p := h.w.task.tab, h.w.task.page
	h.w.task.mu.Unlock()
	name, given, ok := h.w.adapt.part(in.Selector, tab)
	if !ok || in.Selector == "" || in.TestID != "" || in.Frame != "" || p == nil {
		return nil, fault(types.CodeTargetNotFound, "the driver's snapshot does not say it")
	}
	r, err := h.ask(ctx, &call{tool: name, began: now()}, given)
	if err != nil {
		return nil, err
	}
	if len(r.tree) == 0 || r.url != p.obs.State.CurrentURL {
		return nil, fault(types.CodeTargetNotFound, "the driver shows no element there")
	}
	target, ok := p.target(r.tree[0].ref)
	if !ok {
		return nil, fault(types.CodeTargetNotFound, "the element is not on the page as it was shown")
	}
	target.A11yRef = r.tree[0].ref
	return &target, nil
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

// Navigate opens an address.
func (h *hands) Navigate(ctx context.Context, in tool.NavigateInput) (*tool.ActResult, error) {
	return h.act(ctx, deed{tool: "navigate", text: in.URL}, in.ActInput)
}

// Back goes one page back.
func (h *hands) Back(ctx context.Context, in tool.BackInput) (*tool.ActResult, error) {
	return h.act(ctx, deed{tool: "back"}, in.ActInput)
}

// Click clicks an element.
func (h *hands) Click(ctx context.Context, in tool.ClickInput) (*tool.ActResult, error) {
	return h.act(ctx, deed{tool: "click", ref: in.A11yRef, click: in.Clicking}, in.ActInput)
}

// Type fills in a field, or chooses options.
func (h *hands) Type(ctx context.Context, in tool.TypeInput) (*tool.ActResult, error) {
	if in.Append {
		return nil, types.Fault(types.CodeInvalidInput, "the driver replaces what a field holds, and the step adds to it", "Do this step yourself.")
	}
	d := deed{tool: "type", ref: in.A11yRef, text: in.Text, submit: in.Submit}
	if len(in.Options) > 0 {
		d.text = strings.Join(in.Options, "\n")
	}
	return h.act(ctx, d, in.ActInput)
}

// Press presses a key where the focus is.
func (h *hands) Press(ctx context.Context, in tool.PressInput) (*tool.ActResult, error) {
	if in.A11yRef != "" || in.Times > 1 {
		return nil, types.Fault(types.CodeInvalidInput, "the driver presses a key once, where the focus is", "Do this step yourself.")
	}
	return h.act(ctx, deed{tool: "press", text: in.Key}, in.ActInput)
}

// Hover moves the mouse onto an element.
func (h *hands) Hover(ctx context.Context, in tool.HoverInput) (*tool.ActResult, error) {
	return h.act(ctx, deed{tool: "hover", ref: in.A11yRef}, in.ActInput)
}

// Drag leaves the action to the agent: drivers only drag to an element's middle.
func (h *hands) Drag(context.Context, tool.DragInput) (*tool.ActResult, error) {
	return nil, types.Fault(types.CodeInvalidInput, "a run through this driver does not drag", "Do this step yourself.")
}

// Upload leaves the action to the agent, whose driver decides which files it may
// upload.
func (h *hands) Upload(context.Context, tool.UploadInput) (*tool.ActResult, error) {
	return nil, types.Fault(types.CodeInvalidInput, "a run through this driver uploads no files", "Do this step yourself.")
}
