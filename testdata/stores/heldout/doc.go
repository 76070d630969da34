// Package heldout generates stores of another world than package gen: other trades,
// other words for the same thing, other spellings of test ids, goals in four
// languages, sessions without a goal. A ranking rule that helps in both worlds is
// likely to help in a third.
//
// The same seed gives the same store on every machine, as with package gen, whose
// types it uses.
package heldout
