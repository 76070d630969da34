// Package eval measures the engines that serve pages on recorded material: Suggest
// answers a replay of recorded sessions, action by action; Search ranks a set of
// documents for a set of queries. Both read and write lines of JSON, so that a program
// in any language can score them.
//
// The package does not know how its answers are scored: its input is the engine's
// knowledge at that moment.
package eval
