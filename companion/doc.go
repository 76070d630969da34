// Command cairn is the companion: it keeps what the extension observes, gives
// it to AI agents over MCP, and acts on pages for them.
//
// This package only wires. What it wires lives beside it and meets nowhere
// else: store (durable records), memory (store and search core together),
// bridge (the link to the extension), cdp and pilot (hands), mcptools (what
// agents see), chromium (the browser that Cairn starts itself).
//
// One daemon per user owns the store (daemon.go). Every other invocation talks
// to it over an owner-only socket (control.go) and starts it when it is not
// there (client.go).
package main
