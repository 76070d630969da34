package bridge

import (
	"context"
	"errors"
	"slices"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// ingest passes batches to the sink, one after the other, and acknowledges each when
// it is durable. It finishes the batches that were read before the link ended.
func (p *Peer) ingest() {
	for batch := range p.batches {
		p.acknowledge(batch, p.store(batch))
	}
}

func (p *Peer) store(b *wire.Batch) error {
	hwm := p.hwm()
	if p.server.options.gapFault {
		fillGap(b, hwm)
	}
	if len(b.Records) == 0 || b.First > hwm+1 {
		return nil // empty, or after a gap: the acknowledged mark makes the sender go back
	}
	// The link's end must not cancel a write: the sender would only have to send
	// the batch again.
	_, err := p.server.sink.Accept(context.WithoutCancel(p.ctx), p.hello.InstallID, p.hello.Epoch, b.Records)
	return err
}

// acknowledge sends the number up to which all records are durable. After an error
// that is not the sender's, it makes the sender pause and retry later.
func (p *Peer) acknowledge(b *wire.Batch, err error) {
	ack := &wire.Ack{HWM: p.hwm(), Window: wire.Window, StoreBytes: p.server.storeBytes()}
	var fault *types.Error
	switch {
	case err == nil:
		ack.Driven = p.server.sink.Driven(b.Records)
	case errors.As(err, &fault) && fault.Code == types.CodeSeqConflict:
		ack.Conflict = true
	default:
		p.send(wire.Envelope{Kind: wire.KindError, Error: types.AsError(err)})
		ack.Window = 0
		time.AfterFunc(p.server.times.retry, func() { p.acknowledge(&wire.Batch{}, nil) })
	}
	p.send(wire.Envelope{Kind: wire.KindAck, Ack: ack})
}

// abandonCalls drops the calls and subscriptions of a link that has ended. The callers
// see the end of the context.
func (p *Peer) abandonCalls() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.calls)
	clear(p.subs)
}

// WithGapFault returns o with a defect that a protocol like this one invites: records
// after a gap are stored and the highest number is acknowledged. A product never sets
// it: companion/sim does, to show that its checks would find it.
func (o Options) WithGapFault() Options {
	o.gapFault = true
	return o
}

// fillGap declares the numbers between hwm and the batch as lost, as if the
// browser had given them up.
func fillGap(b *wire.Batch, hwm int64) {
	if len(b.Records) == 0 {
		return
	}
	for ; b.First > hwm+1; b.First-- {
		b.Records = slices.Insert(b.Records, 0, wire.Record{Seq: b.First - 1, Gap: &wire.Gap{Count: 1}})
	}
}
