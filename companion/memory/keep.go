package memory

import (
	"context"
	"fmt"
	"slices"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// keepOwn stores the companion's own records.
func (m *Memory) keepOwn(ctx context.Context, recs ...wire.Record) error {
	return runToEnd(ctx, func(ctx context.Context) error {
		_, err := m.keep(ctx, "", "", recs, nil)
		return err
	})
}

// runToEnd runs work to its end even if ctx ends first, because every stored record
// must be indexed.
func runToEnd(ctx context.Context, work func(context.Context) error) error {
	done := make(chan error, 1)
	go func() { done <- work(context.WithoutCancel(ctx)) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// keep stores cleaned records and adds the new ones to the core. fresh reports for
// each record whether it was new.
func (m *Memory) keep(ctx context.Context, install, epoch string, recs []wire.Record, digests []uint64) (fresh []bool, err error) {
	m.deletionLock.RLock()
	defer m.deletionLock.RUnlock()
	if install != "" {
		recs = m.withoutDeleted(recs)
	}
	// A caller that goes away must not have records stored that are not found until the next start.
	return m.keepLocked(context.WithoutCancel(ctx), install, epoch, recs, digests)
}

// keepLive stores a record of a session that goes on, without the parts that a deletion request
// covers: the end of a session that was deleted meanwhile must not bring back its goal.
func (m *Memory) keepLive(ctx context.Context, rec wire.Record) error {
	return runToEnd(ctx, func(ctx context.Context) error {
		m.deletionLock.RLock()
		defer m.deletionLock.RUnlock()
		requests := m.deletionRequests()
		if slices.ContainsFunc(requests, func(f types.Forget) bool { return covers(f, wire.Record{Session: rec.Session}) }) {
			rec.Session = nil
		}
		if rec.Step != nil {
			if rec.Step = m.core.ApplyDeletions(requests, rec.Step); rec.Step == nil {
				return nil
			}
		}
		if rec.Session == nil && rec.Step == nil {
			return nil
		}
		_, err := m.keepLocked(ctx, "", "", []wire.Record{rec}, nil)
		return err
	})
}

// keepLocked is keep while deletionLock is held.
func (m *Memory) keepLocked(ctx context.Context, install, epoch string, recs []wire.Record, digests []uint64) (fresh []bool, err error) {
	recs = m.mergeSessions(recs)
	fresh, err = m.store.Put(ctx, install, epoch, recs, digests)
	if err != nil {
		return nil, err
	}
	m.inSlot(func() {
		for i, rec := range recs {
			if err == nil && fresh[i] {
				err = m.index(rec)
			}
		}
	})
	if err != nil {
		return fresh, fmt.Errorf("index: %w", err)
	}
	return fresh, nil
}

// mergeSessions merges the sessions of records with the known metadata, such as a
// person's statement, because the next start and every replica rely on the stored one.
func (m *Memory) mergeSessions(recs []wire.Record) []wire.Record {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := slices.Clone(recs)
	for i, rec := range out {
		if rec.Session != nil {
			out[i].Session = m.core.Merged(rec.Session)
		}
	}
	return out
}
