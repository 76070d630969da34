package runner

import (
	"context"
	"slices"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// verify checks whether the end of the flow is reached.
func (r *run) verify(ctx context.Context) *halt {
	end := r.flow.End
	r.result.Status = tool.FlowDone
	took := false // the last step's switch was seen to be set
	for {
		s, err := r.look(ctx, len(end.Appeared) == 0) // else the elements are enough, as a rule
		if err != nil {
			return r.lost(ctx, err)
		}
		r.putAside(ctx, s)
		asks := r.asked(s.Page)
		choice := r.offersCancel(s.Page)
		if (asks != "" || r.asksAgain(s.Page)) && r.affirm(ctx) {
			continue
		}
		is := r.switched(s.Page)
		took = took || is != "" && is == r.flow.Steps[r.did].Sets
		if took && is != "" && is != r.flow.Steps[r.did].Sets {
			r.at = r.did
			return &halt{reason: types.FlowNoEffect, message: "all steps were done, and the application took the last one back", done: true}
		}
		if took && is != "" && r.calm() < keepTime && !r.settled() && pause(ctx, r.between()) {
			continue
		}
		if r.own && slices.Contains(r.fields, r.on) && !(r.settled() && (!s.Loading || r.timeOver(true, false))) && pause(ctx, r.between()) {
			continue // some pages save only a while after the last key, and the run closes its tab
		}
		fits := s.Dialog == nil && asks == "" && choice == ""
		there := fits && fitsScreen(end, &s.Page.State, r.values)
		alert := r.complaint(s.Page)
		if unseen := !there && fits && r.endUnseen(); (there || unseen) && alert == "" && appeared(end.Appeared, s.Page, r.seen, r.values) {
			if proof := r.proof(ctx); proof == tool.ProofShown || there && (proof != tool.ProofNone || !s.Loading && r.settled()) {
				r.result.Proof, r.result.Verified = proof, proof != tool.ProofNone
				r.result.Appeared = r.appearedAtEnd(s.Page)
				return nil
			}
		}
		if r.timeOver(s.Loading, asks != "") || there && !s.Loading && r.settled() {
			r.at = len(r.flow.Steps) - 1
			switch {
			case s.Dialog != nil || r.unasked(s.Page) != "":
				return &halt{reason: types.FlowNoEffect, message: "all steps were done, and a dialog asks for more: " + r.unasked(s.Page), done: true}
			case choice != "":
				return &halt{reason: types.FlowNoEffect, message: "all steps were done, and the page asks whether to go on: " + choice + " is new", done: true}
			case !there:
				return &halt{reason: types.FlowNoEffect, message: "all steps were done, and the page at the end is another one: " + routeOf(s.Page.State.CurrentURL), done: true}
			}
			if alert != "" {
				return &halt{reason: types.FlowError, message: "all steps were done, and the page shows an error: " + alert, done: true}
			}
			r.at = len(r.flow.Steps)
			return nil
		}
		if !pause(ctx, r.between()) {
			return r.lost(ctx, ctx.Err())
		}
	}
}

// endUnseen reports whether the recording ended before its page reacted to the last step: then a page that the step led to
// is the end if it shows the effect.
func (r *run) endUnseen() bool {
	end, last := r.flow.End, r.flow.Steps[len(r.flow.Steps)-1].Screen
	return len(end.Appeared) == 0 && !empty(end) && end.Path == last.Path && end.Screen == last.Screen
}
