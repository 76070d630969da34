package memory

import (
	"context"
	"crypto/rand"
	"fmt"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Edit remembers somebody's word about a card or a KB item. What it changes
// must be there. Its id and its time are filled in.
func (m *Memory) Edit(ctx context.Context, e types.Edit) error {
	m.editing.Lock()
	defer m.editing.Unlock()
	return m.edit(ctx, &e)
}

// edit is Edit for those who hold editing.
func (m *Memory) edit(ctx context.Context, e *types.Edit) error {
	m.mu.Lock()
	e.EditID, e.At = newEditID(), m.editTime()
	err := m.core.CheckEdit(e)
	m.mu.Unlock()
	if err != nil {
		return err
	}
	if err := m.keepOwn(ctx, wire.Record{Edit: e}); err != nil {
		return fmt.Errorf("keep edit: %w", err)
	}
	return nil
}

// editTime is now, but later than any edit that is known: edits hold in the
// order of time. m.mu is held.
func (m *Memory) editTime() types.Time {
	m.edited = max(m.clock(), m.edited+1)
	return m.edited
}

func newEditID() string { return "e-" + rand.Text() }

// Card is the card of a site as it is now, nil when there is none.
func (m *Memory) Card(domain string) *types.KnowledgeCard {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Card(domain)
}

// Cards are all cards, by domain.
func (m *Memory) Cards() []*types.KnowledgeCard {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Cards()
}

// CardVersions are the versions of what people wrote of a site, the newest
// first.
func (m *Memory) CardVersions(domain string) []types.CardVersion {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.CardVersions(domain)
}
