// Package wire holds every message that crosses a boundary: between extension
// and companion over the WebSocket ([Envelope]), between the extension's
// worker and the Wasm core ([CoreRequest], [CoreReply]), and between the
// extension's own contexts ([RuntimeMessage]). The types are the one source:
// extension/wire.d.ts is generated from them (go generate ./shared/wire) and
// a test fails when it has drifted.
//
// # Link
//
// One WebSocket from the extension's offscreen document to
// ws://127.0.0.1:<port>/sync carries text frames, one JSON [Envelope] each, of
// at most [MaxFrame] bytes. Kind names the message and the pointer field of
// the same name holds it; all others are absent.
//
// Opening: both sides prove that they hold the pairing key, which never
// crosses. Nothing else is said before.
//
//	bound = HMAC-SHA256(key, "port|"+port)
//
//	extension → hello{proto, installId, epoch, next, nonce}
//	companion → welcome{proto, nonce, proof: HMAC-SHA256(bound, "s|"+nonceC+"|"+nonceS)}
//	extension → prove{proof: HMAC-SHA256(bound, "e|"+nonceS+"|"+nonceC+"|"+installId)}
//	companion → ready{hwm, limits, screenRules, nameKey}
//	extension → keeping{mode, sites}
//
// The port is the one that each side sees itself: the extension takes the one that
// it dialled, the companion the one on which the connection arrived. A program
// on another port that forwards the opening therefore proves nothing to either.
// Protocol 1 had no such binding; neither side speaks it any more.
//
// Proofs are lower-case hex. The extension has [HandshakeTimeout] to prove
// itself; a peer that finds the other's proof wrong closes with [CloseUnauthorized].
//
// Observations flow up in batches of [Record]s, numbered 1, 2, 3 … per
// (installId, epoch). The companion takes the contiguous run after its
// high-water mark, ignores what it has, and answers ack{hwm} only after fsync;
// on a gap it answers ack with the old mark and the extension sends again from
// there. The extension deletes only what is acknowledged. At most [Window]
// batches are under way. When the mark in ready is not the number before the
// extension's first, an acknowledgement was lost or one side was set back: the
// extension begins a new epoch, because to delete by number could lose what
// was recorded since. The companion knows steps by their ids.
//
// What people say of cards and KB items ([types.Edit]) is a record like a step:
// it goes up where it was said in the extension, down where it was said
// elsewhere, and holds wherever it has come, by its time. The panel says it
// with [RunEdit], reads cards and their versions with [OpCards] and the
// knowledge base with [OpKB].
//
// Records of others (agents' steps, other browsers) flow down in replica
// messages by cursor; the extension answers replicaAck once it has them in
// IndexedDB, and says in hello from which cursor to go on.
//
// A look may bring a question ([Ask]): what was recorded by then goes ahead of it
// in replica messages, and the extension answers ([Answer]) if its core has that.
//
// A person runs a flow by an event (flowOrder); the companion says of it what it does and
// how it ends by calls (flowSaid), which the panel shows. Likewise the panel asks about the
// team, or orders something (teamOrder), and the companion answers with a call (teamSaid).
//
// Calls go down: an Envelope with an id, answered by one of kind reply with
// the same id in re. Events go up without an id.
//
// Either side sends beat when it has been silent for [BeatEvery]; a side that
// heard nothing for [DeadAfter] closes and the extension connects again, after
// 0.25 s doubling to 30 s with full jitter.
package wire

//go:generate go run ./gen
