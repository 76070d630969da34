package store

import (
	"slices"

	"github.com/tidwall/buntdb"

	"cairn/shared/types"
)

// LiveSize returns the size that the file has after a compaction, and the number of
// steps in it.
func (s *Store) LiveSize() (bytes int64, steps int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.x.liveBytes, len(s.x.steps)
}

// Oldest returns the time before which the n oldest steps were recorded (and all
// others of the same millisecond), 0 if there are no steps or n is not positive.
func (s *Store) Oldest(n int) (types.Time, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var at []types.Time
	err := s.db.View(func(tx *buntdb.Tx) error {
		return ascend(tx, keyChange, func(key, value string) error {
			if cursor, c := s.vault.openChange(key, value); c != nil && c.kind == kindStep && s.x.steps[c.id] == cursor {
				at = append(at, c.at)
			}
			return nil
		})
	})
	if err != nil || len(at) == 0 || n <= 0 {
		return 0, err
	}
	slices.Sort(at)
	return at[min(n, len(at))-1] + 1, nil
}
