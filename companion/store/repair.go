package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"cairn/shared/types"
)

// repair repairs the file before buntdb reads it, and returns the oldest schema
// version of its values (0 for a new store). It does not change a store from a newer
// Cairn, or one whose key is missing.
func (s *Store) repair(o Options) (oldest byte, err error) {
	name := current(s.root)
	rep, err := s.inspect(name)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return 0, err
	}
	if err := rep.NewerError(); err != nil {
		return 0, err
	}
	want, err := s.unlock(o, rep)
	if err != nil {
		return 0, err
	}
	if missing {
		s.vault = want
		return 0, s.create()
	}
	if name == filePrior {
		// A compaction did not finish: its new file may not be on disk yet, and
		// nothing was acknowledged since.
		if err := s.root.Rename(filePrior, fileStore); err != nil {
			return 0, err
		}
		// If both names are links to one file, the rename removes neither.
		if err := s.removeFiles(filePrior); err != nil {
			return 0, err
		}
		if err := s.durableDir(); err != nil {
			return 0, err
		}
	}
	if err := s.sweepFiles(); err != nil {
		return 0, err
	}
	switch {
	case !rep.Clean():
		err = s.salvage()
	case rep.deletions > 0:
		err = s.dropDeletions(rep)
	default:
		err = s.truncate(rep)
	}
	if err == nil {
		err = s.convert(o, rep, want)
	}
	return rep.oldest, err
}

func (s *Store) inspect(name string) (Report, error) {
	f, err := s.root.Open(name)
	if err != nil {
		return Report{}, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return Report{}, err
	} else if info.Size() > maxFile {
		return Report{}, types.Fault(types.CodeStoreDamaged, fmt.Sprintf("the store has %d bytes", info.Size()),
			"That is more than Cairn ever writes. Move the file away and start again, or restore a backup.")
	}
	return check(f, s.progress)
}

// create creates an empty store that survives a power cut.
func (s *Store) create() error {
	f, err := s.root.OpenFile(fileStore, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return s.durableDir()
}

// sweepFiles removes the unfinished files of an interrupted compaction, salvage or
// backup.
func (s *Store) sweepFiles() error {
	names, err := s.filesWith(prefBackup)
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !strings.HasSuffix(name, partial) })
	if err := s.removeFiles(append(names, fileTemp, fileSalvage, fileCopy)...); err != nil {
		return err
	}
	return s.root.Chmod(fileStore, 0o600)
}

// truncate cuts off an unfinished write at the end.
func (s *Store) truncate(rep Report) error {
	if rep.Sound == rep.Bytes {
		return nil
	}
	f, err := s.root.OpenFile(fileStore, os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Truncate(rep.Sound); err != nil {
		return err
	}
	s.stats.TornBytes = rep.Bytes - rep.Sound
	return s.durable(f)
}

// dropDeletions rewrites a sound file without the delete commands that an unfinished
// compaction left: they carry no checksum, and a flipped bit in one would delete
// something else. The keys that they deleted are unused and will be deleted again.
func (s *Store) dropDeletions(rep Report) error {
	if _, err := s.writeSound(fileStore, fileSalvage, nil); err != nil {
		return fmt.Errorf("tidy store: %w", err)
	}
	if err := s.root.Rename(fileSalvage, fileStore); err != nil {
		return fmt.Errorf("tidy store: %w", err)
	}
	s.stats.TornBytes = rep.Torn + rep.Nuls
	return s.durableDir()
}

// unusedName returns a file name with the time in it that does not exist.
func (s *Store) unusedName(prefix string) string {
	stamp := s.now().UTC().Format("20060102T150405.000000000Z")
	name := prefix + stamp
	for i := 2; ; i++ {
		if _, err := s.root.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
		name = fmt.Sprintf("%s%s.%d", prefix, stamp, i)
	}
}
