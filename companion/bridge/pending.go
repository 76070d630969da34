package bridge

import (
	"slices"
	"sync"
)

// maxPending bounds the unauthenticated connections. Every program of the machine can
// open them, and they all come from the same address. The bound is large (some 40 KiB
// each, only while under attack), so that a flood needs longer to push an extension
// out than the extension needs to authenticate.
const maxPending = 512

// pending holds the unauthenticated connections. A new one is never refused: if there
// is no room, an older one is dropped, so that a flood cannot lock the extension out.
// A sender of wrong proofs only delays itself: it is answered as late as a silent one,
// and dropped first.
type pending struct {
	mu       sync.Mutex
	unproven []*conn // may still authenticate, the oldest first
	wrong    []*conn // sent a wrong proof and wait for the answer, the oldest first
}

// add adds a connection and returns the one to drop, nil if there is room.
func (p *pending) add(c *conn) (out *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.unproven)+len(p.wrong) >= maxPending {
		from := &p.unproven
		if len(p.wrong) > 0 {
			from = &p.wrong
		}
		out = (*from)[0]
		*from = slices.Delete(*from, 0, 1)
	}
	p.unproven = append(p.unproven, c)
	return out
}

// markWrong records that a connection sent a wrong proof.
func (p *pending) markWrong(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.unproven, c); i >= 0 {
		p.unproven = slices.Delete(p.unproven, i, i+1)
		p.wrong = append(p.wrong, c)
	}
}

func (p *pending) all() []*conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Concat(p.unproven, p.wrong)
}

func (p *pending) remove(c *conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	same := func(other *conn) bool { return other == c }
	p.unproven = slices.DeleteFunc(p.unproven, same)
	p.wrong = slices.DeleteFunc(p.wrong, same)
}
