package daemon

import (
	"context"
	"time"
)

// repeat does work once first has passed and again after every pause, until ctx
// ends: what the daemon does beside what it is asked.
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
