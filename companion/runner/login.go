package runner

import (
	"context"
	"slices"

	"cairn/shared/flow"
	"cairn/shared/text"
	"cairn/shared/types"
)

// inLogin reports whether the next step is one of the flow's login.
func (r *run) inLogin() bool {
	from, to := flow.Login(r.flow)
	return from <= r.at && r.at < to
}

// signedIn leaves out the rest of a login, if the browser is signed in: no secret was typed for it, the page asks for no
// password, and the step behind the login can be done there, or the end of a flow that only signs in is there. A name that was given must be on the page, because someone
// else may be signed in, or was typed and its field is gone: some applications know the browser by then.
func (r *run) signedIn(ctx context.Context) bool {
	from, to := flow.Login(r.flow)
	if !r.inLogin() || asksLogin(r.sight.Page) {
		return false
	}
	for i := from; i < to; i++ {
		step := &r.flow.Steps[i]
		if step.Tool != "type" {
			continue
		}
		if i < r.at {
			if f, _ := r.find(ctx, i); f != nil || r.secret(step.Value) {
				return false
			}
		} else if !r.shownOn(step) {
			return false
		}
	}
	if to == len(r.flow.Steps) {
		end := r.flow.End
		there := r.sight.Dialog == nil && r.onSite(r.sight) && fitsScreen(end, &r.sight.Page.State, r.values)
		if there = there && len(end.Appeared) > 0 && appeared(end.Appeared, r.sight.Page, nil, r.values); there {
			r.skipTo(to)
		}
		return there
	}
	if _, err := r.look(ctx, r.needsTexts(to)); err != nil {
		return false
	}
	step := &r.flow.Steps[to]
	if r.sight.Dialog != nil || len(step.Targets) == 0 || !r.onSite(r.sight) || !fitsScreen(step.Screen, &r.sight.Page.State, r.values) {
		return false
	}
	at := r.at
	r.at = to // the step is judged as the next one
	f, d := r.find(ctx, to)
	ready := d == nil && !f.weak && f.healed == "" && r.fits(step, f) == nil
	if r.at = at; ready {
		r.skipTo(to)
	}
	return ready
}

// formShown leaves out the steps that only lead to the login, if its form is on the page: the start may lead there by itself.
func (r *run) formShown(ctx context.Context) bool {
	_, to := flow.Login(r.flow)
	if !r.inLogin() || r.flow.Steps[r.at].Tool == "type" {
		return false
	}
	form := r.at + slices.IndexFunc(r.flow.Steps[r.at:to], func(s types.FlowStep) bool { return s.Tool == "type" })
	if form < r.at || !r.onSite(r.sight) || !fitsScreen(r.flow.Steps[form].Screen, &r.sight.Page.State, r.values) {
		return false
	}
	if f, d := r.find(ctx, form); d != nil || f.weak {
		return false
	}
	r.skipTo(form)
	return true
}

// shownOn reports whether the page has the value that a step types, or none was given.
func (r *run) shownOn(step *types.FlowStep) bool {
	value, err := flow.Fill(step.Value, r.values)
	return err != nil || r.secret(step.Value) || slices.ContainsFunc(r.sight.Page.A11y.Nodes, func(n types.A11yNode) bool { return text.HoldsWords(n.Name, value) })
}
