package batch

import "errors"

// The errors of messages that are not accepted. They are counted by kind.
var (
	ErrUnsigned  = errors.New("the signature is missing or wrong")
	ErrSubject   = errors.New("the message is not the one that its subject names")
	ErrLimit     = errors.New("the message exceeds a limit")
	ErrNewer     = errors.New("a newer version of Cairn wrote the message")
	ErrMalformed = errors.New("the message cannot be decoded")
	ErrKey       = errors.New("the message is encrypted under a key that is not known here")
)

// Version is the version of all messages that this package writes. It grows only when
// an older reader would misread a message.
const Version = 1

// The limits of messages (T6).
const (
	MaxRecords  = 64        // of a batch
	MaxData     = 256 << 10 // bytes of a batch as it is sent
	MaxUnpacked = 1 << 20   // bytes of its records
	MaxDepth    = 20        // levels of JSON
	MaxControl  = 64 << 10  // bytes of a tombstone, a roster entry or a configuration
	MaxNamed    = 400       // records that a tombstone names
)
