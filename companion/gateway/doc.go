// Package gateway is `cairn mcp --wrap -- COMMAND`: it connects an MCP client to
// another browser driver (Playwright MCP, Chrome DevTools MCP, agent-browser), forwards
// all messages, and adds Cairn's memory to the driver's own answers (DESIGN 13).
//
//	client ──lines──▶ toDriver ──▶ driver (a child process)
//	client ◀──lines── toClient ◀── driver
//	                     │ answers of tools only
//	                  watcher ── adapter ──▶ Memory (the daemon, over its socket)
//
// # Frames stay bytes
//
// A message is one line, and a line without an addition is forwarded byte for byte.
// The typed structs of mcp-go would drop fields that it does not know, reorder the
// others and refuse methods of later protocol versions, so forwarding does not use
// them. scan.go finds the few members that the gateway reads (id, method, the end of
// an array) without decoding the rest. Lines beyond maxLine are forwarded in pieces
// and unread. Order is kept: one goroutine carries each direction, and an answer waits
// for its addition at most addTime.
//
// mcp-go's client makes the gateway's own calls of the driver (own.go): a flow's run
// acts through it. Their ids differ from the client's, and the client does not see
// their answers.
//
// # Never hang, never invent
//
// The gateway invents no answer for the driver. When the driver ends, the gateway ends
// with the same exit status or signal; the client sees the end of its input, as
// without a gateway. Standard error is the driver's own. Invalid JSON, messages with
// two ids and unrequested messages are forwarded.
//
// # Answers that do not show the page
//
// Playwright MCP shows the page behind each action, Chrome DevTools MCP and agent-browser
// only if they are asked. The gateway does not ask them beside its client: a snapshot
// withdraws the refs of elements that are hidden at that moment, and a click of the
// client on one of them, which was right, would be refused. Nothing is suggested for a page
// that an action may have changed. Suggested clicks ask Chrome DevTools MCP for the page
// that they lead to (includeSnapshot); agent-browser's client looks for itself. A step has
// the page behind its action, and is stored once: where the answer did not show that page,
// the step waits for the client's next look, but not long (holdTime). A flow's end has the
// evidence of the sessions that saw it: when a task is stated as done before such a look,
// the gateway looks once.
//
// # Memory is optional
//
// The watcher turns calls and answers into steps and observations. An adapter parses
// one driver's snapshots, refs and actions. An answer in an unknown format is
// forwarded, and one warning goes to standard error; the same line names a driver
// without an adapter, and tools that a later version of one does not offer. The same holds for a daemon that
// is closed, hangs or cannot write: one line, and later answers come without additions
// until it is back. The daemon redacts page text before anything is stored, and fences
// enclose it on its way to the client. Typed text is stored only if the goal contains
// it: a driver does not report which fields are secret.
package gateway
