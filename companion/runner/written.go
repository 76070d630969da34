package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"cairn/shared/flow"
	"cairn/shared/redact"
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
	if now := result.Target; now != nil && now.Tag == "input" && wasList(step) {
		h.reason, h.hint = types.FlowChanged, "Choose the entry, then let the run go on."
		h.message = labelOf(f.node.Role, f.node.Name) + " was a list, and the text that was typed into it may have chosen nothing"
		return h
	}
	if held := result.Holds; held != nil && *held != "" && !saysSame(value, *held) && !(step.Submit && strings.Contains(strings.ToLower(*held), strings.ToLower(value))) { // Enter completes a part of an option
		if again := r.refill(ctx, f); again != nil {
			return r.written(ctx, f, again)
		}
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
			if again := r.refill(ctx, f); again != nil {
				return r.written(ctx, f, again)
			}
			h.message = labelOf(n.Role, n.Name) + " is empty although text was typed into it"
			return h
		}
	}
	return nil
}

// wasList reports whether a step chose from a native list in all sessions.
func wasList(step *types.FlowStep) bool {
	return !slices.ContainsFunc(step.Targets, func(t types.FlowTarget) bool { return t.Tag != "select" })
}

// refill types a text once more where the page took it out again or wrote another, because some pages load while one types. It
// returns nil where that was done before.
func (r *run) refill(ctx context.Context, f *found) *tool.ActResult {
	if step := &r.flow.Steps[r.at]; r.refilled || step.Append || step.Submit {
		return nil
	}
	r.refilled = true
	result, err := r.act(ctx, f, r.proofOf(f))
	if err != nil {
		return nil
	}
	return result
}

// entry is a field that the run typed into, or a box that it ticked: the step, and the ref. sent says that a key was
// pressed since, and took that the box was seen as the run set it.
type entry struct {
	step       int
	ref        string
	sent, took bool
}

// textRoles are the roles of fields that take a text.
var textRoles = []string{"textbox", "searchbox", "spinbutton", "combobox"}

// enters reports whether a step makes an entry that a later press hands in.
func enters(step *types.FlowStep) bool { return quiet(step) || step.Sets != "" }

// enter notes the entry of a step, until the next press of something else.
func (r *run) enter(f *found) {
	step := &r.flow.Steps[r.at]
	text := step.Tool == "type" && !step.Submit
	switch {
	case step.Tool == "press" || step.Submit:
		for i := range r.entered {
			r.entered[i].sent = true
		}
	case !enters(step):
		r.entered = nil
	case f != nil && (text && slices.Contains(textRoles, f.node.Role) || step.Sets != ""):
		native := slices.ContainsFunc(step.Targets, func(t types.FlowTarget) bool { return t.Tag == "input" }) // no script makes its state
		r.entered = append(r.entered, entry{step: r.at, ref: f.node.Ref, took: native})
	}
}

// noteTaken notes the boxes that a page shows as the run set them.
func (r *run) noteTaken(page *types.Observation) {
	for i := range r.entered {
		e := &r.entered[i]
		e.took = e.took || slices.ContainsFunc(page.A11y.Nodes, func(n types.A11yNode) bool { return n.Ref == e.ref && isSet(&n, &r.flow.Steps[e.step]) })
	}
}

// unkept checks before a press whether the entries since the last one are still as the run left them: some pages draw
// their fields once more while they start, load what they had, or take another value. It returns to the step of the entry,
// or stops where that happened before.
func (r *run) unkept(ctx context.Context) (again bool, lost *halt) {
	if enters(&r.flow.Steps[r.at]) || r.sight.Dialog != nil || len(r.entered) == 0 {
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
		differs := r.untyped
		if r.flow.Steps[e.step].Sets != "" {
			differs = r.unset
		}
		says := differs(ctx, e)
		if says == "" {
			continue
		}
		if !r.refilled && !r.flow.Steps[e.step].Append && !e.sent {
			r.refilled, r.at, r.entered = true, e.step, nil
			r.fields = slices.DeleteFunc(r.fields, func(ref string) bool { return ref == e.ref })
			return true, nil
		}
		return false, &halt{reason: types.FlowChanged, message: says, candidates: []string{e.ref}, hint: "Fill it in again, then let the run go on."}
	}
	return false, nil
}

// untyped says how the field of an entry differs from the text that was typed into it, empty if it does not.
func (r *run) untyped(ctx context.Context, e entry) string {
	step, nodes := &r.flow.Steps[e.step], r.sight.Page.A11y.Nodes
	i := slices.IndexFunc(nodes, func(n types.A11yNode) bool { return n.Ref == e.ref })
	value, err := flow.Fill(step.Value, r.values)
	if i < 0 || err != nil || !slices.Contains(textRoles, nodes[i].Role) || strings.TrimSpace(value) == "" {
		return ""
	}
	label := labelOf(nodes[i].Role, nodes[i].Name)
	if !nodes[i].Filled {
		if e.sent || r.shows(value) || nodes[i].Role != "textbox" && nodes[i].Role != "searchbox" {
			return ""
		}
		return label + " is empty again, and text was typed into it"
	}
	fields, can := r.driver.(fieldReader)
	if !can || r.secret(step.Value) {
		return ""
	}
	held, err := fields.Holds(ctx, e.ref)
	if err != nil || held == "" || strings.Contains(held, redact.Mark) || saysSame(value, held) || strings.Contains(letters(held), letters(value)) {
		return ""
	}
	return fmt.Sprintf("%s holds %.80q now, and another text was typed into it", label, held)
}

// fieldReader is a driver that reads back fields.
type fieldReader interface {
	// Holds returns the text of a field that was typed into, empty where it cannot be read.
	Holds(ctx context.Context, ref string) (string, error)
}

// letters returns the letters and digits of a text, in lower case. A field may add marks to a text, or complete it.
func letters(s string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, s)
}

// unset says how the box of an entry is set otherwise than the run left it, empty if it is not, or is gone.
func (r *run) unset(ctx context.Context, e entry) string {
	if !e.took {
		return ""
	}
	f, _ := r.find(ctx, e.step)
	if f == nil || f.node.Checked == "" || isSet(&f.node, &r.flow.Steps[e.step]) {
		return ""
	}
	return labelOf(f.node.Role, f.node.Name) + " was switched " + r.flow.Steps[e.step].Sets + ", and is not any more"
}

// shows reports whether the page has a text outside of fields: some make a chip of it, and empty the field.
func (r *run) shows(value string) bool {
	return slices.ContainsFunc(r.sight.Page.A11y.Nodes, func(n types.A11yNode) bool { return strings.Contains(n.Name, value) }) ||
		r.sight.Outline != nil && slices.ContainsFunc(r.sight.Outline.Items, func(it types.OutlineItem) bool { return strings.Contains(it.Text, value) })
}
