// Package types holds the nouns of Cairn: what a session, a step, an
// observation or a suggestion is, and how each reads as JSON.
//
// It imports the standard library alone, knows no clock and does no I/O, so
// that the companion, the WebAssembly core and the generators can all share
// it. JSON field names are those of the requirement documents (specs 000 to
// 004); where a field is Cairn's own, its comment says so.
//
// The usual path through the nouns: an [Observation] says what a page showed,
// a [Step] is one action with the Observation before it and the [Outcome]
// after, a [Session] is one goal-directed run of steps. From those are derived
// [PriorKnowledge] ("what worked on a screen like this") and [KnowledgeCard]s
// ("what do we know of this site").
package types
