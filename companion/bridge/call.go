package bridge

import (
	"context"
	"encoding/json"
	"fmt"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Call sends a request to the extension and waits for its reply until ctx ends. An
// error of the extension comes back as its *types.Error. If the link ends first, the
// error is MM_BROWSER_NOT_CONNECTED, and the request may or may not have been carried
// out.
func (p *Peer) Call(ctx context.Context, call wire.Envelope) (*wire.Reply, error) {
	call, late := p.flushBeforeQuestion(ctx, call)
	reply, err := p.call(ctx, call)
	if late {
		markUnanswered(reply)
	}
	return reply, err
}

func (p *Peer) call(ctx context.Context, call wire.Envelope) (*wire.Reply, error) {
	id := p.nextCall.Add(1)
	call.ID = id
	answer := make(chan *wire.Reply, 1)
	p.mu.Lock()
	p.calls[id] = answer
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.calls, id)
		p.mu.Unlock()
	}()
	text, err := json.Marshal(call)
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", call.Kind, err)
	}
	if len(text) > wire.MaxFrame {
		return nil, types.Invalid(fmt.Sprintf("the call takes %d bytes; %d fit into a message", len(text), wire.MaxFrame), "Send less at once.")
	}
	if !p.sendText(text) {
		return nil, p.linkEndedFault()
	}
	select {
	case reply := <-answer:
		return outcome(reply)
	case <-ctx.Done():
		return nil, fmt.Errorf("call %s: %w", call.Kind, ctx.Err())
	case <-p.ctx.Done():
		select {
		case reply := <-answer: // it came as the last message
			return outcome(reply)
		default:
			return nil, p.linkEndedFault()
		}
	}
}

func outcome(reply *wire.Reply) (*wire.Reply, error) {
	if reply.Error != nil {
		return nil, reply.Error
	}
	return reply, nil
}

func (p *Peer) linkEndedFault() error { return noBrowser("the browser's link has ended") }

// answer passes a reply to its call. It drops a reply whose caller gave up.
func (p *Peer) answer(id int64, reply *wire.Reply) {
	p.mu.Lock()
	waiting := p.calls[id]
	delete(p.calls, id)
	p.mu.Unlock()
	if waiting != nil {
		waiting <- reply
	}
}

// Subscribe passes every event (cdpEvent, tabGone, navigated) to fn, in order,
// until cancel is called. fn runs on the reader's goroutine and must not block.
func (p *Peer) Subscribe(fn func(wire.Envelope)) (cancel func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	id := p.nextSub
	p.nextSub++
	p.subs[id] = fn
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.subs, id)
	}
}

func (p *Peer) publish(event wire.Envelope) {
	p.mu.Lock()
	fns := make([]func(wire.Envelope), 0, len(p.subs))
	for i := range p.nextSub {
		if fn := p.subs[i]; fn != nil {
			fns = append(fns, fn)
		}
	}
	p.mu.Unlock()
	for _, fn := range fns {
		fn(event)
	}
}
