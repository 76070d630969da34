package mcptools

import (
	"sync"

	"cairn/shared/types"
)

// An agent that calls more often than this is in a loop (B56).
const (
	callsPerSecond = 50
	callBurst      = 100
)

// rate is a bucket of calls that fills steadily.
type rate struct {
	mu   sync.Mutex
	used float64 // calls taken and not yet given back
	last types.Time
}

// allow takes one call out of the bucket, if there is one.
func (r *rate) allow(now types.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now > r.last {
		r.used = max(0, r.used-now.Sub(r.last).Seconds()*callsPerSecond)
		r.last = now
	}
	if r.used+1 > callBurst {
		return false
	}
	r.used++
	return true
}
