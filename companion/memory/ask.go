package memory

import (
	"context"

	"cairn/shared/types"
	"cairn/shared/wire"
	"cairn/wasm/dispatch"
)

// The queries, answered by the core. Their contexts are required by the callers'
// interfaces and mostly unused, because queries are too short to be cancelled.

// learnPart is the number of steps of an origin that prior knowledge reads while it
// holds the mutex: about twenty milliseconds.
const learnPart = 1000

// Answer answers a query of the command line, as the extension's core does.
func (m *Memory) Answer(req *wire.CoreRequest) (*wire.CoreReply, error) {
	if req == nil {
		return nil, types.Invalid("there is no question", "")
	}
	asked := *req
	asked.Now = m.clock()
	m.mu.Lock()
	defer m.mu.Unlock()
	return dispatch.Query(m.core, asked)
}

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

// Recipe describes a session step by step (mm_knowledge_summarize).
func (m *Memory) Recipe(_ context.Context, sessionID string) (types.SessionRecipe, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Recipe(sessionID)
}

// Ask returns the knowledge about a page for an agent that observes it.
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

// Version changes whenever answers may change: when records are stored or deleted, or
// the rules of screen names change.
func (m *Memory) Version() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rules.refresh(m.core, m.now())
	return m.version + int64(m.rules.reads)
}

// learn reads a part of the steps on a page's origin, and returns the number of
// sessions left.
func (m *Memory) learn(page *types.State) (left int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Learn(page, learnPart)
}

// Recall returns the site memory (recall_site_memory).
func (m *Memory) Recall(_ context.Context, req types.RecallRequest) (types.RecallResult, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Recall(m.clock(), req)
}

// Map returns a site as a graph of its screens.
func (m *Memory) Map(_ context.Context, req types.SiteMapRequest) (*types.SiteMap, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Map(m.clock(), req)
}

// Sites returns the names of at most most known sites.
func (m *Memory) Sites(most int) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := m.core.Sites()
	return names[:min(len(names), most)]
}

// Where returns the newest address of a session, or "".
func (m *Memory) Where(sessionID string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Where(sessionID)
}

// Anchors returns how an element was recorded while its test id or selector was still
// valid.
func (m *Memory) Anchors(_ context.Context, req types.AnchorRequest) []types.Anchored {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Anchors(req)
}

// AdviceStats counts how often suggestions were followed and worked.
func (m *Memory) AdviceStats() types.AdviceStats {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.AdviceStats()
}

// Session returns a session's metadata, nil if it is unknown.
func (m *Memory) Session(id string) *types.Session {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Session(id)
}

// Status counts the stored records.
func (m *Memory) Status() types.Status {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Status()
}
