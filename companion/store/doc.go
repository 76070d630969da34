// Package store keeps sessions, steps and edits on disk so that no acknowledged
// record is ever lost. It is the only package that imports buntdb, and it adds features that
// buntdb lacks: a lock against a second process, a checked fsync before anything is
// acknowledged, a checksum per value, safe compaction, salvage of a damaged file, and
// numbered schema migrations.
//
// # Usual path
//
//	s, err := store.Open(dir, store.Options{Holder: "cairn daemon"})
//	err = s.Load(func(r wire.Record) error { … })      // everything, in time order
//	fresh, err := s.Put(ctx, install, epoch, records, digests)
//	recs, next, err := s.Feed(cursor, except, 64)      // changes after cursor
//	err = s.Close()
//
// # Data on disk
//
// One append-only file of key and value pairs (keys.go has every key). There are two
// kinds of data:
//
//   - changes, numbered 1, 2, 3 … by the cursor: a step, a session, a
//     deletion, a gap or a marker. A change contains its origin
//     (install, epoch, number), so that the high-water mark of a source
//     is found by counting its contiguous changes, and is never stored beside
//     them where a torn write could keep the mark and lose the changes.
//   - blobs, named by the hash of their content: observations and sessions.
//     A screen that was recorded a hundred times is stored once.
//
// No rule binds two keys of one transaction, because buntdb's transactions are not
// atomic across a crash: blobs are committed before the changes that name them, and a
// change whose blob is missing is noticed by the missing hash. Deleted keys are values
// too (tombstones, with a checksum), and a deletion request is a change that is
// applied again at each load, so that an interrupted deletion is completed and a
// flipped bit cannot delete.
//
// A store may be encrypted (vault.go): each value then, and the hashes in keys.
// Checksums cover the encrypted bytes, so that the search for damage needs no key. A
// store is encrypted or decrypted while it is opened (convert.go), file by file.
//
// Segments (segment.go) lie beside it: steps in packed form, so that opening need not
// read each of them. They are a cache and may vanish.
//
// # Promise
//
// [Store.Put] returns without error only after fsync reported that the data are on
// disk. The first failing fsync makes the store read-only until it is opened again
// (STORE_FSYNC_FAILED): the state of the kernel's pages after that is unknown, so a
// second try proves nothing.
//
// # Locks
//
// One goroutine (writer.go) writes. Store.mu guards only the index and is held for
// moments; no fsync happens under it, nor under buntdb's own lock, which sits below
// it: take Store.mu first, or not at all, never from inside a buntdb transaction.
package store
