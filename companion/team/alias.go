package team

import (
	"slices"

	"cairn/companion/team/batch"
	"cairn/shared/recall"
	"cairn/shared/types"
)

// An alias is a name under which the team's admin signed addresses of one application, such
// as its previews: they are one site. Addresses of a runner's machine belong to the alias
// that the runner received, because each machine has its own.

// aliases are the names of a team's sites. They do not change.
type aliases struct {
	names recall.Names
	list  []types.SiteName
}

func newAliases(list []types.SiteName) *aliases {
	a := &aliases{list: list}
	for i, alias := range list {
		e := types.Edit{EditID: "alias-" + alias.Name, At: types.Time(i + 1), Site: &types.SiteEdit{Op: types.SiteNamed, Name: alias.Name, Patterns: alias.Patterns}}
		_, _ = a.names.Edit(&e) // one that is not valid names nothing
	}
	return a
}

// aliasOf returns the alias of an origin, empty if it has none.
func (m *Membership) aliasOf(origin string) string {
	a := m.aliases.Load()
	switch {
	case a == nil:
		return ""
	case recall.OnThisMachine(origin):
		if m.Local != "" && a.names.Named(m.Local) {
			return m.Local
		}
		return ""
	}
	if name := a.names.SiteOf(origin); name != origin {
		return name
	}
	return ""
}

// SiteID returns the name under which the team's server knows a site: an origin, or an
// alias. A name of an alias is no origin.
func (m *Membership) SiteID(origin string) string {
	if alias := m.aliasOf(origin); alias != "" {
		return batch.SiteID(m.Site, alias)
	}
	return batch.SiteID(m.Site, origin)
}

// belongs reports whether an origin is of a site. Runners' own addresses are of each alias
// that has such ones.
func (m *Membership) belongs(origin, siteID string) bool {
	if m.SiteID(origin) == siteID {
		return true
	}
	a := m.aliases.Load()
	if a == nil || !recall.OnThisMachine(origin) {
		return false
	}
	name := a.names.SiteOf(origin)
	return name != origin && batch.SiteID(m.Site, name) == siteID
}

// rename takes over the aliases of the team's settings, and follows sites under their names
// now. It returns the aliases if they changed. c.mu is held.
func (c *Client) rename() (changed []types.SiteName) {
	if c.people.config == nil {
		return nil
	}
	list := c.people.config.Aliases
	if had := c.member.aliases.Load(); had != nil && sameAliases(had.list, list) || had == nil && len(list) == 0 {
		return nil
	}
	c.member.aliases.Store(newAliases(list))
	for id, s := range c.sites {
		now := c.member.SiteID(s.Origin)
		if now == id {
			continue
		}
		if c.drop(id); c.sites[now] == nil {
			c.sites[now] = &site{siteState: siteState{Origin: s.Origin, Asked: s.Asked}, origin: s.origin, dirty: true, ready: make(chan struct{})}
		}
	}
	return list
}

func sameAliases(a, b []types.SiteName) bool {
	return slices.EqualFunc(a, b, func(a, b types.SiteName) bool { return a.Name == b.Name && slices.Equal(a.Patterns, b.Patterns) })
}
