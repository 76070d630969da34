package control

import (
	"cairn/companion/memory"
	"cairn/companion/team"
	"cairn/shared/types"
)

// TeamRequest is a question about the team, or an order.
type TeamRequest struct {
	Op string `json:"op"`
	// Site is an origin, and Mode its new mode, with TeamShare. Site restricts the others.
	Site string `json:"site,omitempty"`
	Mode string `json:"mode,omitempty"`
	// Session is the session to send or to keep, and Without the texts to leave out.
	Session string   `json:"session,omitempty"`
	Without []string `json:"without,omitempty"`
	// All sends names that only one session has, too.
	All bool `json:"all,omitempty"`
	// Member is a name or an id, and Aside whether its records are not used, with TeamTrust.
	Member string `json:"member,omitempty"`
	Aside  bool   `json:"aside,omitempty"`
	// Forget withdraws what was shared, with TeamLeave.
	Forget bool `json:"forget,omitempty"`
}

// The operations.
const (
	TeamStatus = "status"
	TeamOpen   = "open" // read the membership, which was just written
	TeamLeave  = "leave"
	TeamShare  = "share"
	TeamReview = "review"
	TeamSend   = "send"
	TeamDrop   = "drop"
	TeamTrust  = "trust"
)

// TeamReply answers a TeamRequest.
type TeamReply struct {
	// Status is nil if no team is joined.
	Status *team.Status `json:"status,omitempty"`
	// Sites are the shared sites with their modes.
	Sites   map[string]string      `json:"sites,omitempty"`
	Reviews []memory.SharedSession `json:"reviews,omitempty"`
}

// ErrNoTeam is the answer where a team is needed.
var ErrNoTeam = types.Fault(types.CodeNoTeam, "no team is joined", "To join one: cairn team join CODE. To make one: cairn team create NAME.")
