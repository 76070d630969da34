// Package search finds stored steps: spec 000 (scopes, filters, the last steps,
// sessions, recipes) and spec 001 (search).
//
// The usual path: [New], then [Engine.PutSession] and [Engine.PutStep] as records
// arrive, then [Engine.Query]. The engine is also the only in-memory store of sessions
// and steps: other packages ask it for a session's steps. Queries change nothing, so
// they may run concurrently.
//
// # How a query is answered
//
// A ranker turns the query into a plan: which words of the store count for which query
// words, in which fields, and how much (plan.go; ranked.go with weights.go and
// learned.go is the default, spec.go the reference). The index (index.go, lexicon.go)
// stores the places of every word. From plan and index the engine computes the best
// steps (top.go, then collect.go, candidates.go and score.go in this order), and for
// each the evidence to show (evidence.go) or the sum that explains its score
// (explain.go).
//
// # Guarantees
//
// The package reads no clock (callers pass the current time), does no I/O, and scores in
// whole numbers, so that native code and WebAssembly return the same bytes. The index
// returns exactly the result of a scan of every step: scan_test.go is the oracle.
// Recency alone is no match: every result has other evidence.
package search
