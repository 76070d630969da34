package team

import (
	"context"
	"strings"

	"cairn/companion/team/batch"
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

// carryOut verifies and carries out one request. It returns false if the author sends too many.
func (c *Client) carryOut(ctx context.Context, l Log, s Stored) (bool, error) {
	name := s.Subject[strings.LastIndexByte(s.Subject, '.')+1:]
	if name == c.member.Member && !c.member.Fleet() {
		c.noteOwn(s)
		return true, nil
	}
	author, err := c.authorOf(ctx, l, name)
	if err != nil {
		return true, err
	}
	if author == nil {
		c.refuse(ReasonUnknown)
		return true, nil
	}
	t, err := batch.OpenTombstone(author.Key, s.Message, c.member.Team)
	if err != nil {
		c.refuse(reasonOf(err))
		return true, nil
	}
	if !c.quota(name+" forgets", max(1, len(t.IDs)), maxForgotten) {
		c.refuse(ReasonFlood)
		return false, nil
	}
	return true, c.memory.Forget(ctx, t)
}
