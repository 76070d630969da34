package batch

import "cairn/shared/types"

// Outgoing is a batch of this companion, for the team's log. Its contents never change: it is
// sent again until it is acknowledged, and then has no lines.
type Outgoing struct {
	ID, Site, Run string
	First         int64
	Prev          string
	At            types.Time
	Lines         [][]byte
}

// Receipt counts the records of a batch that arrived.
type Receipt struct {
	New        int // stored
	Known      int // had already
	Dropped    int // outside the form, of another site, or forgotten
	Overshared int // fields that were outside the form and were removed
}
