package core

import (
	"encoding/json"
	"fmt"

	"cairn/shared/types"
)

// Rewriter puts steps that were stored with all names in clear into the form that
// keeps only names which are needed (DESIGN 5.3). It is given every step of a
// memory, in the order of time, and counts on the way which names are familiar: the
// result is the one that keeping little from the beginning would have had.
type Rewriter struct{ core *Core }

// Rewriter returns one that knows the names of sites. Without the key of names there
// is none: what it hid could never be found again.
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

// Rewrite returns a step's new form, and nil where it stays as it is: where hide is
// false, and where it has that form. The step itself is not changed.
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

// BeginRewriting makes a [Rewriter] that [Core.RewriteNext] uses from then on.
func (c *Core) BeginRewriting() (err error) {
	c.rewriter, err = c.Rewriter()
	return err
}

// RewriteNext returns the new form of the next step in the order of time, and nil
// where it stays as it is; only a step that was recorded by hand has one.
func (c *Core) RewriteNext(session *types.Session, step *types.Step) (*types.Step, error) {
	switch {
	case step == nil:
		return nil, invalid("there is no step to rewrite", "Send records of steps.")
	case c.rewriter == nil:
		return nil, invalid("no rewriting was begun", "Begin again with the oldest step.")
	}
	return c.rewriter.Rewrite(step, RecordedByHand(session, step))
}

// RecordedByHand reports whether a stored step was recorded without an agent's
// asking: in browsing without a launched session, in a session of which nothing is
// known, or by a person or another driver. A step counts as that when in doubt. Such steps are rewritten when an older memory first keeps only what is
// needed; an agent's steps in its own session stay as they are.
func RecordedByHand(session *types.Session, step *types.Step) bool {
	return session == nil || session.Foreign || session.Ambient || step.Actor == types.ActorObserved
}
