// Package pack keeps steps in a few hundred bytes each, where they take ten
// thousand as Go values: pages repeat themselves, and a pack says each thing
// once.
//
// A [Writer] takes steps one by one and can read them back at any time; sealed
// ([Writer.Bytes]) it is a pack, which [Open] makes readable again without
// unpacking it. A step comes out as it went in, except that what JSON does not
// tell apart is not told apart either (a whole number in a tool's input comes
// back as a float64).
//
// # The format
//
// All numbers are unsigned varints unless they are called signed (zigzag). A
// pack is five tables, one after the other, and what later tables name of the
// earlier ones they name by its number, counted from 0:
//
//	strings       count, lengths, then all bytes
//	paths         count, lengths, then per path: its strings
//	elements      count, lengths, then per element: what a test id or an
//	              accessibility node is (element.go)
//	observations  count, lengths, then per page: its state, then runs of
//	              elements (observation.go)
//	steps         count, lengths, then per step: its own fields (step.go)
//
// Lengths are in bytes; they are all that must be read to find any entry. Ends
// of tables are not stored: they follow from the lengths.
//
// What a pack says is checked as it is read: bytes that lie give a step with
// less in it, never a panic. Whether they are the bytes that were written is
// for the container to know, which has a checksum.
package pack
