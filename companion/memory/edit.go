package memory

import (
	"context"
	"crypto/rand"
	"fmt"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Edit stores an edit of a card, a KB item, a site name or a flow, which must exist.
// It fills in the edit's id and time.
func (m *Memory) Edit(ctx context.Context, e types.Edit) error {
	m.editing.Lock()
	defer m.editing.Unlock()
	e.EditID = newEditID()
	if err := m.completeEdit(&e); err != nil {
		return err
	}
	if err := m.keepOwn(ctx, wire.Record{Edit: &e}); err != nil {
		return fmt.Errorf("keep edit: %w", err)
	}
	return nil
}

// State stores a person's statement on a session's outcome.
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

// editTime returns the present time, but one later than that of all known edits,
// because edits apply in the order of time. m.mu is held.
func (m *Memory) editTime() types.Time {
	m.lastEditAt = max(m.clock(), m.lastEditAt+1)
	return m.lastEditAt
}

func newEditID() string { return "e-" + rand.Text() }

// CardsOf returns the card of a domain, or all cards by domain when it is empty.
func (m *Memory) CardsOf(domain string) []*types.KnowledgeCard {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.CardsOf(domain)
}

// CardVersions returns the versions of the edited card of a site, the newest first.
func (m *Memory) CardVersions(domain string) []types.CardVersion {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.CardVersions(domain)
}
