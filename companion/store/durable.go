package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"cairn/shared/types"
)

// durable calls fsync, for the store's own file and for every file and directory
// beside it. The first failure makes the store read-only: the state of the kernel's
// pages after that is unknown, for any of the files.
func (s *Store) durable(f *os.File) error {
	err := s.fsync(f)
	if err == nil {
		return nil
	}
	return s.fail(types.Fault(types.CodeStoreFsync, fmt.Sprintf("the disk did not take what was written: %v", err),
		"Nothing more is recorded, so that nothing is promised falsely; what was acknowledged can still be read. Check the disk, then start Cairn again."))
}

// flush syncs the store's file; every acknowledgement rests on it. It uses a separate
// handle outside buntdb's lock, so that readers never wait for a disk.
func (s *Store) flush() error { return s.durable(s.file) }

// durableDir makes the directory's entries durable: a renamed or new file is
// only there after a power cut when this has returned.
func (s *Store) durableDir() error {
	if !dirsAreSynced {
		return nil
	}
	d, err := s.root.Open(".")
	if err != nil {
		return fmt.Errorf("sync directory: %w", err)
	}
	defer d.Close()
	return s.durable(d)
}

// fail makes the store read-only until it is opened again.
func (s *Store) fail(why *types.Error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken == nil {
		s.broken = why
	}
	return s.broken
}

// refusal returns the reason why nothing can be written, nil if it can.
func (s *Store) refusal() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.broken != nil {
		return s.broken
	}
	return nil
}

// writeFile creates a file with the content that fill writes, and syncs it, so that
// it is durable before it is renamed.
func (s *Store) writeFile(name string, fill func(io.Writer) error) error {
	out, err := s.root.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	err = fill(out)
	if err == nil {
		err = s.durable(out)
	}
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	return err
}

// linkAs gives a file a second name, which replaces any file of that name.
func (s *Store) linkAs(name, also string) error {
	if err := s.removeFiles(also); err != nil {
		return err
	}
	if err := s.link(name, also); err != nil {
		// A file system without links gets a copy, which takes its name only
		// when it is complete.
		if err := s.copyFile(name, also); err != nil {
			return err
		}
	}
	return s.durableDir()
}

func (s *Store) copyFile(from, to string) error {
	in, err := s.root.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	err = s.writeFile(fileCopy, func(out io.Writer) error {
		_, err := io.Copy(out, in)
		return err
	})
	if err != nil {
		return err
	}
	return s.root.Rename(fileCopy, to)
}

// filesWith returns the names of the store's files that begin with prefix, in text order.
func (s *Store) filesWith(prefix string) (names []string, err error) {
	entries, err := fs.ReadDir(s.root.FS(), ".")
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// removeFiles removes files of the store, of which some may be gone already.
func (s *Store) removeFiles(names ...string) error {
	for _, name := range names {
		if err := s.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
