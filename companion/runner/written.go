package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// written checks whether a field contains the text that was typed into it.
func (r *run) written(ctx context.Context, f *found, result *tool.ActResult) *halt {
	step := &r.flow.Steps[r.at]
	value, _ := flow.Fill(step.Value, r.values) // it was typed
	if step.Tool != "type" || strings.TrimSpace(value) == "" || f == nil {
		return nil
	}
	if value != step.Value && !r.secret(step.Value) && !r.inLogin() {
		r.typed = append(r.typed, value)
	}
	h := &halt{reason: types.FlowNoEffect, candidates: []string{f.node.Ref}, hint: "Fill it in another way.", done: true}
	if held := result.Holds; held != nil && *held != "" && !saysSame(value, *held) && !(step.Submit && strings.Contains(strings.ToLower(*held), strings.ToLower(value))) { // Enter completes a part of an option
		said := fmt.Sprintf("%.80q", *held)
		if r.secret(step.Value) { // a part of it, as a field that cuts texts has
			said = "less or more"
		}
		h.message = fmt.Sprintf("%s holds %s, and another text was typed into it", labelOf(f.node.Role, f.node.Name), said)
		return h
	}
	if step.Submit || f.node.Role != "textbox" && f.node.Role != "searchbox" {
		return nil
	}
	s, err := r.look(ctx, false)
	if err != nil || s.Dialog != nil {
		return nil // the next step finds out
	}
	for i := range s.Page.A11y.Nodes {
		n := &s.Page.A11y.Nodes[i]
		if n.Ref == f.node.Ref && n.Role == f.node.Role && n.Name == f.node.Name && !n.Filled && len(r.seen) == 0 {
			if !r.refilled && !step.Append {
				r.refilled = true
				if result, err := r.act(ctx, f, r.proofOf(f)); err == nil {
					return r.written(ctx, f, result)
				}
			}
			h.message = labelOf(n.Role, n.Name) + " is empty although text was typed into it"
			return h
		}
	}
	return nil
}

// entry is a field that the run typed into: the step, and the field's ref.
type entry struct {
	step int
	ref  string
}

// enter notes the field of a step that typed, until the next press.
func (r *run) enter(f *found) {
	switch step := &r.flow.Steps[r.at]; {
	case !quiet(step):
		r.entered = nil
	case step.Tool == "type" && f != nil && (f.node.Role == "textbox" || f.node.Role == "searchbox"):
		r.entered = append(r.entered, entry{r.at, f.node.Ref})
	}
}

// emptied checks before a press whether a field that was typed into since the last one is empty now: some pages draw
// their fields once more while they start. It returns to the step that typed, or stops where that happened before.
func (r *run) emptied(ctx context.Context) (again bool, lost *halt) {
	if quiet(&r.flow.Steps[r.at]) || r.sight.Dialog != nil || len(r.entered) == 0 {
		return false, nil
	}
	if rest := restTime - time.Since(r.arrived); r.refilled && rest > 0 { // it may do so again
		if !pause(ctx, rest) {
			return false, cancelled(ctx)
		}
		if _, err := r.look(ctx, r.needsTexts(r.at)); err != nil {
			return false, r.lost(ctx, err)
		}
	}
	for _, e := range r.entered {
		step, nodes := &r.flow.Steps[e.step], r.sight.Page.A11y.Nodes
		i := slices.IndexFunc(nodes, func(n types.A11yNode) bool { return n.Ref == e.ref })
		value, err := flow.Fill(step.Value, r.values)
		if i < 0 || err != nil || nodes[i].Filled || nodes[i].Role != "textbox" && nodes[i].Role != "searchbox" || strings.TrimSpace(value) == "" || r.shows(value) {
			continue
		}
		if !r.refilled && !step.Append {
			r.refilled, r.at, r.entered = true, e.step, nil
			return true, nil
		}
		return false, &halt{reason: types.FlowChanged, message: labelOf(nodes[i].Role, nodes[i].Name) + " is empty again, and text was typed into it", candidates: []string{e.ref}, hint: "Fill it again, then let the run go on."}
	}
	return false, nil
}

// shows reports whether the page has a text outside of fields: some make a chip of it, and empty the field.
func (r *run) shows(value string) bool {
	return slices.ContainsFunc(r.sight.Page.A11y.Nodes, func(n types.A11yNode) bool { return strings.Contains(n.Name, value) }) ||
		r.sight.Outline != nil && slices.ContainsFunc(r.sight.Outline.Items, func(it types.OutlineItem) bool { return strings.Contains(it.Text, value) })
}
