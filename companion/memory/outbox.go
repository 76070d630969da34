package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"cairn/shared/sealed"
	"cairn/shared/share"
	"cairn/shared/types"
)

// Outgoing is a batch that was made and that the team's log has not acknowledged.
// Its contents never change: it is sent again until then.
type Outgoing struct {
	ID, Site, Run string
	First         int64
	Prev          string
	At            types.Time
	Lines         [][]byte
}

// Outbox returns the batches to send, by site and place, at most as many. Those of a site that was switched off meanwhile wait.
func (m *Memory) Outbox(most int) (out []Outgoing) {
	m.eachUnsent(func(id string, at types.Time, b *types.SharedBatch) bool {
		o := Outgoing{ID: id, Site: b.Site, Run: b.Run, First: b.First, Prev: b.Prev, At: at}
		for _, line := range b.Lines {
			o.Lines = append(o.Lines, []byte(line))
		}
		out = append(out, o)
		return len(out) < most
	})
	return out
}

// Waiting returns the number of batches to send.
func (m *Memory) Waiting() (n int) {
	m.eachUnsent(func(string, types.Time, *types.SharedBatch) bool { n++; return true })
	return n
}

// eachUnsent visits the batches to send while visit returns true.
func (m *Memory) eachUnsent(visit func(id string, at types.Time, b *types.SharedBatch) bool) {
	rules := m.team.Load()
	m.mu.Lock()
	defer m.mu.Unlock()
	l := &m.sharing
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range l.unsent() {
		b, off, on := l.entries[id].Batch, false, false
		m.core.Touched(b.SessionID, func(origin string) {
			if rules != nil && rules.SiteID(origin) == b.Site { // several of one that has aliases
				off, on = true, on || rules.Mode(origin) != share.Off
			}
		})
		if (!off || on) && !visit(id, l.entries[id].At, b) {
			return
		}
	}
}

// unsent lists the batches that the team's log has not acknowledged. l.mu is held.
func (l *sharingLog) unsent() []string {
	return l.batchIDs(func(b *types.SharedBatch) bool { return !b.Acked && !b.Gone && b.Author == l.run.Author })
}

// Acked records that the team's log has a batch.
func (m *Memory) Acked(ctx context.Context, id string) error {
	m.deletionLock.RLock() // a deletion that comes between would be undone
	defer m.deletionLock.RUnlock()
	entry := m.sharing.entry(id)
	if entry == nil || entry.Batch == nil || entry.Batch.Gone || entry.Batch.Acked {
		return nil
	}
	b := *entry.Batch
	b.Acked, b.Lines = true, nil
	done := &types.Shared{ID: id, At: entry.At, Batch: &b}
	if err := m.storeShared(ctx, done); err != nil {
		return fmt.Errorf("keep acknowledgement: %w", err)
	}
	m.sharing.put(done)
	return nil
}

// SharedBatches returns the batches that the team's log has, by site and place.
func (m *Memory) SharedBatches() (out []Outgoing) {
	l := &m.sharing
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range l.batchIDs(func(b *types.SharedBatch) bool { return b.Acked && !b.Gone && b.Author == l.run.Author }) {
		b := l.entries[id].Batch
		out = append(out, Outgoing{ID: id, Site: b.Site, Run: b.Run, First: b.First, At: l.entries[id].At})
	}
	return out
}

// NewRun begins a run, because the team's log is ahead of this store: its places were
// used before the store was set back. Batches that were not acknowledged move there.
func (m *Memory) NewRun(ctx context.Context, run string) error {
	m.sharing.making.Lock()
	defer m.sharing.making.Unlock()
	author := m.sharing.author()
	if author == "" {
		return nil
	}
	if err := m.keepShared(ctx, &types.Shared{ID: runEntry, At: m.clock(), Run: &types.SharedRun{Author: author, Run: run}}); err != nil {
		return fmt.Errorf("begin run: %w", err)
	}
	m.sharing.mu.Lock()
	ids := m.sharing.unsent()
	m.sharing.mu.Unlock()
	return m.move(ctx, ids)
}

// Reshare makes the records of batches again at new places, because the team's log
// lost them. They stay the same records.
func (m *Memory) Reshare(ctx context.Context, ids []string) error {
	m.sharing.making.Lock()
	defer m.sharing.making.Unlock()
	return m.move(ctx, ids)
}

// move makes the records of batches again at new places. m.sharing.making is held.
func (m *Memory) move(ctx context.Context, ids []string) error {
	rules := m.team.Load()
	if rules == nil || len(ids) == 0 {
		return nil
	}
	m.deletionLock.RLock()
	defer m.deletionLock.RUnlock()
	entries, err := m.moved(rules, ids)
	if err == nil {
		err = m.storeShared(ctx, entries...)
	}
	if err != nil {
		return fmt.Errorf("move batches: %w", err)
	}
	m.sharing.put(entries...)
	return nil
}

// moved returns batches as gone, then the new ones.
func (m *Memory) moved(rules *TeamRules, ids []string) (out []*types.Shared, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var again []*types.Shared
	ends := m.sharing.chainEnds()
	for _, id := range ids {
		entry := m.sharing.entry(id)
		if entry == nil || entry.Batch == nil || entry.Batch.Gone {
			continue
		}
		b := *entry.Batch
		b.Gone, b.Lines = true, nil
		out = append(out, &types.Shared{ID: id, At: entry.At, Batch: &b})
		meta := m.core.Session(b.SessionID)
		var steps []*types.Step
		var times []types.Time
		for i, step := range b.Steps {
			if s := m.core.Step(step); s != nil && meta != nil {
				steps, times = append(steps, s), append(times, b.Times[i])
			}
		}
		if len(steps) == 0 {
			continue // they went for their age
		}
		made, err := m.batches(rules, ends, meta, b.Site, steps, times, func(kind share.Kind, text string) bool {
			return len(b.Without) == 0 || !slices.Contains(b.Without, sealed.Digest(b.Key, string(kind), text))
		})
		if err != nil {
			return nil, err
		}
		again = append(again, made...)
	}
	return slices.Concat(out, again), nil
}

// Tombstones returns the tombstones that the team's log has not acknowledged, in the
// order of their numbers. They are to be sent before all batches.
func (m *Memory) Tombstones() []types.Tombstone { return m.sharing.pendingStones(m.team.Load()) }

// SentTombstones returns the present author's tombstones that the team's log has acknowledged.
func (m *Memory) SentTombstones() (out []types.Tombstone) {
	l := &m.sharing
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range l.entries {
		if t := e.Tombstone; t != nil && t.Acked && t.Author == l.run.Author {
			out = append(out, t.Tombstone)
		}
	}
	slices.SortFunc(out, func(a, b types.Tombstone) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.N, b.N)) })
	return out
}

// TombstoneAcked records that the team's log has a tombstone.
func (m *Memory) TombstoneAcked(ctx context.Context, run string, n int64) error {
	entry := m.sharing.entry(stoneID(run, n))
	if entry == nil || entry.Tombstone.Acked {
		return nil
	}
	t := *entry.Tombstone
	t.Acked = true
	if err := m.keepShared(ctx, &types.Shared{ID: entry.ID, At: entry.At, Tombstone: &t}); err != nil {
		return fmt.Errorf("keep acknowledgement: %w", err)
	}
	return nil
}

// Shares reports whether the team has, or is to get, records or deletion requests under this companion's present name.
func (m *Memory) Shares() bool {
	l := &m.sharing
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range l.entries {
		if b, t := e.Batch, e.Tombstone; b != nil && !b.Gone && b.Author == l.run.Author || t != nil && !t.Acked && t.Author == l.run.Author {
			return true
		}
	}
	return false
}

// Withdraw makes a tombstone for everything that was shared. Nothing is deleted here, and
// nothing of it is shared again without a new decision.
func (m *Memory) Withdraw(ctx context.Context) error {
	m.sharing.making.Lock()
	defer m.sharing.making.Unlock()
	m.deletionLock.RLock()
	defer m.deletionLock.RUnlock()
	entries := m.sharing.withdrawAll(m.team.Load(), m.clock())
	if len(entries) == 0 {
		return nil
	}
	if err := m.storeShared(ctx, entries...); err != nil {
		return fmt.Errorf("withdraw: %w", err)
	}
	m.sharing.put(entries...)
	return nil
}

// entry returns the newest entry with an id, nil if there is none.
func (l *sharingLog) entry(id string) *types.Shared {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.entries[id]
}
