package core

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn/shared/search"
	"cairn/shared/types"
)

// Segments store a memory for the next start: sessions with their part of the index,
// as bytes that [Core.Attach] loads without reading a text. The core chooses the
// sessions to pack and packs them, in parts; the caller stores the bytes
// ([Core.Pack], [Core.Packed]).

const (
	// fullSegment is the default number of steps per segment. Smaller segments mean more
	// of them to attach at the start, each with a copy of shared contents; larger ones
	// mean more to rewrite after a deletion, and more to read at once.
	fullSegment = 4096
	// worthPacking is the number of settled steps that justifies a segment: fewer are
	// read one by one at the next start, at about half a millisecond each.
	worthPacking = 128
	// tooMany is the number of unpacked steps above which open sessions are packed
	// too, because each costs about 0.5 ms at the next start.
	tooMany = 2048
	// worthAgain is the number of new steps in a segment's sessions after which it is
	// repacked.
	worthAgain = 256
	// fewSegments is the number of small segments up to which they stay; beyond it they
	// are packed together.
	fewSegments = 8
	// settled is the pause after which a session counts as ended (DESIGN 4).
	settled = 30 * time.Minute
)

// segments records the segments that the caller stores.
type segments struct {
	full    int              // steps per segment
	of      map[string]int   // by session
	stored  map[int]*segment // by number
	last    int
	packing *packing
}

// segment is a stored one.
type segment struct {
	sessions []string
	steps    int
}

// packing is an unfinished segment.
type packing struct {
	work     *search.Packing
	replaces []int
}

func newSegments(full int) segments {
	return segments{full: full, of: map[string]int{}, stored: map[int]*segment{}}
}

// PackTogether sets the greatest number of steps per segment.
func (c *Core) PackTogether(steps int) { c.segments.full = steps }

// Attach loads a segment under its keeper's number. After an error nothing of it is
// in memory, and its contents must be restored from elsewhere.
func (c *Core) Attach(number int, data []byte) error {
	if number == 0 || c.segments.stored[number] != nil {
		return types.Invalid(fmt.Sprintf("segment %d is there already", number), "Give each segment a number of its own, from 1.")
	}
	ids, err := c.search.Attach(data)
	if err != nil {
		return types.Fault(types.CodeSegmentUnusable, err.Error(), "Drop the segment and put its records.")
	}
	c.keep(number, ids)
	for _, id := range ids {
		c.kbUnread[id] = true
		if slices.ContainsFunc(c.search.PlacesOf(id), func(place string) bool {
			origin, ok := strings.CutPrefix(place, placeOrigin)
			return ok && c.prior.origins[c.siteOf(origin)]
		}) {
			c.learnSession(id)
		}
		c.recall.Changed(c.sitesOf(id)...)
	}
	return nil
}

func (c *Core) keep(number int, ids []string) {
	s := &segment{sessions: ids}
	for _, id := range ids {
		s.steps += c.search.Count(id)
		c.segments.of[id] = number
	}
	c.segments.stored[number] = s
	c.segments.last = max(c.segments.last, number)
}

// drop removes the record of a segment: its sessions must be packed again.
func (c *Core) drop(number int) {
	s := c.segments.stored[number]
	if s == nil {
		return
	}
	for _, id := range s.sessions {
		if c.segments.of[id] == number {
			delete(c.segments.of, id)
		}
	}
	delete(c.segments.stored, number)
}

// Pack works on the most useful segment for as long as packing this number of steps
// takes. The reply states the next step: nothing, another call, or storing the bytes
// that come with it.
func (c *Core) Pack(now types.Time, steps int) (*types.Packed, []byte, error) {
	p := c.segments.packing
	if p == nil {
		ids, replaces := c.nextSegment(now)
		if len(ids) == 0 {
			return &types.Packed{State: types.PackIdle}, nil, nil
		}
		work, err := c.search.Pack(ids)
		if err != nil {
			return nil, nil, fmt.Errorf("pack: %w", err)
		}
		p = &packing{work, replaces}
		c.segments.packing = p
	}
	done, err := p.work.Work(max(1, steps))
	switch {
	case errors.Is(err, search.ErrChanged):
		c.segments.packing = nil
		return &types.Packed{State: types.PackWorking}, nil, nil
	case err != nil:
		c.segments.packing = nil
		return nil, nil, fmt.Errorf("pack: %w", err)
	case !done:
		return &types.Packed{State: types.PackWorking}, nil, nil
	}
	return &types.Packed{State: types.PackDone, Segment: c.segments.last + 1, Sessions: p.work.Sessions(), Steps: p.work.StepIDs(), Replaces: p.replaces}, p.work.Bytes(), nil
}

// Packed reports to the core whether the caller stored the last segment of Pack.
func (c *Core) Packed(kept bool) {
	p := c.segments.packing
	c.segments.packing = nil
	if p == nil || !kept {
		return
	}
	for _, number := range p.replaces {
		c.drop(number)
	}
	c.keep(c.segments.last+1, p.work.Sessions())
}

// nextSegment chooses the sessions to pack: first those of a segment that lacks
// steps, then those in no segment, then small segments together. replaces are the
// segments whose sessions are packed again.
func (c *Core) nextSegment(now types.Time) (ids []string, replaces []int) {
	for _, number := range c.numbers() {
		s := c.segments.stored[number]
		if c.count(s.sessions)-s.steps >= worthAgain || len(s.sessions) > 0 && c.count(s.sessions) < s.steps {
			return s.sessions, []int{number}
		}
	}
	if ids = c.looseSessions(now); len(ids) > 0 {
		return ids, nil
	}
	if len(c.segments.stored) < fewSegments {
		return nil, nil
	}
	total := 0
	for _, number := range c.numbers() {
		s := c.segments.stored[number]
		if s.steps > c.segments.full/2 || total+s.steps > 2*c.segments.full {
			continue
		}
		ids, replaces = append(ids, s.sessions...), append(replaces, number)
		total += s.steps
	}
	if len(replaces) < fewSegments/2 {
		return nil, nil
	}
	return ids, replaces
}

func (c *Core) numbers() []int {
	out := make([]int, 0, len(c.segments.stored))
	for number := range c.segments.stored {
		out = append(out, number)
	}
	slices.Sort(out)
	return out
}

func (c *Core) count(ids []string) (steps int) {
	for _, id := range ids {
		steps += c.search.Count(id)
	}
	return steps
}

// looseSessions returns sessions outside all segments that fill a new one, the oldest
// first, or nil when there are not enough.
func (c *Core) looseSessions(now types.Time) (ids []string) {
	type loose struct {
		id    string
		steps int
		last  types.Time
		ended bool
	}
	var all []loose
	total := 0
	c.search.Each(func(s *types.Session, steps int, last types.Time) {
		if c.segments.of[s.SessionID] == 0 && steps > 0 {
			all = append(all, loose{s.SessionID, steps, last, s.EndedAt != 0 || now.Sub(last) > settled})
			total += steps
		}
	})
	slices.SortFunc(all, func(a, b loose) int { return cmp.Or(cmp.Compare(a.last, b.last), cmp.Compare(a.id, b.id)) })
	sum := 0
	for _, s := range all {
		if (s.ended || total >= tooMany) && sum+s.steps <= c.segments.full || sum == 0 && s.steps > c.segments.full {
			ids = append(ids, s.id)
			sum += s.steps
		}
	}
	if sum < worthPacking {
		return nil
	}
	return ids
}
