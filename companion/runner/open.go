package runner

import (
	"context"
	"slices"
	"strings"

	"cairn/shared/flow"
	"cairn/shared/types"
)

// isSet reports whether the box or switch of a step is in the state already that the
// step gives it. A click would take it back.
func isSet(n *types.A11yNode, step *types.FlowStep) bool {
	if !slices.Contains(flow.Switched, n.Role) && n.Role != "button" {
		return false
	}
	return step.Sets == flow.SetsOn && n.Checked == "true" || step.Sets == flow.SetsOff && n.Checked == "false"
}

// switched returns what the page shows of the switch that the last step set, as FlowStep.Sets, empty for nothing.
func (r *run) switched(page *types.Observation) string {
	at := slices.IndexFunc(page.A11y.Nodes, func(n types.A11yNode) bool { return r.on != "" && n.Ref == r.on })
	if at < 0 || r.flow.Steps[r.did].Sets == "" {
		return ""
	}
	return map[string]string{"true": flow.SetsOn, "false": flow.SetsOff}[page.A11y.Nodes[at].Checked]
}

// isOpen reports whether a click would close a section: the element is marked as expanded, and the page shows all that
// appeared with the step, or the next step needs the section, which a heading opens as well. Applications remember open
// sections.
func (r *run) isOpen(ctx context.Context, f *found) bool {
	step := &r.flow.Steps[r.at]
	if step.Tool == "click" && f.node.Expanded == "true" && len(step.Expect.Appeared) > 0 && appeared(step.Expect.Appeared, r.sight.Page, nil, r.values) {
		return true
	}
	if step.Tool != "click" || step.Click != nil || r.at+1 == len(r.flow.Steps) || len(r.flow.Steps[r.at+1].Targets) == 0 || f.node.Role != "heading" && f.node.Expanded != "true" {
		return false
	}
	if r.sight.Outline == nil && r.needsTexts(r.at+1) {
		if _, err := r.look(ctx, true); err != nil {
			return false
		}
	}
	next, _ := r.find(ctx, r.at+1)
	if next == nil || next.weak || next.healed != "" {
		return false
	}
	nodes := r.sight.Page.A11y.Nodes
	at := func(n *types.A11yNode) int {
		return slices.IndexFunc(nodes, func(o types.A11yNode) bool { return o.Ref == n.Ref && n.Ref != "" })
	}
	from, to := at(&f.node), at(&next.node)
	return from >= 0 && to > from && !slices.ContainsFunc(nodes[from+1:to], func(n types.A11yNode) bool { return n.Role == "heading" })
}

// reopen opens a menu again that closed before its entry could be pressed, as menus do when the page moves under
// them. The last step has shown the entry, and did nothing else.
func (r *run) reopen(ctx context.Context) bool {
	step := &r.flow.Steps[r.at]
	if !r.moved || r.reopened || r.at != r.did+1 || len(step.Targets) == 0 || r.before.State.CurrentURL != r.sight.Page.State.CurrentURL {
		return false
	}
	t, _, err := r.filled(&step.Targets[0])
	opens := &r.flow.Steps[r.did]
	if err != nil || !inMenu(t.Role) || !r.seen[labelOf(t.Role, t.Name)] || opens.Tool != "click" || opens.Click != nil || opens.Risk != "" {
		return false
	}
	if r.needsTexts(r.did) {
		if _, err := r.look(ctx, true); err != nil {
			return false
		}
	}
	f, _ := r.find(ctx, r.did)
	if f == nil || f.weak || f.healed != "" || f.node.Expanded == "true" || slices.Contains(flow.Switched, f.node.Role) {
		return false
	}
	r.reopened = true
	proof := f.proof
	if _, err := r.clickOn(ctx, f.node.Ref, &proof); err != nil {
		return false
	}
	r.patient(ctx)
	return true
}

// inMenu reports whether elements of a role are entries of menus and lists that open.
func inMenu(role string) bool { return strings.HasPrefix(role, "menuitem") || role == "option" }
