package daemon

import (
	"context"
	"sync"
	"time"

	"cairn/companion/control"
)

const (
	// briefIdle is how long a daemon that a command started waits for the next: scripts put one command after the other.
	briefIdle = 300 * time.Millisecond
	// briefUndo is as long as a forgetting can be taken back, which is kept in the memory of the daemon alone.
	briefUndo = time.Minute + 5*time.Second
	briefTick = 50 * time.Millisecond
)

// brief ends a daemon that a command started for its own sake. `cairn search` needs one to answer it, and must not leave it
// running. MCP clients and browsers keep the daemon, as cairn serve and cairn run do.
type brief struct {
	mu   sync.Mutex
	open int       // connections
	kept bool      // somebody asked for what takes longer than an answer
	last time.Time // something ended
	wait time.Duration
}

// hold notes a connection, until release.
func (b *brief) hold() (release func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open++
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.open--
		b.last = time.Now()
	}
}

// note says what a connection wants.
func (b *brief) note(want string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch want {
	case control.WantMCP, control.WantLimitedMCP, control.WantMemory, control.WantBrowser:
		b.kept = true
	case control.WantForget:
		b.wait = briefUndo
	}
}

// idle reports whether no client, browser or run uses the daemon.
func (b *brief) idle(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last.IsZero() {
		b.last = now
	}
	return !b.kept && b.open == 0 && now.Sub(b.last) >= max(b.wait, briefIdle)
}

// endWhenIdle calls stop once the daemon is idle.
func (b *brief) endWhenIdle(ctx context.Context, stop func()) {
	for {
		select {
		case <-time.After(briefTick):
		case <-ctx.Done():
			return
		}
		if b.idle(time.Now()) {
			stop()
			return
		}
	}
}
