// Package control is how every other invocation of cairn talks to the daemon: the
// messages of its owner-only socket, and the client that asks, starting a daemon
// when none runs.
//
// The first line of a connection is one Request. After WantMCP the connection
// carries MCP messages, one a line; every other request is answered by one Reply
// and the connection ends, but WantFlowRun, which is answered by several lines
// (FlowReply). The daemon's side is companion/daemon.
package control
