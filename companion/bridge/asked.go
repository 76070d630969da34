package bridge

import (
	"context"
	"time"

	"cairn/shared/wire"
)

// flushTime bounds how long a question waits until the records before it are sent.
const flushTime = 100 * time.Millisecond

// replicaProgress holds the progress of sending records to a peer.
type replicaProgress struct {
	queuedTo   int64         // cursor up to which the records for the peer are queued, -1 at first
	lastCursor int64         // cursor of the last message, or of hello
	changed    chan struct{} // closed when either changes
}

// noteReplicaProgress records how far the replica was sent.
func (p *Peer) noteReplicaProgress(queuedTo, lastCursor int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.sent.changed)
	p.sent = replicaProgress{queuedTo: queuedTo, lastCursor: lastCursor, changed: make(chan struct{})}
}

// flush waits until all records stored by now are queued, so that they precede the
// caller's next message. It returns the cursor of the last one, or false after
// flushTime.
func (p *Peer) flush(ctx context.Context) (lastCursor int64, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, flushTime)
	defer cancel()
	for target := p.server.sink.Cursor(); ; {
		p.mu.Lock()
		now := p.sent
		p.mu.Unlock()
		if now.queuedTo >= target {
			return now.lastCursor, true
		}
		select {
		case p.flushNow <- struct{}{}:
		default:
		}
		select {
		case <-now.changed:
		case <-ctx.Done():
			return 0, false
		case <-p.ctx.Done():
			return 0, false
		}
	}
}

// flushBeforeQuestion sends the records stored by now before a question, because the
// extension's answer depends on them. If that takes too long, it removes the question
// from the call and returns late.
func (p *Peer) flushBeforeQuestion(ctx context.Context, call wire.Envelope) (_ wire.Envelope, late bool) {
	if call.Observe == nil || call.Observe.Ask == nil {
		return call, false
	}
	observe := *call.Observe
	call.Observe = &observe
	lastCursor, ok := p.flush(ctx)
	if !ok {
		observe.Ask = nil
		return call, true
	}
	ask := *observe.Ask
	observe.Ask, ask.Cursor = &ask, lastCursor
	return call, false
}

// markUnanswered marks an observation as one without an answer, because the question was
// removed.
func markUnanswered(reply *wire.Reply) {
	if reply != nil && reply.Page != nil {
		reply.Page.Answer = &wire.Answer{Why: wire.WhyBehind}
	}
}
