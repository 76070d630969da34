package memory

import (
	"context"
	"errors"

	"cairn/shared/recall"
	"cairn/shared/text"
	"cairn/shared/types"
)

// SiteNames lists the named sites with the addresses that they stand for.
func (m *Memory) SiteNames() []types.SiteName {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.SiteNames()
}

// NameSite gives the origin of an address a site's name at an agent's request
// (mm_launch). It does nothing if the origin has the name already.
func (m *Memory) NameSite(ctx context.Context, name, address string) error {
	e := types.Edit{EditID: newEditID(), Site: &types.SiteEdit{Op: types.SiteNamed, Name: name, Patterns: []string{text.Origin(address)}}}
	m.mu.Lock()
	known := m.core.SiteOf(text.Origin(address)) == name
	var err error
	if !known {
		err = m.core.CheckAgentName(&e)
	}
	m.mu.Unlock()
	if known || err != nil {
		return err
	}
	return m.Edit(ctx, e)
}

// NameTeamSites gives addresses the names that a team's admin gave them, unless a person
// here named them otherwise or took the name away. Those of this machine stay as they are.
func (m *Memory) NameTeamSites(ctx context.Context, list []types.SiteName) (err error) {
	for _, site := range list {
		for _, pattern := range site.Patterns {
			m.mu.Lock()
			said := m.core.PatternSaid(site.Name, pattern)
			m.mu.Unlock()
			if said || recall.OnThisMachine(pattern) {
				continue
			}
			err = errors.Join(err, m.Edit(ctx, types.Edit{Site: &types.SiteEdit{Op: types.SiteNamed, Name: site.Name, Patterns: []string{pattern}}}))
		}
	}
	return err
}

// Resembles returns the known application that a page at an unnamed loopback address looks like, nil if there is none.
func (m *Memory) Resembles(page *types.Observation) *types.Resemblance {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Resembles(page)
}
