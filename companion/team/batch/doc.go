// Package batch encodes and checks the messages that members of a team exchange:
// batches of records, tombstones, roster entries and the team's configuration.
//
// A batch is a line of JSON (the [Header]) and the compressed lines of its records. Its
// author signs subject and data (Ed25519ctx), so it holds on its own subject alone,
// whatever carries it. Records are opaque lines here; package share gives them a meaning.
//
// A message that opens was within the limits, on its own subject and signed. Any other is an
// error of errors.go.
package batch
