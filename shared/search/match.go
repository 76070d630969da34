package search

import "cairn/shared/types"

// match is a step that a query found.
type match struct {
	score   int
	session *session
	step    *types.Step
}

// before is the order of results: score, then the newer session, then the
// session's id, then the order of steps.
func (m match) before(n match) bool {
	a, b := m.session.meta, n.session.meta
	switch {
	case m.score != n.score:
		return m.score > n.score
	case a.CreatedAt != b.CreatedAt:
		return a.CreatedAt > b.CreatedAt
	case a.SessionID != b.SessionID:
		return a.SessionID < b.SessionID
	}
	return stepLess(m.step, n.step)
}
