package memory

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cairn/shared/share"
	"cairn/shared/types"
)

// maxNamed bounds the records that a tombstone names.
const maxNamed = 400

func stoneID(run string, n int64) string { return fmt.Sprintf("stone.%s.%d", run, n) }

// stones makes the tombstones of one deletion: at least one for each author, because this companion may have shared
// under an earlier name, too.
type stones struct {
	at   types.Time
	run  types.SharedRun  // in which the present author's are numbered
	last map[string]int64 // the number of tombstones, by run
	made []*types.Tombstone
	open map[string]*types.Tombstone // by author
}

// newStones returns an empty list. l.mu is held.
func (l *sharingLog) newStones(at types.Time) *stones {
	return &stones{at: at, run: l.run, last: maps.Clone(l.stones), open: map[string]*types.Tombstone{}}
}

// of returns the author's tombstone to which n records are added.
func (s *stones) of(run types.SharedRun, n int) *types.Tombstone {
	if t := s.open[run.Author]; t != nil && (t.All || len(t.Places)+n <= maxNamed) {
		return t
	}
	if run.Author == s.run.Author {
		run = s.run
	}
	if s.last == nil {
		s.last = map[string]int64{}
	}
	s.last[run.Run]++
	t := &types.Tombstone{Author: run.Author, Run: run.Run, N: s.last[run.Run], At: s.at}
	s.made, s.open[run.Author] = append(s.made, t), t
	return t
}

// add names records of a batch, and all of its places: the others are shared again.
func (s *stones) add(b *types.SharedBatch, ids []string) {
	t := s.of(b.SharedRun, len(b.IDs))
	t.IDs = append(t.IDs, ids...)
	for i := range b.IDs {
		t.Places = append(t.Places, types.Place{Run: b.Run, Site: b.Site, K: b.First + int64(i)})
	}
}

// all names everything of an author.
func (s *stones) all(run types.SharedRun) { s.of(run, 0).All = true }

func (s *stones) entries() (out []*types.Shared) {
	for _, t := range s.made {
		out = append(out, &types.Shared{ID: stoneID(t.Run, t.N), At: s.at, Tombstone: &types.SharedTombstone{Tombstone: *t}})
	}
	return out
}

// agedBatches returns the shared batches with steps that went here for their age, and that a deletion of sites or of a span
// of time covers: the team still has them. Of an aged step only site and day are known, so one that may be meant goes.
func (m *Memory) agedBatches(f types.Forget) map[string]bool {
	rules := m.team.Load()
	if rules == nil || f.Old || f.All || f.Author != "" || f.StepID != "" || f.SessionID != "" || f.Element != (types.Element{}) || f.Sealed.OfElement() {
		return nil
	}
	origins := slices.Concat([]string{f.Origin, "https://" + f.Origin, "http://" + f.Origin}, f.Patterns)
	if rules.Known != nil {
		origins = append(origins, rules.Known()...)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	sites, whole := map[string]bool{}, f
	whole.From, whole.To = 0, 0
	for _, origin := range append(origins, m.core.Origins()...) {
		if strings.Contains(origin, "://") && m.core.ForgetsSite(whole, origin) {
			sites[rules.SiteID(origin)] = true
		}
	}
	everywhere := f.Origin == "" && !f.Sealed.Done()
	l, out := &m.sharing, map[string]bool{}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range l.batchIDs(func(b *types.SharedBatch) bool { return !b.Gone && (everywhere || sites[b.Site]) }) {
		b := l.entries[id].Batch
		for i, step := range b.Steps {
			day := share.Day(b.Times[i])
			if m.core.Step(step) == nil && day <= f.At && day.Add(24*time.Hour) > f.From && (f.To == 0 || day < f.To) {
				out[id] = true
			}
		}
	}
	return out
}

// withdrawn counts the records of tombstones: those that can be deleted at the team, and those of
// memberships that ended.
func withdrawn(rules *TeamRules, entries []*types.Shared) (shared, left int) {
	for _, e := range entries {
		switch {
		case e.Tombstone == nil:
		case rules.mine(e.Tombstone.Author):
			shared += len(e.Tombstone.IDs)
		default:
			left += len(e.Tombstone.IDs)
		}
	}
	return shared, left
}

// pendingStones lists the tombstones that the team's log has not acknowledged, in the order of their numbers.
func (l *sharingLog) pendingStones(rules *TeamRules) (out []types.Tombstone) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range l.entries {
		if t := e.Tombstone; t != nil && !t.Acked && rules.mine(t.Author) {
			out = append(out, t.Tombstone)
		}
	}
	slices.SortFunc(out, func(a, b types.Tombstone) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.N, b.N), cmp.Compare(a.Author, b.Author))
	})
	return out
}
