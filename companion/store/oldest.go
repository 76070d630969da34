package store

import (
	"slices"

	"github.com/tidwall/buntdb"

	"cairn/shared/types"
)

// Live says how many bytes the file needs without what is dead, and how many
// steps are in it.
func (s *Store) Live() (bytes int64, steps int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.x.live, len(s.x.steps)
}

// Oldest is the instant before which the n oldest steps were recorded, and
// those of the same instant; 0 when there are no steps or n is none.
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
