package memory

import (
	"context"
	"slices"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// KBSearch ranks KB items for a task (kb_search).
func (m *Memory) KBSearch(_ context.Context, req types.KBSearchRequest) (types.KBSearchResult, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.KBSearch(req)
}

// KBNote adds a learning of an agent or a person to an item (kb_record_learning) and
// returns the item as it is then.
func (m *Memory) KBNote(ctx context.Context, req types.KBNoteRequest) (*types.KBItem, error) {
	m.editing.Lock()
	defer m.editing.Unlock()
	if m.masked != nil {
		req.RecoveryApproach, req.HumanReasoning, req.OriginalError = m.masked(req.RecoveryApproach), m.masked(req.HumanReasoning), m.masked(req.OriginalError)
	}
	m.mu.Lock()
	e, err := m.core.KBNote(m.editTime(), newEditID(), req)
	m.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if err := m.keepOwn(ctx, wire.Record{Edit: e}); err != nil {
		return nil, err
	}
	items, err := m.KB(req.KnowledgeID, "", 0)
	if err != nil {
		return nil, err
	}
	return items[0], nil
}

// KBReport returns statistics on the use of the knowledge base (kb_report).
func (m *Memory) KBReport(context.Context) types.KBReport {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.KBReport()
}

// KB lists items for people: the one with an id, those that match a query, or the
// newest.
func (m *Memory) KB(id, query string, limit int) ([]*types.KBItem, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.KB(id, query, limit)
}

// KBKnown reports whether there is an item of that id.
func (m *Memory) KBKnown(id string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.KBItem(id) != nil
}

// Retrieved stores with a session the items that kb_search returned for it (spec 003's
// saved plan): its failures are attributed to these items only.
func (m *Memory) Retrieved(ctx context.Context, sessionID string, ids []string) error {
	m.editing.Lock()
	defer m.editing.Unlock()
	m.mu.Lock()
	known := m.core.Session(sessionID)
	kept := m.core.Retrieved(ids)
	m.mu.Unlock()
	if known == nil {
		return types.Fault(types.CodeNotFound, "there is no such session", "call mm_launch first")
	}
	with := *known
	if with.RetrievedKB = types.Retrieved(known.RetrievedKB, kept); slices.Equal(with.RetrievedKB, known.RetrievedKB) {
		return nil
	}
	return m.PutSession(ctx, &with)
}
