// Package search finds remembered steps: spec 000 (scopes, filters, the last
// steps, sessions, recipes) and spec 001 (search).
//
// The usual path: [New], then [Engine.PutSession] and [Engine.PutStep] as
// records come, then [Engine.Query]. The engine is also the one in-memory
// holder of sessions and steps: whoever needs a session's steps asks it.
// Questions change nothing: any number of them may be asked at once.
//
// # How a query is answered
//
// A ranker makes a plan of the query: which words of the store count for which
// of its words, in which fields, and how much (plan.go; ranked.go with
// weights.go and learned.go is the default, spec.go the reference). The index (index.go,
// lexicon.go) knows where every word stands. Of the plan and the index come the
// best steps (top.go, then collect.go, candidates.go and score.go in this
// order), and for each the evidence that is shown (evidence.go) or the sum that
// explains it (explain.go).
//
// # What it holds to
//
// The package knows no clock (the caller says what "now" is), does no I/O, and
// scores in whole numbers, so that it gives the same bytes natively and as
// WebAssembly. The index gives exactly what a look at every step would give:
// the scan in scan_test.go is the oracle. Nothing matches nothing: a result has
// evidence beyond being recent.
package search
