package daemon

import (
	"context"
	"time"
)

// repeat runs work after first has passed and again after every pause, until ctx ends.
// The daemon's periodic background work uses it.
func repeat(ctx context.Context, first, pause time.Duration, work func()) {
	for wait := first; ; wait = pause {
		select {
		case <-time.After(wait):
			work()
		case <-ctx.Done():
			return
		}
	}
}

// Reading the store's whole file takes a moment for each gigabyte.
const (
	scrubFirst = 10 * time.Minute
	scrubEvery = 24 * time.Hour
)

// scrub periodically checks whether the data on the disk still match the written data.
func (d *Daemon) scrub(ctx context.Context) {
	repeat(ctx, scrubFirst, scrubEvery, func() {
		rep, err := d.store.Scrub(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			d.log.Printf("reading the store again: %v", err)
		case !rep.Clean():
			d.log.Printf("reading the store again: %d of %d values had gone bad", rep.Damaged, rep.Values+rep.Damaged)
		}
	})
}

// Records are packed for the next start only after this start is over, then at
// intervals, and at once after a busy time.
const (
	packFirst = 2 * time.Minute
	packEvery = 5 * time.Minute
	packLook  = 10 * time.Second
)

// pack packs new records, so that the next start is quick and the core takes no more
// memory than after a start.
func (d *Daemon) pack(ctx context.Context) {
	next := time.Now().Add(packFirst)
	repeat(ctx, packLook, packLook, func() {
		if time.Now().Before(next) && !d.memory.Due() {
			return
		}
		next = time.Now().Add(packEvery)
		err := d.memory.Pack(ctx)
		if err == nil {
			err = d.renew()
		}
		if err != nil && ctx.Err() == nil {
			d.log.Printf("packing: %v", err)
		}
	})
}

func (d *Daemon) renew() error {
	renewed, err := d.memory.Renew()
	if renewed {
		returnMemory()
	}
	return err
}
