package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/tidwall/buntdb"

	"cairn/shared/types"
)

// When the file is compacted by itself: more than half of it is dead, it is
// worth the pause, and the disk holds the copy that is made meanwhile.
const (
	compactAbove = 4 << 20 // bytes; below, rewriting gains nothing
	compactDead  = 2       // 1/2 of the file
	compactFree  = 2       // times the file
)

// deleteChunk is how many keys are deleted in one transaction, so that readers
// get their turn.
const deleteChunk = 1000

func (s *Store) compactIfDue() {
	size := s.fileSize()
	s.mu.RLock()
	live := s.x.live
	s.mu.RUnlock()
	// What the last compaction left is the least that one can reach: the
	// count of live bytes is an estimate.
	if size < compactAbove || live*compactDead > size || size < s.compactedTo*compactDead {
		return
	}
	s.note(s.compact())
}

// compactForgotten takes what was forgotten off the disk once no request
// waits.
func (s *Store) compactForgotten() {
	if s.wantCompact && len(s.queue) == 0 {
		s.note(s.compact()) // when it fails, again after the next request
	}
}

// dropTraces takes what was forgotten out of the files beside the store's own.
// That one comes last: the tombstones in it are what calls for all of this
// again after a crash.
func (s *Store) dropTraces() error {
	if !s.wantCompact {
		return nil
	}
	return errors.Join(s.renewBackups(), s.removeDamaged())
}

// note keeps the error of something that nobody waits for where Stats shows it.
func (s *Store) note(err error) {
	if err == nil {
		return
	}
	s.mu.Lock()
	s.stats.LastError = err.Error()
	s.mu.Unlock()
}

// compact rewrites the file without what is dead. buntdb's own way of doing it
// renames a file that was never synced, which loses everything in a power cut;
// so the old file stays beside it under another name until the new one is
// surely on disk, and wins if both are found at the next start. Nothing is
// acknowledged meanwhile, because this is the writer's goroutine.
func (s *Store) compact() error {
	if err := s.refusal(); err != nil {
		return err
	}
	if err := s.dropTraces(); err != nil {
		return fmt.Errorf("compact store: %w", err)
	}
	free, _, err := s.space(s.file)
	if err != nil {
		return fmt.Errorf("compact store: %w", err)
	}
	if free < compactFree*s.fileSize() {
		return fullFault("there is no room to compact the store")
	}
	if err := s.writeFloors(); err != nil {
		return fmt.Errorf("compact store: %w", err)
	}
	if err := s.keepPrior(); err != nil {
		return fmt.Errorf("compact store: %w", err)
	}
	if err := s.deleteDead(); err != nil {
		return errors.Join(fmt.Errorf("compact store: %w", err), s.dropPrior())
	}
	if err := s.shrink(); err != nil {
		// What state the file is in is unknown; the prior one is complete.
		return s.fail(types.Fault(types.CodeStoreDamaged, fmt.Sprintf("compacting did not finish: %v", err),
			"Nothing is lost and reading goes on. Start Cairn again: it goes back to the file from before."))
	}
	s.wantCompact = false
	return nil
}

// keepPrior gives the file a second name.
func (s *Store) keepPrior() error {
	if err := s.root.Remove(filePrior); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := s.root.Link(fileStore, filePrior); err != nil {
		// A file system without links gets a copy, which takes its name only
		// when it is complete.
		if err := s.copyFile(fileStore, filePrior); err != nil {
			return err
		}
	}
	return syncDir(s.root)
}

// dropPrior takes the second name away again. Before that is on disk nothing
// may be acknowledged, or the next start would go back to before it.
func (s *Store) dropPrior() error {
	err := s.root.Remove(filePrior)
	if err == nil {
		err = syncDir(s.root)
	}
	if err != nil {
		return s.fail(types.Fault(types.CodeStoreFsync, fmt.Sprintf("the file from before the compaction does not go: %v", err),
			"Nothing is lost and reading goes on. Look at the data directory's permissions, then start Cairn again."))
	}
	return nil
}

// copyFile makes a durable copy.
func (s *Store) copyFile(from, to string) error {
	in, err := s.root.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := s.root.OpenFile(fileSalvage, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err == nil {
		err = out.Sync()
	}
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return s.root.Rename(fileSalvage, to)
}

// deleteDead takes the keys out of buntdb that nothing needs. It only now
// deletes, because a deletion in the file has no checksum, and this one is
// gone with the file.
func (s *Store) deleteDead() error {
	var dead []string
	var gone []found
	err := s.db.View(func(tx *buntdb.Tx) error {
		err := ascend(tx, keyChange, func(key, value string) error {
			cursor, c := openChange(key, value)
			switch {
			case c == nil:
				dead = append(dead, key)
			case s.superseded(cursor, c):
				dead = append(dead, key)
				gone = append(gone, found{cursor, key, c, setSize(key, len(value))})
			}
			return nil
		})
		if err != nil {
			return err
		}
		return ascend(tx, keyBlob, func(key, value string) error {
			if r, err := refOf(key, keyBlob); err != nil || s.x.blobs[r] == 0 {
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
			for _, r := range x.drop(f.cursor, f.change, f.size) {
				dead = append(dead, blobKey(r))
			}
		}
	})
	return s.delete(dead)
}

// superseded reports whether a change that was read serves nothing any more.
// The newest change of all stays, so that no cursor is given twice.
func (s *Store) superseded(cursor int64, c *change) bool {
	if cursor == s.x.cursor || c.source != (ref{}) && c.seq > s.x.sources[c.source].floor {
		return false
	}
	switch c.kind {
	case kindMarker:
		return true
	case kindSession:
		return s.x.sessions[c.sessionID].cursor != cursor
	case kindCard:
		return s.x.cards[c.id] != cursor
	}
	return false
}

func (s *Store) delete(keys []string) error {
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

// shrink has buntdb rewrite the file and makes the result durable.
func (s *Store) shrink() error {
	// Windows cannot rename over a file that is open.
	if err := s.file.Close(); err != nil {
		return err
	}
	err := guardedShrink(s.db)
	if rerr := s.reopenSyncHandle(); rerr != nil {
		return errors.Join(err, rerr)
	}
	if err != nil {
		return err
	}
	if err := s.root.Chmod(fileStore, 0o600); err != nil {
		return err
	}
	if err := s.fsync(s.file); err != nil {
		return err
	}
	if err := syncDir(s.root); err != nil {
		return err
	}
	if err := s.dropPrior(); err != nil {
		return err
	}
	s.compactedTo = s.fileSize()
	s.mu.Lock()
	s.x.live = s.compactedTo
	s.stats.Compactions++
	s.mu.Unlock()
	return nil
}

// guardedShrink turns buntdb's panic at a failed rename into an error.
func guardedShrink(db *buntdb.DB) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("shrink: %v", r)
		}
	}()
	return db.Shrink()
}

// removeDamaged removes the damaged files that salvages kept: they may hold
// what was just forgotten.
func (s *Store) removeDamaged() error {
	entries, err := fs.ReadDir(s.root.FS(), ".")
	if err != nil {
		return fmt.Errorf("remove damaged files: %w", err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefDamaged) {
			if err := s.root.Remove(e.Name()); err != nil {
				return fmt.Errorf("remove damaged files: %w", err)
			}
		}
	}
	return nil
}

func (s *Store) fileSize() int64 {
	info, err := s.root.Stat(fileStore)
	if err != nil {
		return 0
	}
	return info.Size()
}
