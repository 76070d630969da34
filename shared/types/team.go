package types

// From says which member of which team a session came from. Sessions of one's own
// have none. Only the companion's door for a team sets it.
type From struct {
	Team   string `json:"team"`
	Author string `json:"author"`
}

// Tombstone is the deletion request of one author for records that were shared with
// a team. It names records by their identities, never by their contents.
type Tombstone struct {
	Author string `json:"author"`
	// Run and N number the author's tombstones: 1, 2, 3 … in each run.
	Run string `json:"run"`
	N   int64  `json:"n"`
	At  Time   `json:"at"`
	// IDs are the identities of sessions and steps, as readers store them.
	IDs []string `json:"ids,omitempty"`
	// Places are where the records stand in the team's log.
	Places []Place `json:"places,omitempty"`
	// All covers everything that the author shared before At.
	All bool `json:"all,omitempty"`
}

// Place is where a record stands among those of its author.
type Place struct {
	Run  string `json:"run"`
	Site string `json:"site"` // the site's id in the team, no host
	K    int64  `json:"k"`
}
