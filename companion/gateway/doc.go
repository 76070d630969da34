// Package gateway is `cairn mcp --wrap -- COMMAND`: it stands between an MCP client
// and another browser driver (Playwright MCP, Chrome DevTools MCP), passes everything
// on, and adds what Cairn remembers to the driver's own answers (DESIGN 13).
//
//	client ──lines──▶ toDriver ──▶ driver (a child process)
//	client ◀──lines── toClient ◀── driver
//	                     │ answers of tools alone
//	                  watcher ── adapter ──▶ Memory (the daemon, over its socket)
//
// # Frames stay bytes
//
// A message is one line, and a line that needs no addition is written as it was read,
// byte for byte. The typed structs of mcp-go would drop fields that it does not know,
// reorder the others and refuse methods of later protocol versions, so they are not
// used for what passes. scan.go finds the few members that are looked at (id, method,
// the end of an array) without decoding the rest. Lines beyond maxLine are passed on
// in pieces and not looked at. Order is kept: one goroutine carries each direction,
// and an answer waits for its addition at most addTime.
//
// mcp-go's client makes the gateway's own calls of the driver (own.go): a run of a
// flow acts through it. Their ids cannot be the client's, and their answers are kept
// from the client.
//
// # Never hang, never invent
//
// No answer is made up for the driver. One that ends ends the gateway, with the same
// exit status or signal; the client sees the end of its input, as without a gateway.
// Standard error is the driver's own. What is no JSON, has two ids or comes unasked is
// passed on.
//
// # Memory is optional
//
// The watcher turns calls and answers into steps and observations. An adapter says how
// one driver's snapshots, refs and actions read; where an answer reads otherwise, it is
// passed on and one warning goes to standard error. The same holds for a daemon that is
// gone, hangs or cannot write: one line, and later answers come without additions until
// it is back. Page text is redacted by the daemon before anything is stored, and reaches
// the client in fences. Typed text is kept only where the goal says the same: a driver
// does not say which fields are secret.
package gateway
