package bridge

import (
	"context"

	"cairn/shared/wire"
)

// Sink keeps records and has those of others (companion/memory).
type Sink interface {
	// HWM is the number up to which every record of an install's epoch is
	// durable, 0 at first.
	HWM(install, epoch string) int64
	// Accept takes records with consecutive numbers, none of them after a
	// hole, and returns the new mark when they are durable. It skips those
	// that it has. A record that came before with other content is
	// types.CodeSeqConflict.
	Accept(ctx context.Context, install, epoch string, recs []wire.Record) (hwm int64, err error)
	// Replica returns up to most records after cursor, each numbered with its
	// own cursor, except those that came from this install's epoch; and the
	// cursor to go on from.
	Replica(cursor int64, install, epoch string, most int) (recs []wire.Encoded, next int64, err error)
	// Cursor is that of the newest change, which Replica gets to in the end.
	Cursor() int64
	// Changed is closed when Replica may have something new. Ask for it before
	// asking Replica, or a change between the two is missed.
	Changed() <-chan struct{}
}
