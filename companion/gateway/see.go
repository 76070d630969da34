package gateway

import (
	"context"
	"fmt"
	"slices"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// look observes the page.
func (h *hands) look(ctx context.Context) (*page, error) {
	if err := h.place(ctx); err != nil {
		return nil, err
	}
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
	if err := h.call(ctx, name, given); err != nil {
		return nil, err
	}
	h.w.task.mu.Lock()
	defer h.w.task.mu.Unlock()
	p := h.w.task.page
	if p == nil || !p.whole {
		return nil, types.Fault(types.CodePageGone, "the driver shows no page", "")
	}
	return h.listing(p), nil
}

// listing returns a page with the elements that the flow acts on.
func (h *hands) listing(p *page) *page {
	if p == nil || len(h.also) == 0 || p.dialog != nil {
		return p
	}
	if h.of != p { // a run asks for many elements of one page
		h.of, h.listed = p, pageWith(p.obs.State.CurrentURL, p.obs.State.Title, p.tree, h.also)
		h.listed.tab = p.tab
	}
	return h.listed
}

// named is an element by its role and name; without a name, all of the role.
type named struct{ role, name string }

// wanted are elements that a flow acts on, and whether they were in cards. Observations do not list
// all of them: a driver's client clicks cells of tables and texts too.
type wanted map[named]bool

func (w wanted) has(role, name string) bool {
	_, ok := w[named{role, name}]
	return ok
}

// wantedBy returns the elements of a flow, as far as its values are known.
func wantedBy(f *types.Flow, values map[string]string) wanted {
	all := wanted{}
	for i := range f.Steps {
		for k := range f.Steps[i].Targets {
			t := &f.Steps[i].Targets[k]
			if slices.Contains(flow.Cells, t.Role) && t.Row != "" {
				all[named{t.Role, ""}] = false // its column tells it from the others of the row
			}
			if name, err := flow.Fill(t.Name, values); err == nil && name != "" {
				all[named{t.Role, name}] = t.RowRole == "generic"
			}
		}
	}
	return all
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
		outline := *p.outline
		if outline.Overlays = p.dialogs(); h.front != nil {
			outline.Overlays = append(outline.Overlays, *h.front)
		}
		if h.chose(ctx, p) {
			outline.Items = slices.Clone(outline.Items)
			for i := range outline.Items {
				outline.Items[i].Selected = outline.Items[i].Selected || outline.Items[i].Ref == h.pressed
			}
		}
		s.Outline = &outline
	}
	return s, nil
}

// Holds returns the text of a field in the driver's last snapshot, empty where that hides it or has no such field.
func (h *hands) Holds(_ context.Context, ref string) (string, error) {
	h.w.task.mu.Lock()
	defer h.w.task.mu.Unlock()
	if p := h.w.task.page; p != nil {
		return p.held(ref), nil
	}
	return "", nil
}

// held returns the text of a field, empty for a secret one and for any other element.
func (p *page) held(ref string) string {
	if i, is := p.at[ref]; is && !p.asksSecret(i) {
		return p.tree[i].value
	}
	return ""
}

// dismiss answers an alert.
func (h *hands) dismiss(ctx context.Context) error {
	name, given, ok := h.invoke(&deed{tool: "click", ref: "box3"})
	if !ok {
		return fault(types.CodePageDenied, "the driver answers no dialogs")
	}
	return h.call(ctx, name, given)
}

// Describe observes the page; the answer shows it in the driver's own words.
func (h *hands) Describe(ctx context.Context, _ tool.DescribeInput) (*tool.DescribeResult, error) {
	_, err := h.look(ctx)
	return nil, err
}

// Point finds the element of a ref, or that shows a text, or that of a selector, if the driver shows
// a part of the page by one. A snapshot has neither selectors nor test ids.
func (h *hands) Point(ctx context.Context, in tool.TargetInput) (*types.Target, error) {
	h.w.task.mu.Lock()
	tab, p := h.w.task.tab, h.w.task.page
	h.w.task.mu.Unlock()
	if in.A11yRef != "" {
		target, ok := h.listing(p).target(in.A11yRef)
		if !ok {
			return nil, fault(types.CodeStaleRef, "the element is not on the page any more")
		}
		target.A11yRef = in.A11yRef
		return &target, nil
	}
	if in.Within != nil {
		return nil, fault(types.CodeTargetNotFound, "the driver shows no part of a part")
	}
	if in.Text != "" && in.Frame == "" && p != nil {
		ref, err := p.showing(in.Text)
		if err != nil {
			return nil, err
		}
		target, _ := p.target(ref)
		target.A11yRef, target.Name = ref, in.Text
		return &target, nil
	}
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
