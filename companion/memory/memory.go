// Package memory is the companion's one door to what is remembered: the store
// on disk and the core in memory, always in step.
//
//	m, err := memory.Open(store, memory.Options{ScreenRules: path})
//	kept, err := m.PutStep(ctx, session, step)   // captured, durable, then findable
//	found, err := m.Search(ctx, types.SearchRequest{Query: "send"})
//
// It serves three sides. The link hands it extensions' records and takes what
// replicas need (link.go). The pilot puts what agents do and asks what worked
// (this file, ask.go). The tools and the command line ask the rest (ask.go),
// forget (forget.go) and move whole directories in and out (layout.go).
//
// # Order and locks
//
// A record is captured (screen, labels, redaction, caps), then made durable,
// then put into the core: what can be found is on disk. One mutex guards the
// core and is held for the core's own work alone, so a question never waits
// for an fsync.
package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"cairn/shared/capture"
	"cairn/shared/core"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Store keeps records durably (companion/store).
type Store interface {
	// Load visits everything: sessions, then steps in time order, then cards.
	Load(visit func(wire.Record) error) error
	// Put returns when the records are on disk. With an install they are that
	// extension's, numbered by Seq, and digests tell two with one number apart.
	Put(ctx context.Context, install, epoch string, recs []wire.Record, digests []uint64) (fresh []bool, err error)
	// Erase removes what the lists name; f is what was asked for.
	Erase(ctx context.Context, f types.Forget, sessions, steps, cards []string) error
	Feed(cursor int64, install, epoch string, most int) (recs []wire.Record, next int64, err error)
	HWM(install, epoch string) int64
	Changed() <-chan struct{}
}

// Options are what a memory is opened with.
type Options struct {
	// ScreenRules is the file of per-site screen rules; it need not exist.
	ScreenRules string
	// Now is the clock; time.Now when nil.
	Now func() time.Time
}

// Memory is safe for concurrent use.
type Memory struct {
	store Store
	now   func() time.Time
	rules json.RawMessage // of the rules file, nil without one

	mu   sync.Mutex // guards core
	core *core.Core
}

// Open loads what the store holds.
func Open(s Store, o Options) (*Memory, error) {
	m := &Memory{store: s, now: o.Now, core: core.New()}
	if m.now == nil {
		m.now = time.Now
	}
	if err := m.loadRules(o.ScreenRules); err != nil {
		return nil, err
	}
	if err := s.Load(m.index); err != nil {
		return nil, fmt.Errorf("load store: %w", err)
	}
	return m, nil
}

// loadRules reads the screen rules of a person's own. Rules that are wrong stop
// the start: screens named otherwise than asked for would be hard to notice.
func (m *Memory) loadRules(file string) error {
	if file == "" {
		return nil
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read screen rules: %w", err)
	}
	if err := m.core.SetScreenRules(data); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	m.rules = data
	return nil
}

// ScreenRules are the rules that extensions are to use, nil for the built-in
// ones.
func (m *Memory) ScreenRules() json.RawMessage { return m.rules }

func (m *Memory) clock() types.Time { return types.At(m.now()) }

// index puts a stored record into the core. Forgettings and gaps leave nothing
// to find.
func (m *Memory) index(rec wire.Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if rec.Session != nil {
		if err := m.core.PutSession(rec.Session); err != nil {
			return err
		}
	}
	switch {
	case rec.Step != nil:
		return m.core.PutStep(rec.Step)
	case rec.Card != nil:
		return m.core.PutCard(rec.Card)
	}
	return nil
}

// PutSession remembers a session, or its new metadata.
func (m *Memory) PutSession(ctx context.Context, s *types.Session) error {
	rec := wire.Record{Session: clean(s)}
	if _, err := m.store.Put(ctx, "", "", []wire.Record{rec}, nil); err != nil {
		return fmt.Errorf("keep session: %w", err)
	}
	return m.index(rec)
}

// PutStep remembers a raw step and answers what was kept of it. It returns
// when the step is on disk and can be found.
func (m *Memory) PutStep(ctx context.Context, session *types.Session, raw *types.Step) (*types.Step, error) {
	step, err := m.capture(raw)
	if err != nil {
		return nil, err
	}
	rec := wire.Record{Session: clean(session), Step: step}
	if _, err := m.store.Put(ctx, "", "", []wire.Record{rec}, nil); err != nil {
		return nil, fmt.Errorf("keep step: %w", err)
	}
	return step, m.index(rec)
}

// clean is a session without what its goal and tags may give away.
func clean(s *types.Session) *types.Session {
	if s == nil {
		return nil
	}
	kept := *s
	capture.Session(&kept)
	return &kept
}

func (m *Memory) capture(raw *types.Step) (*types.Step, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.core.Capture(m.clock(), raw)
}

// Observe names the screen of a live look and redacts it, in place.
func (m *Memory) Observe(o *types.Observation) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.core.CaptureObservation(o)
}
