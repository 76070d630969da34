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
	e.EditID = newEditID()
	if err := m.checked(&e); err != nil {
		return err
	}
	if err := m.keepOwn(ctx, wire.Record{Edit: &e}); err != nil {
		return fmt.Errorf("keep edit: %w", err)
	}
	return nil
}

// State keeps a person's word on a session's outcome.
func (m *Memory) State(ctx context.Context, req wire.OutcomeRequest) error {
	m.editing.Lock()
	defer m.editing.Unlock()
	m.mu.Lock()
	session, err := m.core.State(m.clock(), req.SessionID, req.Outcome, req.Evidence)
	m.mu.Unlock()
	if err != nil {
		return err
	}
	return m.PutSession(ctx, session)
}

// editTime is now, but later than any edit that is known: edits hold in the
// order of time. m.mu is held.
func (m *Memory) editTime() types.Time {
	m.edited = max(m.clock(), m.edited+1)
	return m.edited
}

func newEditID() string { return "e-" + rand.Text() }

// CardsOf returns the card of a domain, or all cards by domain when it is empty.
func (m *Memory) CardsOf(domain string) []*types.KnowledgeCard {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.CardsOf(domain)
}

// CardVersions are the versions of what people wrote of a site, the newest
// first.
func (m *Memory) CardVersions(domain string) []types.CardVersion {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.CardVersions(domain)
}
