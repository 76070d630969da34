// Command cairn is the companion: it stores the extension's observations, serves them
// to AI agents over MCP, and acts on pages for the agents.
//
// This package only holds the commands of the command line, one file each (cmd_*.go).
// One daemon per user owns the store (companion/daemon). Most commands query it over
// an owner-only socket (companion/control), and start it when it is not running.
package main
