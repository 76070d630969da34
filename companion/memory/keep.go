package memory

import (
	"context"
	"fmt"
	"slices"

	"cairn/shared/wire"
)

// keepOwn keeps the companion's own records.
func (m *Memory) keepOwn(ctx context.Context, recs ...wire.Record) error {
	return finish(ctx, func(ctx context.Context) error {
		_, err := m.keep(ctx, "", "", recs, nil)
		return err
	})
}

// finish does work to its end also when ctx ends first: what is stored must be
// findable.
func finish(ctx context.Context, work func(context.Context) error) error {
	done := make(chan error, 1)
	go func() { done <- work(context.WithoutCancel(ctx)) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// keep stores fit records and then puts what is new into the core. It says of
// each record whether it was.
func (m *Memory) keep(ctx context.Context, install, epoch string, recs []wire.Record, digests []uint64) (fresh []bool, err error) {
	m.gate.RLock()
	defer m.gate.RUnlock()
	if install != "" {
		recs = m.withoutForgotten(recs)
	}
	return m.keepFit(ctx, install, epoch, recs, digests)
}

// keepStep keeps a step that the companion recorded itself. It was begun a moment
// ago, and what was forgotten since holds for it.
func (m *Memory) keepStep(ctx context.Context, rec wire.Record) error {
	m.gate.RLock()
	defer m.gate.RUnlock()
	if rec.Step = m.core.Late(m.orders(), rec.Step); rec.Step == nil {
		return nil
	}
	_, err := m.keepFit(ctx, "", "", []wire.Record{rec}, nil)
	return err
}

// keepFit is keep while the gate is held.
func (m *Memory) keepFit(ctx context.Context, install, epoch string, recs []wire.Record, digests []uint64) (fresh []bool, err error) {
	recs = m.merged(recs)
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

// merged are records whose sessions say what people last said of them: what is
// stored is what the next start and every replica believe.
func (m *Memory) merged(recs []wire.Record) []wire.Record {
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
