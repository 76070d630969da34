package store

import (
	"errors"

	"github.com/tidwall/buntdb"
)

// deleteChunk is the number of keys deleted in one transaction; readers run
// between two.
const deleteChunk = 1000

// deleteGarbage deletes unused keys from buntdb. It runs only before a compaction,
// because a deletion in buntdb's file has no checksum; the compaction then drops
// that file.
func (s *Store) deleteGarbage() error {
	var dead []string
	var gone []storedChange
	err := s.db.View(func(tx *buntdb.Tx) error {
		err := ascend(tx, keyChange, func(key, value string) error {
			cursor, c := s.vault.openChange(key, value)
			switch {
			case c == nil:
				dead = append(dead, key)
			case s.superseded(cursor, c):
				dead = append(dead, key)
				gone = append(gone, storedChange{cursor, key, c, setSize(key, len(value))})
			}
			return nil
		})
		if err != nil {
			return err
		}
		return ascend(tx, keyBlob, func(key, value string) error {
			if r, err := s.vault.refOf(key, keyBlob); err != nil || s.x.blobs[r] == 0 {
				dead = append(dead, key)
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	s.publish(func(x *index) {
		for _, f := range gone {
			for _, r := range x.remove(f.cursor, f.change, f.size) {
				dead = append(dead, s.vault.blobKey(r))
			}
		}
	})
	return s.deleteKeys(dead)
}

// superseded reports whether a change is no longer used. The newest change stays
// in any case, so that its cursor is not assigned again.
func (s *Store) superseded(cursor int64, c *change) bool {
	if cursor == s.x.cursor || c.source != (ref{}) && c.seq > s.x.sources[c.source].floor {
		return false
	}
	switch c.kind {
	case kindMarker:
		return true
	case kindSession:
		return s.x.sessions[c.sessionID].cursor != cursor
	case kindShared:
		return s.x.shared[c.id] != cursor
	}
	return false
}

func (s *Store) deleteKeys(keys []string) error {
	for len(keys) > 0 {
		n := min(len(keys), deleteChunk)
		err := s.db.Update(func(tx *buntdb.Tx) error {
			for _, key := range keys[:n] {
				if _, err := tx.Delete(key); err != nil && !errors.Is(err, buntdb.ErrNotFound) {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		keys = keys[n:]
	}
	return nil
}
