package team

import (
	"context"
	"errors"
	"math"
	"time"

	"cairn/companion/team/batch"
)

// Log is the team's log. NATS is behind it, and nothing of NATS shows.
type Log interface {
	// Append returns when the log has the message on disk, ErrPlaceUsed if another of this member's
	// messages has its place.
	Append(ctx context.Context, m batch.Message) error
	// Follow calls got for each message on the live subjects until stop.
	Follow(subjects string, got func(Stored)) (stop func(), err error)
	// Read calls each with the stored messages on subjects after a sequence, in order, and returns
	// the sequence up to which it read.
	Read(ctx context.Context, stream, subjects string, after uint64, each func(Stored) error) (uint64, error)
	// Last calls got with the newest message on a subject, if there is one.
	Last(ctx context.Context, stream, subject string, got func(Stored)) error
	// State describes a stream, and counts the messages on subjects.
	State(ctx context.Context, stream, subjects string) (StreamState, error)

	// The others are for keepers.

	// Store appends a message directly after the sequence last, or ErrMoved; Anywhere for any. It returns the message's
	// sequence.
	Store(ctx context.Context, m batch.Message, last uint64) (uint64, error)
	// Walk calls each with the stored messages on a subject from a sequence on, as the stream's leader has them:
	// another server may lack one, which would stay.
	Walk(ctx context.Context, stream, subject string, from uint64, each func(Stored) error) error
	// Erase overwrites a message. Purge removes those on a subject before a sequence, and leaves their bytes.
	Erase(ctx context.Context, stream string, seq uint64) error
	Purge(ctx context.Context, stream, subject string, before uint64) error
}

// Anywhere has Store append a message after any other.
const Anywhere = math.MaxUint64

// The errors of a Log that its callers tell apart.
var (
	ErrMoved     = errors.New("another message came between")
	ErrPlaceUsed = errors.New("the log has another message of this member at the place")
)

// Stored is a message as the log holds it.
type Stored = batch.Stored

// StreamState is the state of a stream.
type StreamState struct {
	Created time.Time
	Now     time.Time // by the server's clock
	FirstAt time.Time // the stamp of the first message
	Last    uint64
	Full    bool              // its limits may have removed the first messages
	Counts  map[string]uint64 // messages by subject
	Behind  []string          // the servers whose copy is not up to date
}
