// Package pack stores steps in a few hundred bytes each instead of ten thousand as Go
// values: pages repeat themselves, and a pack stores each text, element and page once.
//
// A [Writer] adds steps one by one and can read them back at any time; [Writer.Bytes]
// encodes it, and [Open] makes the bytes readable without decoding all of them. A step
// comes out as it went in, up to the distinctions that JSON does not make (a whole number
// in a tool's input comes back as a float64).
//
// # The format
//
// All numbers are unsigned varints unless they are called signed (zigzag). A
// pack is a sequence of tables, and later tables refer to entries of earlier ones by
// their number, counted from 0:
//
//	strings       count, lengths, then all bytes
//	paths         count, lengths, then per path: its strings
//	elements      count, lengths, then per element: the fields of a test id or
//	              an accessibility node (element.go)
//	observations  count, lengths, then per page: its state, then runs of
//	              elements (observation.go)
//	steps         count, lengths, then per step: its own fields (step.go)
//
// Lengths are in bytes; a reader finds any entry by them alone. Ends of tables are not
// stored: they follow from the lengths.
//
// Reading validates the bytes: invalid ones yield an incomplete step, never a panic.
// The container of a pack has the checksum that detects damage.
package pack
