package bridge

import (
	"context"
	"time"

	"cairn/shared/wire"
)

// flushTime is how long a question may wait for what it depends on to be sent.
const flushTime = 100 * time.Millisecond

// sent is how far a peer's replica was sent.
type sent struct {
	read int64         // cursor up to which all that is for the peer was queued, -1 at first
	told int64         // cursor of the last message, or of hello
	step chan struct{} // closed when either moves on
}

// noteSent says how far the replica was sent.
func (p *Peer) noteSent(read, told int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.sent.step)
	p.sent = sent{read: read, told: told, step: make(chan struct{})}
}

// flush has all that is stored by now sent ahead of what the caller sends next.
// It answers the cursor of the last message, or false when that took too long.
func (p *Peer) flush(ctx context.Context) (told int64, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, flushTime)
	defer cancel()
	for target := p.server.sink.Cursor(); ; {
		p.mu.Lock()
		now := p.sent
		p.mu.Unlock()
		if now.read >= target {
			return now.told, true
		}
		select {
		case p.hurry <- struct{}{}:
		default:
		}
		select {
		case <-now.step:
		case <-ctx.Done():
			return 0, false
		case <-p.ctx.Done():
			return 0, false
		}
	}
}

// asking sends what a question depends on ahead of it. Where that takes too long,
// the look is asked for alone, and late says so.
func (p *Peer) asking(ctx context.Context, call wire.Envelope) (_ wire.Envelope, late bool) {
	if call.Observe == nil || call.Observe.Ask == nil {
		return call, false
	}
	observe := *call.Observe
	call.Observe = &observe
	told, ok := p.flush(ctx)
	if !ok {
		observe.Ask = nil
		return call, true
	}
	ask := *observe.Ask
	observe.Ask, ask.Cursor = &ask, told
	return call, false
}

// answerless says that a look has no answer because the question was late.
func answerless(reply *wire.Reply) {
	if reply != nil && reply.Page != nil {
		reply.Page.Answer = &wire.Answer{Why: wire.WhyBehind}
	}
}
