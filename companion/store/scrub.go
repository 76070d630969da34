package store

import (
	"context"
	"fmt"
	"time"
)

// scrubPause is made after each part of the file that is read (some 256 KiB), so
// that a gigabyte takes half a minute and nobody else waits for the disk.
const scrubPause = 8 * time.Millisecond

// Scrub reads the whole file as [Verify] does, slowly. What went bad on the disk since
// it was opened is still right in memory: then the file is written anew from
// there, and Stats counts it.
func (s *Store) Scrub(ctx context.Context) (Report, error) {
	rep, err := Verify(s.dir, func(int64, int64) { time.Sleep(scrubPause) })
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
