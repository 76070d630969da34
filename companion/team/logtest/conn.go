package logtest

import (
	"bytes"
	"context"
	"strings"

	"cairn/companion/team"
	"cairn/companion/team/batch"
)

// Conn is a connection to a server. It is a team.Log.
type Conn struct {
	*Server
	// Before is called before each request, and its error is the answer. After is called once the server did what was
	// asked, and its error takes the place of the answer. Live is called with each live copy to deliver, which it must do in another goroutine. Each may be nil.
	Before, After func(ctx context.Context, what, subject string) error
	Live          func(deliver func())
}

func (c *Conn) deliver(do func()) {
	if c.Live != nil {
		c.Live(do)
	} else {
		go do() // the server's lock is held
	}
}

// ask does a request, with the server's lock held.
func (c *Conn) ask(ctx context.Context, what, subject string, do func() error) error {
	if c.Before != nil {
		if err := c.Before(ctx, what, subject); err != nil {
			return err
		}
	}
	c.mu.Lock()
	err := do()
	c.mu.Unlock()
	if err == nil && c.After != nil {
		err = c.After(ctx, what, subject)
	}
	return err
}

// Append implements team.Log.
func (c *Conn) Append(ctx context.Context, m batch.Message) error {
	return c.ask(ctx, "append", m.Subject, func() error {
		st := c.of(streamOf(m.Subject))
		if had, ok := st.ids[m.ID]; ok && m.ID != "" && c.now().Sub(had.at) < window {
			for _, one := range st.messages {
				if one.Seq != had.seq || one.Subject != m.Subject {
					continue
				}
				if bytes.Equal(one.Data, m.Data) {
					return nil
				}
				return team.ErrPlaceUsed
			}
		}
		if strings.Contains(m.Subject, ".d.") { // its newest message alone stays
			st.remove(func(one team.Stored) bool { return one.Subject == m.Subject })
		}
		c.put(m)
		return nil
	})
}

// Store implements team.Log.
func (c *Conn) Store(ctx context.Context, m batch.Message, last uint64) (seq uint64, err error) {
	err = c.ask(ctx, "store", m.Subject, func() error {
		if last != team.Anywhere && c.of(streamOf(m.Subject)).last != last {
			return team.ErrMoved
		}
		seq = c.put(m)
		return nil
	})
	return seq, err
}

// Follow implements team.Log.
func (c *Conn) Follow(subjects string, got func(team.Stored)) (stop func(), err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := &follower{c, subjects, got}
	c.live[f] = true
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.live, f)
	}, nil
}

// Close ends the subscriptions.
func (c *Conn) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for f := range c.live {
		if f.conn == c {
			delete(c.live, f)
		}
	}
}

// Read implements team.Log.
func (c *Conn) Read(ctx context.Context, stream, subjects string, after uint64, each func(team.Stored) error) (uint64, error) {
	var all []team.Stored
	if err := c.ask(ctx, "read", subjects, func() error {
		for _, m := range c.of(stream).messages {
			if m.Seq > after && matches(subjects, m.Subject) {
				all = append(all, m)
			}
		}
		return nil
	}); err != nil {
		return after, err
	}
	for _, m := range all {
		if err := each(m); err != nil {
			return after, err
		}
		after = m.Seq
	}
	return after, nil
}

// Last implements team.Log.
func (c *Conn) Last(ctx context.Context, stream, subject string, got func(team.Stored)) error {
	var newest *team.Stored
	err := c.ask(ctx, "last", subject, func() error {
		for _, m := range c.of(stream).messages {
			if matches(subject, m.Subject) {
				newest = &m
			}
		}
		return nil
	})
	if newest != nil && err == nil {
		got(*newest)
	}
	return err
}

// Walk implements team.Log.
func (c *Conn) Walk(ctx context.Context, stream, subject string, from uint64, each func(team.Stored) error) error {
	_, err := c.Read(ctx, stream, subject, max(from, 1)-1, each)
	return err
}

// State implements team.Log.
func (c *Conn) State(ctx context.Context, stream, subjects string) (out team.StreamState, err error) {
	err = c.ask(ctx, "state", subjects, func() error {
		st := c.of(stream)
		out = team.StreamState{Created: st.created, Now: c.now(), Last: st.last, Counts: map[string]uint64{}}
		for i, m := range st.messages {
			if i == 0 {
				out.FirstAt = m.At
			}
			if matches(subjects, m.Subject) {
				out.Counts[m.Subject]++
			}
		}
		return nil
	})
	return out, err
}

// Erase implements team.Log.
func (c *Conn) Erase(ctx context.Context, stream string, seq uint64) error {
	return c.ask(ctx, "erase", stream, func() error {
		c.of(stream).remove(func(m team.Stored) bool { return m.Seq == seq })
		return nil
	})
}

// Purge implements team.Log.
func (c *Conn) Purge(ctx context.Context, stream, subject string, before uint64) error {
	return c.ask(ctx, "purge", subject, func() error {
		c.of(stream).remove(func(m team.Stored) bool { return m.Seq < before && matches(subject, m.Subject) })
		return nil
	})
}
