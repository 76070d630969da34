// Package types holds the nouns of Cairn: sessions, steps,
// observations, suggestions, and the JSON of each.
//
// It imports the standard library alone, knows no clock and does no I/O, so
// that the companion, the WebAssembly core and the generators can all share
// it. JSON field names are those of the requirement documents (specs 000 to
// 004); where a field is Cairn's own, its comment says so.
//
// The usual path through the nouns: an [Observation] describes a page,
// a [Step] is one action with the Observation before it and the [Outcome]
// after, a [Session] is one goal-directed run of steps. From those are derived
// [PriorKnowledge] (the actions that worked on a screen like this) and [KnowledgeCard]s
// (the knowledge of a site).
package types
