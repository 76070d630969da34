// Package daemon is the one process per user that owns the store.
//
// It connects the parts of the companion, each by a small interface: store (durable
// records), memory (store and search core together), bridge (the link to the
// extension), cdp and pilot (actions in a browser), runner (flows), mcptools (the
// tools for agents), chromium (the browsers that Cairn starts itself). Open reserves
// the data directory and the port, and loads the stored records. Serve answers until
// its context ends: agents over HTTP and over the control socket (control.go), the
// extension (companion/bridge), and the command line (serve.go).
package daemon
