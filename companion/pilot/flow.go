package pilot

import (
	"context"
	"slices"
	"time"

	"cairn/shared/text"
	"cairn/shared/types"
)

// What a run of a flow (companion/runner) needs beside the acting tools: looks
// that cost little, elements found without being acted on, and what was done in the
// session.

const (
	// sightTime bounds one look of a run. A page under way is looked at again.
	sightTime = 5 * time.Second
	// pointTime is how long an element is waited for that should be there.
	pointTime = 400 * time.Millisecond
	// provenTime is how long an element is waited for that is there and cannot be
	// reached: what covers it may be for the run to close.
	provenTime = 1200 * time.Millisecond
	// provenQuiet and typedQuiet, behind typing, are in the place of quietTime and
	// patienceTime: a run knows itself what it waits for behind each step.
	provenQuiet = 50 * time.Millisecond
	typedQuiet  = 15 * time.Millisecond
	// maxDeeds bounds what is kept of the things done in a session.
	maxDeeds = 250
	// maxRuns bounds the runs that a session remembers.
	maxRuns = 20
)

// See looks at the session's tab. Its refs hold for calls with a proof alone: an
// agent is not shown them.
func (a *Agent) See(ctx context.Context, texts bool) (*types.Sight, error) {
	done, err := a.own(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, sightTime)
	defer cancel()
	o, err := a.lookWith(ctx, texts, nil)
	if err != nil {
		return nil, fault(err, types.CodePageGone, types.CodeInternal)
	}
	a.sighted = a.tab.documents
	s := &types.Sight{Page: o, Tab: a.tab.info, Loading: a.tab.loading, Dialog: a.tab.input.Dialog(), Deeds: len(a.deeds)}
	if texts && s.Dialog == nil {
		s.Outline = a.tab.outline
	}
	return s, nil
}

// Point finds the one element that a target names and returns all its names, its
// ref among them. Nothing is done to it, and no step is recorded.
func (a *Agent) Point(ctx context.Context, in types.TargetInput) (*types.Target, error) {
	done, err := a.own(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, sightTime)
	defer cancel()
	t, err := a.live(ctx)
	if err != nil {
		return nil, err
	}
	at := &attempt{action: action{fit: "see", target: &in}}
	located, err := t.locate(ctx, at, in.Target(), int(pointTime.Milliseconds()), a.only(t))
	if err != nil {
		return nil, fault(err, types.CodeTargetNotFound, types.CodeTargetNotFound)
	}
	if located.Matches > 1 {
		return nil, types.Fault(types.CodeTargetAmbiguous, "several elements have that name", "")
	}
	if err := a.inBarred(&located.Target); err != nil {
		return nil, err
	}
	found := located.Target
	found.A11yRef = located.Ref
	return &found, nil
}

// Deeds are the things that were done well in the session since the first so many,
// as their steps have them.
func (a *Agent) Deeds(ctx context.Context, from int) ([]types.Tool, error) {
	done, err := a.own(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return slices.Clone(a.deeds[min(max(from, 0), len(a.deeds)):]), nil
}

// Began is the address that the session was launched at, as long as nothing was done
// in it since; empty for none. It is whole, which the session's record is not.
func (a *Agent) Began(ctx context.Context) string {
	done, err := a.own(ctx)
	if err != nil {
		return ""
	}
	defer done()
	if a.session.Launch == nil || len(a.deeds) > 0 {
		return ""
	}
	return a.session.Launch.URL
}

// did notes what was done well.
func (a *Agent) did(tool types.Tool) {
	if len(a.deeds) < maxDeeds {
		a.deeds = append(a.deeds, tool)
	}
}

// NoteRun writes a run of a flow into the session. A run that began at the same time
// is the same one.
func (a *Agent) NoteRun(ctx context.Context, run types.FlowRun) error {
	done, err := a.own(ctx)
	if err != nil {
		return err
	}
	defer done()
	session := *a.session
	session.FlowRuns = slices.DeleteFunc(slices.Clone(session.FlowRuns), func(r types.FlowRun) bool { return r.From == run.From })
	session.FlowRuns = append(session.FlowRuns, run)
	session.FlowRuns = session.FlowRuns[max(0, len(session.FlowRuns)-maxRuns):]
	side, cancel := sideContext(ctx, recordTime)
	defer cancel()
	if err := a.cfg.Memory.PutSession(side, &session); err != nil {
		return fault(err, types.CodeInternal, types.CodeInternal)
	}
	a.session = &session
	return nil
}

// Now is the time by the clock of the session's steps.
func (a *Agent) Now() types.Time { return a.cfg.Now() }

// stale reports a target that is named by a ref of a document which is no longer
// there: of the agent's last look, or of the run's.
func (a *Agent) stale(t *tab, target types.TargetInput, proof *types.Proof) error {
	if proof != nil {
		return t.stale(target, a.sighted)
	}
	return t.stale(target, t.shown)
}

// proves reports what is not as it was proved to be. A nil proof is none.
func proves(p *types.Proof, now *types.Target) error {
	if p == nil {
		return nil
	}
	was := &p.Target
	same := func(was, now string) bool { return was == "" || was == now }
	switch {
	case !same(was.Role, now.Role), !same(was.Name, now.Name), !same(was.TestID, now.TestID), was.Origin != now.Origin:
		return types.Fault(types.CodeStaleRef, "the element became another while it was got ready", "")
	case p.Row != "" && !text.HoldsWhole(now.Row, p.Row) && !text.HoldsWhole(now.Name, p.Row):
		return types.Fault(types.CodeStaleRef, "the row of the element does not hold the text that it was chosen by", "")
	}
	return nil
}
