package daemon

import (
	"context"
	"time"
)

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
