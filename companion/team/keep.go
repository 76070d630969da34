package team

import (
	"context"
	"crypto/ed25519"
	"errors"
	"time"

	"cairn/companion/team/batch"
)

// keeperPatience is the time that the team's first server has to carry out a deletion request on the servers' files, and to
// make a snapshot that is due. Then a keeper does it.
const keeperPatience = time.Minute

var errTooEarly = errors.New("the first server may still carry it out")

// eraseLate carries out, as a keeper, deletion requests on the servers' files while the first server is down. It
// returns the time to wait for the next one.
func (c *Client) eraseLate(ctx context.Context, l Log, k *Keeper) (wait time.Duration) {
	if k == nil {
		return 0
	}
	c.mu.Lock()
	before := c.state.Erased
	if d := c.carried[batch.ServerMember]; d.Created == c.state.Created[batch.ControlStream].UnixNano() {
		before = max(before, d.Control)
	}
	c.mu.Unlock()
	_, err := l.Read(ctx, batch.ControlStream, batch.ControlSubject(c.member.Team, "*"), before, func(s Stored) error {
		if wait = keeperPatience - c.now().Sub(s.At); wait > 0 {
			return errTooEarly
		}
		wait = 0
		t, ok, err := c.tombstone(ctx, l, s)
		if ok && err == nil {
			err = k.Erase(ctx, t)
		}
		if err != nil {
			return err
		}
		c.mu.Lock()
		c.state.Erased = s.Seq
		c.mu.Unlock()
		return nil
	})
	if err != nil && !errors.Is(err, errTooEarly) && ctx.Err() == nil {
		c.log.Printf("team: erase as keeper: %v", err)
		wait = keeperPatience
	}
	c.confirm(ctx, l)
	return wait
}

// keeper returns this member as a keeper on a connection, nil if it is none.
func (c *Client) keeper(l Log) *Keeper {
	if c.member.Role != batch.RoleKeeper {
		return nil
	}
	return &Keeper{Log: l, Team: c.member.Team, Partitions: c.member.Partitions, Name: c.member.Member, Key: c.member.key(), After: SnapshotAfter, Patience: keeperPatience, Now: c.now, Logf: c.log.Printf,
		Authors: func() (map[string]ed25519.PublicKey, error) {
			c.mu.Lock()
			defer c.mu.Unlock()
			keys := map[string]ed25519.PublicKey{}
			for id, e := range c.people.entries {
				keys[id] = e.Key
			}
			return keys, nil
		}}
}
