package sim

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"cairn/shared/wire"
)

// document is one life of an offscreen document, as extension/offscreen's
// link.js and offscreen.js.
type document struct {
	p      *profile
	ctx    context.Context
	cancel context.CancelFunc
	pokes  chan struct{}

	mu   sync.Mutex
	rnd  *rand.Rand
	link *link
}

// Waits between attempts (link.js): the least doubles up to the most, with full
// jitter.
const (
	again    = 250 * time.Millisecond
	againMax = 30 * time.Second
)

// start gives the profile an offscreen document.
func (p *profile) start() {
	if p.doc != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	d := &document{p: p, ctx: ctx, cancel: cancel, pokes: make(chan struct{}, 1), rnd: p.w.branch()}
	p.doc = d
	p.w.graves.Go(d.run)
	p.w.graves.Go(func() {
		for d.sweep() == nil && sleepFor(ctx, sweepEvery) {
		}
	})
}

// stop kills the offscreen document.
func (p *profile) stop() {
	if p.doc == nil {
		return
	}
	p.doc.cancel()
	p.doc = nil
	// A transaction that was under way has ended, one way or the other, before
	// the next document's first.
	p.turn <- struct{}{}
	<-p.turn
}

// run opens the link again and again.
func (d *document) run() {
	for failures := 0; d.ctx.Err() == nil; {
		if d.round() {
			failures = 0
		} else {
			failures = min(failures+1, 16)
		}
		most := min(again<<failures, againMax)
		sleepFor(d.ctx, time.Duration(d.draw(int(most)+1)))
	}
}

// round makes one link and lives it, and reports whether it came about.
func (d *document) round() bool {
	door := d.p.w.door.Load()
	if door == nil {
		return false
	}
	l, err := d.connect(door)
	if err != nil {
		return false
	}
	d.mu.Lock()
	d.link = l
	d.mu.Unlock()
	linked := l.run()
	d.mu.Lock()
	d.link = nil
	d.mu.Unlock()
	return linked
}

// poke says that there is something new to send.
func (d *document) poke() {
	select {
	case d.pokes <- struct{}{}:
	default:
	}
}

// draw is a number from 0 on below n.
func (d *document) draw(n int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.rnd.IntN(n)
}

// mishap reports whether one of the things that go wrong with single messages
// goes wrong now.
func (d *document) mishap() bool {
	return d.draw(1000) < int(d.p.w.mishaps.Load())
}

// epoch makes the name of a new epoch.
func (d *document) epoch() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return "e-" + digits(d.rnd, 16)
}

// newEpoch begins one: waiting records are numbered from 1 again.
func (d *document) newEpoch() error {
	epoch := d.epoch()
	return d.write(func(t *tables) { t.renew(epoch) })
}

// Bounds of an open link (connection.js).
const (
	openTime = 4 * time.Second
	ackTime  = 30 * time.Second
	lookTime = 5 * time.Second
)

// hello is how the document opens a link.
func (d *document) hello(nonce string) (wire.Envelope, error) {
	h := &wire.Hello{Proto: wire.Proto, Version: "sim", Nonce: nonce}
	err := d.read(func(t *tables) { h.InstallID, h.Epoch, h.Next, h.Cursor = t.install, t.epoch, t.next, t.cursor })
	return wire.Envelope{Kind: wire.KindHello, Hello: h}, err
}
