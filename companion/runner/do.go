package runner

import (
	"context"
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
			return r.unfilled(err)
		}
	}
	return nil
}

// unfilled returns the halt of a step whose text cannot be filled in with the values of the run.
func (r *run) unfilled(err error) *halt {
	if h := r.lacks(true); h != nil {
		return h
	}
	return &halt{reason: types.FlowNeedsParam, message: messageOf(err), hint: hintFor(types.FlowNeedsParam)}
}

// fits stops before a value that its field cannot accept unchanged, or must not receive.
func (r *run) fits(step *types.FlowStep, f *found) *halt {
	if step.Tool != "type" {
		return nil
	}
	value, err := flow.Fill(step.Value, r.values)
	if err != nil {
		return r.unfilled(err)
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
			if step := &r.flow.Steps[r.at]; f != nil && (step.Tool == "type" || step.Sets != "") {
				r.fields = append(r.fields, f.node.Ref)
			}
			r.enter(f)
			r.did, r.on, r.may, r.affirmed, r.was, r.stood = r.at, refOf(f), proof.May, false, outline, textsOf(outline)
			r.picked = outline == nil || f == nil || f.node.Role != "button" || isPicked(outline, r.on) // a place is selected by going there
			return r.written(ctx, f, result)
		}
		h := r.failed(ctx, err, proof)
		switch stale := !proof.Begun && (isFault(err, types.CodeStaleRef) || isFault(err, types.CodeTargetNotFound)); {
		case stale && try < maxTries:
			_, _ = r.look(ctx, true) // a page compares an element's row with the texts that were read last
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
	r.seen, r.refused, r.openedTab = map[string]bool{}, nil, ""
	r.closed, r.turned, r.reopened = 0, 0, false
	r.note.Allowed = r.note.Allowed || proof.Does != ""
	if result == nil {
		return
	}
	r.refused = result.Refused
	for _, tab := range result.Opened {
		r.openedTab = tab.URL
	}
	r.result.Tab, r.result.Appeared = result.Tab, nil // a dialog that was answered is gone
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
		if err := r.dropOf(ctx, f, step, &in.To); err != nil {
			return nil, err
		}
		return r.driver.Drag(ctx, in)
	}
	return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("there is no action %.40q", step.Tool), "")
}

// dropOf finds where a drag of an element ends, with proof. A distance proves nothing on a slider: from another
// place it leads to another value.
func (r *run) dropOf(ctx context.Context, from *found, step *types.FlowStep, to *tool.DropInput) error {
	if step.To == nil {
		return types.Fault(types.CodeInvalidInput, "the drag has no end", "")
	}
	to.At, to.X, to.Y = step.To.At, step.To.X, step.To.Y
	if step.To.Target == nil {
		if from.node.Role == "slider" {
			return &unproved{doubt{reason: types.FlowChanged, message: "the slider was moved by a distance, and where it stood before is not known"}}
		}
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
