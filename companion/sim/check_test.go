package sim

import (
	"fmt"
	"slices"

	"cairn/shared/wire"
)

// check looks, when all has come to rest, for everything that must not be. It
// returns the faults, nothing when all is well.
func (w *world) check() (faults []string) {
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	fed, _, err := w.companion.store.Feed(0, "", "", 1<<30)
	if err != nil {
		wrong("feed: %v", err)
	}
	var feed []wire.Record
	var order []string
	times := map[string]int{}
	for _, e := range fed {
		rec, err := e.Record()
		if err != nil {
			wrong("feed: %v", err)
		}
		feed = append(feed, rec)
		if rec.Step != nil {
			id := plain(rec.Step.StepID)
			order = append(order, id)
			times[id]++
		}
		if rec.Gap != nil {
			wrong("the companion holds a gap: %+v", *rec.Gap)
		}
	}
	w.ledger.mu.Lock()
	defer w.ledger.mu.Unlock()
	w.checkFates(times, wrong)
	w.checkOrder(order, wrong)
	w.checkLoad(times, wrong)
	for _, p := range w.profiles {
		w.checkReplica(p, feed, wrong)
	}
	return faults
}

// checkFates: everything due is there once, and nothing forgotten is there.
func (w *world) checkFates(times map[string]int, wrong func(string, ...any)) {
	for id, f := range w.ledger.steps {
		switch n := times[id]; {
		case n > 1:
			wrong("%s is there %d times", id, n)
		case f.forgot && n > 0:
			wrong("%s was forgotten and is there", id)
		case f.due && !f.forgetting && n == 0:
			wrong("%s was recorded and is lost", id)
		}
	}
}

// checkOrder: replicas get each recorder's steps in the order of their
// recording. Steps of the companion's own are recorded at once and have none.
// A power cut may keep any of the records that were not synced yet: those stay,
// and the ones before them, sent again, come after them.
func (w *world) checkOrder(order []string, wrong func(string, ...any)) {
	if w.cuts > 0 {
		return
	}
	for who, stream := range w.ledger.streams {
		if who == "agent" {
			continue
		}
		last := -1
		for _, id := range order {
			f := w.ledger.steps[id]
			if f.who != who || f.times != 1 {
				continue
			}
			at := slices.Index(stream, id)
			if at < last {
				wrong("%s comes after %s", id, stream[last])
			}
			last = max(last, at)
		}
	}
}

// checkLoad: the next start would load the records of the feed, which can be found,
// and come in the order in which they were done.
func (w *world) checkLoad(times map[string]int, wrong func(string, ...any)) {
	loaded, last := 0, map[string]string{}
	err := w.companion.store.Load(func(rec wire.Record) error {
		if rec.Step != nil {
			loaded++
			id := plain(rec.Step.StepID)
			who := w.ledger.steps[id].who
			if id < last[who] {
				wrong("%s loads after %s", id, last[who])
			}
			last[who] = id
			if times[id] == 0 {
				wrong("%s loads and is not in the feed", rec.Step.StepID)
			}
		}
		return nil
	})
	if err != nil {
		wrong("load: %v", err)
	}
	if found := w.companion.memory.Status().Steps; found != loaded {
		wrong("%d steps are stored and %d can be found", loaded, found)
	}
}

// checkReplica: each profile has the records of the others, and nothing that was
// forgotten.
func (w *world) checkReplica(p *profile, feed []wire.Record, wrong func(string, ...any)) {
	p.turn <- struct{}{}
	defer func() { <-p.turn }()
	if n := len(p.db.outbox) + len(p.db.pending); n > 0 {
		wrong("%s never got rid of %d records", p.name, n)
	}
	for _, rec := range feed {
		if rec.Step == nil || w.ledger.steps[plain(rec.Step.StepID)].who == p.name {
			continue
		}
		if _, ok := p.db.replica["step:"+rec.Step.StepID]; !ok {
			wrong("%s has not got %s", p.name, rec.Step.StepID)
		}
	}
	for id, f := range w.ledger.steps {
		if f.forgot && p.db.stored(id) {
			wrong("%s still has %s, which was forgotten", p.name, id)
		}
	}
}

// rested reports whether nothing is under way any more.
func (w *world) rested() bool {
	end := w.companion.store.Stats().Cursor
	for _, p := range w.profiles {
		p.turn <- struct{}{}
		busy := len(p.db.outbox) > 0 || len(p.db.pending) > 0 || end-p.db.cursor >= replicaSlack
		if !busy && p.db.cursor < end {
			busy = w.owes(p)
		}
		<-p.turn
		if busy {
			return false
		}
	}
	return true
}

// replicaSlack is how far a replica's cursor may lag with nothing to come: the
// bridge spares messages without records.
const replicaSlack = 512

// owes reports whether the feed has something that a profile is still to get.
func (w *world) owes(p *profile) bool {
	recs, _, err := w.companion.store.Feed(p.db.cursor, p.db.install, p.db.epoch, 1)
	return err != nil || len(recs) > 0
}
