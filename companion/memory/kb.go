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
	return m.KBItem(req.KnowledgeID)
}

// KBReport says whether the knowledge base helps (kb_report).
func (m *Memory) KBReport(context.Context) types.KBReport {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.KBReport()
}

// KBItem is one item.
func (m *Memory) KBItem(id string) (*types.KBItem, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if item := m.core.KBItem(id); item != nil {
		return item, nil
	}
	return nil, types.Fault(types.CodeNotFound, "there is no KB item of this id", "cairn kb list names the items.")
}

// KBList lists items for people: those that fit a query, else the newest.
func (m *Memory) KBList(query string, limit int) ([]*types.KBItem, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.KB(query, limit)
}

// KBText is an item as agents see it, with what was learnt anywhere.
func (m *Memory) KBText(item *types.KBItem) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.KBText(item)
}
