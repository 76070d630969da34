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
// Opening: both sides prove that they hold the pairing key, which is never
// sent. No other message is sent before.
//
//	bound = HMAC-SHA256(key, "port|"+port)
//
//	extension → hello{proto, installId, epoch, next, nonce}
//	companion → welcome{proto, nonce, proof: HMAC-SHA256(bound, "s|"+nonceC+"|"+nonceS)}
//	extension → prove{proof: HMAC-SHA256(bound, "e|"+nonceS+"|"+nonceC+"|"+installId)}
//	companion → ready{hwm, limits, screenRules, nameKey}
//	extension → keeping{mode, sites}
//
// Each side uses the port that it sees itself: the extension the one that it
// dialled, the companion the one on which the connection arrived. So a program
// on another port that forwards the opening has wrong proofs for both.
// Protocol 1 had no such binding; neither side speaks it any more.
//
// Proofs are lower-case hex. The extension has [HandshakeTimeout] to prove
// itself; a peer that finds the other's proof wrong closes with [CloseUnauthorized].
//
// Observations flow up in batches of [Record]s, numbered 1, 2, 3 … per
// (installId, epoch). The companion takes the contiguous run after its
// high-water mark, ignores records that it has, and answers ack{hwm} only after fsync;
// on a gap it answers ack with the old mark and the extension sends again from
// there. The extension deletes only acknowledged records. At most [Window]
// batches are in flight. When the mark in ready is not the number before the
// extension's first, an acknowledgement was lost or one side was restored from a
// backup. The extension then begins a new epoch, because deleting by number could
// lose records that were made since. The companion identifies steps by their ids.
//
// People's edits of cards and KB items ([types.Edit]) are records like steps. An edit
// made in the extension flows up, one made elsewhere flows down; the newest by time
// wins on every side. The panel makes edits with [RunEdit], reads cards and their
// versions with [OpCards], and the knowledge base with [OpKB].
//
// Records from elsewhere (agents' steps, other browsers) flow down in replica
// messages, ordered by cursor. The extension answers replicaAck once they are in
// IndexedDB, and names in hello the cursor to continue from.
//
// An observe call may carry a question ([Ask]). Records that exist by then are sent
// ahead of it in replica messages, and the extension answers ([Answer]) if its core
// has all of them.
//
// A person starts a flow with the event flowOrder. The companion reports progress and
// result with flowSaid calls, which the panel shows. Likewise the panel sends teamOrder to
// query or change the team, and the companion answers with a teamSaid call.
//
// Calls go down: an Envelope with an id, answered by one of kind reply with
// the same id in re. Events go up without an id.
//
// Each side sends beat after [BeatEvery] without a message of its own. A side that
// received nothing for [DeadAfter] closes the link, and the extension connects again
// after 0.25 s, doubling to 30 s with full jitter.
package wire

//go:generate go test ./gen -run TestExtensionTypesMatchGo -update
