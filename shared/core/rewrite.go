package core

import (
	"encoding/json"
	"fmt"

	"cairn/shared/types"
)

// Rewriter changes steps that were stored with all names in clear into the form with
// only the necessary names (DESIGN 5.3). The caller passes every step of a memory, in
// chronological order, and the Rewriter counts which names are familiar. The result
// equals that of storing only necessary names from the beginning.
type Rewriter struct{ core *Core }

// Rewriter returns a rewriter that knows the names of sites. Without the name key it
// returns an error: hidden names could never be found again.
func (c *Core) Rewriter() (*Rewriter, error) {
	alone := New()
	if err := alone.SetNameKey(c.nameKey); err != nil {
		return nil, err
	}
	for _, e := range c.Edits() {
		if err := alone.PutEdit(e); err != nil {
			return nil, fmt.Errorf("names of sites: %w", err)
		}
	}
	return &Rewriter{alone}, nil
}

// Rewrite returns a step's new form, or nil if it stays unchanged: if hide is false,
// or if it already has that form. It does not modify the step.
func (r *Rewriter) Rewrite(step *types.Step, hide bool) (*types.Step, error) {
	if !hide || step.Keep == types.KeepNeeded {
		r.core.noteActed(step)
		return nil, nil
	}
	text, err := json.Marshal(step)
	if err != nil {
		return nil, fmt.Errorf("rewrite step %s: %w", step.StepID, err)
	}
	out := new(types.Step)
	if err := json.Unmarshal(text, out); err != nil {
		return nil, fmt.Errorf("rewrite step %s: %w", step.StepID, err)
	}
	r.core.HideNames(out)
	r.core.noteActed(out)
	return out, nil
}

// BeginRewriting creates a [Rewriter] for later calls of [Core.RewriteNext].
func (c *Core) BeginRewriting() (err error) {
	c.rewriter, err = c.Rewriter()
	return err
}

// RewriteNext returns the new form of the next step in chronological order, or nil if
// it stays unchanged. Only steps recorded by hand change.
func (c *Core) RewriteNext(session *types.Session, step *types.Step) (*types.Step, error) {
	switch {
	case step == nil:
		return nil, types.Invalid("there is no step to rewrite", "Send records of steps.")
	case c.rewriter == nil:
		return nil, types.Invalid("no rewriting was begun", "Begin again with the oldest step.")
	}
	return c.rewriter.Rewrite(step, RecordedByHand(session, step))
}

// RecordedByHand reports whether a stored step was recorded without an agent's request: in browsing without a
// launched session, in an unknown session, or by a person or another driver. In doubt it returns true. Such steps are
// rewritten when an older memory first stores only necessary names; an agent's steps in its own session stay
// unchanged.
func RecordedByHand(session *types.Session, step *types.Step) bool {
	return session == nil || session.Foreign || session.Ambient || step.Actor == types.ActorObserved
}
