package store

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/tidwall/buntdb"

	"cairn/shared/types"
)

// The conditions of an automatic compaction: more than half of the file is unused,
// it is large enough to be worth the pause, and the disk has room for the copy.
const (
	compactAbove = 4 << 20 // bytes; below, rewriting gains nothing
	compactDead  = 2       // 1/2 of the file
	compactFree  = 2       // times the file
)

func (s *Store) compactIfDue() {
	size := s.fileSize()
	s.mu.RLock()
	live := s.x.liveBytes
	s.mu.RUnlock()
	// The count of live bytes is an estimate: no compaction gets below the size
	// that the last one reached.
	if size < compactAbove || live*compactDead > size || size < s.compactedTo*compactDead {
		return
	}
	s.noteError(s.compact())
}

// compactDeleted removes deleted data from the disk once no request waits.
func (s *Store) compactDeleted() {
	if s.wantCompact && len(s.queue) == 0 {
		s.noteError(s.compact()) // retried after the next request if it fails
	}
}

// dropTraces removes deleted data from the files beside the store's own. That one
// comes last: its tombstones make a start after a crash do all of this again.
func (s *Store) dropTraces() error {
	if !s.wantCompact {
		return nil
	}
	return errors.Join(s.renewBackups(), s.removeDamaged())
}

// noteError keeps the error of background work for Stats.
func (s *Store) noteError(err error) {
	if err == nil {
		return
	}
	s.mu.Lock()
	s.stats.LastError = err.Error()
	s.mu.Unlock()
}

// compact rewrites the file without unused values. buntdb's Shrink renames a file
// that was never synced, which loses everything in a power cut. So the old file
// stays under a second name until the new one is synced, and wins if a start finds
// both. Nothing is acknowledged meanwhile, because this is the writer's goroutine.
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
	err = s.linkAs(fileStore, filePrior)
	if err == nil {
		err = s.deleteGarbage()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("compact store: %w", err), s.dropPrior())
	}
	if err := s.shrink(); err != nil {
		// The state of the file is unknown; the prior one is complete.
		return s.fail(types.Fault(types.CodeStoreDamaged, fmt.Sprintf("compacting did not finish: %v", err),
			"Nothing is lost and reading goes on. Start Cairn again: it goes back to the file from before."))
	}
	s.wantCompact = false
	return nil
}

// dropPrior removes the second name. Until that is on disk nothing may be
// acknowledged, because the next start would go back to the old file.
func (s *Store) dropPrior() error {
	err := s.root.Remove(filePrior)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = s.durableDir()
	}
	if err != nil {
		return s.fail(types.Fault(types.CodeStoreFsync, fmt.Sprintf("the file from before the compaction does not go: %v", err),
			"Nothing is lost and reading goes on. Look at the data directory's permissions, then start Cairn again."))
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
	if err := s.flush(); err != nil {
		return err
	}
	if err := s.durableDir(); err != nil {
		return err
	}
	if err := s.dropPrior(); err != nil {
		return err
	}
	s.compactedTo = s.fileSize()
	s.mu.Lock()
	s.x.liveBytes = s.compactedTo
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

// removeDamaged removes the damaged files that salvages kept, because they may hold
// data just deleted.
func (s *Store) removeDamaged() error {
	names, err := s.filesWith(prefDamaged)
	if err == nil {
		err = s.removeFiles(names...)
	}
	if err != nil {
		return fmt.Errorf("remove damaged files: %w", err)
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
