package team

import (
	"context"
	"errors"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// readControl carries out the new deletion requests of others. Each covers only its signer's records
// (T10).
func (c *Client) readControl(ctx context.Context, l Log) error {
	c.mu.Lock()
	after := c.state.Control
	c.dirty.control = false
	c.mu.Unlock()
	held := uint64(0)
	after, err := l.Read(ctx, batch.ControlStream, batch.ControlSubject(c.member.Team, "*"), after, func(s Stored) error {
		done, err := c.carryOut(ctx, l, s)
		if err == nil && !done && held == 0 {
			held = s.Seq
		}
		return err
	})
	if held > 0 {
		after = held - 1
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state.Control = max(c.state.Control, after)
	return err
}

// carryOut verifies and carries out one request. It returns false if the sender sends too many.
func (c *Client) carryOut(ctx context.Context, l Log, s Stored) (bool, error) {
	t, ok, err := c.tombstone(ctx, l, s)
	if !ok || err != nil {
		return true, err
	}
	of := sender(s)
	if of == c.member.Member && !c.member.Fleet() && (t.Author == of || c.member.former[t.Author] != nil) {
		c.noteOwn(t, s.Seq)
		return true, nil
	}
	c.noteNumber(t)
	if !c.quota(of+" forgets", max(1, len(t.IDs)), maxForgotten) {
		c.refuse(of, ReasonFlood)
		return false, nil
	}
	return true, c.memory.Forget(ctx, t)
}

// tombstone returns a request that its author signed. It may come on another subject, that of the author's present
// name: the key decides what it covers.
func (c *Client) tombstone(ctx context.Context, l Log, s Stored) (t types.Tombstone, ok bool, err error) {
	of := sender(s)
	if t, err = batch.PeekTombstone(s.Message, c.member.Team); err != nil {
		c.refuse(of, reasonOf(err))
		c.mu.Lock()
		defer c.mu.Unlock()
		if errors.Is(err, batch.ErrNewer) && (c.state.Newer == 0 || s.Seq < c.state.Newer) {
			c.state.Newer = s.Seq
		}
		return t, false, nil
	}
	author, err := c.authorOf(ctx, l, t.Author)
	if err != nil {
		return t, false, err
	}
	if author == nil {
		c.refuse(of, ReasonUnknown)
		return t, false, nil
	}
	if t, err = batch.OpenTombstone(author.Key, s.Message, c.member.Team); err != nil {
		c.refuse(of, reasonOf(err))
		return t, false, nil
	}
	return t, true, nil
}
