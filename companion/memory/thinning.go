package memory

import (
	"time"

	"cairn/shared/share"
	"cairn/shared/types"
)

// Runners repeat flows a thousandfold. A session that is step for step as enough known ones
// is shared as a tally of one of them.
const (
	enoughAlike = 5
	alikeTime   = 7 * 24 * time.Hour
)

// repeats returns the identity of the newest session that a runner's session repeats, which
// its fleet shared already; empty if it is to be shared itself. m.mu is held.
func (m *Memory) repeats(meta *types.Session, origin string, steps []*types.Step, due int, rules *TeamRules) (as string) {
	if !rules.Fleet || due < len(steps) || !succeeded(meta, steps) {
		return ""
	}
	way, alike, newest := share.Way(steps), 0, types.Time(0)
	since := share.Day(m.clock().Add(-alikeTime))
	m.core.At(origin, func(s *types.Session) {
		id := s.SessionID
		switch {
		case s.CreatedAt < since || id == meta.SessionID || s.From != nil && s.From.Author != rules.Author:
			return
		case s.From == nil:
			id = share.SessionID(rules.Team, rules.Author, id)
		}
		other := m.core.ToShare(s.SessionID)[origin]
		if s.From == nil && !m.sharing.whole(other) || !succeeded(s, other) || m.way(s.SessionID, other) != way {
			return
		}
		alike++
		if s.From != nil {
			alike += s.From.Times() - 1
		}
		if s.CreatedAt >= newest {
			as, newest = id, s.CreatedAt
		}
	})
	if alike < enoughAlike {
		return ""
	}
	return as
}

// succeeded reports whether a session reached its goal without a failed step.
func succeeded(meta *types.Session, steps []*types.Step) bool {
	for _, step := range steps {
		if !step.Outcome.OK {
			return false
		}
	}
	return meta.Done() && len(steps) > 0
}

// way returns share.Way of a session's steps, which is computed once. m.mu is held.
func (m *Memory) way(session string, steps []*types.Step) string {
	if m.ways == nil {
		m.ways = map[string]wayOf{}
	}
	if known := m.ways[session]; known.steps == len(steps) {
		return known.way
	}
	m.ways[session] = wayOf{len(steps), share.Way(steps)}
	return m.ways[session].way
}

// wayOf is the way of a session with so many steps.
type wayOf struct {
	steps int
	way   string
}

// whole reports whether all steps were shared one by one.
func (l *sharingLog) whole(steps []*types.Step) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, step := range steps {
		e := l.entries[l.living[step.StepID]]
		if e == nil || e.Batch == nil || len(e.Batch.IDs) < 2 { // a tally
			return false
		}
	}
	return true
}

func makeTally(rules *TeamRules, run types.SharedRun, c chain, meta *types.Session, site string, steps []*types.Step, times []types.Time, as string) (*types.SharedBatch, error) {
	line, err := share.Record{Tally: &share.Tally{As: as, Day: share.Day(meta.CreatedAt)}}.Line()
	if err != nil {
		return nil, err
	}
	b := &types.SharedBatch{SharedRun: run, SessionID: meta.SessionID, Site: site, First: c.last + 1, Prev: c.sum, IDs: []string{share.TallyID(rules.Team, rules.Author, line)}, Times: times, Lines: []string{string(line)}}
	for _, step := range steps {
		b.Steps = append(b.Steps, step.StepID)
	}
	b.Sum = share.Sum(b.Prev, b.Run, b.Site, b.First, [][]byte{line})
	return b, nil
}
