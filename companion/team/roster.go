package team

import (
	"context"
	"slices"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// roster holds the members and the settings that root signed.
type roster struct {
	root    []byte
	team    string
	me      string
	entries map[string]batch.Entry
	raw     map[string][]byte // as signed
	hiding  []byte            // the key of the settings
	config  *batch.Config
	rawConf []byte
}

func newRoster(m *Membership) roster {
	r := roster{root: m.Root, hiding: m.Hidden, team: m.Team, me: m.Member, entries: map[string]batch.Entry{}, raw: map[string][]byte{}}
	if m.Fleet() {
		r.take(batch.RosterSubject(r.team, r.me), m.Entry)
		r.take(batch.RosterSubject(r.team, batch.ConfigMember), m.Config)
	}
	return r
}

// take accepts a signed entry, or the settings, unless it is older than the one known (T17).
func (r *roster) take(subject string, data []byte) bool {
	if subject == batch.RosterSubject(r.team, batch.ConfigMember) {
		c, err := batch.OpenConfig(r.root, data)
		if err != nil || r.config != nil && c.N < r.config.N || c.Encrypt != (r.hiding != nil) || c.Reveal(r.hiding) != nil {
			return false // a team that encrypts does so for ever
		}
		r.config, r.rawConf = &c, data
		return true
	}
	e, err := batch.OpenEntry(r.root, data)
	if err != nil || subject != batch.RosterSubject(r.team, e.Member) || e.N < r.entries[e.Member].N {
		return false
	}
	r.entries[e.Member], r.raw[e.Member] = e, data
	return true
}

func (r *roster) restore(s state) {
	for member, data := range s.Entries {
		r.take(batch.RosterSubject(r.team, member), data)
	}
	r.take(batch.RosterSubject(r.team, batch.ConfigMember), s.Config)
}

func (r *roster) signed() (entries map[string][]byte, config []byte) { return r.raw, r.rawConf }

// readRoster reads the new messages of the roster. A server without the settings and this member's entry,
// both signed by the root that the invitation named, is not the team's (T16).
func (c *Client) readRoster(ctx context.Context, l Log) error {
	c.mu.Lock()
	after := c.state.Roster
	c.dirty.roster = false
	c.mu.Unlock()
	after, err := l.Read(ctx, batch.RosterStream, batch.RosterSubject(c.member.Team, "*"), after, func(s Stored) error {
		c.mu.Lock()
		taken := c.people.take(s.Subject, s.Data)
		if !taken {
			c.report.Refused[ReasonRoster]++
		}
		e := c.people.entries[sender(s)]
		c.mu.Unlock()
		if taken && s.Subject == batch.RosterSubject(c.member.Team, batch.ConfigMember) { // it may let more be sent
			select {
			case c.keyed <- struct{}{}:
			default: // it is known
			}
		}
		if taken && e.Revoked != nil && e.Revoked.Forget {
			return c.memory.Forget(ctx, types.Tombstone{Author: e.Member, At: e.Revoked.At, All: true})
		}
		return nil
	})
	c.mu.Lock()
	named := c.rename()
	c.mu.Unlock()
	if len(named) > 0 && c.named != nil {
		c.named(named)
	}
	c.mu.Lock()
	read := after > c.state.Roster
	c.state.Roster = max(c.state.Roster, after)
	_, known := c.people.entries[c.member.Member]
	known = known && c.people.config != nil
	c.mu.Unlock()
	if err == nil && !known {
		return types.Fault(types.CodeTeamServer, "the server's roster is not signed by the team's root key", errOtherServer.Hint)
	}
	if err == nil && read {
		return c.saveState() // cairn team recover needs it, and an older roster is refused after a crash, too
	}
	return err
}

// Offered lists the sites for which the team's admin offers automatic sharing.
func (c *Client) Offered() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.people.config == nil {
		return nil
	}
	return slices.Clone(c.people.config.Auto)
}

// Goals reports whether the team shares goals.
func (c *Client) Goals() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.people.config != nil && c.people.config.Goals
}

// AutoOffered reports whether the team's admin offers automatic sharing for a site.
func (c *Client) AutoOffered(origin string) bool {
	offered := c.Offered()
	alias := c.member.aliasOf(origin)
	return slices.Contains(offered, origin) || alias != "" && slices.Contains(offered, alias)
}
