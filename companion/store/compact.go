package store

import (
	"errors"
	"fmt"
	"io/fs"
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
	err = s.nameAlso(fileStore, filePrior)
	if err == nil {
		err = s.deleteDead()
	}
	if err != nil {
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

// dropPrior takes the second name away again. Before that is on disk nothing
// may be acknowledged, or the next start would go back to before it.
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
