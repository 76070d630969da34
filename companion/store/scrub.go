package store

import (
	"context"
	"fmt"
)

// Scrub reads the whole file as [Verify] does. What went bad on the disk since
// it was opened is still right in memory: then the file is written anew from
// there, and Stats counts it.
func (s *Store) Scrub(ctx context.Context) (Report, error) {
	rep, err := Verify(s.dir, nil)
	if err != nil {
		return rep, err
	}
	// Those that were damaged when the store was opened are bad in memory too.
	bad := rep.Damaged - s.Stats().Quarantined
	if rep.Broken {
		bad = max(bad, 1)
	}
	if bad <= 0 {
		return rep, nil
	}
	if err := s.Compact(ctx); err != nil {
		return rep, fmt.Errorf("write the store anew, of which %d values went bad: %w", bad, err)
	}
	s.mu.Lock()
	s.stats.Renewed += bad
	s.mu.Unlock()
	return rep, nil
}
