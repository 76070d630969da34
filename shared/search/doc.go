// Package search finds remembered steps: spec 000 (scopes, filters, the last
// steps, sessions, recipes) and spec 001 (search).
//
// The usual path: [New], then [Engine.PutSession] and [Engine.PutStep] as
// records come, then [Engine.Query]. The engine is also the one in-memory
// holder of sessions and steps: whoever needs a session's steps asks it.
//
// The package knows no clock (the caller says what "now" is), does no I/O and
// gives the same bytes natively and as WebAssembly.
package search
