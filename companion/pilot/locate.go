package pilot

import (
	"context"
	"time"

	"cairn/shared/capture"
	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// actReserve is the part of the deadline that is reserved for the action itself.
const actReserve = 1500 * time.Millisecond

// locate waits for the target, or for the element that is proved to be the same, and
// stores its fingerprint.
func (a *Agent) locate(ctx context.Context, t *tab, at *attempt) (*wire.Located, error) {
	if err := a.stale(t, *at.target, at.given.Proof); err != nil {
		return nil, err
	}
	reserve := actReserve
	if at.still {
		reserve = transferTime
	}
	located, err := a.find(ctx, t, at, reserve)
	if at.still && (types.HasCode(err, types.CodeTargetNotFound) || types.HasCode(err, types.CodeTargetNotActable)) {
		fault := types.AsError(err)
		return nil, types.Fault(types.CodeWaitTimeout, fault.Message, fault.Hint)
	}
	if err != nil {
		if types.HasCode(err, types.CodeTargetAmbiguous) {
			t.showRefs() // the error lists some
		}
		return nil, a.missed(ctx, t, err)
	}
	if err := a.inBarred(&located.Target); err != nil {
		return nil, err
	}
	if err := proves(at.given.Proof, &located.Target); err != nil {
		return nil, err
	}
	if !inPlace(at) {
		return nil, flow.Moved()
	}
	at.found = true
	at.still = at.still && !located.Scrolled // coming into view may load more
	at.step.Tool.Target = stored(a.asNamed(at, located))
	if n := nth(at.before, located); n > 0 && at.input != nil {
		at.input[capture.InputNth] = n
	}
	at.result.Target = answeredTarget(at.step.Tool.Target)
	return located, nil
}

// nth returns the position, from 1, of the located element among equal ones; 0 if it
// is the only one or is not listed.
func nth(page *types.Observation, located *wire.Located) (at int) {
	if page == nil || located.Ref == "" {
		return 0
	}
	all, t := 0, &located.Target
	for i := range page.A11y.Nodes {
		n := &page.A11y.Nodes[i]
		if n.Role != t.Role || n.Name != t.Name || n.TestID != t.TestID || n.Origin != t.Origin {
			continue
		}
		if all++; n.Ref == located.Ref {
			at = all
		}
	}
	if all < 2 {
		return 0
	}
	return at
}

// asNamed adds the agent's selector and row to a located element, since they just
// identified it.
func (a *Agent) asNamed(at *attempt, located *wire.Located) types.Target {
	t := located.Target
	if at.result.Healed != nil {
		return t
	}
	within := at.target.Within
	if within == nil && at.target.Selector != "" && located.Matches == 1 {
		t.Selector = at.target.Selector
	}
	if within != nil && within.Role != "" && within.Name != "" {
		t.RowRole, t.Row = within.Role, within.Name
	}
	return t
}

// find locates the target and, if its name is gone, heals.
func (a *Agent) find(ctx context.Context, t *tab, at *attempt, reserve time.Duration) (*wire.Located, error) {
	target := a.scoped(at)
	known := a.anchors(ctx, at)
	if len(known) == 0 {
		return t.locate(ctx, at, target, msLeft(ctx, reserve), a.only(t))
	}
	// A late element must not be replaced by another one.
	patience := min(msLeft(ctx, reserve), int(healAfter.Milliseconds()))
	if at.still {
		patience = msLeft(ctx, reserve+healTime)
	}
	began := time.Now()
	located, err := t.locate(ctx, at, target, patience, a.only(t))
	switch {
	case err == nil && at.target.Frame == "" && located.Target.Origin != "":
		err = crossed(target, located.Target)
	case err == nil:
		err = usurped(target, located.Target, known, at.before.Part(at.target.Frame).A11y.Nodes)
	}
	if !types.HasCode(err, types.CodeTargetNotFound) {
		return located, err
	}
	rested := time.Since(began) < time.Duration(patience)*time.Millisecond
	healed, healErr := a.heal(ctx, t, at, known)
	if healed != nil || healErr != nil {
		return healed, healErr
	}
	if rested && at.given.TimeoutMs == 0 && !at.still {
		return nil, err // the page had come to rest without it
	}
	return t.locate(ctx, at, target, msLeft(ctx, reserve), a.only(t))
}

// scoped adds the frame to search to the target. Suggestions for the page are searched
// in the page alone, because a foreign frame may use the same names.
func (a *Agent) scoped(at *attempt) types.Target {
	target := at.target.Target()
	if target.Origin != "" || target.A11yRef != "" || at.before == nil {
		return target
	}
	for _, s := range a.advice {
		if s.Origin == "" && s.Names(&target) {
			target.Origin = at.before.State.Origin
		}
	}
	return target
}

func (t *tab) locate(ctx context.Context, at *attempt, target types.Target, ms int, only []string) (*wire.Located, error) {
	if at.given.Proof != nil {
		ms = min(ms, int(provenTime.Milliseconds()))
	}
	call := &wire.Locate{Target: target, For: at.fit, TimeoutMs: ms, At: at.at, Only: only, Around: true, Patient: at.given.TimeoutMs > 0}
	return t.place(ctx, call, *at.target)
}

// place returns the position of an element, by the call's target or else by text,
// within the given region.
func (t *tab) place(ctx context.Context, call *wire.Locate, given tool.TargetInput) (*wire.Located, error) {
	call.TabID = t.id
	if call.Target.Empty() {
		call.Text = given.Text
	}
	if within := given.Within; within != nil {
		if call.WithinText = within.Text; within.Text == "" {
			named := within.Target()
			call.Within = &named
		}
	}
	reply, err := t.ask(ctx, wire.Envelope{Kind: wire.KindLocate, Locate: call})
	if err != nil {
		return nil, err
	}
	if reply.Located == nil {
		return nil, types.Fault(types.CodeInternal, "the browser answered no place", "update the extension: cairn extension DIR")
	}
	return reply.Located, nil
}
