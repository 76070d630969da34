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

// await waits until the next step can be done, and returns its element. Both results are
// nil where the step is optional and the one after it can be done.
func (r *run) await(ctx context.Context) (*found, *halt) {
	for {
		if h := cancelled(ctx); h != nil {
			return nil, h
		}
		s, err := r.look(ctx, r.needsTexts(r.at))
		if err != nil {
			return nil, r.lost(ctx, err)
		}
		f, h := r.ready(ctx, s)
		switch {
		case h == nil && f != nil && f.weak && (s.Loading || r.calm() < doubtTime):
			if !pause(ctx, pollTime) {
				return nil, cancelled(ctx)
			}
			continue
		case h == nil && f != nil && (r.needless(ctx, f) || r.isOpen(ctx, f)):
			return nil, nil
		case h == nil:
			return f, nil
		}
		if h.reason == types.FlowRisky || h.reason == types.FlowNeedsParam || h.reason == types.FlowError {
			return nil, h
		}
		if (r.flow.Steps[r.at].Optional || h.reason == types.FlowMissing && r.opens()) && r.following(ctx) {
			return nil, nil
		}
		if (h.reason == types.FlowDialog || h.reason == types.FlowMissing) && !s.Loading && r.calm() > doubtTime && r.recover(ctx, h) {
			continue
		}
		if h.reason == types.FlowDialog && r.affirm(ctx) {
			continue
		}
		if r.timeOver(s.Loading, h.reason == types.FlowAmbiguous || h.reason == types.FlowChanged) {
			return nil, h
		}
		if !pause(ctx, pollTime) {
			return nil, cancelled(ctx)
		}
	}
}

// ready returns the element of the next step on the present page, or the reason why
// the step cannot be done.
func (r *run) ready(ctx context.Context, s *tool.Sight) (*found, *halt) {
	step := &r.flow.Steps[r.at]
	if alert := r.complaint(s.Page); alert != "" {
		return nil, &halt{reason: types.FlowError, message: "the page shows an error: " + alert, hint: "Mend what it says, then go on with continue."}
	}
	pageAct := len(step.Targets) == 0
	if asks := r.asked(s.Page); asks != "" && s.Dialog == nil && r.at > 0 && !quiet(&r.flow.Steps[r.at-1]) {
		if f, _ := r.find(ctx, r.at); f == nil || !inDialog(&f.node) {
			return nil, &halt{reason: types.FlowDialog, message: "the page asks for more: " + asks, hint: "Answer it as the task needs, then go on with continue."}
		}
	}
	if s.Dialog != nil && (pageAct || !r.onDialog(step)) {
		return nil, &halt{reason: types.FlowDialog, message: fmt.Sprintf("a %s dialog is in front of the page: %.200q", s.Dialog.Type, s.Dialog.Message), hint: "Answer it as the task needs, then go on with continue."}
	}
	if step.Tool == "navigate" || s.Dialog != nil {
		pageAct = pageAct || step.Tool == "navigate"
	} else if !fitsScreen(step.Screen, &s.Page.State, r.values) {
		return nil, r.elsewhere(step, s)
	} else if !r.onSite(s) {
		return nil, &halt{reason: types.FlowScreenGone, message: "the page is on another site: " + originOf(s.Page.State.CurrentURL), hint: "Go back to the page of this step, then go on with continue."}
	}
	if pageAct {
		return nil, nil
	}
	f, d := r.find(ctx, r.at)
	switch {
	case d != nil:
		return nil, &halt{reason: d.reason, message: d.message, candidates: d.candidates, hint: hintFor(d.reason)}
	case f.node.Disabled && step.Tool != "hover":
		return nil, &halt{reason: types.FlowChanged, message: labelOf(f.node.Role, f.node.Name) + " is disabled", candidates: []string{f.node.Ref}, hint: "Something else has to be done or filled in first."}
	}
	if h := r.fits(step, f); h != nil {
		return nil, h
	}
	return f, nil
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
	hint := "Go to the page of this step, or do the step, then go on with continue."
	if asksLogin(s.Page) {
		message += "; it asks for a login"
		hint = "Log in, go to the page of this step, then go on with continue."
	}
	return &halt{reason: types.FlowScreenGone, message: message, hint: hint}
}

// asksLogin reports whether a page has a field for a password.
func asksLogin(page *types.Observation) bool {
	for i := range page.A11y.Nodes {
		if n := &page.A11y.Nodes[i]; n.Sensitive && n.Role == "textbox" {
			return true
		}
	}
	return false
}

// onDialog reports whether a step answers the JavaScript dialog in front of the page. Its
// message must be the recorded one, parameters aside.
func (r *run) onDialog(step *types.FlowStep) bool {
	for i := range step.Targets {
		t, _, err := r.filled(&step.Targets[i])
		if err != nil || t.TestID != "" || t.Selector != "" || t.Under != "" && t.Under != r.sight.Dialog.Message {
			continue
		}
		if slices.ContainsFunc(r.sight.Page.A11y.Nodes, func(n types.A11yNode) bool { return t.Role == n.Role && t.Name == n.Name }) {
			return true
		}
	}
	return false
}

// find finds the element of a step on the page of the last observation, by one of the
// step's targets.
func (r *run) find(ctx context.Context, i int) (*found, *doubt) {
	return r.findAny(ctx, r.flow.Steps[i].Targets)
}

func (r *run) findAny(ctx context.Context, targets []types.FlowTarget) (*found, *doubt) {
	var best *found
	var first *doubt
	for k := range targets {
		t, data, err := r.filled(&targets[k])
		if err != nil {
			return nil, &doubt{reason: types.FlowNeedsParam, message: messageOf(err)}
		}
		f, d := r.findOne(ctx, t, data)
		switch {
		case d != nil && first == nil:
			first = d
		case d != nil && d.reason == types.FlowAmbiguous && first.reason == types.FlowMissing:
			first = d
		case d != nil:
		case best == nil || best.healed != "" && f.healed == "":
			best = f
		case f.healed == "" && f.node.Ref != best.node.Ref:
			return nil, &doubt{reason: types.FlowAmbiguous, message: "the step was done on two elements before, and both are here", candidates: []string{best.node.Ref, f.node.Ref}}
		}
	}
	if best != nil {
		return best, nil
	}
	return nil, first
}

func (r *run) findOne(ctx context.Context, t *types.FlowTarget, data bool) (*found, *doubt) {
	if origin := t.Origin; origin != "" && origin == r.sight.Page.State.Origin {
		same := *t
		same.Origin = ""
		t = &same
	}
	if flow.ByText(t) {
		return r.byText(ctx, t)
	}
	s := sceneOf(r.sight.Page, r.sight.Outline, t.Origin)
	f, d := prove(t, data, s)
	if d == nil || t.Row != "" {
		return r.ofRows(ctx, t, s, f, d)
	}
	if f := r.unfolded(t, s); f != nil {
		return f, nil
	}
	if better := r.probe(ctx, t, data, s, d); better != nil {
		return better, nil
	}
	return nil, d
}

// ofRows selects, from several rows with one text, the one in which the element's selector
// finds it, such as an id of a field.
func (r *run) ofRows(ctx context.Context, t *types.FlowTarget, s *scene, f *found, d *doubt) (*found, *doubt) {
	if d == nil || d.reason != types.FlowAmbiguous || t.Selector == "" || numbered.MatchString(t.Selector) || r.sight.Dialog != nil {
		return f, d
	}
	at, err := r.pointed(ctx, t, tool.TargetInput{Selector: t.Selector, Frame: t.Origin})
	if err != nil || !slices.Contains(d.candidates, at.A11yRef) {
		return nil, d
	}
	return s.foundInRow(t, slices.IndexFunc(s.nodes, func(n types.A11yNode) bool { return n.Ref == at.A11yRef })), nil
}

// byText finds the one element that shows a text. Observations may not list such elements.
func (r *run) byText(ctx context.Context, t *types.FlowTarget) (*found, *doubt) {
	if r.sight.Dialog != nil {
		return nil, &doubt{reason: types.FlowMissing, message: said(t) + " is not on the page"}
	}
	in := tool.TargetInput{Text: t.Name, Frame: t.Origin}
	at, err := r.hands.Point(ctx, in)
	switch {
	case isFault(err, types.CodeTargetAmbiguous):
		return nil, &doubt{reason: types.FlowAmbiguous, message: "several elements show the text " + fmt.Sprintf("%q", t.Name)}
	case err != nil || at.Name != t.Name || at.Origin != t.Origin:
		return nil, &doubt{reason: types.FlowMissing, message: said(t) + " is not on the page"}
	}
	f := foundAt(t, at, "")
	f.by = &in
	return f, nil
}

// probe queries the page itself for the element of a target if the observation alone does
// not prove one: for a test id of an unlisted element, for a selector, and on a page that is
// larger than an observation.
func (r *run) probe(ctx context.Context, t *types.FlowTarget, data bool, s *scene, d *doubt) *found {
	if r.sight.Dialog != nil {
		return nil
	}
	if at, err := r.pointed(ctx, t, tool.TargetInput{TestID: t.TestID, Frame: t.Origin}); err == nil && t.TestID != "" && d.reason == types.FlowMissing {
		if (t.Role == "" || alike(t.Role, at.Role)) && (t.Name == "" || t.Name == at.Name) {
			return foundAt(t, at, "")
		}
		return nil
	}
	if r.sight.Page.Truncated && d.reason == types.FlowMissing && t.Role != "" && t.Name != "" && t.Twins == 0 {
		if at, err := r.pointed(ctx, t, tool.TargetInput{Role: t.Role, Name: t.Name, Frame: t.Origin}); err == nil && (t.TestID == "" || t.TestID == at.TestID) {
			return foundAt(t, at, "")
		}
	}
	if d.reason == types.FlowMissing && t.TestID == "" && t.Twins == 0 && counted[t.Role] && t.Name != "" {
		by := tool.TargetInput{Text: t.Name, Frame: t.Origin} // a page lists no rows that only a mouse can drag
		if at, err := r.hands.Point(ctx, by); err == nil && at.Role == t.Role && at.Name == t.Name && at.Origin == t.Origin {
			f := foundAt(t, at, "")
			f.by = &by
			return f
		}
	}
	if t.Selector == "" || strings.Contains(t.Selector, ":nth-") || t.TestID != "" && len(s.withID(t)) > 0 {
		return nil
	}
	at, err := r.pointed(ctx, t, tool.TargetInput{Selector: t.Selector, Frame: t.Origin})
	byID := t.Role == "" && t.Name == "" && lettered.MatchString(t.Selector) // as good as a test id
	if err != nil || at.Role != t.Role && !byID || t.TestID != "" && at.TestID != "" {
		return nil
	}
	if at.Name == t.Name || byID {
		return foundAt(t, at, "")
	}
	// Its text changed: no other element may have that text, and the place must be the same.
	if data || counted[at.Role] || t.Twins > 0 || numbered.MatchString(t.Selector) || len(s.named(t)) > 0 {
		return nil
	}
	for i := range s.nodes {
		if s.nodes[i].Ref == at.A11yRef && (s.near(t, i) > 0 || s.shape(t, i)) {
			return s.found(t, i, fmt.Sprintf("it was named %q", t.Name))
		}
	}
	return nil
}

// pointed queries the page for an element by one of its names.
func (r *run) pointed(ctx context.Context, t *types.FlowTarget, in tool.TargetInput) (*types.Target, error) {
	if in.TestID == "" && in.Selector == "" && in.Name == "" {
		return nil, types.Fault(types.CodeTargetNotFound, "the target has no such name", "")
	}
	if in.TestID != "" && !r.listsID(t) {
		return nil, types.Fault(types.CodeTargetNotFound, "the page lists no such test id", "")
	}
	at, err := r.hands.Point(ctx, in)
	if err == nil && (at.A11yRef == "" || at.Origin != t.Origin) {
		return nil, types.Fault(types.CodeTargetNotFound, "the element is in another frame", "")
	}
	return at, err
}

// listsID reports whether the page has the test id of a target, or is larger than its
// observation.
func (r *run) listsID(t *types.FlowTarget) bool {
	page := r.sight.Page.Part(t.Origin)
	count := 0
	for i := range page.TestIDs {
		if page.TestIDs[i].TestID == t.TestID {
			count++
		}
	}
	return count == 1 || count == 0 && page.Truncated
}

func foundAt(t *types.FlowTarget, at *types.Target, healed string) *found {
	return &found{
		node:   types.A11yNode{Ref: at.A11yRef, Role: at.Role, Name: at.Name, TestID: at.TestID, Sensitive: at.Sensitive},
		healed: healed,
		proof:  tool.Proof{Target: types.Target{Role: at.Role, Name: at.Name, TestID: at.TestID, Origin: t.Origin}},
	}
}

// filled returns a target with its parameters filled in; data reports that its name contains
// one.
func (r *run) filled(t *types.FlowTarget) (filled *types.FlowTarget, data bool, err error) {
	out := *t
	for _, field := range []*string{&out.TestID, &out.Name, &out.Row, &out.Under} {
		if *field, err = flow.Fill(*field, r.values); err != nil {
			return nil, false, err
		}
	}
	out.Near = make([]string, 0, len(t.Near))
	for _, l := range t.Near {
		if l, err := flow.Fill(l, r.values); err == nil {
			out.Near = append(out.Near, l)
		}
	}
	return &out, strings.ContainsAny(t.Name, "{}") || strings.ContainsAny(t.TestID, "{}"), nil
}

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
		return "Do the step in another way, or make its element show, then go on with continue."
	case types.FlowAmbiguous:
		return "Do the step on the element that the task means, then go on with continue."
	case types.FlowNeedsParam:
		return "Give it in params, with continue."
	}
	return "Look whether it is still what the task means, do the step, then go on with continue."
}
