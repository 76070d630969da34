package bridge

import (
	"context"
	"errors"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// ingest hands batches to the sink, one after the other, and acknowledges each
// when it is durable. It finishes what was read before the link ended.
func (p *Peer) ingest() {
	for batch := range p.batches {
		p.acknowledge(p.take(batch))
	}
}

// take stores what of a batch is new.
func (p *Peer) take(b *wire.Batch) error {
	hwm := p.hwm()
	if p.server.options.gapFault {
		fillGap(b, hwm)
	}
	if len(b.Records) == 0 || b.First > hwm+1 {
		return nil // nothing, or after a hole: the mark says where to go on
	}
	// The link's end must not stop what is on its way to the disk: the sender
	// would only have to send it again.
	_, err := p.server.sink.Accept(context.WithoutCancel(p.ctx), p.hello.InstallID, p.hello.Epoch, b.Records)
	return err
}

// acknowledge says how far all is durable. After an error that is not the
// sender's, the sender pauses and may try again in a while.
func (p *Peer) acknowledge(err error) {
	ack := &wire.Ack{HWM: p.hwm(), Window: wire.Window, StoreBytes: p.server.storeBytes()}
	var fault *types.Error
	switch {
	case err == nil:
	case errors.As(err, &fault) && fault.Code == types.CodeSeqConflict:
		ack.Conflict = true
	default:
		p.send(wire.Envelope{Kind: wire.KindError, Error: types.AsError(err)})
		ack.Window = 0
		time.AfterFunc(p.server.times.retry, func() { p.acknowledge(nil) })
	}
	p.send(wire.Envelope{Kind: wire.KindAck, Ack: ack})
}

// abandonCalls lets nobody wait for answers of a link that has ended. Callers
// hear it from the context; what is left is to forget them.
func (p *Peer) abandonCalls() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.calls)
	clear(p.subs)
}
