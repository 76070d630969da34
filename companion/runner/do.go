package runner

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// maxTries bounds the attempts at an action that had no effect because its element changed
// while the action was prepared.
const maxTries = 4

// valuesFit stops before a step whose values are not all given.
func (r *run) valuesFit() *halt {
	step := &r.flow.Steps[r.at]
	texts := []string{step.Value}
	for i := range step.Targets {
		texts = append(texts, step.Targets[i].TestID, step.Targets[i].Name, step.Targets[i].Row, step.Targets[i].Under)
	}
	if step.To != nil && step.To.Target != nil {
		texts = append(texts, step.To.Target.TestID, step.To.Target.Name, step.To.Target.Row, step.To.Target.Under)
	}
	for _, text := range texts {
		if _, err := flow.Fill(text, r.values); err != nil {
			return &halt{reason: types.FlowNeedsParam, message: messageOf(err), hint: hintFor(types.FlowNeedsParam)}
		}
	}
	return nil
}

// fits stops before a value that its field cannot accept unchanged, or must not receive.
func (r *run) fits(step *types.FlowStep, f *found) *halt {
	if step.Tool != "type" {
		return nil
	}
	value, err := flow.Fill(step.Value, r.values)
	if err != nil {
		return &halt{reason: types.FlowNeedsParam, message: messageOf(err)}
	}
	n := &f.node
	if r.secret(step.Value) && !n.Sensitive {
		return &halt{reason: types.FlowChanged, message: labelOf(n.Role, n.Name) + " is not a field for secrets any more", candidates: []string{n.Ref}, hint: hintFor(types.FlowChanged)}
	}
	if (n.Role == "searchbox" || n.Role == "spinbutton" || n.Role == "textbox" && r.oneLine(step)) && strings.ContainsAny(value, "\n\r") {
		return &halt{reason: types.FlowNeedsParam, message: fmt.Sprintf("the value for %s has more than one line, and the field takes one", labelOf(n.Role, n.Name)), hint: hintFor(types.FlowNeedsParam)}
	}
	options := r.optionsOf(n)
	if len(options) == 0 {
		return nil
	}
	for _, line := range strings.Split(value, "\n") {
		if !slices.Contains(options, line) {
			return &halt{reason: types.FlowNeedsParam, message: fmt.Sprintf("%s has no option %.80q; it has %.300s", labelOf(n.Role, n.Name), line, strings.Join(quotedAll(options), ", ")), hint: hintFor(types.FlowNeedsParam)}
		}
	}
	return nil
}

// maxListed is the most options of a list in an observation. Longer lists are
// incomplete.
const maxListed = 40

// optionsOf returns the options of a native list, none where they are not all known.
func (r *run) optionsOf(n *types.A11yNode) (options []string) {
	nodes := r.sight.Page.A11y.Nodes
	at := slices.IndexFunc(nodes, func(o types.A11yNode) bool { return o.Ref == n.Ref })
	if at < 0 || n.Role != "combobox" && n.Role != "listbox" {
		return nil
	}
	for i := at + 1; i < len(nodes) && nodes[i].Role == "option" && len(nodes[i].Path) == len(n.Path)+1; i++ {
		options = append(options, nodes[i].Name)
	}
	if len(options) >= maxListed || r.sight.Page.Truncated {
		return nil
	}
	return options
}

func quotedAll(texts []string) (quoted []string) {
	for _, t := range texts {
		quoted = append(quoted, fmt.Sprintf("%q", t))
	}
	return quoted
}

// oneLine reports whether the field of a step takes one line.
func (r *run) oneLine(step *types.FlowStep) bool {
	return slices.ContainsFunc(step.Targets, func(t types.FlowTarget) bool { return t.Tag == "input" })
}

// secret reports whether a text contains a parameter that is a secret.
func (r *run) secret(text string) bool {
	return slices.ContainsFunc(r.flow.Params, func(p types.FlowParam) bool {
		return p.Kind == types.FlowSecret && strings.Contains(text, "{"+p.Name+"}")
	})
}

// do does the next step on its element, which is nil where it has none.
func (r *run) do(ctx context.Context, f *found) *halt {
	hovered := false
	for try := 1; ; try++ {
		proof := r.proofOf(f)
		if step := &r.flow.Steps[r.at]; !quiet(step) && r.sight.Outline == nil && r.sight.Dialog == nil {
			_, _ = r.look(ctx, true) // for the texts before the step; without them nothing is confirmed
		}
		if f != nil && !inDialog(&f.node) {
			r.beside = frontsOf(r.sight.Page)
		}
		r.watch(r.sight)
		before, outline := r.sight.Page, r.sight.Outline
		result, err := r.act(ctx, f, proof)
		if err == nil {
			r.done(result, proof, before)
			r.did, r.on, r.may, r.affirmed, r.stood = r.at, refOf(f), proof.May, false, textsOf(outline)
			r.picked = outline == nil || f == nil || f.node.Role != "button" || isPicked(outline, r.on) // a place is selected by going there
			return r.written(ctx, f, result)
		}
		h := r.failed(ctx, err, proof)
		if ctx.Err() != nil || h.done {
			return h
		}
		switch stale := !proof.Begun && (isFault(err, types.CodeStaleRef) || isFault(err, types.CodeTargetNotFound)); {
		case stale && try < maxTries:
		case h.reason == types.FlowDialog && r.recover(ctx, h):
		case f != nil && !hovered && underMouse(err):
			hovered = true
			_, _ = r.driver.Hover(ctx, tool.HoverInput{TargetInput: tool.TargetInput{A11yRef: f.node.Ref}, ActInput: tool.ActInput{TimeoutMs: ms(actTime)}}) // if it fails, so does the step
		case (h.reason == types.FlowDialog || h.reason == types.FlowChanged) && isFault(err, types.CodeTargetNotActable) && !r.timeOver(r.sight.Loading, false):
		default:
			return h
		}
		pause(ctx, pollTime)
		again, halted := r.await(ctx)
		if halted != nil {
			return halted
		}
		f = again
	}
}

func refOf(f *found) string {
	if f == nil {
		return ""
	}
	return f.node.Ref
}

// proofOf returns the proof of an element that the driver must repeat, and its permission.
func (r *run) proofOf(f *found) *tool.Proof {
	proof := &tool.Proof{}
	if f != nil {
		*proof = f.proof
	}
	does := r.flow.Steps[r.at].Risk
	switch {
	case r.granted != "" && r.at == r.grantedAt:
		proof.May, proof.ByWord = r.granted, true
	case does == "":
	case r.o.AllowRisky:
		proof.May, proof.ByWord = does, true
	case r.flow.Runs.Allowed >= learntRuns:
		proof.May = does
	default:
		proof.Risk = does
	}
	return proof
}

// done records a step and its result.
func (r *run) done(result *tool.ActResult, proof *tool.Proof, before *types.Observation) {
	r.moved, r.before, r.arrived = true, before, now()
	r.seen = map[string]bool{}
	r.closed, r.turned = 0, 0
	r.note.Allowed = r.note.Allowed || proof.Does != ""
	if result == nil {
		return
	}
	r.result.Tab = result.Tab
	if result.After != nil {
		r.result.Appeared = result.After.Appeared
		for _, label := range result.After.Appeared {
			r.seen[label] = true
		}
	}
	for _, d := range result.Dialogs {
		if !d.Open {
			r.seen[labelOf("alertdialog", d.Message)] = true
		}
	}
}

// act performs the next step.
func (r *run) act(ctx context.Context, f *found, proof *tool.Proof) (*tool.ActResult, error) {
	step := &r.flow.Steps[r.at]
	given := tool.ActInput{TimeoutMs: ms(actTime), Proof: proof}
	target := tool.TargetInput{}
	switch {
	case f == nil:
	case f.by != nil:
		target = *f.by
	default:
		target.A11yRef = f.node.Ref
	}
	value, err := flow.Fill(step.Value, r.values)
	if err != nil {
		return nil, err
	}
	switch step.Tool {
	case "navigate":
		address, err := r.address(step)
		if err != nil {
			return nil, err
		}
		given.TimeoutMs = ms(navigateTime)
		return r.driver.Navigate(ctx, tool.NavigateInput{ActInput: given, URL: address})
	case "back":
		given.TimeoutMs = ms(navigateTime)
		return r.driver.Back(ctx, tool.BackInput{ActInput: given})
	case "click":
		in := tool.ClickInput{TargetInput: target, ActInput: given}
		if step.Click != nil {
			in.Clicking = *step.Click
		}
		return r.driver.Click(ctx, in)
	case "type":
		in := tool.TypeInput{TargetInput: target, ActInput: given, Text: value, Append: step.Append, Submit: step.Submit}
		if f.node.Role == "listbox" && strings.Contains(value, "\n") && !step.Append && !step.Submit {
			in.Text, in.Options = "", strings.Split(value, "\n")
		}
		return r.driver.Type(ctx, in)
	case "press":
		return r.driver.Press(ctx, tool.PressInput{TargetInput: target, ActInput: given, Key: step.Key, Times: step.Times})
	case "hover":
		return r.driver.Hover(ctx, tool.HoverInput{TargetInput: target, ActInput: given})
	case "upload":
		return r.driver.Upload(ctx, tool.UploadInput{TargetInput: target, ActInput: given, Files: strings.Split(value, "\n")})
	case "drag":
		in := tool.DragInput{TargetInput: target, ActInput: given, At: step.At}
		if err := r.dropOf(ctx, step, &in.To); err != nil {
			return nil, err
		}
		return r.driver.Drag(ctx, in)
	}
	return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("there is no action %.40q", step.Tool), "")
}

// dropOf finds where a drag ends, with proof.
func (r *run) dropOf(ctx context.Context, step *types.FlowStep, to *tool.DropInput) error {
	if step.To == nil {
		return types.Fault(types.CodeInvalidInput, "the drag has no end", "")
	}
	to.At, to.X, to.Y = step.To.At, step.To.X, step.To.Y
	if step.To.Target == nil {
		return nil
	}
	f, d := r.findAny(ctx, []types.FlowTarget{*step.To.Target})
	if d != nil {
		return &unproved{*d}
	}
	to.A11yRef = f.node.Ref
	return nil
}

// unproved is the doubt about a part of an action, which was not begun.
type unproved struct{ doubt }

func (u *unproved) Error() string { return u.message }

// address returns the address of a step: a path of the site that the flow runs on, or the
// address in the flow.
func (r *run) address(step *types.FlowStep) (string, error) {
	filled, err := flow.FillAddress(step.Value, r.values)
	if err != nil {
		return "", err
	}
	u, err := url.Parse(filled)
	if err != nil {
		return "", types.Fault(types.CodeInvalidInput, fmt.Sprintf("%.200q is no address", filled), "")
	}
	if u.Host == "" && strings.HasPrefix(filled, "/") && !strings.HasPrefix(filled, "//") {
		return r.base + filled, nil
	}
	if own := originOf(r.flow.Site); own != "" && originOf(filled) == own {
		return r.base + strings.TrimPrefix(u.String(), u.Scheme+"://"+u.Host), nil
	}
	if originOf(filled) == "" || originOf(filled) != originOf(step.Value) {
		return "", types.Fault(types.CodeActionDenied, fmt.Sprintf("a value would lead to another site: %.200q", filled), "Give a value that stays on the site.")
	}
	return filled, nil
}

// failed returns the halt for an action that ended with an error.
func (r *run) failed(ctx context.Context, err error, proof *tool.Proof) *halt {
	h := &halt{reason: types.FlowFailed, message: messageOf(err), hint: hintOf(err), does: proof.Does}
	var u *unproved
	if errors.As(err, &u) {
		return &halt{reason: u.reason, message: u.message, candidates: u.candidates, hint: hintFor(u.reason)}
	}
	has := func(codes ...types.Code) bool {
		return slices.ContainsFunc(codes, func(c types.Code) bool { return isFault(err, c) })
	}
	if !proof.Begun {
		h.reason = unbegun(err, has)
		switch {
		case ctx.Err() != nil && !has(types.CodeConfirmation):
			return cancelled(ctx)
		case has(types.CodeConfirmation):
			h.message = fmt.Sprintf("the step %s something", proof.Does)
			h.hint = "If the task asks for just this, go on with continue and allowRisky, or have the person approve it in the panel of Cairn and go on with continue."
			if r.flow.Steps[r.at].Risk != proof.Does {
				h.message += ", which it did not do when the flow was learnt"
				h.hint = "Look whether the task asks for just this. Only then go on with continue and allowRisky, or have the person approve it in the panel of Cairn and go on with continue."
			}
		}
		return h
	}
	switch {
	case has(types.CodeTargetNotActable): // the input was not sent
		h.reason = types.FlowDialog
		if !covered(err) {
			h.reason = types.FlowChanged
		}
		return h
	case has(types.CodeTypeFailed):
		h.reason = types.FlowNeedsParam
		return h
	case has(types.CodeInvalidInput, types.CodeActionDenied, types.CodeNavigationFailed, types.CodeUploadFailed):
		h.done = has(types.CodeNavigationFailed)
		return h
	}
	h.reason, h.done = types.FlowUnknown, true
	h.message = "the step may have been done: " + h.message
	h.hint = "Look at the page whether it was. If it was not, do it; then go on with continue."
	return h
}

// unbegun returns the reason why an action was not begun.
func unbegun(err error, has func(...types.Code) bool) types.FlowReason {
	switch {
	case has(types.CodeConfirmation):
		return types.FlowRisky
	case has(types.CodeTargetNotActable) && covered(err):
		return types.FlowDialog
	case has(types.CodeTargetNotActable, types.CodeStaleRef):
		return types.FlowChanged
	case has(types.CodeTargetNotFound):
		return types.FlowMissing
	case has(types.CodeTargetAmbiguous):
		return types.FlowAmbiguous
	case has(types.CodeInvalidInput):
		return types.FlowNeedsParam
	}
	return types.FlowFailed
}

// covered reports whether another element covers the element of an action.
func covered(err error) bool {
	hint := hintOf(err)
	return strings.Contains(hint, "covers it") || strings.Contains(hint, "in front of") || strings.Contains(hint, "answer it first")
}

// underMouse reports whether an element may show while the mouse is on what is around it.
func underMouse(err error) bool {
	return isFault(err, types.CodeTargetNotActable) && strings.Contains(hintOf(err), "mm_hover")
}

// written checks whether a field contains the text that was typed into it.
func (r *run) written(ctx context.Context, f *found, result *tool.ActResult) *halt {
	step := &r.flow.Steps[r.at]
	value, _ := flow.Fill(step.Value, r.values) // it was typed
	if step.Tool != "type" || strings.TrimSpace(value) == "" || f == nil {
		return nil
	}
	if value != step.Value && !r.secret(step.Value) {
		r.typed = append(r.typed, value)
	}
	if step.Submit {
		return nil
	}
	h := &halt{reason: types.FlowNoEffect, candidates: []string{f.node.Ref}, hint: "Fill it in another way, then go on with continue.", done: true}
	if held := result.Holds; held != nil && *held != "" && !saysSame(value, *held) {
		h.message = fmt.Sprintf("%s holds %.80q, and another text was typed into it", labelOf(f.node.Role, f.node.Name), *held)
		return h
	}
	if f.node.Role != "textbox" && f.node.Role != "searchbox" {
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
