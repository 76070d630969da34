package team

import (
	"cmp"

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
	Skewed     int            `json:"skewed"` // messages from clocks that run ahead
	// ClockAhead is by how many seconds this machine's clock is ahead of the server's, 0 for a few minutes.
	ClockAhead int `json:"clockAhead,omitempty"`
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
	// Aside says that a person here set the member aside, and AsideAt lists sites on which
	// results of suggestions did.
	Aside   bool     `json:"aside,omitempty"`
	AsideAt []string `json:"asideAt,omitempty"`
	// Worked and Failed count the suggestions here for which the member alone spoke.
	Worked int `json:"worked,omitempty"`
	Failed int `json:"failed,omitempty"`
}

func cmpNames(a, b MemberStatus) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Member, b.Member))
}
