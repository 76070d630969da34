package bridge

import (
	"slices"
	"sync"
)

// maxPending bounds connections that have not proved themselves. Every program of
// the machine can open them, and they all come from the same address. The bound is
// large (some 40 KiB each, only while under attack), so that a flood needs longer
// to push an extension out than that needs to prove itself.
const maxPending = 512

// pending holds the connections that have not proved themselves. A newcomer is
// never refused: where there is no room another one gives way, so that a flood
// cannot keep the rightful extension out. A sender of wrong proofs delays itself
// alone: its answer comes as late as one to silence, and it gives way first.
type pending struct {
	mu    sync.Mutex
	fresh []*conn // may still prove themselves, the oldest first
	wrong []*conn // sent a wrong proof and wait for the answer, the oldest first
}

// add takes a connection in and returns the one that has to give way, nil where
// there is room.
func (p *pending) add(c *conn) (out *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.fresh)+len(p.wrong) >= maxPending {
		from := &p.fresh
		if len(p.wrong) > 0 {
			from = &p.wrong
		}
		out = (*from)[0]
		*from = slices.Delete(*from, 0, 1)
	}
	p.fresh = append(p.fresh, c)
	return out
}

// mark notes that a connection brought a wrong proof.
func (p *pending) mark(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.fresh, c); i >= 0 {
		p.fresh = slices.Delete(p.fresh, i, i+1)
		p.wrong = append(p.wrong, c)
	}
}

// all lists who waits.
func (p *pending) all() []*conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Concat(p.fresh, p.wrong)
}

// remove lets a connection go, wherever it waits.
func (p *pending) remove(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	same := func(other *conn) bool { return other == c }
	p.fresh = slices.DeleteFunc(p.fresh, same)
	p.wrong = slices.DeleteFunc(p.wrong, same)
}
