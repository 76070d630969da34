package team

import (
	"context"
	"errors"
	"strings"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// eraseAfter is the age of a deletion request that the team's first server has not carried out on the servers' files,
// after which a keeper does it.
const eraseAfter = time.Minute

var errTooEarly = errors.New("the first server may still carry it out")

// eraseLate carries out, as a keeper, deletion requests on the servers' files while the first server is down. It
// returns the time to wait for the next one.
func (c *Client) eraseLate(ctx context.Context, l Log) (wait time.Duration) {
	if c.member.Role != batch.RoleKeeper {
		return 0
	}
	c.mu.Lock()
	before := c.state.Erased
	if d := c.carried[batch.ServerMember]; d.Created == c.state.Created[batch.ControlStream].UnixNano() {
		before = max(before, d.Control)
	}
	c.mu.Unlock()
	_, err := l.Read(ctx, batch.ControlStream, batch.ControlSubject(c.member.Team, "*"), before, func(s Stored) error {
		if wait = eraseAfter - c.now().Sub(s.At); wait > 0 {
			return errTooEarly
		}
		wait = 0
		t, ok, err := c.tombstone(ctx, l, s)
		if ok && err == nil {
			err = c.erase(ctx, l, t)
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
		wait = eraseAfter
	}
	c.confirm(ctx, l)
	return wait
}

// erase overwrites the messages that hold a tombstone's records. Snapshots go first: afterwards the messages no longer
// say of which sites they were.
func (c *Client) erase(ctx context.Context, l Log, t types.Tombstone) error {
	sites := batch.CoveredSites(t)
	if t.All {
		for _, stream := range batch.RecordStreams(c.member.Partitions) {
			s, err := l.State(ctx, stream, batch.OwnSubjects(c.member.Team, t.Author))
			if err != nil {
				return err
			}
			for subject := range s.Counts {
				part := strings.Split(subject, ".")
				sites[part[len(part)-2]] = true
			}
		}
	}
	for site := range sites {
		if err := l.EraseSnapshots(ctx, c.member.Team, site); err != nil {
			return err
		}
	}
	for site := range sites {
		err := l.Erase(ctx, batch.StreamOfSite(site, c.member.Partitions), batch.Subject(c.member.Team, site, t.Author), func(m batch.Message) bool {
			h, err := batch.Peek(m)
			return t.All || err == nil && batch.Covers(t, h) // one that cannot be read has no places
		})
		if err != nil {
			return err
		}
	}
	return nil
}
