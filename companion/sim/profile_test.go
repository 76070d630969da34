package sim

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// profile is a browser profile, which outlives its offscreen documents. It acts
// as extension/offscreen/{db,outbox,capture}.js.
type profile struct {
	w    *world
	name string
	doc  *document // nil while there is none

	turn chan struct{} // one transaction at a time
	db   tables
	old  *tables // the profile as a backup has it

	deaf atomic.Bool // the service worker is dead: messages of content scripts are lost
}

// tables are the database's stores. Rows are never changed in place.
type tables struct {
	install, epoch string
	next, cursor   int64
	outbox         []row
	replica        map[string]wire.Record
	pending        map[string]open
}

// row is a record that the companion has not acknowledged.
type row struct {
	seq    int64
	key    string
	record wire.Record
}

// open is a step that has begun and not ended.
type open struct {
	step *types.Step
	at   time.Time
}

func (w *world) newProfile(name string) *profile {
	p := &profile{w: w, name: name, turn: make(chan struct{}, 1)}
	p.db = p.fresh(w.rnd)
	return p
}

// fresh is an empty database.
func (p *profile) fresh(rnd *rand.Rand) tables {
	return tables{
		install: "i-" + p.name + "-" + digits(rnd, 8), epoch: "e-" + digits(rnd, 16), next: 1,
		replica: map[string]wire.Record{}, pending: map[string]open{},
	}
}

func (t *tables) clone() *tables {
	c := *t
	c.outbox, c.replica, c.pending = slices.Clone(t.outbox), maps.Clone(t.replica), maps.Clone(t.pending)
	return &c
}

// slowestCommit is how long a strict commit may take.
const slowestCommit = 15 * time.Millisecond

// write is a transaction with strict durability. If its document dies meanwhile,
// it was made or it was not.
func (d *document) write(change func(*tables)) error {
	p := d.p
	select {
	case p.turn <- struct{}{}:
	case <-d.ctx.Done():
		return errDead
	}
	defer func() { <-p.turn }()
	select {
	case <-time.After(time.Duration(d.draw(int(slowestCommit)))):
	case <-d.ctx.Done():
		if d.draw(2) == 0 {
			change(&p.db)
		}
		return errDead
	}
	change(&p.db)
	return nil
}

// read sees the database between transactions.
func (d *document) read(look func(*tables)) error {
	select {
	case d.p.turn <- struct{}{}:
	case <-d.ctx.Done():
		return errDead
	}
	defer func() { <-d.p.turn }()
	look(&d.p.db)
	return nil
}

// opened keeps a step that has begun.
func (d *document) opened(step *types.Step) error {
	return d.write(func(t *tables) {
		if !t.stored(step.StepID) {
			t.pending[step.StepID] = open{step, time.Now()}
			d.p.w.ledger.opened(d.p.name, step.StepID)
		}
	})
}

// completed turns a step that has begun into a record.
func (d *document) completed(id string) error {
	defer d.poke()
	return d.write(func(t *tables) {
		o, ok := t.pending[id]
		if !ok {
			return
		}
		delete(t.pending, id)
		if t.stored(id) {
			return
		}
		t.add(row{key: "step:" + id, record: wire.Record{Session: sessionOf(d.p.name), Step: o.step}})
		d.p.w.ledger.recorded(d.p.name, id)
	})
}

// pendingTime is how long a step may stay open; sweepEvery is how often those
// without an end are looked for.
const (
	pendingTime = 2 * time.Minute
	sweepEvery  = 30 * time.Second
)

// sweep completes the steps without an end.
func (d *document) sweep() error {
	var left []string
	if err := d.read(func(t *tables) {
		for id, o := range t.pending {
			if time.Since(o.at) > pendingTime {
				left = append(left, id)
			}
		}
	}); err != nil {
		return err
	}
	slices.Sort(left)
	for _, id := range left {
		if err := d.completed(id); err != nil {
			return err
		}
	}
	return nil
}

func (t *tables) stored(id string) bool {
	_, have := t.replica["step:"+id]
	return have || slices.ContainsFunc(t.outbox, func(r row) bool { return r.key == "step:"+id })
}

// add gives a row the next number.
func (t *tables) add(r row) {
	r.seq, r.record.Seq = t.next, t.next
	t.next++
	t.outbox = append(t.outbox, r)
}

// first is the number of the first record that waits.
func (t *tables) first() int64 {
	if len(t.outbox) > 0 {
		return t.outbox[0].seq
	}
	return t.next
}

// batch is the run of records from a number on.
func (t *tables) batch(from int64, most int) (recs []wire.Record) {
	for _, r := range t.outbox {
		if r.seq < from {
			continue
		}
		if r.seq != from+int64(len(recs)) || len(recs) == most {
			break
		}
		recs = append(recs, r.record)
	}
	return recs
}

// acknowledge moves everything up to a mark into the replica.
func (t *tables) acknowledge(hwm int64) {
	n := 0
	for n < len(t.outbox) && t.outbox[n].seq <= hwm {
		if r := t.outbox[n]; r.key != "" {
			t.replica[r.key] = r.record
		}
		n++
	}
	t.outbox = slices.Clone(t.outbox[n:])
}

// renew begins a new epoch.
func (t *tables) renew(epoch string) {
	rows := t.outbox
	t.epoch, t.next, t.outbox = epoch, 1, nil
	for _, r := range rows {
		t.add(r)
	}
}

// giveUp puts a gap in the place of a record that the companion never takes.
func (t *tables) giveUp(seq int64) {
	for i, r := range t.outbox {
		if r.seq == seq {
			t.replica[r.key] = r.record
			t.outbox[i] = gapRow(seq, "the companion called it invalid")
		}
	}
}

func gapRow(seq int64, why string) row {
	return row{seq: seq, record: wire.Record{Seq: seq, Gap: &wire.Gap{Count: 1, Reason: why}}}
}

// replicate stores the records of others.
func (t *tables) replicate(recs []wire.Record, cursor int64) {
	for _, rec := range recs {
		switch {
		case rec.Forget != nil:
			t.forget(rec.Forget.StepID)
		case rec.Step != nil:
			t.replica["step:"+rec.Step.StepID] = rec
		}
	}
	t.cursor = cursor
}

func (t *tables) forget(id string) {
	delete(t.replica, "step:"+id)
	delete(t.pending, id)
	for i, r := range t.outbox {
		if r.key == "step:"+id {
			t.outbox[i] = gapRow(r.seq, "forgotten")
		}
	}
}

// backUp keeps the profile as it is now.
func (p *profile) backUp() {
	p.turn <- struct{}{}
	p.old = p.db.clone()
	<-p.turn
}

// setBack puts the profile's backup in its place, and reports whether there was
// one (there is now): later records are gone, by somebody else's hand.
func (p *profile) setBack() bool {
	if p.old == nil {
		p.backUp()
		return false
	}
	p.stop()
	p.db = *p.old.clone()
	p.w.ledger.setBack(p.name, &p.db)
	p.w.tell("%s is set back to its backup: next %d, first %d", p.name, p.db.next, p.db.first())
	return true
}

// clear empties the profile's database.
func (p *profile) clear() {
	p.stop()
	p.db, p.old = p.fresh(p.w.rnd), nil
	p.w.ledger.setBack(p.name, &p.db)
	p.w.tell("%s is emptied", p.name)
}

// acts is a person doing one thing: the step opens, and closes when the page
// has settled.
func (p *profile) acts() {
	id := p.w.ledger.newID(p.name)
	step := stepOf(id, sessionOf(p.name))
	d := p.doc
	if d == nil || p.deaf.Load() {
		return
	}
	settles := time.Duration(p.w.rnd.Int64N(int64(200 * time.Millisecond)))
	p.w.graves.Go(func() {
		if d.opened(step) != nil {
			return
		}
		time.Sleep(settles)
		if d.ctx.Err() == nil && !p.deaf.Load() {
			_ = d.completed(id)
		}
	})
}

// sleepFor waits, and reports whether ctx still lives.
func sleepFor(ctx context.Context, t time.Duration) bool {
	select {
	case <-time.After(t):
		return true
	case <-ctx.Done():
		return false
	}
}
