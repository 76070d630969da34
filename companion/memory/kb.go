package memory

import (
	"context"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// KBSearch ranks KB items for a task (kb_search).
func (m *Memory) KBSearch(_ context.Context, req types.KBSearchRequest) (types.KBSearchResult, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.KBSearch(req)
}

// KBNote adds what an agent or a person says to an item (kb_record_learning),
// and answers the item as it is then.
func (m *Memory) KBNote(ctx context.Context, req types.KBNoteRequest) (*types.KBItem, error) {
	m.editing.Lock()
	defer m.editing.Unlock()
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

// KBReport says whether the knowledge base helps (kb_report).
func (m *Memory) KBReport(context.Context) types.KBReport {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.KBReport()
}

// KB lists items for people: the one of an id, those that fit a query, else the
// newest.
func (m *Memory) KB(id, query string, limit int) ([]*types.KBItem, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.KB(id, query, limit)
}
