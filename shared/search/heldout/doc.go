// Package heldout makes stores of another world than package gen: other trades,
// other words for the same thing, other ways to write test ids, goals in four
// languages, sessions that nobody gave a goal. What is true of both worlds has a
// chance to be true of a third.
//
// The same seed gives the same store on every machine, as with package gen,
// whose types it uses.
package heldout
