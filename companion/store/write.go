package store

import (
	"context"
	"fmt"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Write stores changes and returns when they are on disk. cursors has one
// entry for each: the change's place in the feed, or 0 when the store had it
// already (a step by its id, a session by its content, a number of a source).
//
// The changes of one call are all written or none. Numbers of a source must
// follow the ones before without a hole; one that comes again with another
// digest is SEQ_CONFLICT. When ctx ends first, the changes may or may not have
// been stored.
func (s *Store) Write(ctx context.Context, changes ...Change) (cursors []int64, err error) {
	if len(changes) == 0 {
		return nil, nil
	}
	req := &request{done: make(chan error, 1)}
	for _, ch := range changes {
		p, err := prepare(ch)
		if err != nil {
			return nil, err
		}
		req.changes = append(req.changes, p)
	}
	if err := s.submit(ctx, req); err != nil {
		return nil, err
	}
	return req.cursors, nil
}

// PutSession stores a session's metadata; the newest counts.
func (s *Store) PutSession(ctx context.Context, session *types.Session) error {
	_, err := s.Write(ctx, Change{Record: wire.Record{Session: session}})
	return err
}

// PutStep stores a step with its session's metadata, which may be nil. It
// reports whether the step is new: the first step with an id stays.
func (s *Store) PutStep(ctx context.Context, session *types.Session, step *types.Step, from *Source) (fresh bool, err error) {
	cursors, err := s.Write(ctx, Change{Record: wire.Record{Session: session, Step: step}, Source: from})
	return err == nil && cursors[0] != 0, err
}

// PutCard stores a site's card; the newest of its domain counts.
func (s *Store) PutCard(ctx context.Context, card *types.KnowledgeCard) error {
	_, err := s.Write(ctx, Change{Record: wire.Record{Card: card}})
	return err
}

// Forget removes what f spells out and remembers that it was forgotten. When
// it returns, nothing that this store answers or hands to a replica holds it;
// the compaction that follows takes it off the disk, with the damaged files
// that earlier salvages kept.
func (s *Store) Forget(ctx context.Context, f Forgotten) (cursor int64, err error) {
	p := &prepared{change: change{kind: kindForget, at: types.At(s.now())}}
	if err := p.setPayload(f); err != nil {
		return 0, err
	}
	req := &request{changes: []*prepared{p}, forget: &f, done: make(chan error, 1)}
	if err := s.submit(ctx, req); err != nil {
		return 0, err
	}
	return req.cursors[0], nil
}

// Compact rewrites the file without what is dead. The store does it by itself
// when more than half is.
func (s *Store) Compact(ctx context.Context) error {
	return s.submit(ctx, &request{compact: true, done: make(chan error, 1)})
}

// submit hands req to the writer and waits for its word.
func (s *Store) submit(ctx context.Context, req *request) error {
	if err := s.refusal(); err != nil {
		return err
	}
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

// refusal is why nothing can be written, nil when it can.
func (s *Store) refusal() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.broken != nil {
		return s.broken
	}
	return nil
}
