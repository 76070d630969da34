// Package memory is the companion's one door to what is remembered: the store
// on disk and the core in memory, always in step.
//
//	m, err := memory.Open(store, memory.Options{ScreenRules: path})
//	kept, err := m.PutStep(ctx, session, step)   // captured, durable, then findable
//	found, err := m.Search(ctx, types.SearchRequest{Query: "send"})
//
// It serves three sides. The link hands it extensions' records and takes what
// replicas need (link.go). The pilot puts what agents do and asks what worked
// (this file, ask.go). The tools and the command line ask the rest (ask.go,
// kb.go), edit cards and KB items (edit.go), forget (forget.go) and move whole
// directories and catalogs in and out (export.go, import.go, catalog.go).
//
// # Order and locks
//
// A record is captured (screen, labels, redaction, caps), then made durable,
// then put into the core: what can be found is on disk. One mutex guards the
// core and is held for the core's own work alone, so a question never waits
// for a capture or an fsync, and for one record at most (precedence.go).
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
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Store keeps records durably (companion/store).
type Store interface {
	// LoadRest visits everything but the steps that were taken: sessions, then
	// steps in time order, then cards, edits and forgettings.
	LoadRest(taken map[string]bool, visit func(wire.Record) error) error
	// Segments hands out what KeepSegment kept, as long as it holds what is stored,
	// and returns the steps of what was taken. The rest is dropped.
	Segments(take func(number int, data []byte) error) (taken map[string]bool, err error)
	// KeepSegment keeps a segment made of steps, in place of others.
	KeepSegment(number int, steps []string, data []byte, replaces []int) error
	// Put returns when the records are on disk. With an install they are that
	// extension's, numbered by Seq, and digests tell two with one number apart.
	Put(ctx context.Context, install, epoch string, recs []wire.Record, digests []uint64) (fresh []bool, err error)
	// Erase removes what the lists name, and the edits in f, and puts instead in
	// their place; f is what was asked for, sealed.
	Erase(ctx context.Context, f types.Forget, sessions, steps, cards []string, instead []wire.Record) error
	// Rewrite puts another form of steps, which turn is given in the order of time,
	// in their place: all of that or nothing.
	Rewrite(ctx context.Context, turn func(*types.Step) (*types.Step, error), progress func(done, total int64)) (rewritten int, err error)
	// NoteRewriting counts, for all starts to come, that steps were rewritten.
	NoteRewriting(ctx context.Context) error
	Rewritings() int
	Feed(cursor int64, install, epoch string, most int) (recs []wire.Encoded, next int64, err error)
	HWM(install, epoch string) int64
	Cursor() int64
	Changed() <-chan struct{}
}

// Options are what a memory is opened with.
type Options struct {
	// ScreenRules is the file of per-site screen rules; it need not exist. A
	// change to it is noticed within seconds.
	ScreenRules string
	// NameKey is the key of name hashes. Without one, hidden names have no hashes and
	// cannot be found.
	NameKey []byte
	// Mask takes out of a step what only the caller knows to be secret; nil masks
	// nothing. It is called for each step before it is kept.
	Mask func(*types.Step)
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
	names  []byte // the key of name hashes

	// gate is held for reading from before a record is stored until it is in
	// the core, and for writing while something is forgotten: what is on its
	// way in cannot slip past a forgetting. It is taken before mu.
	gate sync.RWMutex

	ignored atomic.Int64 // steps on pages that are never looked at

	// editing is held while what an edit says is decided and until it is kept.
	// It is taken before gate.
	editing sync.Mutex

	mu      precedence // guards what follows
	core    *core.Core
	rules   rulesFile
	forgets []types.Forget // what was forgotten, for steps that arrive late
	taken   *taken         // what the last forgetting removed
	erased  int            // forgettings since the start
	unfit   int            // stored records that the core did not take
	grown   int            // steps that were put one by one into this core
	grew    time.Time      // when the last one was
	edited  types.Time     // of the newest edit
	changes int64          // how often the core was changed
}

// Open loads what the store holds.
func Open(s Store, o Options) (*Memory, error) {
	m := &Memory{store: s, now: o.Now, inSlot: o.Slot, mask: o.Mask, names: o.NameKey, rules: rulesFile{path: o.ScreenRules}}
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
	// Rules that are wrong stop the start: screens named otherwise than asked
	// for would be hard to notice.
	if err := m.rules.read(m.core); err != nil {
		return nil, err
	}
	taken, err := s.Segments(m.core.Attach)
	if err != nil {
		return nil, fmt.Errorf("load store: %w", err)
	}
	err = s.LoadRest(taken, func(rec wire.Record) error {
		if err := m.index(rec); err != nil {
			// An older Cairn took it. Refusing to start would take away
			// everything else too.
			m.unfit++
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("load store: %w", err)
	}
	return m, nil
}

// Unfit is how many stored records the core did not take when they were
// loaded. They stay in the store.
func (m *Memory) Unfit() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.unfit
}

// Ignored is how many steps on pages that are never looked at extensions have
// sent since the start. They are not kept.
func (m *Memory) Ignored() int { return int(m.ignored.Load()) }

func (m *Memory) clock() types.Time { return types.At(m.now()) }

// index puts a stored record into the core. Gaps leave nothing to find;
// forgettings have done their work, and are kept for what comes late.
func (m *Memory) index(rec wire.Record) (err error) {
	m.mu.Behind(func() { err = m.enter(rec) })
	return err
}

// enter is index while mu is held.
func (m *Memory) enter(rec wire.Record) error {
	m.changes++
	switch {
	case rec.Step != nil:
		m.grown, m.grew = m.grown+1, m.now()
	case rec.Edit != nil:
		m.edited = max(m.edited, rec.Edit.At)
	case rec.Forget != nil && rec.Forget.Undo:
		m.dropOrder(rec.Forget.At)
	case rec.Forget != nil:
		m.forgets = append(m.forgets, *rec.Forget)
	}
	return putInto(m.core, rec)
}

// putInto puts what can be found of a record into a core.
func putInto(c *core.Core, rec wire.Record) error {
	// An extension sends the session along with each of its steps.
	if rec.Session != nil && !reflect.DeepEqual(c.Session(rec.Session.SessionID), rec.Session) {
		if err := c.PutSession(rec.Session); err != nil {
			return err
		}
	}
	switch {
	case rec.Step != nil:
		return c.PutStep(rec.Step)
	case rec.Card != nil:
		return c.PutCard(rec.Card)
	case rec.Edit != nil:
		return c.PutEdit(rec.Edit)
	}
	return nil
}

// PutSession remembers a session, or its new metadata.
func (m *Memory) PutSession(ctx context.Context, s *types.Session) error {
	fit, err := fitSession(s)
	if err != nil {
		return err
	}
	if err := m.keepOwn(ctx, wire.Record{Session: fit}); err != nil {
		return fmt.Errorf("keep session: %w", err)
	}
	return nil
}

// PutStep remembers a raw step, with the names that keep lets stay in clear, and
// answers what was captured of it, which must not be changed. It returns when the step is on disk and can be found; one that
// was begun before it was to be forgotten is not kept. session may be nil.
func (m *Memory) PutStep(ctx context.Context, session *types.Session, raw *types.Step, keep types.Keep) (*types.Step, error) {
	step, err := m.capture(raw, keep)
	if err != nil {
		return nil, err
	}
	rec := wire.Record{Step: step}
	if session != nil {
		if rec.Session, err = fitSession(session); err != nil {
			return nil, err
		}
	}
	if err := finish(ctx, func(ctx context.Context) error { return m.keepStep(ctx, rec) }); err != nil {
		return nil, fmt.Errorf("keep step: %w", err)
	}
	return step, nil
}

// PutCard remembers a site's card that a person wrote or that came by import.
func (m *Memory) PutCard(ctx context.Context, card *types.KnowledgeCard) error {
	if err := m.keepOwn(ctx, wire.Record{Card: card}); err != nil {
		return fmt.Errorf("keep card: %w", err)
	}
	return nil
}

// capture makes a raw step fit to be kept, and names it by its content when it
// has no id. A step that has the form of keep needed keeps it under full as well.
func (m *Memory) capture(raw *types.Step, keep types.Keep) (*types.Step, error) {
	m.mu.Lock()
	m.rules.refresh(m.core, m.now())
	capture := m.core.Capturer()
	m.mu.Unlock()
	step, err := capture(m.clock(), raw)
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
	if keep == types.KeepNeeded {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.core.HideNames(step)
	}
	return step, nil
}

// fitSession is a copy of s that is fit to be kept.
func fitSession(s *types.Session) (*types.Session, error) {
	if err := capture.SessionID(s.SessionID); err != nil {
		return nil, err
	}
	fit := *s
	capture.Session(&fit)
	if fit.FlowTags == nil {
		fit.FlowTags = []string{}
	}
	if fit.Tags == nil {
		fit.Tags = []string{}
	}
	return &fit, nil
}

// Observe names the screen of a live look and redacts it, in place.
func (m *Memory) Observe(o *types.Observation) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rules.refresh(m.core, m.now())
	m.core.CaptureObservation(o)
}
