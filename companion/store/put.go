package store

import (
	"context"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Put is [Store.Write] in the nouns that the whole companion shares. With an
// install, the records are that extension's, numbered by their Seq; without,
// they are the companion's own and Seq is ignored. digests (nil for none) tell
// two records with one number apart. fresh says of each record whether the
// store had it not.
func (s *Store) Put(ctx context.Context, install, epoch string, recs []wire.Record, digests []uint64) (fresh []bool, err error) {
	changes := make([]Change, len(recs))
	for i, rec := range recs {
		changes[i].Record = rec
		if install == "" {
			continue
		}
		changes[i].Source = &Source{Install: install, Epoch: epoch, Seq: rec.Seq}
		if digests != nil {
			changes[i].Source.Digest = digests[i]
		}
	}
	cursors, err := s.Write(ctx, changes...)
	if err != nil {
		return nil, err
	}
	fresh = make([]bool, len(cursors))
	for i, c := range cursors {
		fresh[i] = c != 0
	}
	return fresh, nil
}

// Erase is [Store.Forget] in shared nouns: f is what was asked for, the lists
// what that means now.
func (s *Store) Erase(ctx context.Context, f types.Forget, sessions, steps, cards []string) error {
	_, err := s.Forget(ctx, Forgotten{Forget: f, Sessions: sessions, Steps: steps, Cards: cards})
	return err
}
