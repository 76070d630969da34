package memory

import (
	"cairn/shared/text"
	"cairn/shared/types"
)

// Flows lists the flows of a site (an origin or a name) by id, all if site is empty.
// They must not be changed.
func (m *Memory) Flows(site string) []*types.Flow {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Flows(site)
}

// Flow returns the flow of an id, nil if there is none. It must not be changed.
func (m *Memory) Flow(id string) *types.Flow {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Flow(id)
}

// FlowFor lists at most most flows that fit a goal as calls, the best first: those of
// the site of an address, or of all sites if address is empty.
func (m *Memory) FlowFor(address, goal string, most int) []types.FlowCall {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.FlowFor(address, goal, most)
}

// SiteOf returns the site of an address as flows name it, "" for text that is no
// address.
func (m *Memory) SiteOf(address string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if origin := text.Origin(address); origin != "" {
		return m.core.SiteOf(origin)
	}
	return ""
}
