package store

import (
	"context"
	"fmt"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Put stores records and returns when they are on disk. A record holds a step, which
// may include its session's metadata, or a session or a gap. With an install,
// the records are that extension's, numbered by their Seq; without, they are the
// companion's own and Seq is ignored. digests (nil if none are known) distinguish two
// records with one number.
//
// fresh reports for each record whether it was new: duplicates are recognised by a
// step's id (the first one stays), a session's content, and the number within a
// source.
//
// The records of one call are all stored or none. Numbers must follow the stored ones
// without a gap; a repeated number with another digest is SEQ_CONFLICT. When ctx ends
// first, the records may or may not have been stored.
func (s *Store) Put(ctx context.Context, install, epoch string, recs []wire.Record, digests []uint64) (fresh []bool, err error) {
	entries := make([]entry, len(recs))
	for i, rec := range recs {
		entries[i].record = rec
		if install == "" {
			continue
		}
		entries[i].from = &sender{install: install, epoch: epoch, seq: rec.Seq}
		if digests != nil {
			entries[i].from.digest = digests[i]
		}
	}
	cursors, err := s.write(ctx, entries...)
	if err != nil {
		return nil, err
	}
	fresh = make([]bool, len(cursors))
	for i, c := range cursors {
		fresh[i] = c != 0
	}
	return fresh, nil
}

// write stores entries. cursors are their places in the feed, 0 for duplicates.
func (s *Store) write(ctx context.Context, entries ...entry) (cursors []int64, err error) {
	if len(entries) == 0 {
		return nil, nil
	}
	req := &request{done: make(chan error, 1)}
	s.inSlot(func() {
		for _, e := range entries {
			var p *prepared
			if p, err = prepare(e); err != nil {
				return
			}
			if s.fault == FaultForgetfulIDs && p.kind == kindStep && e.from != nil {
				// Ids differ between processes, so that the next process does not
				// recognise the step.
				p.id += fmt.Sprintf("--%d", s.stats.OpenedAt)
			}
			req.changes = append(req.changes, p)
		}
		s.packNew(req.changes)
	})
	if err != nil {
		return nil, err
	}
	if err := s.submit(ctx, req); err != nil {
		return nil, err
	}
	return req.cursors, nil
}

// Erase carries out the deletion request f: it removes sessions (with their steps),
// steps and the edits that f lists, or everything if f requests it,
// and stores the request. instead holds records that replace some of them: steps in
// another form, shortened edits. All of it happens or nothing. When Erase returns, no
// answer or replica gets the deleted data any more; the compaction that follows
// removes them from the disk, with the damaged files that earlier salvages kept, and
// renews the backups.
//
// The stored request holds ids, times and digests only: f must be sealed by the caller.
func (s *Store) Erase(ctx context.Context, f types.Forget, sessions, steps []string, instead []wire.Record) error {
	return s.erase(ctx, erasure{Forget: f, Sessions: sessions, Steps: steps}, instead...)
}

func (s *Store) erase(ctx context.Context, e erasure, instead ...wire.Record) error {
	p := &prepared{change: change{kind: kindDeletion, at: types.At(s.now())}}
	if err := p.setPayload(e); err != nil {
		return err
	}
	req := &request{changes: []*prepared{p}, erase: &e, done: make(chan error, 1)}
	for _, rec := range instead {
		p, err := prepare(entry{record: rec})
		if err != nil {
			return err
		}
		req.instead = append(req.instead, p)
	}
	s.packNew(req.instead)
	return s.submit(ctx, req)
}

// Compact rewrites the file without unused values. The store does so by itself
// when they take more than half of it.
func (s *Store) Compact(ctx context.Context) error {
	return s.submit(ctx, &request{compact: true, done: make(chan error, 1)})
}

// submit passes req to the writer and waits for the result.
func (s *Store) submit(ctx context.Context, req *request) error {
	if err := s.refusal(); err != nil {
		return err
	}
	return s.enqueue(ctx, req)
}

// enqueue is submit for requests that a read-only store may serve too.
func (s *Store) enqueue(ctx context.Context, req *request) error {
	select {
	case s.queue <- req:
	case <-s.closing:
		return errClosed
	case <-ctx.Done():
		return fmt.Errorf("store: %w", ctx.Err())
	}
	select {
	case err := <-req.done:
		return err
	case <-s.done:
		// The writer may have answered as its last act.
		select {
		case err := <-req.done:
			return err
		default:
			return errClosed
		}
	case <-ctx.Done():
		return fmt.Errorf("store: %w", ctx.Err())
	}
}
