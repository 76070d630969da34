package memory

import (
	"context"

	"cairn/shared/types"
)

// The questions, as the core answers them. The context is there for what a
// caller's interface asks for: hardly a question takes long enough to be given up.

// learnPart is how many steps prior knowledge reads of an origin while others
// wait: some twenty milliseconds' worth.
const learnPart = 1000

// Search ranks the steps that match a query (mm_knowledge_search).
func (m *Memory) Search(_ context.Context, req types.SearchRequest) ([]types.StepSummary, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Search(m.clock(), req)
}

// Last returns the newest steps (mm_knowledge_last).
func (m *Memory) Last(_ context.Context, req types.LastRequest) ([]types.StepSummary, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Last(m.clock(), req)
}

// Sessions lists recent sessions (mm_knowledge_sessions).
func (m *Memory) Sessions(_ context.Context, req types.SessionsRequest) ([]types.SessionSummary, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Sessions(m.clock(), req)
}

// Recipe tells a session step by step (mm_knowledge_summarize).
func (m *Memory) Recipe(_ context.Context, sessionID string) (types.SessionRecipe, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Recipe(m.clock(), sessionID)
}

// Ask answers what an agent that looks at a page wants to know of it.
func (m *Memory) Ask(ctx context.Context, q types.Question, page *types.Observation) (*types.Known, error) {
	for m.learn(&page.State) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Ask(q, page)
}

// Version changes whenever an answer may be another than before: something is
// remembered or forgotten, or screens are named otherwise.
func (m *Memory) Version() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rules.refresh(m.core, m.now())
	return m.changes + int64(m.rules.reads)
}

// learn reads a part of what was done on the origin of a page, and says how many
// sessions are left.
func (m *Memory) learn(page *types.State) (left int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Learn(page, learnPart)
}

// Recall says what is known of a site (recall_site_memory).
func (m *Memory) Recall(_ context.Context, req types.RecallRequest) (types.RecallResult, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Recall(m.clock(), req)
}

// Sites are those that something is known of, by name, at most so many.
func (m *Memory) Sites(most int) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := m.core.Sites()
	return names[:min(len(names), most)]
}

// Where is the newest address of a session, or empty.
func (m *Memory) Where(sessionID string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Where(sessionID)
}

// Anchors tells how an element was recorded while its test id or selector still
// held.
func (m *Memory) Anchors(_ context.Context, req types.AnchorRequest) []types.Anchored {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Anchors(req)
}

// AdviceStats says how often suggestions were followed and worked.
func (m *Memory) AdviceStats() types.AdviceStats {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.AdviceStats()
}

// Session returns a session's metadata, nil when it is unknown.
func (m *Memory) Session(id string) *types.Session {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Session(id)
}

// Status counts what is remembered.
func (m *Memory) Status() types.Status {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Status()
}
