package memory

import (
	"context"
	"slices"

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

// KeepRun stores a run of a flow with its session, in place of an earlier state of the
// same run.
func (m *Memory) KeepRun(ctx context.Context, sessionID string, run types.FlowRun) error {
	m.editing.Lock()
	defer m.editing.Unlock()
	known := m.Session(sessionID)
	if known == nil {
		return types.Fault(types.CodeNotFound, "there is no such session", "call mm_launch first")
	}
	with := *known
	with.FlowRuns = slices.DeleteFunc(slices.Clone(known.FlowRuns), func(r types.FlowRun) bool { return r.From == run.From && r.Flow == run.Flow })
	with.FlowRuns = append(with.FlowRuns, run)
	with.FlowRuns = with.FlowRuns[max(0, len(with.FlowRuns)-types.MaxFlowRuns):]
	return m.PutSession(ctx, &with)
}
