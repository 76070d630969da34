package gateway

import (
	"context"
	"slices"
	"strings"

	"cairn/shared/types"
)

// seeEnd looks at the page behind the last step of a task that is done, if no answer showed it: without it, a flow's
// end has no evidence. The task is done all the same if the look fails.
func (w *watcher) seeEnd(ctx context.Context) {
	w.task.mu.Lock()
	looks := w.task.held != nil && !w.task.running && w.own != nil
	w.task.mu.Unlock()
	if looks {
		_, _ = (&hands{w: w, client: w.own.client(), patience: endTime}).look(ctx)
	}
}

// finish ends the session with a stated outcome. A session that could not be stored stays the task's, so that its
// outcome can be stated again; what is done until then belongs to no task, and makes no flow.
func (w *watcher) finish(ctx context.Context, outcome types.SessionOutcome, evidence string) error {
	t := &w.task
	w.release(nil)
	gaps := t.gaps
	if t.gaps = false; t.session == nil {
		return nil
	}
	ended := *t.session
	looks := t.looks
	ended.EndedAt, ended.Looks = now(), &looks
	if outcome != "" && !(gaps && outcome == types.SessionDone) {
		ended.Statement = types.Statement{Outcome: outcome, OutcomeBy: types.StatedByAgent, OutcomeAt: ended.EndedAt, Evidence: evidence}
	}
	ctx, cancel := context.WithTimeout(ctx, orderTime)
	defer cancel()
	if err := w.memory.PutSession(ctx, &ended); err != nil {
		t.gaps, t.unstored = gaps, true
		return err
	}
	t.session, t.given, t.deeds, t.offers, t.unstored, t.ended = nil, nil, nil, nil, false, ended.Outcome
	if ended.Done() && t.page != nil { // the site's flows are built now, and not while the next answer waits
		go w.memory.FlowFor(t.page.obs.State.CurrentURL, ended.Goal, 1)
	}
	return nil
}

// end ends the session when the driver has ended.
func (w *watcher) end() {
	w.task.mu.Lock()
	defer w.task.mu.Unlock()
	w.lost(storing, w.finish(context.WithoutCancel(w.ctx), "", ""))
}

// maxAppeared bounds the stored elements that an action made appear.
const maxAppeared = 12

// after returns the effects of an action, nil where no answer showed them: the page behind a dialog is
// the one from before it.
func after(before, now *page) *types.After {
	if now == nil || now == before || before != nil && now == before.under {
		return nil
	}
	a := &types.After{CurrentURL: now.obs.State.CurrentURL, Title: now.obs.State.Title, Load: "new"}
	if before == nil {
		return a
	}
	was, _, _ := strings.Cut(before.obs.State.CurrentURL, "#")
	is, _, _ := strings.Cut(a.CurrentURL, "#")
	if was == is {
		a.Load = "same"
	}
	if !now.whole {
		return a
	}
	had := map[string]bool{}
	for p := before; p != nil; p = p.under { // that a dialog covered an element makes it no new one
		for i := range p.obs.A11y.Nodes {
			had[p.obs.A11y.Nodes[i].Label()] = true
		}
	}
	for i := range now.obs.A11y.Nodes {
		n := &now.obs.A11y.Nodes[i]
		l := n.Label()
		if had[l] {
			continue
		}
		if had[l] = true; n.Role == "dialog" || n.Role == "alertdialog" {
			a.Appeared = slices.Insert(a.Appeared, 0, l) // a run that knows none there stops at it
		} else {
			a.Appeared = append(a.Appeared, l)
		}
	}
	a.Appeared = a.Appeared[:min(len(a.Appeared), maxAppeared)]
	return a
}
