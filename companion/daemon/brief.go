package daemon

import (
	"context"
	"sync"
	"time"

	"cairn/companion/control"
)

const (
	// briefStart is the time that a daemon which a command started waits for that command.
	briefStart = 300 * time.Millisecond
	// briefUndo is as long as a deletion can be undone; only the daemon's memory holds
	// the undo.
	briefUndo = time.Minute + 5*time.Second
	// briefClient is the time that such a daemon waits for the next client after an MCP
	// client or a browser: clients restart, people pause.
	briefClient = 10 * time.Minute
	// briefTick is the least time between two checks, which are briefTicks in a timeout.
	briefTick  = 50 * time.Millisecond
	briefTicks = 100
)

// brief ends a daemon that another command started, once nothing needs it: cairn help
// daemon has the rule. `cairn search` needs a daemon for its answer, and must not
// leave it running. The daemon of an MCP client stays for the next client.
type brief struct {
	// inUse reports whether clients or browsers use the daemon besides open
	// connections. It matters only after the first client or browser.
	inUse func() bool
	// sending reports whether something is on its way to a team.
	sending func() bool
	// released gets a value when a connection ends, so that nobody waits for the next tick.
	released chan struct{}

	mu   sync.Mutex
	open int           // connections
	used bool          // a request has come
	last time.Time     // of the last use
	wait time.Duration // timeout after it
}

// acquire counts a connection as open, until release.
func (b *brief) acquire() (release func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open++
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.open--
		b.last = time.Now()
		select {
		case b.released <- struct{}{}:
		default: // the end is being considered already
		}
	}
}

// note records the type of request on a connection.
func (b *brief) note(want string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used = true
	switch want {
	case control.WantMCP, control.WantLimitedMCP, control.WantMemory, control.WantBrowser:
		b.wait = briefClient
	case control.WantForget:
		b.wait = max(b.wait, briefUndo)
	}
}

// idle reports whether the daemon has been unused for long enough. After questions
// alone that is at once: the command that started the daemon waits for its end.
func (b *brief) idle(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last.IsZero() || b.wait >= briefClient && b.inUse() || b.sending != nil && b.sending() {
		b.last = now
	}
	wait := b.wait
	if !b.used {
		wait = briefStart
	}
	return b.open == 0 && now.Sub(b.last) >= wait
}

// pause returns the time until the next check. It is 0 for no check before a connection ends: a daemon that
// waits with its client must not take processor time.
func (b *brief) pause() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open > 0 {
		return 0
	}
	return max(briefTick, b.wait/briefTicks)
}

// endWhenIdle calls stop once the daemon is idle.
func (b *brief) endWhenIdle(ctx context.Context, stop func()) {
	for {
		var check <-chan time.Time
		if pause := b.pause(); pause > 0 {
			check = time.After(pause)
		}
		select {
		case <-b.released:
		case <-check:
		case <-ctx.Done():
			return
		}
		if b.idle(time.Now()) {
			stop()
			return
		}
	}
}
