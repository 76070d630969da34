package store

import (
	"context"
	"fmt"
	"time"
)

// scrubPause is the pause after each part of the file (some 256 KiB). A gigabyte
// then takes half a minute, and other programs do not wait for the disk.
const scrubPause = 8 * time.Millisecond

// Scrub reads the whole file as [Verify] does, slowly. Values that decayed on the
// disk since the store was opened are still intact in memory: if there are any, the
// file is rewritten from there, and Stats counts them.
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
		return rep, fmt.Errorf("rewrite the store, of which %d values decayed: %w", bad, err)
	}
	s.mu.Lock()
	s.stats.Renewed += bad
	s.mu.Unlock()
	return rep, nil
}
