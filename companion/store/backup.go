package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// backupsKept is the number of backups to keep; older ones are removed when a new
// one is complete.
const backupsKept = 3

// partial ends the name of a backup that is being written.
const partial = ".part"

// Backup writes the present content into a file beside the store and returns the
// file's name. To restore one, stop Cairn and rename it to "store". Data deleted
// later do not survive in it: the compaction that removes them from the disk
// replaces all backups by a new one.
func (s *Store) Backup() (name string, err error) {
	req := &request{backup: true, done: make(chan error, 1)}
	if err := s.enqueue(context.Background(), req); err != nil {
		return "", fmt.Errorf("back up store: %w", err)
	}
	return req.name, nil
}

// backUp is Backup on the writer's goroutine, so that nothing is deleted
// meanwhile.
func (s *Store) backUp() (name string, err error) {
	name = s.unusedName(prefBackup)
	err = s.writeFile(name+partial, s.db.Save)
	if err == nil {
		err = s.root.Rename(name+partial, name)
	}
	if err == nil {
		err = s.durableDir()
	}
	if err == nil {
		err = s.keepBackups(backupsKept)
	}
	return name, err
}

// renewBackups replaces all backups, which may hold data just deleted, by one of
// the present content. If that cannot be written, none is left.
func (s *Store) renewBackups() error {
	names, err := s.backups()
	if err != nil || len(names) == 0 {
		return err
	}
	keep := 1
	_, err = s.backUp()
	if err != nil {
		keep = 0
		err = fmt.Errorf("renew backups: %w", err)
	}
	return errors.Join(err, s.keepBackups(keep))
}

// keepBackups removes all but the newest most.
func (s *Store) keepBackups(most int) error {
	names, err := s.backups()
	if err != nil {
		return err
	}
	return s.removeFiles(names[:max(0, len(names)-most)]...)
}

// backups returns the files' names, the oldest first.
func (s *Store) backups() ([]string, error) {
	names, err := s.filesWith(prefBackup) // names carry the time in text order
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, partial) }), err
}
