package team

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// Times of sending.
const (
	ackTime  = 5 * time.Second // for one acknowledgement
	dueTime  = time.Minute     // sessions end by themselves
	healTime = time.Hour

	stallTime = time.Minute // without an acknowledgement, on a live connection
)

// send publishes deletion requests and batches until ctx or the connection ends. The server's refusal
// ends it too: trying again would not help.
func (c *Client) send(ctx context.Context, l Log) {
	healed, failing := time.Time{}, time.Time{}
	for tries := 0; ctx.Err() == nil; {
		changed := c.memory.Changed()
		err := c.sendDue(ctx, l, &healed)
		if fault := types.AsError(err); fault != nil && fault.Code == types.CodeTeamRefused {
			c.setState(StateRefused, err)
			return // this member still receives
		}
		wait := dueTime
		if types.HasCode(err, types.CodeTeamOutdated) {
			c.stall(err)
		} else if err != nil {
			if ctx.Err() == nil {
				c.log.Printf("team: send: %v", err)
				if failing.IsZero() {
					failing = c.now()
				}
				if !errors.Is(err, errNoKey) && c.now().Sub(failing) >= stallTime {
					c.stall(types.Fault(types.CodeTeamStalled, "nothing was sent for a minute, although the team's server is connected: "+err.Error(), "What is to be sent waits here. Is the disk of the server's machine full? See the log of cairn team serve."))
				}
			}
			wait = retryWait(tries)
			tries++
			changed = nil
		} else {
			tries, failing = 0, time.Time{}
			c.stall(nil)
		}
		select {
		case <-ctx.Done():
		case <-changed:
		case <-c.keyed:
		case <-time.After(wait):
		}
	}
}

// stall says why a live connection sends nothing, or with nil that it does.
func (c *Client) stall(why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.report.State != StateLive:
	case why != nil:
		c.report.Error = types.AsError(why)
	default:
		c.report.Error = nil
	}
}

// outdated says that this companion may only read: the team wants a newer version of those who share (T14). c.mu is held.
func (c *Client) outdated() error {
	if c.older == nil || c.people.config == nil || c.people.config.Least == "" || !c.older(c.people.config.Least) {
		return nil
	}
	return types.Fault(types.CodeTeamOutdated, fmt.Sprintf("the team wants Cairn %s or newer of those who share, and this is %s", c.people.config.Least, c.vers), "Update it: cairn upgrade. Until then deletions are sent, and nothing else.")
}

// sendDue sends all that is due now. Deletion requests go before everything else.
func (c *Client) sendDue(ctx context.Context, l Log, healed *time.Time) error {
	if err := c.sendTombstones(ctx, l); err != nil {
		return err
	}
	c.mu.Lock()
	outdated := c.outdated()
	c.mu.Unlock()
	if c.member.Role == batch.RoleReader || outdated != nil {
		return outdated
	}
	if !c.member.Fleet() && c.now().Sub(*healed) > healTime { // the other runners' batches are not this one's
		if err := c.heal(ctx, l); err != nil {
			return err
		}
		*healed = c.now()
	}
	if _, err := c.memory.MakeDue(ctx); err != nil {
		return err
	}
	for {
		if err := c.sendTombstones(ctx, l); err != nil {
			return err
		}
		waiting := c.memory.Outbox(1) // a deletion or a changed mode may come before the next
		if len(waiting) == 0 {
			return nil
		}
		o := waiting[0]
		m, err := c.seal(batch.Header{Team: c.member.Team, Site: o.Site, Author: c.member.Member, Run: o.Run, First: o.First, Prev: o.Prev, At: o.At, Runner: c.member.Runner}, o.Lines)
		if err != nil {
			return err
		}
		if err = c.append(ctx, l, m); errors.Is(err, ErrPlaceUsed) {
			err = errors.Join(err, c.newRun(ctx)) // the next try sends its batches
		}
		if err != nil {
			return err
		}
		if err := c.memory.Acked(ctx, o.ID); err != nil {
			return err
		}
		c.mu.Lock()
		c.report.Sent++
		c.mu.Unlock()
	}
}

func (c *Client) sendTombstones(ctx context.Context, l Log) error {
	for _, t := range c.memory.Tombstones() {
		if err := c.sendTombstone(ctx, l, t); err != nil {
			return err
		}
		if err := c.memory.TombstoneAcked(ctx, t.Run, t.N); err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) sendTombstone(ctx context.Context, l Log, t types.Tombstone) error {
	m, err := c.member.sealTombstone(t)
	if err != nil {
		return err
	}
	return c.append(ctx, l, m)
}

func (c *Client) append(ctx context.Context, l Log, m batch.Message) error {
	ctx, cancel := context.WithTimeout(ctx, ackTime)
	defer cancel()
	return l.Append(ctx, m)
}

// heal compares this member's messages in the log with the acknowledged ones. If the log is ahead, the
// store is an older copy of itself: it continues in a new run. Messages that the log lost are shared again.
func (c *Client) heal(ctx context.Context, l Log) error {
	if err := c.healTombstones(ctx, l); err != nil {
		return err
	}
	own := batch.OwnSubjects(c.member.Team, c.member.Member)
	states := map[string]StreamState{}
	for _, stream := range batch.RecordStreams(c.member.Partitions) {
		s, err := l.State(ctx, stream, own)
		if err != nil {
			return err
		}
		states[stream] = s
	}
	expected := map[string][]Placed{} // by subject
	for _, p := range c.memory.Shared() {
		s := states[batch.StreamOfSite(p.Site, c.member.Partitions)]
		if s.Full && types.At(s.FirstAt) > p.At || p.At < types.At(c.now()).Add(-maxAge) {
			continue // the stream's limits removed it
		}
		subject := batch.Subject(c.member.Team, p.Site, c.member.Member)
		expected[subject] = append(expected[subject], p)
	}
	var lost []string
	for subject, placed := range expected {
		stream := batch.StreamOf(subject, c.member.Partitions)
		if states[stream].Counts[subject] == uint64(len(placed)) {
			continue // more than these may be a lost store's, or forged, and hide that some are lost
		}
		has := map[Placed]bool{}
		_, err := l.Read(ctx, stream, subject, 0, func(one Stored) error {
			if h, _, err := batch.OpenEncrypted(c.member.key().Public().(ed25519.PublicKey), one.Message, c.teamKey); err == nil || errors.Is(err, batch.ErrKey) {
				has[Placed{Site: h.Site, Run: h.Run, First: h.First}] = true
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, p := range placed {
			if !has[Placed{Site: p.Site, Run: p.Run, First: p.First}] {
				lost = append(lost, p.ID)
			}
		}
	}
	if err := c.checkRun(ctx, l, states); err != nil {
		return err
	}
	if len(lost) == 0 {
		return nil
	}
	slices.Sort(lost)
	c.log.Printf("team: the server lost %d batches; they are sent again", len(lost))
	return c.memory.Reshare(ctx, lost)
}

// checkRun begins a new run if the log has batches that this store did not make: it is a copy from
// before them, and the next batch would take a place that is used. Batches older than all that this
// store shared are those of a store that was lost.
func (c *Client) checkRun(ctx context.Context, l Log, states map[string]StreamState) error {
	made := map[Placed]bool{}
	newest := types.Time(0)
	for _, p := range c.memory.Shared() {
		made[Placed{Site: p.Site, Run: p.Run, First: p.First}] = true
		newest = max(newest, p.At)
	}
	var subjects []string
	for _, s := range states {
		subjects = slices.AppendSeq(subjects, maps.Keys(s.Counts))
	}
	for _, subject := range subjects {
		ahead := false
		err := l.Last(ctx, batch.StreamOf(subject, c.member.Partitions), subject, func(last Stored) {
			h, lines, err := batch.OpenEncrypted(c.member.key().Public().(ed25519.PublicKey), last.Message, c.teamKey)
			ahead = err == nil && h.At > newest && !made[Placed{Site: h.Site, Run: h.Run, First: h.First}] &&
				!slices.ContainsFunc(c.memory.Outbox(math.MaxInt), func(o Outgoing) bool { // sent, and the acknowledgement was lost
					return o.Site == h.Site && o.Run == h.Run && o.First == h.First && slices.EqualFunc(o.Lines, lines, bytes.Equal)
				})
		})
		if err != nil {
			return err
		}
		if ahead {
			return c.newRun(ctx)
		}
	}
	return nil
}

// newRun continues in another run, whose places are unused.
func (c *Client) newRun(ctx context.Context) error {
	c.log.Printf("team: this store is older than what it shared, or another one shares with its key: it goes on in a new run")
	return c.memory.NewRun(ctx, strings.ToLower(rand.Text())[:16])
}
