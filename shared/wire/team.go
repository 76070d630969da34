package wire

import "cairn/shared/types"

// TeamOrder queries or changes the team membership. Panel or command line send it once;
// the panel is answered by a [TeamSaid].
type TeamOrder struct {
	ID string `json:"id,omitempty"` // of the panel's question
	Op string `json:"op"`
	// Site is an origin, and Mode its new mode, with TeamShare. Site restricts the others.
	Site string `json:"site,omitempty"`
	Mode string `json:"mode,omitempty"`
	// Session is the session to look at, to send, to keep or to report, and With the only
	// texts that may leave.
	Session string     `json:"session,omitempty"`
	With    []TeamLine `json:"with,omitempty"`
	// Member is a name or an id, and Aside whether its records are not used, with TeamTrust.
	Member string `json:"member,omitempty"`
	Aside  bool   `json:"aside,omitempty"`
	// Forget withdraws the shared records, with TeamLeave.
	Forget bool `json:"forget,omitempty"`
	// Anyway leaves although the server does not have all deletions.
	Anyway bool `json:"anyway,omitempty"`
}

// The operations of a TeamOrder.
const (
	TeamStatus = "status"
	TeamOpen   = "open" // read the membership file, which was just written
	TeamLeave  = "leave"
	TeamShare  = "share"
	TeamReview = "review"
	TeamSend   = "send"
	TeamDrop   = "drop"
	TeamTrust  = "trust"
	TeamReport = "report"
	TeamPush   = "push" // make batches of all that is due, without waiting
)

// TeamSaid answers the panel's TeamOrder with that ID by the new state. Team is absent
// without a membership.
type TeamSaid struct {
	ID    string       `json:"id"`
	Team  *TeamState   `json:"team,omitempty"`
	Error *types.Error `json:"error,omitempty"`
}

// TeamState is the membership as the panel shows it. It has no times of sessions, so that
// it does not show when members work.
type TeamState struct {
	Name   string `json:"name"`
	Member string `json:"member"` // this member's name
	Role   string `json:"role"`
	// State is "live", "offline" or "refused". Since is its start, Error the reason.
	State string       `json:"state"`
	Since types.Time   `json:"since"`
	Error *types.Error `json:"error,omitempty"`
	// Outbox and Deletions count the records and deletion requests that the server has not
	// acknowledged.
	Outbox    int          `json:"outbox"`
	Deletions int          `json:"deletions"`
	Sites     []TeamSite   `json:"sites"`
	Members   []TeamMember `json:"members"`
	// Receipts are those of the person's latest deletions, newest last.
	Receipts []TeamReceipt `json:"receipts,omitempty"`
	// Reviews are the sessions that wait for review, oldest first; MoreReviews counts
	// those left out. They have lines only in the answer to TeamReview.
	Reviews     []TeamSession `json:"reviews"`
	MoreReviews int           `json:"moreReviews,omitempty"`
}

// TeamReceipt reports where a deletion of shared records was carried out.
type TeamReceipt struct {
	At      types.Time `json:"at"`
	Records int        `json:"records,omitempty"` // 0 for all
	Server  bool       `json:"server,omitempty"`  // erased from the server's files
	Done    int        `json:"done"`              // other members, of Members
	Members int        `json:"members"`
}

// TeamSite is a site that is shared here, or with records of other members.
type TeamSite struct {
	Origin   string `json:"origin"`
	Mode     string `json:"mode"`
	Offered  bool   `json:"offered,omitempty"`  // the admin offers mode auto
	Shared   int    `json:"shared,omitempty"`   // own sessions that were sent
	Received int    `json:"received,omitempty"` // sessions of others
	Members  int    `json:"members,omitempty"`  // authors of these
}

// TeamMember is a member of the roster.
type TeamMember struct {
	Member  string `json:"member"`
	Name    string `json:"name"`
	Role    string `json:"role"`
	Me      bool   `json:"me,omitempty"`
	Revoked bool   `json:"revoked,omitempty"`
	// Aside reports that the person set the member aside; AsideAt lists the sites where
	// bad results did.
	Aside   bool     `json:"aside,omitempty"`
	AsideAt []string `json:"asideAt,omitempty"`
	// Worked and Failed count the results of suggestions with evidence of this member
	// alone.
	Worked int `json:"worked,omitempty"`
	Failed int `json:"failed,omitempty"`
}

// TeamSession is a session's part on a site that waits for the person's decision.
type TeamSession struct {
	SessionID string `json:"sessionId"`
	Origin    string `json:"origin"`
	Goal      string `json:"goal,omitempty"` // for the person; it leaves only as a line
	Steps     int    `json:"steps"`
	Texts     int    `json:"texts"`
	// Lines are the texts that would leave, each once.
	Lines []TeamLine `json:"lines,omitempty"`
}

// TeamLine is a text that would leave.
type TeamLine struct {
	Kind string `json:"kind"` // "name", "testId", "route", …
	Text string `json:"text"`
	// Once reports that only one session here has that name: it is most likely data.
	Once bool `json:"once,omitempty"`
}
