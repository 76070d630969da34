package core

import "cairn/shared/types"

// Ask returns the memory of a page for an agent that observes it. Both builds call
// this one function, so that they return the same bytes.
func (c *Core) Ask(q types.Question, page *types.Observation) (*types.Known, error) {
	goal := c.goalOf(q.SessionID, q.Goal)
	calls := c.flowsHere(page.State.CurrentURL, goal)
	prior, err := c.priorBy(q.Now, types.PriorRequest{
		Observation: *page, SessionID: q.SessionID, Goal: q.Goal, FlowTags: q.FlowTags, GitBranch: q.GitBranch,
	}, calls)
	if err != nil {
		return nil, err
	}
	known := &types.Known{PriorKnowledge: prior, Flow: sureCall(calls)}
	origin := page.State.Origin
	if origin == "" || origin != q.Briefed {
		known.Site = c.SiteBrief(q.Now, page.State.CurrentURL, goal)
	}
	// An empty page is compared later, when it has contents.
	if origin != q.Likened && len(page.A11y.Nodes)+len(page.TestIDs) > 0 {
		known.Resembles = c.Resembles(page)
	}
	return known, nil
}
