// Package bridge is the companion's end of the link to the extension: the
// WebSocket server behind /sync, as shared/wire tells it. It is the only
// package that imports gorilla/websocket.
//
//	b := bridge.New(key, "chrome-extension://"+extension.ID, memory, bridge.Options{Version: version})
//	mux.Handle("/sync", b)
//	peer, err := b.WaitPeer(ctx, "")                 // a browser is there
//	reply, err := peer.Call(ctx, wire.Envelope{Kind: wire.KindTabList, TabList: &wire.TabList{}})
//	cancel := peer.Subscribe(func(e wire.Envelope) { … })
//	err = b.Shutdown(ctx)
//
// # Who may speak
//
// A connection is refused unless it is for a loopback name at our own port
// (against DNS rebinding) and comes from our own extension (against web pages
// and other extensions). Both are filters, which a local program can forge. What
// counts is the proof: each side shows that it holds the pairing key by an HMAC
// over both sides' fresh nonces. Before that nothing is said, and the key never
// crosses.
//
// # Who runs
//
// A peer has four goroutines, which end together: the reader takes frames and
// sorts them; the writer sends frames and beats; the ingester hands batches to
// the [Sink] and acknowledges; the replicator sends what others recorded. The
// reader never waits for a disk, so that answers to calls are never late
// because of one.
package bridge
