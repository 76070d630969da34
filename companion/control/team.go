package control

import (
	"cairn/companion/memory"
	"cairn/companion/team"
	"cairn/shared/types"
)

// TeamReply answers a wire.TeamOrder.
type TeamReply struct {
	// Status is nil if no team is joined.
	Status *team.Status `json:"status,omitempty"`
	// Sites are the shared sites with their modes.
	Sites   map[string]string      `json:"sites,omitempty"`
	Reviews []memory.SharedSession `json:"reviews,omitempty"`
}

// ErrNoTeam is the answer where a team is needed.
var ErrNoTeam = types.Fault(types.CodeNoTeam, "no team is joined", "To join one: cairn team join CODE. To make one: cairn team create NAME.")
