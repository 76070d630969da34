package memory

import (
	"context"
	"fmt"

	"cairn/shared/prior"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// SetAside stores a person's decision not to use the records of a team's member, or to
// use them again. They stay, and search finds them; nothing is suggested from them. The
// sessions carry the decision, so browsers follow it.
func (m *Memory) SetAside(ctx context.Context, author string, aside bool) error {
	if m.team.Load() == nil {
		return types.Fault(types.CodeNoTeam, "no team is joined", "To join one: cairn team join CODE")
	}
	if err := m.keepShared(ctx, &types.Shared{ID: "aside." + author, At: m.clock(), Aside: &types.SharedAside{Author: author, Aside: aside}}); err != nil {
		return fmt.Errorf("keep decision: %w", err)
	}
	m.mu.Lock()
	changed := m.core.OfAuthor(author)
	m.mu.Unlock()
	recs := make([]wire.Record, len(changed))
	for i, s := range changed {
		session := *s
		from := *s.From
		from.Aside = aside
		session.From = &from
		recs[i] = wire.Record{Session: &session}
	}
	if err := m.keepOwn(ctx, recs...); err != nil {
		return fmt.Errorf("keep sessions: %w", err)
	}
	return nil
}

// Authors lists the members that a person set aside, and the results of suggestions of
// all.
func (m *Memory) Authors() (aside []string, results map[string]prior.AuthorResults) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sharing.setAside(), m.core.Authors(m.clock())
}

// TeamSessions returns a function that counts the sessions on an origin that left for the team, the
// sessions that came from it, and their members. It reads the sharing log once.
func (m *Memory) TeamSessions() func(origin string) (shared, received, members int) {
	rules := m.team.Load()
	if rules == nil {
		return func(string) (int, int, int) { return 0, 0, 0 }
	}
	left := m.sharing.sessionsBySite()
	return func(origin string) (shared, received, members int) {
		m.mu.Lock()
		defer m.mu.Unlock()
		received, members = m.core.TeamSessions(origin)
		return left[rules.SiteID(origin)], received, members
	}
}
