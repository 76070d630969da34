package prior

import "cairn/shared/types"

// Engine holds what is needed to suggest. It is not safe for concurrent use:
// callers lock.
type Engine struct{}

// New returns an empty engine.
func New() *Engine { return &Engine{} }

// PutSession inserts or replaces a session's metadata.
func (e *Engine) PutSession(s *types.Session) {}

// PutStep adds a step; a step that is already there is replaced.
func (e *Engine) PutStep(s *types.Step) {}

// RemoveStep forgets one step.
func (e *Engine) RemoveStep(sessionID, stepID string) {}

// RemoveSession forgets a session and all its steps.
func (e *Engine) RemoveSession(id string) {}

// Suggest says what worked on a screen like this one, nil when there is
// nothing to say.
func (e *Engine) Suggest(now types.Time, req types.PriorRequest) *types.PriorKnowledge { return nil }
