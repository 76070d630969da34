package team

import (
	"context"
	"errors"
	"time"

	"cairn/companion/team/batch"
)

// Log is the team's log. NATS is behind it, and nothing of NATS shows.
type Log interface {
	// Append returns when the log has the message on disk, errPlaceUsed if another of this member's
	// messages has its place.
	Append(ctx context.Context, m batch.Message) error
	// Follow calls got for each message on the live subjects until stop.
	Follow(subjects string, got func(Stored)) (stop func(), err error)
	// Read calls each with the stored messages on subjects after a sequence, in order, and returns
	// the sequence up to which it read.
	Read(ctx context.Context, stream, subjects string, after uint64, each func(Stored) error) (uint64, error)
	// Last calls got with the newest message on a subject, if there is one.
	Last(ctx context.Context, stream, subject string, got func(Stored)) error
	// Erase overwrites, as a keeper, the stored messages on a subject that hit matches. EraseSnapshots does so with
	// a site's snapshots.
	Erase(ctx context.Context, stream, subject string, hit func(batch.Message) bool) error
	EraseSnapshots(ctx context.Context, team, site string) error
	// State describes a stream, and counts the messages on subjects.
	State(ctx context.Context, stream, subjects string) (StreamState, error)
}

var errPlaceUsed = errors.New("the log has another message of this member at the place")

// Stored is a message as the log holds it.
type Stored = batch.Stored

// StreamState is the state of a stream.
type StreamState struct {
	Created time.Time
	Now     time.Time // by the server's clock
	First   uint64    // the first sequence
	FirstAt time.Time // its stamp
	Last    uint64
	Counts  map[string]uint64 // messages by subject
	Behind  []string          // the servers whose copy is not up to date
}
