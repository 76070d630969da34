package core

import (
	"iter"

	"cairn/shared/recall"
	"cairn/shared/sitemap"
	"cairn/shared/types"
)

// Map returns the map of a site, or of its nearest parent of which anything is recorded.
// A site without records has an empty map.
func (c *Core) Map(now types.Time, req types.SiteMapRequest) (*types.SiteMap, error) {
	if err := limit("screens", &req.Screens, sitemap.DefaultScreens, sitemap.MaxScreens); err != nil {
		return nil, err
	}
	site, err := c.recall.Requested(types.RecallRequest{Domain: req.Domain, URL: req.URL})
	if err != nil {
		return nil, err
	}
	for _, name := range recall.Candidates(site) {
		if len(c.at(placeSite, name, c.names.Card)) > 0 {
			site = name
			break
		}
	}
	unread := req.Ready && !c.flowsKnown(site)
	var flows []*types.Flow
	if !unread {
		flows = c.flowsOfCard(site)
	}
	m := sitemap.Build(site, sitemap.Records{
		Runs:   c.outlinesOn(site),
		Page:   func(stepID string) *types.Observation { return c.search.Step(stepID).Observation },
		SiteOf: func(address string) string { return c.names.Card(recall.Site(address)) },
		Hide:   c.hider.Segment,
		Flows:  flows,
	}, now, req.Here, req.Screens)
	m.Left.Unread = unread
	return m, nil
}

// outlinesOn is sites.Runs without the contents of pages, for sessions that have steps
// there.
func (c *Core) outlinesOn(site string) iter.Seq2[*types.Session, []*types.Step] {
	return func(yield func(*types.Session, []*types.Step) bool) {
		for _, id := range c.at(placeSite, site, c.names.Card) {
			if steps := c.stepsOn(site, c.search.Outlines(id)); len(steps) > 0 && !yield(c.search.Session(id), steps) {
				return
			}
		}
	}
}
