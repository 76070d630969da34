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
