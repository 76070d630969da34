package team

import (
	"context"
	"slices"
	"strings"

	"cairn/companion/team/batch"
	"cairn/shared/share"
	"cairn/shared/types"
)

// Bounds of the numbers that a member remembers of others. Beyond them a gap may stay unseen, and nothing else changes.
const (
	maxMissing = 100    // numbers of one run
	maxRuns    = 10_000 // runs
)

// numbers are the numbers of an author's deletion requests of one run. Authors count from 1, so a server that withholds
// one leaves a gap.
type numbers struct {
	Last    int64   `json:"last"`
	Missing []int64 `json:"missing,omitempty"`
}

// noteNumber notes a deletion request that was read, in any order.
func (c *Client) noteNumber(t types.Tombstone) {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := t.Author + "/" + t.Run
	if c.state.Numbers == nil {
		c.state.Numbers = map[string]numbers{}
	}
	n, known := c.state.Numbers[key]
	if !known && len(c.state.Numbers) >= maxRuns {
		return
	}
	n.Missing = slices.DeleteFunc(slices.Clone(n.Missing), func(k int64) bool { return k == t.N })
	for k := n.Last + 1; k < t.N && len(n.Missing) < maxMissing; k++ {
		n.Missing = append(n.Missing, k)
	}
	n.Last = max(n.Last, t.N)
	c.state.Numbers[key] = n
}

// withheld counts the deletion requests of a member that the log lacks. Those of a later version have no number
// here. c.mu is held.
func (c *Client) withheld(author string) (n int) {
	if c.state.Newer > 0 {
		return 0
	}
	for key, one := range c.state.Numbers {
		if strings.HasPrefix(key, author+"/") {
			n += len(one.Missing)
		}
	}
	return n
}

// healTombstones sends again the deletion requests of this member that the log lost: who was away would keep what they
// name.
func (c *Client) healTombstones(ctx context.Context, l Log) error {
	sent := c.memory.SentTombstones()
	own := batch.ControlSubject(c.member.Team, c.member.Member)
	s, err := l.State(ctx, batch.ControlStream, own)
	if err != nil || s.Counts[own] >= uint64(len(sent)) {
		return err
	}
	type number struct {
		run string
		n   int64
	}
	has := map[number]bool{}
	if _, err := l.Read(ctx, batch.ControlStream, own, 0, func(s Stored) error {
		if t, err := batch.PeekTombstone(s.Message, c.member.Team); err == nil && t.Author == c.member.Member {
			has[number{t.Run, t.N}] = true
		}
		return nil
	}); err != nil {
		return err
	}
	for _, t := range sent {
		if has[number{t.Run, t.N}] {
			continue
		}
		c.log.Printf("team: the server lost deletion %d of run %s; it is sent again", t.N, t.Run)
		if err := c.sendTombstone(ctx, l, t); err != nil {
			return err
		}
	}
	return nil
}

// chainEnd is the end of a chain of batches as it was accepted since the start.
type chainEnd struct {
	next int64
	sum  string // share.Sum of the last batch
}

// chainOf names the chain of a batch.
func chainOf(h batch.Header) string { return h.Author + "/" + h.Run + "/" + h.Site }

// forks reports whether a batch continues another batch than the one that was accepted here: its author signed two for
// one place, and the server gave each member one of them (T2).
func (c *Client) forks(h batch.Header) bool {
	end := c.ends[chainOf(h)]
	return end.next == h.First && end.sum != h.Prev
}

// noteEnd notes the batches of which the chain consists now. They begin with h.
func (c *Client) noteEnd(h batch.Header, batches [][][]byte) {
	end := chainEnd{h.First, h.Prev}
	for _, lines := range batches {
		end = end.after(h, lines)
	}
	switch key := chainOf(h); {
	case c.ends == nil || len(c.ends) >= maxRuns:
		c.ends = map[string]chainEnd{key: end}
	case end.next > c.ends[key].next:
		c.ends[key] = end
	}
}

// after returns the end once a batch is added.
func (e chainEnd) after(h batch.Header, lines [][]byte) chainEnd {
	return chainEnd{e.next + int64(len(lines)), share.Sum(e.sum, h.Run, h.Site, e.next, lines)}
}
