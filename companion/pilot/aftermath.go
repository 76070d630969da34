package pilot

import (
	"cmp"
	"context"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/shared/wire"
)

const (
	// quietTime without changes means that a page has settled. Before its first
	// reaction it gets patienceTime, because some react late. Both start when the
	// page's own requests are answered.
	quietTime    = 100 * time.Millisecond
	patienceTime = 150 * time.Millisecond
	settleTime   = 3 * time.Second // and the longest wait for all of it,
	// answerTime bounds the wait for those requests.
	answerTime = 10 * time.Second
	// leastSettle is reserved for the observation after the action.
	leastSettle = 500 * time.Millisecond
	// maxAppeared bounds the new elements that an answer lists.
	maxAppeared = 12
)

// fileChooser is the notice for a page that opened a file chooser.
var fileChooser = types.Dialog{Type: "file", Message: "it wants files: mm_upload gives it those that the person allowed"}

// afterwards waits for the page to settle and observes it. The action is done, so
// an error here does not make it a failure, except a crashed page or an address
// that could not be loaded or is Cairn's own.
func (a *Agent) afterwards(ctx context.Context, t *tab, at *attempt) error {
	left, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleBudget(ctx))
	defer cancel()
	after, err := a.settled(left, t, at)
	at.result.Dialogs = append(at.result.Dialogs, a.dialogs(t)...)
	if err != nil && !t.exists(left) {
		at.result.TabClosed, at.result.ClosedTabID = true, t.id
		at.result.Tab = t.info
		a.lose()
		if back := a.fallBack(left); back != nil {
			at.result.Tab = *back
		}
		return nil
	}
	if err != nil {
		err = cmp.Or(a.stopHere(left, t), err) // a page that cannot be looked at, such as the browser's own of an error
	}
	if types.HasCode(err, types.CodePageCrashed) || types.HasCode(err, types.CodeNavigationFailed) || types.HasCode(err, types.CodeActionDenied) {
		return err // the action was felt, but its effect failed
	}
	at.result.Opened = a.opened(left, t)
	if err == nil {
		at.shows = after
		at.step.After = afterOf(at.before.Part(""), after.Part(""))
	} else {
		at.step.After = &types.After{CurrentURL: t.info.URL, Title: t.info.Title}
	}
	at.result.After, at.result.Tab = at.step.After, t.info
	at.result.Stayed = t.id == a.reported.TabID && t.info.URL == a.reported.URL && t.info.Screen == a.reported.Screen
	if at.given.Proof == nil { // else a run did it, and the agent reads no answer
		a.reported = t.info
	}
	if target := at.step.Tool.Target; target != nil && target.Origin != "" {
		// Changes of the page around a frame are reported, but not stored with the frame's step.
		at.step.After = &types.After{}
		if err == nil {
			at.step.After = afterOf(at.before.Part(target.Origin), after.Part(target.Origin))
		}
	}
	if at.lost && len(at.result.After.Appeared) == 0 && at.result.After.CurrentURL == at.before.State.CurrentURL && !(err == nil && answered(at.before, after, at.result.Target)) {
		return lostClick() // nor has the page answered the press alone
	}
	return nil
}

// settled waits for a quiet page, then observes it and the element that was hit.
func (a *Agent) settled(ctx context.Context, t *tab, at *attempt) (*types.Observation, error) {
	at.astray, at.unwritten, at.emptied, at.garbled, at.lost, at.result.Holds, at.result.Shows, at.result.Open = "", false, false, false, false, nil, nil, false
	if at.still || t.input.Dialog() != nil {
		return a.look(ctx)
	}
	quiet, patience := quietTime, cmp.Or(at.patience, patienceTime)
	if at.given.Proof != nil && at.patience == 0 {
		quiet = provenQuiet
		if at.fit == "type" && at.input[capture.InputSubmit] != true {
			quiet = typedQuiet
		}
		patience = quiet
	}
	call := &wire.Settle{TabID: t.id, QuietMs: int(quiet.Milliseconds()), PatienceMs: int(patience.Milliseconds()), TimeoutMs: min(msLeft(ctx, transferTime), int(settleTime.Milliseconds())), AnswerMs: msLeft(ctx, transferTime)}
	reply, err := t.ask(ctx, wire.Envelope{Kind: wire.KindSettle, Settle: call})
	if t.input.Dialog() != nil {
		return a.look(ctx)
	}
	if err != nil {
		return nil, err
	}
	if reply.Page == nil {
		return a.look(ctx)
	}
	t.documents = documentsOf(reply.Page)
	at.failures = wire.Page{Failed: reply.Page.Failed, Failures: reply.Page.Failures}
	if reply.Page.Files && !at.files {
		at.result.Dialogs = append(at.result.Dialogs, fileChooser)
	}
	a.bound(t, reply.Page)
	at.astray, at.unwritten = reply.Page.Astray, reply.Page.Unwritten && at.otherwise != nil
	at.emptied = reply.Page.Unwritten && reply.Page.Held != nil
	at.lost = reply.Page.Lost && at.fit == "click"
	if reply.Page.Held != nil && at.instead != nil {
		at.result.Holds = at.instead(*reply.Page.Held)
		at.garbled = at.result.Holds != nil && at.again(*at.result.Holds)
	}
	if reply.Page.Unfelt && at.pressed {
		at.astray = "a frame that was being replaced"
	}
	o := a.seen(t, &reply.Page.Observation)
	if held := reply.Page.Held; held != nil && at.entered != nil {
		if *held == "" {
			at.result.Shows = at.entered(ctx, at.step.Tool.Target)
		} else {
			at.result.Open = listOpen(o, at.step.Tool.Target)
		}
	}
	return o, a.stopHere(ctx, t)
}

func settleBudget(ctx context.Context) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return answerTime
	}
	return min(max(time.Until(end), leastSettle), answerTime)
}

// answered reports whether a control beside the pressed element is in another state than before, as the button
// Apply is after the press of a day: some calendars act on the press, and draw themselves again before its end.
func answered(before, after *types.Observation, pressed *types.Target) bool {
	type state struct {
		label, checked   string
		disabled, filled bool
	}
	had, names := map[state]int{}, map[string]bool{}
	count := func(nodes []types.A11yNode, by int) {
		for i := range nodes {
			if n := &nodes[i]; n.Name != "" && (pressed == nil || n.Role != pressed.Role || n.Name != pressed.Name) {
				had[state{n.Label(), n.Checked, n.Disabled, n.Filled}] += by
				names[n.Label()] = names[n.Label()] || by > 0
			}
		}
	}
	count(before.A11y.Nodes, 1)
	count(after.A11y.Nodes, -1)
	for s, n := range had {
		if n < 0 && names[s.label] {
			return true
		}
	}
	return false
}

// afterOf compares two observations.
func afterOf(before, after *types.Observation) *types.After {
	result := &types.After{CurrentURL: after.State.CurrentURL, CurrentScreen: after.State.CurrentScreen, Title: after.State.Title}
	had := map[string]int{}
	if before != nil {
		for i := range before.A11y.Nodes {
			had[before.A11y.Nodes[i].Label()]++
		}
	}
	for i := range after.A11y.Nodes {
		l := after.A11y.Nodes[i].Label()
		// Another element with the same name is reported too, once.
		if had[l]--; after.A11y.Nodes[i].Name != "" && had[l] == -1 && len(result.Appeared) < maxAppeared {
			result.Appeared = append(result.Appeared, l)
		}
	}
	return result
}
