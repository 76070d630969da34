package core

import "cairn/shared/types"

// Ask answers what an agent that looks at a page wants to know of it. Both
// builds answer by this one function, so that they give the same bytes.
func (c *Core) Ask(q types.Question, page *types.Observation) (*types.Known, error) {
	prior, err := c.Prior(q.Now, types.PriorRequest{
		Observation: *page, SessionID: q.SessionID, Goal: q.Goal, FlowTags: q.FlowTags, GitBranch: q.GitBranch,
	})
	if err != nil {
		return nil, err
	}
	known := &types.Known{PriorKnowledge: prior}
	origin, goal := page.State.Origin, q.Goal
	if s := c.Session(q.SessionID); s != nil {
		goal = s.Goal // a person may have changed it
	}
	known.Flow = c.bestFlow(page.State.CurrentURL, goal)
	if origin == "" || origin != q.Briefed {
		known.Site = c.SiteBrief(q.Now, page.State.CurrentURL, goal)
	}
	// A page that shows nothing yet is looked at again later.
	if origin != q.Likened && len(page.A11y.Nodes)+len(page.TestIDs) > 0 {
		known.Resembles = c.Resembles(page)
	}
	return known, nil
}
