package memory

import (
	"context"
	"fmt"
	"time"

	"cairn/shared/core"
	"cairn/shared/types"
)

const (
	// packSteps is the number of steps packed at a time, while queries wait.
	packSteps = 8
	// packPause lets others use the core between two parts.
	packPause = time.Millisecond
	// maxPackedSteps bounds the steps of a segment. It is four times the extension's,
	// which must not stop for as long. A segment stores repeated pages once, so few
	// large ones take less disk and memory.
	maxPackedSteps = 1 << 14
)

func (m *Memory) newCore() (*core.Core, error) {
	c := core.New()
	c.PackTogether(maxPackedSteps)
	if len(m.names) == 0 {
		return c, nil
	}
	return c, c.SetNameKey(m.names)
}

// Pack packs steps into segments, which the next start loads without reading each
// step. It works in small parts with pauses, so that queries hardly wait.
func (m *Memory) Pack(ctx context.Context) error {
	for {
		m.mu.Lock()
		packed, data, err := m.core.Pack(m.clock(), packSteps)
		erased := m.deletionCount
		m.mu.Unlock()
		if err != nil {
			return err
		}
		switch packed.State {
		case types.PackIdle:
			return nil
		case types.PackDone:
			if err := m.keepSegment(packed, data, erased); err != nil {
				return fmt.Errorf("keep segment: %w", err)
			}
		}
		select {
		case <-time.After(packPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// keepSegment stores a segment unless something was deleted since it was packed,
// because it may hold the deleted data.
func (m *Memory) keepSegment(packed *types.Packed, data []byte, erased int) error {
	m.deletionLock.RLock()
	defer m.deletionLock.RUnlock()
	m.mu.Lock()
	still := m.deletionCount == erased
	m.mu.Unlock()
	var err error
	if still {
		err = m.store.KeepSegment(packed.Segment, packed.Steps, data, packed.Replaces)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.core.Packed(still && err == nil)
	return err
}
