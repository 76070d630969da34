package team

import (
	"cmp"
	"slices"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// State is the state of the connection.
type State string

// The states.
const (
	StateLive    State = "live"
	StateOffline State = "offline"
	StateRefused State = "refused" // the server refuses the log-in, or does not let it write
)

// Status describes a member's connection.
type Status struct {
	Team      string         `json:"team"`
	TeamName  string         `json:"teamName"`
	Member    string         `json:"member"`
	Name      string         `json:"name"`
	Role      string         `json:"role"`
	State     State          `json:"state"`
	Since     types.Time     `json:"since"`
	Error     *types.Error   `json:"error,omitempty"`
	Outbox    int            `json:"outbox"`    // batches that the server has not acknowledged
	Deletions int            `json:"deletions"` // deletion requests likewise
	Sent      int            `json:"sent"`      // batches acknowledged since the start
	Received  int            `json:"received"`  // records of others taken since the start
	Snapshots int            `json:"snapshots"` // sites that were read from a snapshot since the start
	Sites     []SiteStatus   `json:"sites"`
	Members   []MemberStatus `json:"members"`
	Receipts  []Receipt      `json:"receipts"` // of the newest deletion requests, newest last
	Reports   []Reported     `json:"reports,omitempty"`
	// Refused counts messages that were not taken, by reason; Overshared counts fields that others
	// should not have sent, and that were removed.
	Refused    map[string]int `json:"refused"`
	RefusedOf  map[string]int `json:"refusedOf,omitempty"` // likewise, by the name of the member who sent them
	Overshared int            `json:"overshared"`
	// Oversharing lists the members who removed fields from what this one shared (T7).
	Oversharing []string `json:"oversharing,omitempty"`
	// Version is this companion's, and Unerased counts the deletion requests that are not carried out on the servers'
	// files yet.
	Version  string `json:"version,omitempty"`
	Unerased int    `json:"unerased,omitempty"`
	Skewed   int    `json:"skewed"` // messages from clocks that run ahead
	// ClockAhead is by how many seconds this machine's clock is ahead of the server's, 0 for a few minutes.
	ClockAhead int `json:"clockAhead,omitempty"`
	// ServersBehind lists the team's servers whose copy of the log was not up to date when it was looked at: an admin's and
	// a keeper's companion do so each minute, others' on connecting.
	ServersBehind []string `json:"serversBehind,omitempty"`
	// Encrypted says that the team encrypts for its members, and NoKey that this one has no key to
	// encrypt with yet.
	External  bool `json:"external,omitempty"` // its log is on a NATS of another operator
	Encrypted bool `json:"encrypted,omitempty"`
	NoKey     bool `json:"noKey,omitempty"`
}

// SiteStatus describes a followed site.
type SiteStatus struct {
	Origin  string `json:"origin"`
	Read    bool   `json:"read"`    // everything there was has been read once on this connection
	Records int    `json:"records"` // new ones since the start
}

// MemberStatus describes a member of the roster.
type MemberStatus struct {
	Member  string `json:"member"`
	Name    string `json:"name"`
	Role    string `json:"role"`
	Revoked bool   `json:"revoked,omitempty"`
	// Version is the member's, empty if it was not said, and Behind counts the deletion requests that the member has not
	// carried out yet.
	Version string `json:"version,omitempty"`
	Behind  int    `json:"behind,omitempty"`
	// Withheld counts the member's deletion requests that the log should have and lacks.
	Withheld int `json:"withheld,omitempty"`
	// Aside says that a person here set the member aside, and AsideAt lists sites on which
	// results of suggestions did.
	Aside   bool     `json:"aside,omitempty"`
	AsideAt []string `json:"asideAt,omitempty"`
	// Worked and Failed count the suggestions here for which the member alone spoke.
	Worked int `json:"worked,omitempty"`
	Failed int `json:"failed,omitempty"`
}

// memberStatus describes a member. c.mu is held.
func (c *Client) memberStatus(e batch.Entry) MemberStatus {
	m := MemberStatus{Member: e.Member, Name: e.Name, Role: e.Role, Revoked: e.Revoked != nil, Withheld: c.withheld(e.Member)}
	if d := c.carried[e.Member]; e.Revoked == nil {
		m.Version = d.Version
		if !e.Fleet && e.Member != c.member.Member { // runners end soon
			m.Behind = c.behind(d, d.Control)
		}
	}
	return m
}

// behind counts the deletion requests after the position of a confirmation. c.mu is held.
func (c *Client) behind(d batch.Done, seq uint64) int {
	if d.Created != c.state.Created[batch.ControlStream].UnixNano() {
		seq = 0 // of streams that are no more
	}
	return int(c.state.Control - min(seq, c.state.Control))
}

// unerased counts the deletion requests that neither the server nor a keeper carried out on the servers' files. c.mu is held.
func (c *Client) unerased() int {
	server := c.carried[batch.ServerMember]
	least := c.behind(server, server.Control)
	for id, d := range c.carried {
		if e := c.people.entries[id]; e.Role == batch.RoleKeeper && e.Revoked == nil {
			least = min(least, c.behind(d, d.Erased))
		}
	}
	return least
}

// oversharing lists the names of the members who removed fields from this one's records. c.mu is held.
func (c *Client) oversharing() (names []string) {
	for id, d := range c.carried {
		if e := c.people.entries[id]; e.Revoked == nil && slices.Contains(d.Overshared, c.member.Member) {
			names = append(names, cmp.Or(e.Name, id))
		}
	}
	slices.Sort(names)
	return names
}

func cmpNames(a, b MemberStatus) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Member, b.Member))
}
