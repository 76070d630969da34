package bridge

import (
	"fmt"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const (
	// replicaPage is the number of records read at a time.
	replicaPage = wire.MaxBatchRecords
	// replicaSkip is the number of cursors without a record for this peer after
	// which it gets an empty message, so that it can resume from there.
	replicaSkip = 512
	// replicaPause collects records that follow each other quickly into one
	// message. A delay this short between two browsers is not noticeable.
	replicaPause = 50 * time.Millisecond
)

// replicate sends the records of others as they come, with at most the window's
// number of unacknowledged messages.
func (p *Peer) replicate() {
	cursor, lastSent := p.hello.Cursor, p.hello.Cursor
	var waiting []int64 // cursors of unacknowledged messages
	for {
		changed := p.server.sink.Changed()
		recs, next, err := p.server.sink.Replica(cursor, p.hello.InstallID, p.hello.Epoch, replicaPage)
		if err != nil {
			p.send(wire.Envelope{Kind: wire.KindError, Error: types.AsError(err)})
			return
		}
		var pages []page
		switch {
		case len(recs) > 0:
			if pages, err = paginate(recs, next); err != nil {
				p.send(wire.Envelope{Kind: wire.KindError, Error: types.AsError(err)})
				return
			}
		case next-lastSent >= replicaSkip || next < lastSent:
			pages = []page{{cursor: next}}
		}
		for _, page := range pages {
			if waiting = p.awaitRoom(waiting); waiting == nil {
				return
			}
			if !p.sendParts(page.parts()...) {
				return
			}
			waiting = append(waiting, page.cursor)
			lastSent = page.cursor
		}
		cursor = next
		if len(recs) == replicaPage {
			continue
		}
		p.noteReplicaProgress(cursor, lastSent)
		select {
		case <-changed:
		case <-p.ctx.Done():
			return
		}
		// More records are likely to follow at once: they go into the same message.
		select {
		case <-time.After(replicaPause):
		case <-p.flushNow:
		case <-p.ctx.Done():
			return
		}
	}
}

// awaitRoom reads acknowledgements until the window has room. It returns nil if the
// link has ended, and otherwise a non-nil slice even when empty.
func (p *Peer) awaitRoom(waiting []int64) []int64 {
	for {
		if len(waiting) < wire.Window {
			select {
			case at := <-p.acked:
				waiting = dropAcknowledged(waiting, at)
				continue
			default:
				return append(make([]int64, 0, wire.Window), waiting...)
			}
		}
		select {
		case at := <-p.acked:
			waiting = dropAcknowledged(waiting, at)
		case <-p.ctx.Done():
			return nil
		}
	}
}

// dropAcknowledged removes the messages that are stored up to a cursor.
func dropAcknowledged(waiting []int64, at int64) []int64 {
	for len(waiting) > 0 && waiting[0] <= at {
		waiting = waiting[1:]
	}
	return waiting
}

// page is the records of one message.
type page struct {
	cursor  int64 // after the last one
	records []wire.Encoded
}

// parts returns the message in parts. The records among them are shared with other
// peers.
func (g page) parts() [][]byte {
	parts := [][]byte{fmt.Appendf(nil, `{"kind":%q,"replica":{"cursor":%d,"records":[`, wire.KindReplica, g.cursor)}
	for i, r := range g.records {
		if i > 0 {
			parts = append(parts, []byte{','})
		}
		parts = append(parts, r.Text)
	}
	return append(parts, []byte("]}}"))
}

// paginate splits records into messages that fit. The cursor of each is that of its
// last record, of the last one next.
func paginate(recs []wire.Encoded, next int64) ([]page, error) {
	var pages []page
	size := 0
	for _, r := range recs {
		if err := replaceOversized(&r); err != nil {
			return nil, err
		}
		if size += len(r.Text); size > wire.MaxBatchBytes || len(pages) == 0 {
			pages, size = append(pages, page{}), len(r.Text)
		}
		last := &pages[len(pages)-1]
		last.records, last.cursor = append(last.records, r), r.Seq
	}
	last := &pages[len(pages)-1]
	last.cursor = max(last.cursor, next)
	return pages, nil
}

// maxReplica leaves room for the message around a single large record.
const maxReplica = wire.MaxFrame - 1<<10

// replaceOversized replaces a record that is too large for a message by a gap.
func replaceOversized(r *wire.Encoded) (err error) {
	if len(r.Text) <= maxReplica {
		return nil
	}
	gap := wire.Gap{Count: 1, Reason: fmt.Sprintf("a record of %d bytes does not fit into a message", len(r.Text))}
	*r, err = wire.Encode(wire.Record{Seq: r.Seq, Gap: &gap})
	return err
}
