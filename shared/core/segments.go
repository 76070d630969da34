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

// Segments are how a memory is kept for the next start: sessions with all that
// was indexed of them, as bytes that [Core.Attach] takes in without reading a
// text. The core says what is worth packing and packs it, in parts; the bytes
// are its caller's to keep ([Core.Pack], [Core.Packed]).

const (
	// fullSegment is how many steps are packed together, unless a caller wants
	// it otherwise. Fewer make more segments to put together at the start, which
	// each repeat what they have in common; of more, more must be rewritten
	// when something is forgotten, and read at once.
	fullSegment = 4096
	// worthPacking is how many settled steps are worth a segment of their own: so
	// many less one are read one by one at the next start, at about half a
	// millisecond each.
	worthPacking = 128
	// tooMany is the number of unpacked steps above which open sessions are packed
	// too, because each costs about 0.5 ms at the next start.
	tooMany = 2048
	// worthAgain is how many steps came for a segment's sessions since until it
	// is repacked.
	worthAgain = 256
	// fewSegments may be small; beyond, small ones are packed together.
	fewSegments = 8
	// settled is the pause after which a session is taken as ended (DESIGN 4).
	settled = 30 * time.Minute
)

// segments is what the core knows of the segments that its caller keeps.
type segments struct {
	full    int              // steps of one
	of      map[string]int   // by session
	kept    map[int]*segment // by number
	last    int
	packing *packing
}

// segment is one that is kept.
type segment struct {
	sessions []string
	steps    int
}

// packing is a segment under way.
type packing struct {
	work     *search.Packing
	replaces []int
}

func newSegments(full int) segments {
	return segments{full: full, of: map[string]int{}, kept: map[int]*segment{}}
}

// PackTogether says how many steps are to be packed together at most.
func (c *Core) PackTogether(steps int) { c.segments.full = steps }

// Attach takes in what a segment holds. number is what its keeper calls it. On
// error nothing of it is in memory: what it held must come from elsewhere.
func (c *Core) Attach(number int, data []byte) error {
	if number == 0 || c.segments.kept[number] != nil {
		return invalid(fmt.Sprintf("segment %d is there already", number), "Give each segment a number of its own, from 1.")
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

// keep notes that a segment has sessions.
func (c *Core) keep(number int, ids []string) {
	s := &segment{sessions: ids}
	for _, id := range ids {
		s.steps += c.search.Count(id)
		c.segments.of[id] = number
	}
	c.segments.kept[number] = s
	c.segments.last = max(c.segments.last, number)
}

// drop forgets that a segment is kept: its sessions are to be packed again.
func (c *Core) drop(number int) {
	s := c.segments.kept[number]
	if s == nil {
		return
	}
	for _, id := range s.sessions {
		if c.segments.of[id] == number {
			delete(c.segments.of, id)
		}
	}
	delete(c.segments.kept, number)
}

// Pack works on the segment that is most worth it, as long as packing so many
// steps takes. The reply says what to do next: nothing, to call again, or to
// keep the bytes that come with it.
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

// Packed says that the segment that Pack gave last is kept, or that it is not.
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

// nextSegment chooses what to pack: what a segment lacks by now, then what is in
// none, then small segments together. replaces are the segments whose sessions
// are packed again.
func (c *Core) nextSegment(now types.Time) (ids []string, replaces []int) {
	for _, number := range c.numbers() {
		s := c.segments.kept[number]
		if c.count(s.sessions)-s.steps >= worthAgain || len(s.sessions) > 0 && c.count(s.sessions) < s.steps {
			return s.sessions, []int{number}
		}
	}
	if ids = c.looseSessions(now); len(ids) > 0 {
		return ids, nil
	}
	if len(c.segments.kept) < fewSegments {
		return nil, nil
	}
	total := 0
	for _, number := range c.numbers() {
		s := c.segments.kept[number]
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

// numbers are the numbers of the segments, in order.
func (c *Core) numbers() []int {
	out := make([]int, 0, len(c.segments.kept))
	for number := range c.segments.kept {
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

// looseSessions are sessions that are in no segment and make one, the oldest
// first; nil when there are not enough.
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
