package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn/shared/flow"
	"cairn/shared/redact"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// await waits until the next step can be done, and returns its element. Both results are
// nil where the step is optional and the one after it can be done.
func (r *run) await(ctx context.Context) (*found, *halt) {
	texts := !quiet(&r.flow.Steps[r.at]) // the step is watched by them, if it can be done at once
	for {
		if h := cancelled(ctx); h != nil {
			return nil, h
		}
		s, err := r.look(ctx, texts || r.needsTexts(r.at))
		texts = false
		if err != nil {
			return nil, r.lost(ctx, err)
		}
		f, h := r.ready(ctx, s)
		switch {
		case h == nil && f != nil && (f.weak || isSet(&f.node, &r.flow.Steps[r.at])) && (s.Loading || r.calm() < doubtTime):
			if !pause(ctx, r.between()) {
				return nil, cancelled(ctx)
			}
			continue
		case h == nil && f != nil && isSet(&f.node, &r.flow.Steps[r.at]):
			r.fields = append(r.fields, f.node.Ref)
			r.enter(f)
			return nil, nil
		case h == nil && f != nil && (r.needless(ctx, f) || r.isOpen(ctx, f) || r.isTurned(ctx)):
			return nil, nil
		case h == nil:
			return f, nil
		}
		if h.reason == types.FlowRisky || h.reason == types.FlowNeedsParam && !s.Loading && r.calm() > doubtTime || h.reason == types.FlowError && (!r.hasTyped() || r.calm() > doubtTime) {
			return nil, h
		}
		if (r.flow.Steps[r.at].Optional || h.reason == types.FlowMissing && r.opens()) && r.following(ctx) {
			return nil, nil
		}
		if (h.reason == types.FlowMissing || h.reason == types.FlowScreenGone) && !s.Loading && r.calm() > signTime && (r.signedIn(ctx) || r.formShown(ctx)) {
			if r.at == len(r.flow.Steps) {
				return nil, nil
			}
			continue
		}
		if h.reason == types.FlowScreenGone && !s.Loading && r.calm() > doubtTime && r.opensPage(ctx, s) {
			continue
		}
		if h.disabled && !s.Loading && r.calm() > doubtTime && r.releaseKey(ctx) {
			continue
		}
		if (h.reason == types.FlowDialog || h.reason == types.FlowMissing) && !s.Loading && r.calm() > doubtTime && r.recover(ctx, h) {
			continue
		}
		if (h.reason == types.FlowDialog || h.reason == types.FlowMissing && r.moved && r.asksAgain(s.Page)) && r.affirm(ctx) {
			continue
		}
		if h.reason == types.FlowAmbiguous && !s.Loading && r.calm() > restTime && r.turnMonth(ctx) {
			continue
		}
		if r.timeOver(s.Loading, h.reason == types.FlowAmbiguous || h.reason == types.FlowChanged) {
			if step := &r.flow.Steps[r.at]; step.Optional && h.reason == types.FlowMissing && !strings.Contains(step.Value, "{") && r.at+1 < len(r.flow.Steps) {
				return nil, nil // the next step says the reason, if it cannot be done either
			}
			return nil, r.nameLogin(h, s.Page)
		}
		if !pause(ctx, r.between()) {
			return nil, cancelled(ctx)
		}
	}
}

// keyReleaser is a driver that fills fields without keys. Some forms look at a field only when a key is released, and
// keep their button disabled until then.
type keyReleaser interface {
	// ReleaseKey presses and releases a key that changes nothing.
	ReleaseKey(ctx context.Context) error
}

// releaseKey releases a key in the field that was typed into, once for each step, and reports whether it did.
func (r *run) releaseKey(ctx context.Context) bool {
	keys, is := r.driver.(keyReleaser)
	if !is || r.keyed == r.at || !r.hasTyped() {
		return false
	}
	r.keyed = r.at
	return keys.ReleaseKey(ctx) == nil
}

// ready returns the element of the next step on the present page, or the reason why
// the step cannot be done.
func (r *run) ready(ctx context.Context, s *tool.Sight) (*found, *halt) {
	step := &r.flow.Steps[r.at]
	if alert := r.complaint(s.Page); alert != "" {
		return nil, &halt{reason: types.FlowError, message: "the page shows an error: " + alert, hint: "Mend what it says."}
	}
	pageAct := len(step.Targets) == 0
	if asks := r.asked(s.Page); asks != "" && s.Dialog == nil && r.at > 0 && !quiet(&r.flow.Steps[r.at-1]) {
		other := slices.ContainsFunc(r.flow.Steps[r.at-1].Expect.Appeared, isDialog) // than the recorded one, which may have a control of the same name
		if f, _ := r.find(ctx, r.at); f == nil || !inDialog(&f.node) || other && slices.Contains(f.node.Path, asks) {
			return nil, &halt{reason: types.FlowDialog, message: "the page asks for more: " + asks, hint: "Answer it as the task needs."}
		}
	}
	if s.Dialog != nil && (pageAct || !r.onDialog(step)) {
		return nil, &halt{reason: types.FlowDialog, message: fmt.Sprintf("a %s dialog is in front of the page: %.200q", s.Dialog.Type, s.Dialog.Message), hint: "Answer it as the task needs."}
	}
	if step.Tool == "navigate" || s.Dialog != nil {
		pageAct = pageAct || step.Tool == "navigate"
	} else if !fitsScreen(step.Screen, &s.Page.State, r.values) {
		if f := r.leadsIn(ctx, s); f != nil {
			return f, nil
		}
		return nil, r.elsewhere(step, s)
	} else if !r.onSite(s) {
		return nil, &halt{reason: types.FlowScreenGone, message: "the page is on another site: " + originOf(s.Page.State.CurrentURL), hint: "Go back to the page of this step."}
	}
	if pageAct {
		return nil, nil
	}
	f, d := r.find(ctx, r.at)
	switch {
	case d != nil:
		return nil, &halt{reason: d.reason, message: d.message, candidates: d.candidates, hint: hintFor(d.reason)}
	case r.isAsAfter(step, f):
		return nil, &halt{reason: types.FlowChanged, message: fmt.Sprintf("%s says now what it said after the step: %s", labelOf(step.Targets[0].Role, step.Targets[0].Name), f.node.Name), candidates: []string{f.node.Ref}, hint: "Look whether it is done already; if so, go on with the next step."}
	case f.node.Disabled && step.Tool != "hover":
		return nil, &halt{reason: types.FlowChanged, disabled: true, message: labelOf(f.node.Role, f.node.Name) + " is disabled", candidates: []string{f.node.Ref}, hint: "Something else has to be done or filled in first."}
	}
	if other := r.ofAnother(step, f); other != "" {
		return nil, &halt{reason: types.FlowChanged, message: other, candidates: []string{f.node.Ref}, hint: hintFor(types.FlowChanged)}
	}
	if h := r.fits(step, f); h != nil {
		return nil, h
	}
	return f, nil
}

// isAsAfter reports whether the element of a step has another name than any recorded one, and one that appeared with the
// step: a switch that is named after what a press does to it next.
func (r *run) isAsAfter(step *types.FlowStep, f *found) bool {
	named := slices.ContainsFunc(step.Targets, func(t types.FlowTarget) bool {
		at, _, err := r.filled(&t)
		return err != nil || at.Name == "" || strings.EqualFold(at.Name, f.node.Name)
	})
	return !named && slices.ContainsFunc(step.Expect.Appeared, func(label string) bool {
		return filledLabel(label, r.values) == labelOf(f.node.Role, f.node.Name)
	})
}

// onSite reports whether the page is on the site that the flow runs on, or on one to which
// the flow itself navigated.
func (r *run) onSite(s *tool.Sight) bool {
	origin := originOf(s.Page.State.CurrentURL)
	if origin == r.base || origin == "" {
		return true
	}
	for i := range r.flow.Steps[:r.at] {
		if st := &r.flow.Steps[i]; st.Tool == "navigate" && originOf(st.Value) == origin {
			return true
		}
	}
	for _, o := range r.o.Origins {
		if originOf(o) == origin {
			return true
		}
	}
	return false
}

// elsewhere returns the halt of a step whose page is missing.
func (r *run) elsewhere(step *types.FlowStep, s *tool.Sight) *halt {
	want := step.Screen.Path
	if want == "" {
		want = step.Screen.Screen
	}
	message := fmt.Sprintf("the page is %s, and the step is done on %s", routeOf(s.Page.State.CurrentURL), want)
	return &halt{reason: types.FlowScreenGone, message: message, hint: "Go to the page of this step, or do the step."}
}

// nameLogin adds to the halt of a step whose page or element is missing that the page asks for a
// login: an expired one may be asked for at the page's own address.
func (r *run) nameLogin(h *halt, page *types.Observation) *halt {
	missing := h.reason == types.FlowMissing || h.reason == types.FlowScreenGone
	if missing && namesLogin(page) && !slices.ContainsFunc(r.flow.Steps[r.at].Targets, func(t types.FlowTarget) bool { return t.Sensitive }) {
		h.reason = types.FlowScreenGone
		h.message += "; the page asks for a login"
		h.hint = "Log in, and go to the page of this step."
	}
	return h
}

// asksLogin reports whether a page has a field for a password.
func asksLogin(page *types.Observation) bool {
	return slices.ContainsFunc(page.A11y.Nodes, func(n types.A11yNode) bool { return n.Sensitive && n.Role == "textbox" })
}

// maxLoginFields is the most fields of a login. A page with more asks for other secrets, such as the token of a map.
const maxLoginFields = 4

// namesLogin reports whether it has one that says so. Some kits mark every field, so that the browser fills none in.
func namesLogin(page *types.Observation) bool {
	fields := 0
	for i := range page.A11y.Nodes {
		if slices.Contains(flow.Fields, page.A11y.Nodes[i].Role) {
			fields++
		}
	}
	return fields <= maxLoginFields && slices.ContainsFunc(page.A11y.Nodes, func(n types.A11yNode) bool {
		return n.Sensitive && n.Role == "textbox" && (n.Name == "" || redact.Sensitive(n.Name))
	})
}

// onDialog reports whether a step answers the JavaScript dialog in front of the page. Its
// message must be the recorded one, parameters aside. A button of the page may have the same name.
func (r *run) onDialog(step *types.FlowStep) bool {
	for i := range step.Targets {
		t, _, err := r.filled(&step.Targets[i])
		if err != nil || t.TestID != "" || t.Selector != "" || !inBox(t) || t.Under != "" && t.Under != r.sight.Dialog.Message && !showsLabel(r.sight.Page, labelOf("alertdialog", t.Under)) {
			continue
		}
		if slices.ContainsFunc(r.sight.Page.A11y.Nodes, func(n types.A11yNode) bool { return t.Role == n.Role && t.Name == n.Name }) {
			return true
		}
	}
	return false
}

// inBox reports whether a target may be a button of a JavaScript dialog, which is recorded below its message. A message
// that was not kept is empty.
func inBox(t *types.FlowTarget) bool { return t.Under != "" || t.Of == 1 }

// needsTexts reports whether a step, or the one after it that may be done instead, needs the
// texts of rows to be found.
func (r *run) needsTexts(i int) bool {
	for ; i < len(r.flow.Steps); i++ {
		s := &r.flow.Steps[i]
		for k := range s.Targets {
			if s.Targets[k].Row != "" {
				return true
			}
		}
		if s.To != nil && s.To.Target != nil && s.To.Target.Row != "" {
			return true
		}
		if !s.Optional {
			break
		}
	}
	return false
}

// needless reports whether an optional step can be left out although its element exists: the
// next steps can be done without it, and neither a value nor a dialog requires
// it.
func (r *run) needless(ctx context.Context, f *found) bool {
	step := &r.flow.Steps[r.at]
	if !step.Optional || r.at+1 == len(r.flow.Steps) || strings.Contains(step.Value, "{") || inDialog(&f.node) {
		return false
	}
	return r.following(ctx)
}

// opens reports whether the next step only opens a menu. It is unnecessary if the element of
// the step after it is visible already.
func (r *run) opens() bool {
	step := &r.flow.Steps[r.at]
	return step.Tool == "click" && r.at+1 < len(r.flow.Steps) && len(step.Targets) > 0 && more.MatchString(strings.TrimSpace(step.Targets[0].Name)) && len(r.flow.Steps[r.at+1].Targets) > 0
}

// following reports whether the first required step after the next one, or an optional one
// before it, can be done on the present page.
func (r *run) following(ctx context.Context) bool {
	for i := r.at + 1; i < len(r.flow.Steps); i++ {
		s := &r.flow.Steps[i]
		if len(s.Targets) > 0 && fitsScreen(s.Screen, &r.sight.Page.State, r.values) {
			if f, _ := r.find(ctx, i); f != nil {
				return true
			}
		}
		if !s.Optional {
			return len(s.Targets) == 0 && fitsScreen(s.Screen, &r.sight.Page.State, r.values) && time.Since(r.arrived) > doubtTime
		}
	}
	return time.Since(r.arrived) > doubtTime // it is the last
}

func hintFor(reason types.FlowReason) string {
	switch reason {
	case types.FlowMissing:
		return "Do the step in another way, or make its element show."
	case types.FlowAmbiguous:
		return "Do the step on the element that the task means."
	case types.FlowNeedsParam:
		return "Give a value that fits."
	}
	return "Look whether it is still what the task means, and do the step."
}
