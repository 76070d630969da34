// Package memory is the companion's only access to recorded data. It keeps the store
// on disk and the core in memory consistent.
//
//	m, err := memory.Open(store, memory.Options{ScreenRules: path})
//	kept, err := m.PutStep(ctx, session, step)   // captured, durable, then findable
//	found, err := m.Search(ctx, types.SearchRequest{Query: "send"})
//
// It has three kinds of callers. The link passes it extensions' records and reads the
// records for replicas (link.go). The pilot stores agents' steps and requests
// suggestions (this file, ask.go). The tools and the command line query (ask.go,
// kb.go), edit cards and KB items (edit.go), delete (forget.go), export and import
// directories and catalogs (export.go, import.go, catalog.go).
//
// # Order and locks
//
// A record is captured (screen, labels, redaction, caps), then made durable, then put
// into the core, so that every record that a query finds is on disk. One mutex guards
// the core and is held only for the core's own work, so a query never waits for a
// capture or an fsync. A plain mutex does: with 1,000 records/s a search waits 1.7 ms at
// most in 99 of 100 cases (BenchmarkAskWhileAccepting; .5 to 1.1 ms where queries were
// let first).
package memory

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"cairn/shared/capture"
	"cairn/shared/core"
	"cairn/shared/redact"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Store keeps records durably (companion/store).
type Store interface {
	// LoadRest visits all records except the taken steps: sessions, then steps in time
	// order, then edits and deletion requests.
	LoadRest(taken map[string]bool, visit func(wire.Record) error) error
	// Segments calls take with each valid segment of KeepSegment and returns the
	// ids of the steps in those taken. It drops the others.
	Segments(take func(number int, data []byte) error) (taken map[string]bool, err error)
	// KeepSegment stores a segment of steps and drops those that it replaces.
	KeepSegment(number int, steps []string, data []byte, replaces []int) error
	// Put returns when the records are on disk. With an install they are that
	// extension's, numbered by Seq, and digests distinguish two with one number.
	Put(ctx context.Context, install, epoch string, recs []wire.Record, digests []uint64) (fresh []bool, err error)
	// Erase removes the listed records and the edits in f, and stores instead as
	// their replacement; f is the sealed deletion request.
	Erase(ctx context.Context, f types.Forget, sessions, steps []string, instead []wire.Record) error
	// Rewrite replaces steps by the results of form, which gets each step in the
	// order of time and returns nil to keep it: all of them or none.
	Rewrite(ctx context.Context, form func(*types.Step) (*types.Step, error), progress func(done, total int64)) (rewritten int, err error)
	// NoteRewriting increments the stored count of rewritings.
	NoteRewriting(ctx context.Context) error
	Rewritings() int
	Feed(cursor int64, install, epoch string, most int) (recs []wire.Encoded, next int64, err error)
	HWM(install, epoch string) int64
	Cursor() int64
	Changed() <-chan struct{}
}

// Options configure a Memory.
type Options struct {
	// ScreenRules is the file of per-site screen rules; it need not exist. A
	// change to it is noticed within seconds.
	ScreenRules string
	// NameKey is the key of name hashes. Without one, hidden names have no hashes
	// and cannot be found.
	NameKey []byte
	// Mask removes secrets from a step that only the caller knows; it may be nil.
	// It is called for each step before it is stored.
	Mask func(*types.Step)
	// MaskText removes them from what an agent or a person wrote: a goal, a note. It may be nil.
	MaskText func(string) string
	// Now is the clock; time.Now when nil.
	Now func() time.Time
	// Slot runs work once a CPU slot is free; one processor stays reserved for
	// queries. nil runs it at once. work must not block.
	Slot func(work func())
}

// Memory is safe for concurrent use.
type Memory struct {
	store  Store
	now    func() time.Time
	inSlot func(work func())
	mask   func(*types.Step)
	masked func(string) string
	names  []byte // the key of name hashes

	// deletionLock is read-locked while a record is stored and indexed, and
	// write-locked during a deletion, so that no record is stored past a deletion
	// that covers it. It is taken before mu.
	deletionLock sync.RWMutex

	ignored atomic.Int64 // steps on pages that are never recorded

	driven  driven
	sharing sharingLog                // records and choices that leave for a team
	team    atomic.Pointer[TeamRules] // nil without a team

	// editing is held from the check of an edit until it is stored. It is taken
	// before deletionLock.
	editing sync.Mutex

	mu             sync.Mutex // guards the fields below
	core           *core.Core
	ways           map[string]wayOf // of sessions, for tallies
	rules          rulesFile
	deletions      []types.Forget // deletion requests, for records that arrive late
	undo           *undoable      // data of the last deletion
	deletionCount  int            // deletions since the start
	rejected       int            // stored records that the core refused
	stepsSinceLoad int            // steps added one by one to this core
	lastStepAt     time.Time      // time of the last of them
	lastEditAt     types.Time     // time of the newest edit
	version        int64          // number of changes to the core
}

// Open loads the content of the store.
func Open(s Store, o Options) (*Memory, error) {
	m := &Memory{store: s, now: o.Now, inSlot: o.Slot, mask: o.Mask, masked: o.MaskText, names: o.NameKey, rules: rulesFile{path: o.ScreenRules}}
	var err error
	if m.core, err = m.newCore(); err != nil {
		return nil, err
	}
	if m.now == nil {
		m.now = time.Now
	}
	if m.inSlot == nil {
		m.inSlot = func(work func()) { work() }
	}
	// Invalid rules stop the start, because wrong screen names would be hard to
	// notice.
	if err := m.rules.read(m.core); err != nil {
		return nil, err
	}
	taken, err := s.Segments(m.core.Attach)
	if err != nil {
		return nil, fmt.Errorf("load store: %w", err)
	}
	err = s.LoadRest(taken, func(rec wire.Record) error {
		if err := m.index(rec); err != nil {
			// An older Cairn stored it. Refusing to start would make all other
			// records unusable too.
			m.rejected++
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("load store: %w", err)
	}
	return m, nil
}

// Unfit returns the number of stored records that the core refused when they were
// loaded. They stay in the store.
func (m *Memory) Unfit() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rejected
}

// Ignored returns the number of steps on pages that are never recorded which
// extensions sent since the start. They are not stored.
func (m *Memory) Ignored() int { return int(m.ignored.Load()) }

func (m *Memory) clock() types.Time { return types.At(m.now()) }

// index puts a stored record into the core. Gaps hold nothing to find; deletion
// requests were carried out and are kept for records that arrive late.
func (m *Memory) index(rec wire.Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.indexLocked(rec)
}

// indexLocked is index while mu is held.
func (m *Memory) indexLocked(rec wire.Record) error {
	m.version++
	switch {
	case rec.Shared != nil:
		m.sharing.put(rec.Shared)
		return nil
	case rec.Step != nil:
		m.stepsSinceLoad, m.lastStepAt = m.stepsSinceLoad+1, m.now()
	case rec.Edit != nil:
		m.lastEditAt = max(m.lastEditAt, rec.Edit.At)
	case rec.Forget != nil && rec.Forget.Undo:
		m.dropDeletion(rec.Forget.At)
	case rec.Forget != nil:
		m.deletions = append(m.deletions, *rec.Forget)
	}
	return putInto(m.core, rec)
}

// putInto adds the parts of a record to a core.
func putInto(c *core.Core, rec wire.Record) error {
	// An extension sends the session with each of its steps.
	if rec.Session != nil && !reflect.DeepEqual(c.Session(rec.Session.SessionID), rec.Session) {
		if err := c.PutSession(rec.Session); err != nil {
			return err
		}
	}
	switch {
	case rec.Step != nil:
		return c.PutStep(rec.Step)
	case rec.Edit != nil:
		return c.PutEdit(rec.Edit)
	}
	return nil
}

// PutSession stores a session or its new metadata.
func (m *Memory) PutSession(ctx context.Context, s *types.Session) error {
	fit, err := m.session(s)
	if err != nil {
		return err
	}
	if err := m.keepLive(ctx, wire.Record{Session: fit}); err != nil {
		return fmt.Errorf("keep session: %w", err)
	}
	return nil
}

// PutStep captures and stores a raw step in the mode keep, and returns the captured
// step, which must not be changed. It returns when the step is on disk and can be
// found. A step that began before a deletion that covers it is not stored. session may
// be nil.
func (m *Memory) PutStep(ctx context.Context, session *types.Session, raw *types.Step, keep types.Keep) (*types.Step, error) {
	step, err := m.capture(raw, keep)
	if err != nil {
		return nil, err
	}
	rec := wire.Record{Step: step}
	if session != nil {
		if rec.Session, err = m.session(session); err != nil {
			return nil, err
		}
	}
	if err := m.keepLive(ctx, rec); err != nil {
		return nil, fmt.Errorf("keep step: %w", err)
	}
	return step, nil
}

// capture applies capture rules and masks to a raw step, and derives an id from its
// content if it has none. A step whose names are hidden already stays so under
// KeepFull.
func (m *Memory) capture(raw *types.Step, keep types.Keep) (*types.Step, error) {
	m.mu.Lock()
	m.rules.refresh(m.core, m.now())
	captured := m.core.Capturer()
	m.mu.Unlock()
	step, err := captured(m.clock(), raw)
	if err != nil {
		return nil, err
	}
	if step.StepID == "" {
		if step.StepID, err = core.StepID(raw); err != nil {
			return nil, err
		}
	}
	if m.mask != nil {
		m.mask(step)
	}
	if keep == types.KeepNeeded || capture.HasDoubtful(step) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.core.Hide(step, keep)
	}
	return step, nil
}

// session is sanitizeSession without the secrets that only the caller knows. A goal holds a password before it is
// typed; so until the session ends all words that may be it are left out: files keep what was written once.
func (m *Memory) session(s *types.Session) (*types.Session, error) {
	fit := *s
	if m.masked != nil {
		fit.Goal, fit.Evidence = m.masked(s.Goal), m.masked(s.Evidence)
		if s.EndedAt == 0 {
			fit.Goal = redact.Reserved(fit.Goal)
		}
	}
	return sanitizeSession(&fit)
}

// sanitizeSession returns a validated and cleaned copy of s.
func sanitizeSession(s *types.Session) (*types.Session, error) {
	if err := capture.SessionID(s.SessionID); err != nil {
		return nil, err
	}
	fit := *s
	capture.Session(&fit)
	fit.FlowTags = types.OrEmpty(fit.FlowTags)
	fit.Tags = types.OrEmpty(fit.Tags)
	return &fit, nil
}

// Observe names the screen of a live observation and redacts it, in place.
func (m *Memory) Observe(o *types.Observation) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rules.refresh(m.core, m.now())
	m.core.CaptureObservation(o)
}
