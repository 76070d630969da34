package sim

import (
	"context"
	"crypto/ed25519"
	"time"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// keep starts the server's keeper, which carries out all deletion requests again.
func (w *teamWorld) keep() {
	w.tell("the server's keeper starts")
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	w.keeping = func() { stop(); <-done }
	c := w.connect(w.branch(), func(error) {})
	k := &team.Keeper{Log: c, Team: w.team, Name: batch.ServerMember, Key: w.root, After: 3, Now: time.Now, Logf: func(string, ...any) {}, Authors: func() (map[string]ed25519.PublicKey, error) {
		keys := map[string]ed25519.PublicKey{}
		for id, e := range w.entries {
			keys[id] = e.Key
		}
		return keys, nil
	}}
	go func() {
		defer close(done)
		var at uint64
		var made time.Time
		for ctx.Err() == nil {
			s, err := c.State(ctx, batch.ControlStream, "none")
			if err == nil && !s.Created.Equal(made) {
				at, made = 0, s.Created
			}
			if err == nil {
				_, _ = c.Read(ctx, batch.ControlStream, ">", at, func(m team.Stored) error {
					if t, err := w.order(m); err == nil {
						if err := k.Erase(ctx, t); err != nil {
							return err
						}
					}
					at = m.Seq
					return nil
				})
			}
			_ = k.Look(ctx)
			select {
			case <-ctx.Done():
			case <-time.After(5 * time.Second):
			}
		}
	}()
}

// order returns the deletion request in a message, if its author signed it.
func (w *teamWorld) order(m team.Stored) (types.Tombstone, error) {
	t, err := batch.PeekTombstone(m.Message, w.team)
	if err != nil {
		return t, err
	}
	return batch.OpenTombstone(w.entries[t.Author].Key, m.Message, w.team)
}
