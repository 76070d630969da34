package runner

import (
	"context"
	"fmt"
	"strings"

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
			h.message = labelOf(n.Role, n.Name) + " is empty although text was typed into it"
			return h
		}
	}
	return nil
}
