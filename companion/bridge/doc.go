// Package bridge is the companion's end of the link to the extension: the WebSocket
// server behind /sync. Package wire documents the protocol. It is the only package
// that imports gorilla/websocket.
//
//	b := bridge.New(key, "chrome-extension://"+extension.ID, memory, bridge.Options{Version: version})
//	mux.Handle("/sync", b)
//	peer, err := b.WaitPeer(ctx, "")                 // waits for a browser
//	reply, err := peer.Call(ctx, wire.Envelope{Kind: wire.KindTabList, TabList: &wire.TabList{}})
//	cancel := peer.Subscribe(func(e wire.Envelope) { … })
//	err = b.Shutdown(ctx)
//
// # Accepted connections
//
// A connection is refused unless it is for a loopback name at our own port (against
// DNS rebinding) and comes from our own extension (against web pages and other
// extensions). Both are filters, which a local program can forge. The authentication
// is the proof: each side shows that it holds the pairing key by an HMAC over both
// sides' fresh nonces. No data is sent before it, and the key is never sent.
//
// # Goroutines
//
// A peer has four goroutines, which end together: the reader decodes and dispatches
// messages; the writer sends messages and heartbeats; the ingester passes batches to
// the [Sink] and acknowledges them; the replicator sends records of others. The reader
// never waits for a disk, so that a disk never delays answers to calls.
package bridge
