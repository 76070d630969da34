package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"cairn/shared/text"
	"cairn/shared/types"
)

// othersBounds bound the steps of a team's other members that are kept here.
type othersBounds struct{ site, all int }

// defaultOthers leaves room for a person's own steps: these in all take some 64 MiB (team.md 7).
var defaultOthers = othersBounds{site: 5000, all: 50_000}

// othersSession is a session of another member, with its steps by site.
type othersSession struct {
	id, author string
	at         types.Time
	steps      int
	sites      map[string]int
}

// retainOthers drops the oldest sessions of other members beyond the bounds. A team shares without end, and must not push
// out what was done here.
func (m *Memory) retainOthers(ctx context.Context, most othersBounds) (said []string, err error) {
	all := m.othersSessions()
	closed, had, total := map[string]bool{}, map[string]int{}, 0
	var gone []othersSession
	for _, s := range all { // the newest first
		fits := total+s.steps <= most.all
		for site, n := range s.sites {
			if closed[site] = closed[site] || had[site]+n > most.site; closed[site] {
				fits = false
			}
		}
		if !fits {
			gone = append(gone, s)
			continue
		}
		total += s.steps
		for site, n := range s.sites {
			had[site] += n
		}
	}
	return m.dropOthers(ctx, gone, fmt.Sprintf("the oldest of more than %d on a site, or %d in all", most.site, most.all))
}

// dropOldestOthers drops at least n of the oldest steps of other members, or all of them.
func (m *Memory) dropOldestOthers(ctx context.Context, n int, why string) (said []string, err error) {
	all := m.othersSessions()
	from := len(all)
	for ; from > 0 && n > 0; n -= all[from].steps {
		from--
	}
	return m.dropOthers(ctx, all[from:], why)
}

// othersSessions lists the sessions of other members, the newest first.
func (m *Memory) othersSessions() (all []othersSession) {
	rules := m.team.Load()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.core.RecordedElsewhere(func(s *types.Session, steps int, sites map[string]int) {
		one := othersSession{s.SessionID, s.From.Author, s.CreatedAt, steps, sites}
		if rules != nil { // the addresses of an alias are one site
			one.sites = map[string]int{}
			for origin, n := range sites {
				one.sites[rules.SiteID(origin)] += n
			}
		}
		all = append(all, one)
	})
	slices.SortFunc(all, func(a, b othersSession) int { return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(a.id, b.id)) })
	return all
}

// dropOthers drops sessions of other members here. They do not come back with a later reading of the team's log.
func (m *Memory) dropOthers(ctx context.Context, gone []othersSession, why string) (said []string, err error) {
	byAuthor := map[string][]string{}
	for _, s := range gone {
		byAuthor[s.author] = append(byAuthor[s.author], s.id)
	}
	var dropped types.ForgetReceipt
	for author, ids := range byAuthor {
		for part := range slices.Chunk(ids, maxNamed) {
			receipt, err := m.forget(ctx, types.Forget{Author: author, IDs: part, At: m.clock(), Old: true}, nil)
			if err != nil {
				return nil, fmt.Errorf("retain: %w", err)
			}
			dropped.Steps += receipt.Steps
			dropped.Sessions += receipt.Sessions
		}
	}
	if dropped.Sessions == 0 {
		return nil, nil
	}
	return []string{fmt.Sprintf("%s of %s of other members dropped: %s", text.Counted(dropped.Steps, "step"), text.Counted(dropped.Sessions, "session"), why)}, nil
}
