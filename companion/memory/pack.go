package memory

import (
	"context"
	"fmt"
	"time"

	"cairn/shared/core"
	"cairn/shared/types"
)

const (
	// packSteps is how much is packed at a time: questions wait meanwhile.
	packSteps = 8
	// packPause leaves the core to others between two parts.
	packPause = time.Millisecond
	// packTogether is how many steps a segment has at most: four times those of the
	// extension, which must not stop for as long. Pages repeat themselves: what
	// segments say once each is most of them, on the disk and in memory.
	packTogether = 1 << 14
)

func (m *Memory) newCore() (*core.Core, error) {
	c := core.New()
	c.PackTogether(packTogether)
	if len(m.names) == 0 {
		return c, nil
	}
	return c, c.SetNameKey(m.names)
}

// Pack packs what is worth it into segments, from which the next start takes
// steps in without reading them. It takes its time and gives way to everybody.
func (m *Memory) Pack(ctx context.Context) error {
	for {
		m.mu.Lock()
		packed, data, err := m.core.Pack(m.clock(), packSteps)
		erased := m.erased
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

// keepSegment keeps a segment unless something was forgotten since it was
// packed: it may hold that.
func (m *Memory) keepSegment(packed *types.Packed, data []byte, erased int) error {
	m.gate.RLock()
	defer m.gate.RUnlock()
	m.mu.Lock()
	still := m.erased == erased
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
