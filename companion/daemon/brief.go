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
	// briefClient is how long one that an MCP client or a browser was served by waits for the next: a client that is
	// restarted, a person who thinks.
	briefClient = 10 * time.Minute
	briefTick   = 50 * time.Millisecond
)

// brief ends a daemon that another command started, once nothing needs it: cairn help daemon says the rule. `cairn search`
// needs one to answer it, and must not leave it running; the one of an MCP client stays for the next client.
type brief struct {
	// inUse reports whether clients or browsers use the daemon beside open connections. It counts once one was served.
	inUse func() bool

	mu   sync.Mutex
	open int           // connections
	last time.Time     // of the last use
	wait time.Duration // after it
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
		b.wait = briefClient
	case control.WantForget:
		b.wait = max(b.wait, briefUndo)
	}
}

// idle reports whether nothing has used the daemon for long enough.
func (b *brief) idle(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last.IsZero() || b.wait >= briefClient && b.inUse() {
		b.last = now
	}
	return b.open == 0 && now.Sub(b.last) >= max(b.wait, briefIdle)
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
