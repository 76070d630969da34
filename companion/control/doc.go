// Package control connects every other invocation of cairn to the daemon: it has the
// messages of the owner-only socket, and the client, which starts a daemon if none
// runs.
//
// The first line of a connection is one Request. After WantMCP the connection carries
// MCP messages, one a line. Every other request gets one Reply and ends the
// connection, except WantFlowRun, which gets several lines (FlowReply). The daemon's
// side is companion/daemon.
package control
