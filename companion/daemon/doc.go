// Package daemon is the one process per user that owns the store.
//
// It is where the parts of the companion meet, each by a small interface: store
// (durable records), memory (store and search core together), bridge (the link to
// the extension), cdp and pilot (hands), runner (flows), mcptools (what agents
// see), chromium (the browsers that Cairn starts itself). Open takes the data
// directory and the port, and loads what is remembered; Serve answers until its
// context ends: agents over HTTP and over the control socket (control.go), the
// extension (companion/bridge), and the command line (serve.go).
package daemon
