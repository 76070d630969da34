package pilot

import (
	"context"
	"slices"
	"time"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// A run of a flow (companion/runner) needs more than the acting tools: cheap
// observations, elements located without an action, and the session's actions.

const (
	// sightTime bounds one observation of a run. A loading page is observed again.
	sightTime = 5 * time.Second
	// pointTime bounds the wait for an element that should exist.
	pointTime = 400 * time.Millisecond
	// provenTime bounds the wait for an element that is covered: the run may be able to
	// close the overlay.
	provenTime = 1200 * time.Millisecond
	// provenQuiet and typedQuiet (after typing) replace quietTime and patienceTime: a
	// run checks the effect of each step itself.
	provenQuiet = 50 * time.Millisecond
	typedQuiet  = 15 * time.Millisecond
	// maxDeeds bounds the stored actions of a session.
	maxDeeds = 250
)

// See observes the session's tab. Its refs are valid only in calls with a proof, and
// are not shown to the agent.
func (a *Agent) See(ctx context.Context, texts bool) (*tool.Sight, error) {
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
	s := &tool.Sight{Page: o, Tab: a.tab.info, Loading: a.tab.loading, Dialog: a.tab.input.Dialog(), Deeds: len(a.deeds)}
	if texts && s.Dialog == nil {
		s.Outline = a.tab.outline
	}
	return s, nil
}

// Point locates the one element that a target names and returns all its names and
// its ref. It does not act and records no step.
func (a *Agent) Point(ctx context.Context, in tool.TargetInput) (*types.Target, error) {
	located, err := a.point(ctx, in)
	if err != nil {
		return nil, err
	}
	found := located.Target
	found.A11yRef = located.Ref
	return &found, nil
}

// Holds returns the text of a field that was typed into, as dots where it is secret; empty for any other element.
func (a *Agent) Holds(ctx context.Context, ref string) (string, error) {
	located, err := a.point(ctx, tool.TargetInput{A11yRef: ref})
	if err != nil {
		return "", err
	}
	return located.Held, nil
}

func (a *Agent) point(ctx context.Context, in tool.TargetInput) (*wire.Located, error) {
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
	if in.Text != "" {
		at.fit = "drop" // the element that shows a text, be it a control or not
	}
	located, err := t.locate(ctx, at, in.Target(), int(pointTime.Milliseconds()), a.only(t))
	if err != nil {
		return nil, fault(err, types.CodeTargetNotFound, types.CodeTargetNotFound)
	}
	if located.Matches > 1 {
		return nil, types.Fault(types.CodeTargetAmbiguous, "several elements have that name", "")
	}
	return located, a.inBarred(&located.Target)
}

// Deeds returns the session's successful actions after the first n, as recorded.
func (a *Agent) Deeds(ctx context.Context, from int) ([]types.Tool, error) {
	done, err := a.own(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return slices.Clone(a.deeds[min(max(from, 0), len(a.deeds)):]), nil
}

// Began returns the complete address that the session was launched at, until its
// first action; then it is empty. The session's record has a shortened one.
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

// did notes a successful action.
func (a *Agent) did(tool types.Tool) {
	if len(a.deeds) < maxDeeds {
		a.deeds = append(a.deeds, tool)
	}
}

// NoteRun stores a run of a flow in the session. A run with the same start is the
// same one and is replaced.
func (a *Agent) NoteRun(ctx context.Context, run types.FlowRun) error {
	done, err := a.own(ctx)
	if err != nil {
		return err
	}
	defer done()
	session := *a.session
	session.FlowRuns = types.WithFlowRun(session.FlowRuns, run)
	side, cancel := sideContext(ctx, recordTime)
	defer cancel()
	if err := a.cfg.Memory.PutSession(side, &session); err != nil {
		return fault(err, types.CodeInternal, types.CodeInternal)
	}
	a.session = &session
	return nil
}

// Now returns the time of the clock that stamps steps.
func (a *Agent) Now() types.Time { return a.cfg.Now() }

// stale returns an error for a ref whose document was replaced since the last
// observation of the agent or run.
func (a *Agent) stale(t *tab, target tool.TargetInput, proof *tool.Proof) error {
	if proof != nil {
		return t.stale(target, a.sighted)
	}
	return t.stale(target, t.shown)
}

// inPlace reports whether the element of an attempt stands where its proof has it.
func inPlace(at *attempt) bool {
	p := at.given.Proof
	return p == nil || flow.InPlace(p.Around, at.before.Part(p.Target.Origin).A11y.Nodes, at.target.A11yRef)
}

// proves returns the first difference from the proof. A nil proof accepts everything.
func proves(p *tool.Proof, now *types.Target) error {
	if p == nil {
		return nil
	}
	return flow.Proves(&p.Target, p.Row, now)
}
