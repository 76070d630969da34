package team

import (
	"context"
	"errors"
	"time"

	"cairn/companion/team/batch"
)

// leaseTime is how long a lease holds off others after they first saw it. Its keeper renews it, or is dead.
const leaseTime = 30 * time.Second

// leaseName stands for the site in the subject of leases.
const leaseName = "lease"

// ErrHeld means that another keeper is at work: the next look shows the rest.
var ErrHeld = errors.New("another keeper makes a snapshot")

func (k *Keeper) lease() string { return batch.SnapshotSubject(k.Team, leaseName) }

// take stores a lease, unless another keeper's is the last message, and not older than a lease may be. How old it is is
// measured from when it was first seen here.
func (k *Keeper) take(ctx context.Context) error {
	s, err := k.Log.State(ctx, batch.SnapshotStream, "none")
	if err != nil {
		return err
	}
	other := false
	if err := k.Log.Walk(ctx, batch.SnapshotStream, k.lease(), max(1, s.Last), func(m Stored) error {
		other = m.Seq != k.held
		return nil
	}); err != nil {
		return err
	}
	if other {
		if k.seen != s.Last {
			k.seen, k.seenAt = s.Last, k.Now()
		}
		if k.Now().Sub(k.seenAt) < leaseTime {
			return ErrHeld
		}
		k.Logf("keeper: another one did not finish a snapshot")
	}
	return k.hold(ctx, s.Last)
}

func (k *Keeper) hold(ctx context.Context, last uint64) (err error) {
	k.heldAt = k.Now()
	k.held, err = k.Log.Store(ctx, batch.Message{Subject: k.lease(), Data: []byte(k.Name)}, last)
	return err
}

// renew stores the lease again if it grows old.
func (k *Keeper) renew(ctx context.Context) error {
	if k.Now().Sub(k.heldAt) < leaseTime/3 {
		return nil
	}
	return k.hold(ctx, k.held)
}

// release erases the leases, so that the next keeper need not wait. Those that it leaves end by their age.
func (k *Keeper) release(ctx context.Context) {
	err := k.Log.Walk(ctx, batch.SnapshotStream, k.lease(), 1, func(m Stored) error {
		if m.Seq > k.held {
			return nil // another's
		}
		return k.Log.Erase(ctx, batch.SnapshotStream, m.Seq)
	})
	if err != nil && ctx.Err() == nil {
		k.Logf("keeper: %v", err)
	}
}
