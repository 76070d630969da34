package daemon

import (
	"context"
	"time"
)

// Reading the store's file from end to end takes a moment for each gigabyte.
const (
	scrubFirst = 10 * time.Minute
	scrubEvery = 24 * time.Hour
)

// scrub looks now and then whether what lies on the disk is still what was
// written.
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
