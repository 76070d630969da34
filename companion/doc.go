// Command cairn is the companion: it keeps what the extension observes, gives
// it to AI agents over MCP, and acts on pages for them.
//
// This package holds the verbs of the command line, one file each (cmd_*.go), and
// no more. One daemon per user owns the store (companion/daemon). Most verbs ask
// it over an owner-only socket (companion/control), and start it when it is not
// there.
package main
