package memory

import (
	"fmt"
	"time"

	"cairn/shared/wire"
)

// A core to which steps came one by one takes about twice the memory of one that
// took them in as segments: its lists have room to grow, and it knows its packs
// by halves.
const (
	// renewAfter is how many steps are worth it.
	renewAfter = 4096
	// renewQuiet is how long nothing must have come: what comes meanwhile waits.
	renewQuiet = 10 * time.Second
)

// Due reports whether the core has grown so much that [Memory.Renew] is worth
// it, and nothing is being recorded.
func (m *Memory) Due() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.grown >= renewAfter && m.now().Sub(m.grew) >= renewQuiet
}

// Renew replaces the core by one that is made of what is stored, when that is
// due, and reports whether it did. Questions are answered meanwhile. It is the
// quicker and leaves the less the more [Memory.Pack] packed before.
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
	m.gate.Lock()
	defer m.gate.Unlock()
	return m.reload()
}

// reload is renew while the gate is held.
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
		_ = putInto(fresh, rec) // what is unfit was counted when it was first loaded
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
	m.core, m.grown = fresh, 0
	m.changes++
	return nil
}
