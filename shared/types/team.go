package types

import "cmp"

// From says which member of which team a session came from. Sessions of one's own
// have none. Only the companion's door for a team sets it.
type From struct {
	Team   string `json:"team"`
	Author string `json:"author"`
	// Name is the author's in the team's roster, empty where it is unknown.
	Name string `json:"name,omitempty"`
	// Aside is set where a person here set the author aside: the session is kept and not used.
	Aside bool `json:"aside,omitempty"`
	// Again counts how often the author did the session again, step for step.
	Again *Repeats `json:"again,omitempty"`
}

// Repeats counts sessions that were not stored one by one.
type Repeats struct {
	Count int  `json:"count"`
	Last  Time `json:"last"` // the day of the newest
}

// Times returns how often the author did the session.
func (f *From) Times() int {
	if f.Again == nil {
		return 1
	}
	return 1 + f.Again.Count
}

// Who returns the author's name, or the id without one.
func (f *From) Who() string { return cmp.Or(f.Name, f.Author) }

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

// Shared is an entry of a companion's sharing log. Exactly one of Choice, Aside, Batch,
// Tombstone and Run is set. A later entry with the same id replaces an earlier one.
// Entries never leave the companion's store, and name no hosts.
type Shared struct {
	ID string `json:"id"`
	At Time   `json:"at"`
	// Choice is a person's decision about a session.
	Choice    *Share           `json:"choice,omitempty"`
	Aside     *SharedAside     `json:"aside,omitempty"`
	Batch     *SharedBatch     `json:"batch,omitempty"`
	Tombstone *SharedTombstone `json:"tombstone,omitempty"`
	// Run is the run in which the next batches are made.
	Run *SharedRun `json:"run,omitempty"`
}

// SharedAside is a person's decision whether the records of a team's member are used.
type SharedAside struct {
	Author string `json:"author"`
	Aside  bool   `json:"aside"`
}

// SharedRun is a run of an author. A new store begins one, and one that was set back.
type SharedRun struct {
	Author string `json:"author"`
	Run    string `json:"run"`
}

// Share is a person's decision on a session's steps at a site: that they may leave,
// without some texts, or that they stay.
type Share struct {
	SessionID string `json:"sessionId"`
	Site      string `json:"site"` // the site's id in the team
	No        bool   `json:"no,omitempty"`
	// With holds digests of the texts that may leave, under Key. Others stay, also those
	// of steps that are recorded later.
	Key  *Sealed  `json:"key,omitempty"`
	With []string `json:"with,omitempty"`
}

// SharedBatch is a batch of records that is to leave or has left.
type SharedBatch struct {
	SharedRun
	SessionID string `json:"sessionId"`
	Site      string `json:"site"` // the site's id in the team
	First     int64  `json:"first"`
	Prev      string `json:"prev,omitempty"`
	Sum       string `json:"sum"`
	// IDs are the identities of the records in their order: of the session, then of
	// Steps, which have Times in the form.
	IDs   []string `json:"ids"`
	Steps []string `json:"steps"`
	Times []Time   `json:"times"`
	// Without holds digests of the texts that stayed, under Key: at other places the
	// records are the same.
	Key     *Sealed  `json:"key,omitempty"`
	Without []string `json:"without,omitempty"`
	// Lines are the records, until the team's log acknowledged them.
	Lines []string `json:"lines,omitempty"`
	Acked bool     `json:"acked,omitempty"`
	// Gone is set once the batch was forgotten, or its records stand at other places.
	Gone bool `json:"gone,omitempty"`
	// Forgotten are the steps that were deleted here: undoing that does not share them
	// again.
	Forgotten []string `json:"forgotten,omitempty"`
}

// SharedTombstone is a tombstone that is to leave or has left.
type SharedTombstone struct {
	Tombstone
	Acked bool `json:"acked,omitempty"`
}
