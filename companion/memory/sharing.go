package memory

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"cairn/shared/sealed"
	"cairn/shared/share"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// TeamRules select the records that may leave for a team, and their names.
type TeamRules struct {
	Team, Author string
	// SiteID returns the team's id of a site, which is an origin.
	SiteID func(origin string) string
	Mode   func(origin string) share.Mode
	// Goals reports whether the team shares goals; nil for no.
	Goals func() bool
	// Former are this companion's earlier names in the team, under which it can still delete.
	Former []string
	// Forgot is called after each deletion, with the origins that it covers as a whole. It ends the sharing of these, and
	// names them.
	Forgot func(covered func(origin string) bool) string
	// Known lists origins that a deletion of a whole site may mean beside those in the memory; nil for none.
	Known func() []string
	// Fleet marks a runner, whose data is made up, so names that one session has leave
	// too, and whose author is that of other runners.
	Fleet bool
}

func (r *TeamRules) goals() bool { return r.Goals != nil && r.Goals() }

// mine reports whether an author is or was this companion's name in the team.
func (r *TeamRules) mine(author string) bool {
	return r != nil && (author == r.Author || slices.Contains(r.Former, author))
}

// JoinTeam makes this the companion of a team's member. Without it nothing leaves and
// nothing is accepted.
func (m *Memory) JoinTeam(ctx context.Context, r TeamRules) error {
	begins := m.sharing.author() != r.Author
	if begins {
		if err := m.keepShared(ctx, &types.Shared{ID: runEntry, At: m.clock(), Run: &types.SharedRun{Author: r.Author, Run: newRun()}}); err != nil {
			return fmt.Errorf("begin run: %w", err)
		}
	}
	joined := m.team.Swap(&r) != nil
	if r.Fleet && !joined && !begins { // the store may be a copy of another runner's
		if err := m.NewRun(ctx, newRun()); err != nil {
			return err
		}
	}
	m.sharing.forgetSeen() // the due records depend on the rules
	return nil
}

// LeaveTeam ends sharing. Shared and accepted records stay.
func (m *Memory) LeaveTeam() { m.team.Store(nil) }

// SharedSession is a session that waits for a person's decision, and the texts that
// would leave.
type SharedSession struct {
	SessionID string       `json:"sessionId"`
	Origin    string       `json:"origin"`
	At        types.Time   `json:"at"`
	Goal      string       `json:"goal,omitempty"` // for the person; it leaves only as a line
	Steps     int          `json:"steps"`
	Lines     []share.Line `json:"lines"`
}

// Reviews lists the ended sessions on sites in mode review without a decision, the
// oldest first.
func (m *Memory) Reviews() []SharedSession {
	rules := m.team.Load()
	if rules == nil {
		return nil
	}
	out := []SharedSession{}
	acted := map[string]func(sessionID, name string) bool{} // by origin
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, meta := range m.endedSessions() {
		waits := map[string]bool{} // origins
		m.core.Touched(meta.SessionID, func(origin string) {
			if rules.Mode(origin) == share.Review && m.sharing.choice(sessionAt{meta.SessionID, rules.SiteID(origin)}) == nil {
				waits[origin] = true
			}
		})
		if len(waits) == 0 {
			continue // most sessions: their steps are not read
		}
		steps := m.core.ToShare(meta.SessionID)
		for _, origin := range slices.Sorted(maps.Keys(steps)) {
			if !waits[origin] {
				continue
			}
			if acted[origin] == nil {
				acted[origin] = m.core.Acted(origin)
			}
			before := func(name string) bool { return acted[origin](meta.SessionID, name) }
			out = append(out, SharedSession{meta.SessionID, origin, meta.CreatedAt, meta.Goal, len(steps[origin]),
				share.Texts(share.Session{Meta: meta, Steps: steps[origin], Goals: rules.goals(), Before: before})})
		}
	}
	return out
}

// idleEnd is the pause after which a session without an end counts as ended.
const idleEnd = 30 * time.Minute

// endedSessions lists the sessions that were recorded here and have ended, the oldest
// first. m.mu is held.
func (m *Memory) endedSessions() (out []*types.Session) {
	now := m.clock()
	m.core.RecordedHere(func(s *types.Session, steps int, last types.Time) {
		if steps > 0 && (s.EndedAt != 0 || now.Sub(last) > idleEnd || m.sharing.final.Load()) {
			out = append(out, s)
		}
	})
	slices.SortFunc(out, func(a, b *types.Session) int { return int(a.CreatedAt - b.CreatedAt) })
	return out
}

// EndSharing counts sessions without an end as ended: a runner shares its records
// before it goes.
func (m *Memory) EndSharing() { m.sharing.final.Store(true) }

// Made reports whether this store makes or made the batches of a run.
func (m *Memory) Made(run string) bool { return m.sharing.made(run) }

// own reports whether the records of an author's run are this store's.
func (m *Memory) own(rules *TeamRules, author, run string) bool {
	return rules.mine(author) && (!rules.Fleet || m.Made(run))
}

// Share stores a person's decision that a session's steps at an origin may leave with
// these texts and no others, and makes the batches.
func (m *Memory) Share(ctx context.Context, sessionID, origin string, with []share.Line) error {
	rules, err := m.mayShare(sessionID, origin)
	if err != nil {
		return err
	}
	choice := types.Share{SessionID: sessionID, Site: rules.SiteID(origin), Key: &types.Sealed{Key: newSealKey()}}
	for _, line := range with {
		choice.With = append(choice.With, sealed.Digest(choice.Key, string(line.Kind), line.Text))
	}
	if err := m.decide(ctx, choice); err != nil {
		return err
	}
	_, err = m.MakeDue(ctx)
	return err
}

// Decline stores a person's decision that a session's steps at an origin stay.
func (m *Memory) Decline(ctx context.Context, sessionID, origin string) error {
	rules, err := m.mayShare(sessionID, origin)
	if err != nil {
		return err
	}
	return m.decide(ctx, types.Share{SessionID: sessionID, Site: rules.SiteID(origin), No: true})
}

func (m *Memory) decide(ctx context.Context, choice types.Share) error {
	at := sessionAt{choice.SessionID, choice.Site}
	if err := m.keepShared(ctx, &types.Shared{ID: choiceID(at), At: m.clock(), Choice: &choice}); err != nil {
		return fmt.Errorf("keep decision: %w", err)
	}
	return nil
}

// mayShare checks that there is a session with steps at an origin that may leave.
func (m *Memory) mayShare(sessionID, origin string) (*TeamRules, error) {
	rules := m.team.Load()
	if rules == nil {
		return nil, types.Fault(types.CodeNotFound, "no team is joined", "To join one: cairn team join CODE")
	}
	if rules.Mode(origin) == share.Off {
		return nil, types.Invalid("the site is not shared", "To review what leaves: cairn team share SITE review")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.core.Session(sessionID); s == nil || s.From != nil || len(m.core.ToShare(sessionID)[origin]) == 0 {
		return nil, types.Fault(types.CodeNotFound, "the session has nothing that could be shared there", "cairn team review list shows the sessions that wait.")
	}
	return rules, nil
}

// MakeDue makes batches of the records that are to leave by now, durably, and returns
// their number: of sessions that a person chose, and of agents' ended sessions on sites
// in mode auto.
func (m *Memory) MakeDue(ctx context.Context) (made int, err error) {
	rules := m.team.Load()
	if rules == nil {
		return 0, nil
	}
	m.sharing.making.Lock()
	defer m.sharing.making.Unlock()
	m.deletionLock.RLock()
	defer m.deletionLock.RUnlock()
	due, seen, err := m.allDue(rules)
	if err == nil && len(due) > 0 {
		err = m.storeShared(ctx, due...)
	}
	if err != nil {
		return 0, fmt.Errorf("make batches: %w", err)
	}
	m.sharing.put(due...)
	m.sharing.noteSeen(seen)
	return len(due), nil
}

// allDue returns the batches that are due, and the sessions that have nothing more to
// leave, with the number of their steps.
func (m *Memory) allDue(rules *TeamRules) (due []*types.Shared, seen map[string]int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	seen = map[string]int{}
	ends := m.sharing.chainEnds()
	for _, meta := range m.endedSessions() {
		count := m.core.Count(meta.SessionID)
		if m.sharing.wasSeen(meta.SessionID, count) {
			continue
		}
		seen[meta.SessionID] = count
		steps := m.core.ToShare(meta.SessionID)
		for _, origin := range slices.Sorted(maps.Keys(steps)) {
			if rules.Fleet && rules.Mode(origin) != share.Auto {
				delete(seen, meta.SessionID) // the admin may offer the site yet
			}
			batches, err := m.due(meta, origin, steps[origin], rules, ends)
			if err != nil {
				return nil, nil, err
			}
			due = append(due, batches...)
		}
	}
	return due, seen, nil
}

// batchSteps is the most steps of a batch, beside one record for their session.
const batchSteps = 63

// batchBytes bounds the lines of a batch, far below the limit of its encoding.
const batchBytes = 512 << 10

// due returns the batches of a session's steps at an origin that are to leave and have
// not. m.mu is held.
func (m *Memory) due(meta *types.Session, origin string, steps []*types.Step, rules *TeamRules, ends map[string]chain) (out []*types.Shared, err error) {
	at := sessionAt{meta.SessionID, rules.SiteID(origin)}
	mode, choice := rules.Mode(origin), m.sharing.choice(at)
	chosen := choice != nil && !choice.No
	if choice != nil && choice.No || mode == share.Off || !chosen && mode != share.Auto {
		return nil, nil
	}
	var before func(string) bool
	may := mayLeave(choice)
	// A name that only one session has is most likely data.
	keep := func(kind share.Kind, text string) bool {
		return may(kind, text) && (chosen || rules.Fleet || kind != share.KindName || before(text))
	}
	var todo []*types.Step
	var times []types.Time
	day, place := share.Day(meta.CreatedAt), int(m.sharing.placesBefore(at.site)+ends[at.site].last)
	for i, step := range steps {
		if m.sharing.open(step.StepID, rules) && (chosen || step.Actor == types.ActorAgent) {
			todo, times = append(todo, step), append(times, share.StepTime(day, place, i))
		}
	}
	if len(todo) == 0 {
		return nil, nil
	}
	acted := m.core.Acted(origin)
	before = func(name string) bool { return acted(meta.SessionID, name) }
	if as := m.repeats(meta, origin, steps, len(todo), rules); as != "" {
		b, err := makeTally(rules, m.sharing.current(), ends[at.site], meta, at.site, todo, times, as)
		if err != nil {
			return nil, err
		}
		ends[at.site] = chain{b.First, b.Sum}
		return []*types.Shared{{ID: batchID(b.Run, b.Site, b.First), At: m.clock(), Batch: b}}, nil
	}
	return m.batches(rules, ends, meta, at.site, todo, times, keep)
}

// batches makes batches of steps behind the ends of their chains, and moves these.
func (m *Memory) batches(rules *TeamRules, ends map[string]chain, meta *types.Session, site string, steps []*types.Step, times []types.Time, keep func(share.Kind, string) bool) (out []*types.Shared, err error) {
	run := m.sharing.current()
	for len(steps) > 0 {
		n := min(len(steps), batchSteps)
		b, used, err := makeBatch(rules, run, ends[site], meta, site, steps[:n], times[:n], keep)
		if err != nil {
			return nil, err
		}
		out = append(out, &types.Shared{ID: batchID(b.Run, b.Site, b.First), At: m.clock(), Batch: b})
		ends[site] = chain{b.First + int64(len(b.IDs)) - 1, b.Sum}
		steps, times = steps[used:], times[used:]
	}
	return out, nil
}

// makeBatch makes a batch of a session and the first of its steps, as many as fit.
func makeBatch(rules *TeamRules, run types.SharedRun, c chain, meta *types.Session, site string, steps []*types.Step, times []types.Time, keep func(share.Kind, string) bool) (b *types.SharedBatch, used int, err error) {
	withheld := map[string]bool{}
	key := &types.Sealed{Key: newSealKey()}
	form := share.NewForm(steps, rules.goals(), func(kind share.Kind, text string) bool {
		leaves := keep(kind, text)
		if !leaves {
			withheld[sealed.Digest(key, string(kind), text)] = true
		}
		return leaves
	})
	head, err := share.Record{Session: form.Session(meta, share.Day(meta.CreatedAt))}.Line()
	if err != nil {
		return nil, 0, err
	}
	lines, size := [][]byte{head}, len(head)
	b = &types.SharedBatch{SharedRun: run, SessionID: meta.SessionID, Site: site, First: c.last + 1, Prev: c.sum,
		IDs: []string{share.SessionID(rules.Team, rules.Author, meta.SessionID)}}
	for i, step := range steps {
		line, err := share.Record{Step: form.Step(step, times[i])}.Line()
		if err != nil {
			return nil, 0, err
		}
		if size += len(line); size > batchBytes && used > 0 {
			break
		}
		used++
		lines = append(lines, line)
		b.IDs = append(b.IDs, share.StepID(rules.Team, rules.Author, line))
		b.Steps, b.Times = append(b.Steps, step.StepID), append(b.Times, times[i])
	}
	for _, line := range lines {
		b.Lines = append(b.Lines, string(line))
	}
	if len(withheld) > 0 {
		b.Key, b.Without = key, slices.Sorted(maps.Keys(withheld))
	}
	b.Sum = share.Sum(b.Prev, b.Run, b.Site, b.First, lines)
	return b, used, nil
}

func (m *Memory) keepShared(ctx context.Context, entries ...*types.Shared) error {
	m.deletionLock.RLock()
	defer m.deletionLock.RUnlock()
	if err := m.storeShared(ctx, entries...); err != nil {
		return err
	}
	m.sharing.put(entries...)
	return nil
}

func (m *Memory) storeShared(ctx context.Context, entries ...*types.Shared) error {
	recs := make([]wire.Record, len(entries))
	for i, e := range entries {
		recs[i] = wire.Record{Shared: e}
	}
	_, err := m.store.Put(context.WithoutCancel(ctx), "", "", recs, nil)
	return err
}
