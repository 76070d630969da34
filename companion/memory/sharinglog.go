package memory

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"cairn/shared/sealed"
	"cairn/shared/share"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// sharingLog is the memory of this companion's part in its team: persons'
// choices, batches, tombstones. It is empty and costs nothing without a team. The store
// keeps its entries; each is put here once it is on disk.
type sharingLog struct {
	mu        sync.Mutex
	run       types.SharedRun
	entries   map[string]*types.Shared
	living    map[string]string // the batch of each shared step, by the step's id
	forgotten map[string]string // the session of steps that were deleted here after they were shared
	chains    map[string]chain  // by run and site
	choices   map[sessionAt]*types.Share
	stones    map[string]int64 // the number of tombstones of each run
	aside     map[string]bool  // authors that a person set aside
	runs      map[string]bool  // the present run and those of batches
	// seen holds sessions that have nothing more to leave, with the number of their steps.
	seen map[string]int

	final  atomic.Bool // sessions without an end count as ended
	making sync.Mutex  // held while batches are made, taken before all other locks
}

func (l *sharingLog) author() string { return l.current().Author }

// current returns the run in which batches are made.
func (l *sharingLog) current() types.SharedRun {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.run
}

func (l *sharingLog) choice(at sessionAt) *types.Share {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.choices[at]
}

// open reports whether a step was not shared with the team yet.
func (l *sharingLog) open(step string, rules *TeamRules) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.entries[l.living[step]]
	return (e == nil || !rules.mine(e.Batch.Author)) && l.forgotten[step] == ""
}

func (l *sharingLog) chainEnds() map[string]chain {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := map[string]chain{}
	for key, c := range l.chains {
		if run, site, _ := strings.Cut(key, "/"); run == l.run.Run {
			out[site] = c
		}
	}
	return out
}

func (l *sharingLog) isAside(author string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.aside[author]
}

// setAside lists the authors that a person set aside.
func (l *sharingLog) setAside() (out []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, author := range slices.Sorted(maps.Keys(l.aside)) {
		if l.aside[author] {
			out = append(out, author)
		}
	}
	return out
}

// placesBefore counts the places of a site that were used in earlier runs.
func (l *sharingLog) placesBefore(site string) (n int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, c := range l.chains {
		if run, of, _ := strings.Cut(key, "/"); run != l.run.Run && of == site {
			n += c.last
		}
	}
	return n
}

func (l *sharingLog) wasSeen(session string, steps int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, seen := l.seen[session]
	return seen && n == steps
}

func (l *sharingLog) noteSeen(seen map[string]int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen == nil {
		l.seen = map[string]int{}
	}
	maps.Copy(l.seen, seen)
}

func (l *sharingLog) forgetSeen() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.seen)
}

// chain is the end of an author's batches of one run and site.
type chain struct {
	last int64
	sum  string
}

// sessionAt is a session's part on a site of the team.
type sessionAt struct{ session, site string }

const runEntry = "run"

// put adds entries that are stored.
func (l *sharingLog) put(entries ...*types.Shared) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range entries {
		if l.entries == nil {
			l.entries = map[string]*types.Shared{}
			l.forgotten, l.stones = map[string]string{}, map[string]int64{}
			l.aside, l.runs = map[string]bool{}, map[string]bool{}
			l.living, l.chains, l.choices = map[string]string{}, map[string]chain{}, map[sessionAt]*types.Share{}
		}
		l.entries[e.ID] = e
		switch {
		case e.Run != nil:
			l.run = *e.Run
			l.runs[e.Run.Run] = true
		case e.Choice != nil:
			l.choices[sessionAt{e.Choice.SessionID, e.Choice.Site}] = e.Choice
			delete(l.seen, e.Choice.SessionID)
			if !e.Choice.No {
				maps.DeleteFunc(l.forgotten, func(_, session string) bool { return session == e.Choice.SessionID }) // a new choice
			}
		case e.Aside != nil:
			l.aside[e.Aside.Author] = e.Aside.Aside
		case e.Tombstone != nil:
			l.stones[e.Tombstone.Run] = max(l.stones[e.Tombstone.Run], e.Tombstone.N)
		case e.Batch != nil:
			l.putBatch(e.ID, e.Batch)
		}
	}
}

func (l *sharingLog) putBatch(id string, b *types.SharedBatch) {
	key := b.Run + "/" + b.Site
	l.runs[b.Run] = true
	if last := b.First + int64(len(b.IDs)) - 1; last > l.chains[key].last {
		l.chains[key] = chain{last, b.Sum}
	}
	for _, step := range b.Steps {
		if !b.Gone {
			l.living[step] = id
		} else if l.living[step] == id {
			delete(l.living, step)
		}
	}
	for _, step := range b.Forgotten {
		l.forgotten[step] = b.SessionID
	}
	if b.Gone {
		delete(l.seen, b.SessionID)
	}
}

// sessionsBySite counts the sessions that left for each site of the team.
func (l *sharingLog) sessionsBySite() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	seen, out := map[sessionAt]bool{}, map[string]int{}
	for _, e := range l.entries {
		if b := e.Batch; b != nil && b.Acked && !b.Gone && !seen[sessionAt{b.SessionID, b.Site}] {
			seen[sessionAt{b.SessionID, b.Site}] = true
			out[b.Site]++
		}
	}
	return out
}

// made reports whether the batches of a run are this store's.
func (l *sharingLog) made(run string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.runs[run]
}

func newRun() string { return strings.ToLower(rand.Text()) }

// withdraw returns the entries that a deletion of sessions and steps here makes: the
// tombstones of the shared ones, and their batches as gone. The remaining records of
// such a batch are shared again, at new places and as new records. Records that go for
// their age stay with the team.
func (l *sharingLog) withdraw(f types.Forget, sessions, steps []string, cleaned []wire.Record, aged map[string]bool) (out []*types.Shared) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.living) == 0 && len(l.choices) == 0 || f.Old || f.Author != "" {
		return nil
	}
	goes := map[string]bool{}
	for _, id := range append(slices.Concat(sessions, steps), f.SessionID, f.StepID) { // also if they went here for their age
		goes[id] = true
	}
	delete(goes, "")
	stays := map[string]bool{}
	for _, rec := range cleaned {
		stays[rec.Step.StepID] = true
	}
	stones := l.newStones(f.At)
	for _, id := range l.batchIDs(func(b *types.SharedBatch) bool { return !b.Gone }) {
		was := l.entries[id].Batch
		if !f.All && !aged[id] && !goes[was.SessionID] && !slices.ContainsFunc(was.Steps, func(step string) bool { return goes[step] }) {
			continue
		}
		ids := was.IDs
		if tally := len(ids) <= len(was.Steps); !tally && !f.All && !goes[was.SessionID] {
			ids = ids[1:] // other batches hold steps of the session
		}
		stones.add(was, ids)
		b := *was
		b.Gone, b.Lines = true, nil
		b.Forgotten = slices.DeleteFunc(slices.Clone(b.Steps), func(step string) bool { return !f.All && (!goes[step] || stays[step]) })
		out = append(out, &types.Shared{ID: id, At: f.At, Batch: &b})
	}
	out = append(out, stones.entries()...)
	for at, choice := range l.choices {
		if f.All || goes[at.session] {
			gone := types.Share{SessionID: choice.SessionID, Site: choice.Site, No: true} // undoing does not share again
			out = append(out, &types.Shared{ID: choiceID(at), At: f.At, Choice: &gone})
		}
	}
	return out
}

// withdrawAll returns the entries that withdraw everything that was shared with a team and keep it
// here.
func (l *sharingLog) withdrawAll(rules *TeamRules, at types.Time) (out []*types.Shared) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.run.Author == "" {
		return nil
	}
	stones := l.newStones(at)
	stones.all(l.run)
	for _, id := range l.batchIDs(func(b *types.SharedBatch) bool { return !b.Gone && rules.mine(b.Author) }) {
		b := *l.entries[id].Batch
		stones.all(b.SharedRun)
		b.Gone, b.Lines, b.Forgotten = true, nil, b.Steps
		out = append(out, &types.Shared{ID: id, At: at, Batch: &b})
	}
	for key, choice := range l.choices {
		out = append(out, &types.Shared{ID: choiceID(key), At: at, Choice: &types.Share{SessionID: choice.SessionID, Site: choice.Site, No: true}})
	}
	return append(out, stones.entries()...)
}

func choiceID(at sessionAt) string { return "choice." + at.session + "." + at.site }

func batchID(run, site string, first int64) string {
	return fmt.Sprintf("batch.%s.%s.%d", run, site, first)
}

// batchIDs lists batches in the order of their places. l.mu is held.
func (l *sharingLog) batchIDs(of func(*types.SharedBatch) bool) (ids []string) {
	for id, e := range l.entries {
		if e.Batch != nil && of(e.Batch) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		x, y := l.entries[a].Batch, l.entries[b].Batch
		return cmp.Or(cmp.Compare(x.Site, y.Site), cmp.Compare(x.Run, y.Run), cmp.Compare(x.First, y.First))
	})
	return ids
}

// mayLeave returns the test of a choice for texts that may leave. Without a choice all may.
func mayLeave(c *types.Share) func(kind share.Kind, text string) bool {
	if c == nil {
		return func(share.Kind, string) bool { return true }
	}
	return func(kind share.Kind, text string) bool {
		return c.Key != nil && slices.Contains(c.With, sealed.Digest(c.Key, string(kind), text))
	}
}
