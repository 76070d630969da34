package daemon

import (
	"context"
	"time"
)

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
