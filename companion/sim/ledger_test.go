package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
)

// ledger is the simulation's knowledge beside all that it tests.
type ledger struct {
	mu      sync.Mutex
	count   int
	steps   map[string]*fate
	streams map[string][]string // ids of each recorder, in the order of recording
}

// fate is the end of one step.
type fate struct {
	who string
	// due: it is recorded, or will be when its profile is looked after. One
	// that no promise was made for may be there or not.
	due bool
	// times it was recorded: a profile that is set back records again.
	times int
	// forgetting was begun, forgot has ended.
	forgetting, forgot bool
}

func newLedger() *ledger {
	return &ledger{steps: map[string]*fate{}, streams: map[string][]string{}}
}

func (l *ledger) newID(who string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count++
	id := fmt.Sprintf("s-%s-%05d", who, l.count)
	l.steps[id] = &fate{who: who}
	return id
}

// opened: the step is kept, and will be completed by somebody.
func (l *ledger) opened(_, id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.steps[id].due = true
}

// recorded: the step is in the outbox.
func (l *ledger) recorded(who, id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.steps[id]
	f.due = true
	f.times++
	l.streams[who] = append(l.streams[who], id)
}

// acknowledged: the companion's own step is stored, by its word.
func (l *ledger) acknowledged(who, id string) { l.recorded(who, id) }

// setBack: no promise is kept to a profile that somebody sets back, but for
// its contents then.
func (l *ledger) setBack(who string, db *tables) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, f := range l.steps {
		if f.who == who {
			_, pending := db.pending[id]
			f.due = pending || db.stored(id)
		}
	}
}

// any is a step that was recorded and not forgotten, "" when there is none.
func (l *ledger) any(rnd *rand.Rand) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var ids []string
	for id, f := range l.steps {
		if f.times > 0 && !f.forgetting {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return ""
	}
	slices.Sort(ids)
	return ids[rnd.IntN(len(ids))]
}

func (l *ledger) forgetting(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.steps[id].forgetting = true
}

func (l *ledger) forgot(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.steps[id].forgot = true
}
