package memory

import (
	"fmt"
	"time"

	"cairn/shared/wire"
)

// A core that got its steps one by one takes about twice the memory of one that loaded
// them from segments, because its slices have spare capacity.
const (
	// renewAfter is the number of new steps from which a reload saves enough.
	renewAfter = 4096
	// renewIdle is the time without new steps before a reload, because new steps wait
	// for it.
	renewIdle = 10 * time.Second
)

// Due reports whether [Memory.Renew] saves enough memory and nothing is being
// recorded.
func (m *Memory) Due() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.stepsSinceLoad >= renewAfter && m.now().Sub(m.lastStepAt) >= renewIdle
}

// Renew replaces the core by one loaded from the store if that is due, and reports
// whether it did. Queries are answered meanwhile. Call [Memory.Pack] before: packed
// steps load faster and take less memory.
func (m *Memory) Renew() (bool, error) {
	if !m.Due() {
		return false, nil
	}
	if err := m.renew(); err != nil {
		return false, fmt.Errorf("renew the core: %w", err)
	}
	return true, nil
}

func (m *Memory) renew() error {
	m.deletionLock.Lock()
	defer m.deletionLock.Unlock()
	return m.reload()
}

// reload is renew while deletionLock is held.
func (m *Memory) reload() error {
	fresh, err := m.newCore()
	if err != nil {
		return err
	}
	taken, err := m.store.Segments(fresh.Attach)
	if err != nil {
		return err
	}
	err = m.store.LoadRest(taken, func(rec wire.Record) error {
		_ = putInto(fresh, rec) // refused records were counted when they were first loaded
		return nil
	})
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rules.text != nil {
		if err := fresh.SetScreenRules(m.rules.text); err != nil {
			return err
		}
	}
	m.core, m.stepsSinceLoad = fresh, 0
	m.version++
	return nil
}
