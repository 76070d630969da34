package team

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// Reasons for which a message is not taken, as Status counts them.
const (
	ReasonRoster    = "roster"    // T17: not signed by root, or older than the one known
	ReasonUnsigned  = "unsigned"  // T1: no or a wrong signature
	ReasonUnknown   = "unknown"   // T1: the author is no member
	ReasonSubject   = "subject"   // T1, T8: it stands on another's subject
	ReasonLimit     = "limit"     // T6
	ReasonMalformed = "malformed" // T6
	ReasonNewer     = "newer"     // T14: a newer version wrote it
	ReasonRevoked   = "revoked"   // T5
	ReasonForked    = "forked"    // T2: another batch has the place
	ReasonOld       = "old"       // T9: older than the retention
	ReasonFlood     = "flood"     // T11: held back, for the author sends too much
	ReasonRole      = "role"      // a reader writes
)

// Times of a message that are too far from the server's stamp (T9).
const (
	maxAhead = 5 * time.Minute
	maxAge   = 90 * 24 * time.Hour
)

// checkTime is the interval at which every site is read again, in case a live copy was lost.
const checkTime = time.Minute

// maxQueue bounds the live copies that wait; beyond it, sites are read from the log.
const maxQueue = 1024

func liveRoster(team string) string  { return "cairn." + team + ".live.m.*" }
func liveControl(team string) string { return "cairn." + team + ".live.c.*" }

func liveDone(team string) string { return "cairn." + team + ".live.d.*" }

// receive takes the messages of others until the connection ends.
func (c *Client) receive(ctx context.Context, l Log) error {
	defer c.unfollow()
	c.readAll()
	check := time.NewTicker(checkTime)
	defer check.Stop()
	keeper := c.keeper(l)
	for {
		if err := c.takeAll(ctx, l); err != nil {
			return err
		}
		wait, err := c.provideKeys(ctx, l)
		if err != nil {
			return err
		}
		if erase := c.eraseLate(ctx, l, keeper); erase > 0 && (wait == 0 || erase < wait) {
			wait = erase
		}
		var due <-chan time.Time
		if wait > 0 {
			due = time.After(wait)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-check.C:
			c.readAll()
			if c.member.Role == batch.RoleAdmin || c.member.Role == batch.RoleKeeper { // others are too many to ask
				if err := c.checkStreams(ctx, l); err != nil && ctx.Err() == nil {
					c.log.Printf("team: look at the servers' copies: %v", err)
				}
			}
			if keeper != nil {
				if err := keeper.Look(ctx); err != nil && ctx.Err() == nil {
					c.log.Printf("team: %v", err)
				}
			}
		case <-due:
		case <-c.wake:
		}
	}
}

// unfollow forgets the live copies of an ended connection.
func (c *Client) unfollow() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.queue = nil
	for _, s := range c.sites {
		if s.stop = nil; s.read {
			s.read, s.ready = false, make(chan struct{})
		}
	}
}

// takeAll does all that is to be done now.
func (c *Client) takeAll(ctx context.Context, l Log) error {
	for {
		c.mu.Lock()
		roster, control, done, keys, reports, queue := c.dirty.roster, c.dirty.control, c.dirty.done, c.dirty.keys, c.dirty.reports, c.queue
		c.queue, c.dirty.reports = nil, false
		var ids []string
		for id, s := range c.sites {
			if s.dirty {
				ids = append(ids, id)
			}
		}
		c.mu.Unlock()
		if !roster && !control && !done && !keys && !reports && len(queue) == 0 && len(ids) == 0 {
			return nil
		}
		if roster {
			if err := c.readRoster(ctx, l); err != nil {
				return err
			}
		}
		if keys {
			if err := c.readKeys(ctx, l); err != nil {
				return err
			}
		}
		if control {
			if err := c.readControl(ctx, l); err != nil {
				return err
			}
		}
		if control || keys || reports {
			c.confirm(ctx, l)
		}
		if done {
			if err := c.readDone(ctx, l); err != nil {
				return err
			}
		}
		for _, s := range queue {
			if err := c.takeLive(ctx, l, s); err != nil {
				return err
			}
		}
		for _, id := range ids {
			if err := c.readSite(ctx, l, id); err != nil {
				return err
			}
		}
	}
}

// takeLive takes a live copy if it continues its chain. After a hole, the site is read from the log.
func (c *Client) takeLive(ctx context.Context, l Log, s Stored) error {
	h, err := batch.Peek(s.Message)
	if err == nil && !c.own(h) && h.First > c.memory.Mark(h.Author, h.Run, h.Site)+1 {
		c.note(func() {
			if one := c.sites[h.Site]; one != nil {
				one.dirty = true
			}
		})
		return nil
	}
	_, err = c.take(ctx, l, h.Site, s)
	return err
}

// readSite reads the new messages of a site. Holes in chains are final here: a missing record was erased
// or lost, and comes again at other places if it still exists.
func (c *Client) readSite(ctx context.Context, l Log, id string) error {
	c.mu.Lock()
	s := c.sites[id]
	if s == nil {
		c.mu.Unlock()
		return nil
	}
	s.dirty = false
	after, following := s.Read, s.stop != nil
	c.mu.Unlock()
	if !following {
		stop, err := l.Follow(batch.LiveSubject(c.member.Team, id, "*"), func(got Stored) {
			c.note(func() {
				if len(c.queue) < maxQueue {
					c.queue = append(c.queue, got)
				} else {
					s.dirty = true
				}
			})
		})
		if err != nil {
			return err
		}
		c.mu.Lock()
		s.stop = stop
		c.mu.Unlock()
	}
	held := map[string]bool{} // authors
	var firstHeld uint64
	take := func(got Stored) error {
		author := sender(got)
		if !held[author] {
			taken, err := c.take(ctx, l, id, got)
			if taken || err != nil {
				return err
			}
			held[author] = true
		}
		if firstHeld == 0 || got.Seq < firstHeld {
			firstHeld = got.Seq
		}
		return nil
	}
	var err error
	if after == 0 {
		if after, err = c.readSnapshot(ctx, l, id, take); err != nil {
			return err
		}
	}
	after, err = l.Read(ctx, batch.StreamOfSite(id, c.member.Partitions), batch.SiteSubjects(c.member.Team, id), after, take)
	if firstHeld > 0 {
		after = firstHeld - 1
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	s.Read = max(s.Read, after) // also of a reading that a busy server cut off: the next one goes on there
	if err != nil {
		return err
	}
	if !s.read {
		s.read = true
		close(s.ready)
	}
	return nil
}

// take verifies and stores a message of a site. It returns false if the author sends too much, or if this
// member waits for the key, so that the message is to be read again later.
func (c *Client) take(ctx context.Context, l Log, siteID string, s Stored) (taken bool, err error) {
	h, err := batch.Peek(s.Message)
	if err != nil {
		c.refuse(sender(s), reasonOf(err))
		return true, nil
	}
	if c.own(h) {
		return true, nil
	}
	author, err := c.authorOf(ctx, l, h.Author)
	if err != nil {
		return true, err
	}
	if why := c.unfit(author, h, s); why != "" {
		c.refuse(h.Author, why)
		return true, nil
	}
	h, lines, err := c.open(author, s.Message)
	if errors.Is(err, batch.ErrKey) {
		announced, readErr := c.announced(ctx, l, h.Author, h.Key)
		if readErr != nil {
			return true, readErr
		}
		if h, lines, err = c.open(author, s.Message); errors.Is(err, batch.ErrKey) && announced {
			return false, nil // until this member is given the key
		}
	}
	if err != nil {
		c.refuse(h.Author, reasonOf(err))
		return true, nil
	}
	// A batch at taken places costs no quota. It is compared with the records there.
	known := h.First+int64(h.Count)-1 <= c.memory.Mark(h.Author, h.Run, h.Site)
	if !known && !c.quota(h.Author, 1, maxBatches) {
		c.refuse(h.Author, ReasonFlood)
		return false, nil
	}
	return true, c.accept(ctx, siteID, h, lines)
}

// accept stores verified batches that continue each other. h is the first one's header.
func (c *Client) accept(ctx context.Context, siteID string, h batch.Header, batches ...[][]byte) error {
	c.mu.Lock()
	name := c.people.entries[h.Author].Name
	c.mu.Unlock()
	var got Accepted
	err := error(types.Fault(types.CodeTeamForked, "a batch continues another one than the one here", ""))
	if !c.forks(h) {
		got, err = c.memory.Accept(ctx, h.Author, name, func(origin string) bool { return c.member.belongs(origin, siteID) }, h.Site, h.Run, h.First, batches...)
	}
	switch fault := types.AsError(err); {
	case err == nil:
		c.noteEnd(h, batches)
	case fault.Code == types.CodeTeamForked:
		c.log.Printf("team: %s has two batches at one place: the first stays, and the member is set aside", h.Author)
		c.refuse(h.Author, ReasonForked)
		c.noteReport("", h.Author)
		return c.memory.SetAside(ctx, h.Author, true)
	case fault.Code == types.CodeInvalidInput: // more places are missing than deletions leave
		c.refuse(h.Author, ReasonLimit)
		return nil
	default:
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.report.Received += got.New
	c.report.Overshared += got.Overshared
	if got.Overshared > 0 && !slices.Contains(c.state.Overshared, h.Author) {
		c.state.Overshared = append(c.state.Overshared, h.Author)
		c.state.Overshared = c.state.Overshared[max(0, len(c.state.Overshared)-batch.MaxOvershared):]
		c.dirty.reports = true // takeAll, which calls this, sends them
	}
	if one := c.sites[siteID]; one != nil {
		one.records += got.New
	}
	return nil
}

// own reports whether a batch is this store's. Other runners of the fleet share the author.
func (c *Client) own(h batch.Header) bool {
	return c.member.former[h.Author] != nil || h.Author == c.member.Member && (!c.member.Fleet() || c.memory.Made(h.Run))
}

// authorOf returns the roster's entry of an author, and reads the roster again for an unknown one.
func (c *Client) authorOf(ctx context.Context, l Log, member string) (*batch.Entry, error) {
	for range 2 {
		c.mu.Lock()
		e, ok := c.people.entries[member]
		c.mu.Unlock()
		if ok {
			return &e, nil
		}
		if err := c.readRoster(ctx, l); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// unfit returns the reason why a batch is not taken, "" if there is none so far.
func (c *Client) unfit(author *batch.Entry, h batch.Header, s Stored) string {
	c.mu.Lock()
	at := batch.StreamEnd{Stream: batch.StreamOfSite(h.Site, c.member.Partitions), Seq: s.Seq}
	at.Created = c.state.Created[at.Stream].UnixNano()
	c.mu.Unlock()
	switch stamp := types.At(s.At); {
	case author == nil:
		return ReasonUnknown
	case author.Role == batch.RoleReader:
		return ReasonRole
	case !author.Counts(h.Run, h.Site, h.First+int64(h.Count)-1, at):
		return ReasonRevoked
	case h.At < types.At(c.now()).Add(-maxAge):
		return ReasonOld
	case s.At.IsZero() && h.At > types.At(c.now()).Add(maxAhead), !s.At.IsZero() && h.At > stamp.Add(maxAhead):
		c.mu.Lock()
		c.report.Skewed++ // its times are cut to this machine's (memory)
		c.mu.Unlock()
	}
	return ""
}

// refuse counts a message that is not taken, and whose it is: who can publish on its subject.
func (c *Client) refuse(of, why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.report.Refused[why]++
	if of != "" {
		if c.report.RefusedOf == nil {
			c.report.RefusedOf = map[string]int{}
		}
		c.report.RefusedOf[cmp.Or(c.people.entries[of].Name, of)]++
	}
}

// sender returns who can publish on a message's subject.
func sender(s Stored) string { return s.Subject[strings.LastIndexByte(s.Subject, '.')+1:] }

func reasonOf(err error) string {
	for _, one := range []struct {
		err error
		why string
	}{{batch.ErrUnsigned, ReasonUnsigned}, {batch.ErrSubject, ReasonSubject}, {batch.ErrLimit, ReasonLimit}, {batch.ErrNewer, ReasonNewer}, {batch.ErrKey, ReasonKey}, {errEncryption, ReasonKey}} {
		if errors.Is(err, one.err) {
			return one.why
		}
	}
	return ReasonMalformed
}
