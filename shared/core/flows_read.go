package core

import (
	"slices"

	"cairn/shared/prior"
	"cairn/shared/recall"
	"cairn/shared/types"
)

// flowsOfCard returns the flows of a site, given the name of its card.
func (c *Core) flowsOfCard(domain string) (all []*types.Flow) {
	for _, site := range c.sitesOfCard(domain) {
		all = append(all, c.Flows(site)...)
	}
	return all
}

// flowsKnown reports whether flowsOfCard has nothing to build.
func (c *Core) flowsKnown(domain string) bool {
	return !slices.ContainsFunc(c.sitesOfCard(domain), func(site string) bool { _, ok := c.flows.sites[site]; return !ok })
}

func (c *Core) sitesOfCard(domain string) []string {
	return slices.DeleteFunc(c.flowSites(), func(site string) bool { return site != domain && c.names.Card(recall.Site(site)) != domain })
}

// ReadFlows reads about so many steps of the sessions that flows of an address are built from, or of
// all sessions if it is empty, and returns how many sessions are left. Flows are built sooner then.
func (c *Core) ReadFlows(address string, steps int) (left int) {
	ids := c.search.SessionIDs()
	if address != "" {
		ids = c.at(placeOrigin, c.siteOf(prior.Origin(&types.State{CurrentURL: address})), c.siteOf)
	}
	for _, id := range ids {
		meta := c.search.Session(id)
		switch {
		case !meta.Done() || c.flows.read[id]:
		case steps <= 0:
			left++
		default:
			all := c.search.Steps(id)
			c.readTrace(meta, all)
			steps -= max(1, len(all))
		}
	}
	return left
}
