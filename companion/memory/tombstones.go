package memory

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

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
