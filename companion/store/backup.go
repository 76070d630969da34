package store

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// backupsKept is how many backups stay; older ones are removed when a new one
// is complete.
const backupsKept = 3

// Backup writes what the store holds now into a file beside it and returns the
// file's name. To go back to one: stop Cairn and rename it to "store".
func (s *Store) Backup() (name string, err error) {
	name = s.fresh(prefBackup)
	temp := name + ".part"
	f, err := s.root.OpenFile(temp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fmt.Errorf("back up store: %w", err)
	}
	err = s.db.Save(f)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = s.root.Rename(temp, name)
	}
	if err == nil {
		err = syncDir(s.root)
	}
	if err == nil {
		err = s.pruneBackups()
	}
	if err != nil {
		return "", fmt.Errorf("back up store: %w", err)
	}
	return name, nil
}

func (s *Store) pruneBackups() error {
	entries, err := fs.ReadDir(s.root.FS(), ".")
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefBackup) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names) // names carry the time in text order
	for len(names) > backupsKept {
		if err := s.root.Remove(names[0]); err != nil {
			return err
		}
		names = names[1:]
	}
	return nil
}
