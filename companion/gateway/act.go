package gateway

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/flow"
	"cairn/shared/risk"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

func (h *hands) invoke(d *deed) (string, map[string]any, bool) {
	h.w.task.mu.Lock()
	tab := h.w.task.tab
	h.w.task.mu.Unlock()
	return h.w.adapt.invoke(d, tab)
}

// act performs an action on an element, by its ref or the text that it shows, or on the page.
func (h *hands) act(ctx context.Context, d deed, on tool.TargetInput, given tool.ActInput) (*tool.ActResult, error) {
	before, err := h.look(ctx)
	if err != nil {
		return nil, err
	}
	if d.ref = on.A11yRef; d.ref == "" && on.Text != "" {
		if d.ref, err = before.showing(on.Text); err != nil {
			return nil, err
		}
	}
	if d.ref != "" {
		target, err := h.proved(ctx, before, d.ref, given.Proof)
		if err != nil {
			return nil, err
		}
		d.target = *target
		d.choose = before.chooses(d.ref)
	}
	if err := cleared(before, &d, given.Proof); err != nil {
		return nil, err
	}
	if d.tool == "click" {
		if h.clears(ctx, before, d.ref) {
			return nil, fault(types.CodeStaleRef, "it is selected already, and a click would clear it")
		}
		d.ref = h.clickOn(ctx, before, d.ref)
	}
	name, arguments, ok := h.invoke(&d)
	if !ok {
		return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("this driver has no call for the step: %s", d.tool), "Do this step yourself.")
	}
	if err := h.reachable(ctx, &d, before.covered(d.ref)); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err // cancelled before the action
	}
	asks := d.tool != "type" && d.tool != "hover" || d.submit || d.choose
	if asks && h.requests == nil {
		h.refused(ctx)
	}
	if given.Proof != nil {
		given.Proof.Begun = true
	}
	h.pressed, h.from, h.picked = "", before, false
	if d.tool == "click" {
		h.pressed = on.A11yRef
	}
	err = h.call(ctx, name, arguments)
	if d.tool == "click" && isCovered(err) {
		if label := before.label(d.ref); label != "" {
			h.front, d.ref = nil, label
			if name, arguments, ok = h.invoke(&d); ok {
				err = h.call(ctx, name, arguments)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	result := &tool.ActResult{Target: &d.target}
	if asks {
		result.Refused = h.refused(ctx)
	} else if d.tool == "type" {
		result.Holds = h.holds(ctx, &d)
		if held := result.Holds; held != nil && strings.HasSuffix(d.text, *held) { // a page that still starts drew the field once more
			if err := h.call(ctx, name, arguments); err != nil {
				return nil, err
			}
			result.Holds = h.holds(ctx, &d)
		}
	}
	h.w.task.mu.Lock()
	defer h.w.task.mu.Unlock()
	result.After = after(before, h.w.task.page)
	if p := h.w.task.page; p != nil {
		result.Tab = tool.TabInfo{URL: p.obs.State.CurrentURL, Title: p.obs.State.Title}
	}
	return result, nil
}

// holds returns the other text that a field shows after it was filled, nil if there is none. Not compared are secrets, and
// texts that drivers list otherwise than pages have them.
func (h *hands) holds(ctx context.Context, d *deed) *string {
	p, err := h.look(ctx)
	if err != nil || len(d.text) > maxName || strings.ContainsAny(d.text, "\"\n") {
		return nil
	}
	held := p.held(d.ref)
	if strings.Trim(held, "•") == "" || held == d.text {
		return nil
	}
	if role := p.tree[p.at[d.ref]].role; role != "textbox" && role != "searchbox" {
		return nil
	}
	return &held
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
	is := types.Target{Role: target.Role, Name: p.shown(p.at[ref]), Row: target.Row} // an element that observations do not list
	if i := slices.IndexFunc(observed.A11y.Nodes, func(n types.A11yNode) bool { return n.Ref == ref }); i >= 0 {
		is.Role, is.Name = observed.A11y.Nodes[i].Role, observed.A11y.Nodes[i].Name // the run has verified the names in this form
	}
	if err := flow.Proves(&proof.Target, proof.Row, &is); err != nil {
		return nil, err
	}
	if !flow.InPlace(proof.Around, observed.A11y.Nodes, ref) {
		return nil, flow.Moved()
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
		for _, around := range []struct {
			roles []string
			into  *string
		}{{[]string{"dialog", "alertdialog"}, &do.Dialog}, {[]string{"form"}, &do.Form}} { // either heading may name the risk
			at := p.inside(i, around.roles)
			if at < 0 {
				continue
			}
			*around.into = p.tree[at].name
			headed := false
			for k := range p.within(at) {
				switch {
				case p.tree[k].role == "heading" && !headed:
					do.Heading, headed = strings.TrimSpace(do.Heading+"\n"+p.tree[k].name), true
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

// Navigate opens an address.
func (h *hands) Navigate(ctx context.Context, in tool.NavigateInput) (*tool.ActResult, error) {
	return h.act(ctx, deed{tool: "navigate", text: in.URL}, tool.TargetInput{}, in.ActInput)
}

// Back goes one page back.
func (h *hands) Back(ctx context.Context, in tool.BackInput) (*tool.ActResult, error) {
	return h.act(ctx, deed{tool: "back"}, tool.TargetInput{}, in.ActInput)
}

// Click clicks an element.
func (h *hands) Click(ctx context.Context, in tool.ClickInput) (*tool.ActResult, error) {
	return h.act(ctx, deed{tool: "click", click: in.Clicking}, in.TargetInput, in.ActInput)
}

// Type fills in a field, or chooses options.
func (h *hands) Type(ctx context.Context, in tool.TypeInput) (*tool.ActResult, error) {
	if in.Append {
		return nil, types.Fault(types.CodeInvalidInput, "the driver replaces what a field holds, and the step adds to it", "Do this step yourself.")
	}
	d := deed{tool: "type", text: in.Text, submit: in.Submit}
	if len(in.Options) > 0 {
		d.text = strings.Join(in.Options, "\n")
	}
	return h.act(ctx, d, tool.TargetInput{A11yRef: in.A11yRef}, in.ActInput)
}

// Press presses a key where the focus is.
func (h *hands) Press(ctx context.Context, in tool.PressInput) (*tool.ActResult, error) {
	if in.A11yRef != "" || in.Times > 1 {
		return nil, types.Fault(types.CodeInvalidInput, "the driver presses a key once, where the focus is", "Do this step yourself.")
	}
	return h.act(ctx, deed{tool: "press", text: in.Key}, tool.TargetInput{}, in.ActInput)
}

// ReleaseKey presses and releases Shift where the focus is: drivers fill a field without any key. It is no step.
func (h *hands) ReleaseKey(ctx context.Context) error {
	name, given, ok := h.invoke(&deed{tool: "press", text: "Shift"})
	if !ok {
		return fault(types.CodeActionFailed, "the driver presses no keys")
	}
	_, err := h.ask(ctx, &call{tool: name, began: now()}, given)
	return err
}

// Hover moves the mouse onto an element.
func (h *hands) Hover(ctx context.Context, in tool.HoverInput) (*tool.ActResult, error) {
	return h.act(ctx, deed{tool: "hover"}, in.TargetInput, in.ActInput)
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
