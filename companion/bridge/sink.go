package bridge

import (
	"context"

	"cairn/shared/wire"
)

// Sink stores records and supplies those of others (companion/memory).
type Sink interface {
	// HWM returns the number up to which every record of an install's epoch is
	// durable, 0 at first.
	HWM(install, epoch string) int64
	// Accept stores records with consecutive numbers that leave no gap, and
	// returns the new mark when they are durable. It skips duplicates. A stored
	// number with other content is types.CodeSeqConflict.
	Accept(ctx context.Context, install, epoch string, recs []wire.Record) (hwm int64, err error)
	// Driven returns the ids of the steps among accepted records that a wrapped driver's
	// steps contain, so that they are not stored.
	Driven(recs []wire.Record) []string
	// Replica returns up to most records after cursor, each numbered with its
	// own cursor, except those that came from this install's epoch; and the
	// cursor to continue from.
	Replica(cursor int64, install, epoch string, most int) (recs []wire.Encoded, next int64, err error)
	// Cursor returns the cursor of the newest change.
	Cursor() int64
	// Changed returns a channel that is closed when Replica may have new records.
	// Call it before Replica, or a change between the two is missed.
	Changed() <-chan struct{}
}
