package core

import (
	"cairn/shared/capture"
	"cairn/shared/types"
)

// Queries of people who view the memory itself, not of agents. Agents get summaries;
// a person may open everything.

const (
	defaultTimeline = 200
	maxTimeline     = 1000
)

// Timeline returns the newest steps, newest first: of one session, or of all when
// sessionID is empty. limit is 1 to 1000, 200 when 0. Each observation is reduced to
// its state; [Core.Step] has the whole one. Steps up to `after` are omitted.
func (c *Core) Timeline(now types.Time, sessionID string, most int, after types.Time) ([]*types.Step, error) {
	if err := limit("limit", &most, defaultTimeline, maxTimeline); err != nil {
		return nil, err
	}
	scope := types.Scope{Kind: types.ScopeAll}
	if sessionID != "" {
		if err := capture.SessionID(sessionID); err != nil {
			return nil, err
		}
		scope = types.Scope{Kind: types.ScopeSession, SessionID: sessionID}
	}
	var out []*types.Step
	for _, s := range c.search.Last(now, types.LastRequest{N: most, Scope: scope}) {
		if s.Timestamp <= after {
			break // the newest come first
		}
		if step := c.search.Outline(s.StepID); step != nil {
			out = append(out, light(step))
		}
	}
	return out, nil
}

// light returns a copy of a step without the contents of its page.
func light(step *types.Step) *types.Step {
	out := *step
	if step.Observation != nil {
		out.Observation = &types.Observation{State: step.Observation.State, TestIDs: []types.TestID{},
			A11y: types.A11y{Nodes: []types.A11yNode{}}, Truncated: step.Observation.Truncated}
	}
	return &out
}

// StepByID returns a whole step, or an error for an unknown id.
func (c *Core) StepByID(id string) (*types.Step, error) {
	if step := c.Step(id); step != nil {
		return step, nil
	}
	return nil, types.Fault(types.CodeNotFound, "this step is not remembered", "It may have been forgotten. Look at the timeline again.")
}

// CardsOf returns the card of a domain, or all cards by domain when it is
// empty.
func (c *Core) CardsOf(domain string) []*types.KnowledgeCard {
	if domain == "" {
		return c.Cards()
	}
	if card := c.Card(domain); card != nil {
		return []*types.KnowledgeCard{card}
	}
	return nil
}

// Where returns the newest address of a session: that to which its last step led or
// on which it was taken, else the launch address. It is empty when no address is
// known.
func (c *Core) Where(sessionID string) string {
	steps := c.search.Steps(sessionID)
	for i := len(steps) - 1; i >= 0; i-- {
		if o := steps[i].Observation; o != nil && o.State.Embedder != "" {
			continue // a frame's address is not the tab's
		}
		if a := steps[i].After; a != nil && a.CurrentURL != "" {
			return a.CurrentURL
		}
		if o := steps[i].Observation; o != nil && o.State.CurrentURL != "" {
			return o.State.CurrentURL
		}
	}
	if s := c.search.Session(sessionID); s != nil && s.Launch != nil {
		return s.Launch.URL
	}
	return ""
}
