package runner

import (
	"context"
	"slices"
	"strings"

	"cairn/shared/types"
)

// ignored stops after a press that chose a value and changed nothing on the page. No field can be read
// back for it, and the next step would keep another value: the wheel of a phone's picker takes no clicks.
func (r *run) ignored(ctx context.Context) *halt {
	step := &r.flow.Steps[r.at]
	if step.Tool != "click" || r.at+1 == len(r.flow.Steps) || !choosesValue(step) || len(r.seen) > 0 || r.was == nil || isPicked(r.was, r.on) {
		return nil
	}
	for {
		s, err := r.look(ctx, true)
		if err != nil || s.Dialog != nil || !unchanged(r.before, s.Page) || !sameLines(r.was, s.Outline) {
			return nil
		}
		if at := slices.IndexFunc(s.Page.A11y.Nodes, func(n types.A11yNode) bool { return n.Ref == r.on }); at >= 0 && s.Page.A11y.Nodes[at].Checked == "true" {
			return nil // it was chosen before
		}
		if r.timeOver(s.Loading, false) {
			return &halt{reason: types.FlowNoEffect, message: "the page shows nothing of the press, which was to choose a value", hint: "Look whether it is chosen; if not, choose it in another way.", done: true}
		}
		if !pause(ctx, r.between()) {
			h := cancelled(ctx)
			h.done = true
			return h
		}
	}
}

// choosesValue reports whether a step presses an element that one of the flow's values names.
func choosesValue(step *types.FlowStep) bool {
	return slices.ContainsFunc(step.Targets, func(t types.FlowTarget) bool { return strings.Contains(t.Name, "{") })
}

// sameLines reports whether two looks have the same lines, wherever the page is scrolled to.
func sameLines(before, now *types.Outline) bool {
	return now != nil && slices.EqualFunc(before.Items, now.Items, func(a, b types.OutlineItem) bool {
		return a.Ref == b.Ref && a.Text == b.Text && a.Hint == b.Hint && a.Selected == b.Selected
	})
}
