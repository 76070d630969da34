package main

import (
	"context"
	"time"
)

// Packing what was recorded for the next start waits until the start is over,
// and then looks for more now and then.
const (
	packFirst = 2 * time.Minute
	packEvery = 5 * time.Minute
)

// pack packs what was recorded, so that the next start is quick.
func (d *daemon) pack(ctx context.Context) {
	for wait := packFirst; ; wait = packEvery {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		if err := d.memory.Pack(ctx); err != nil && ctx.Err() == nil {
			d.log.Printf("packing: %v", err)
		}
	}
}
