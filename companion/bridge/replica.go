package bridge

import (
	"fmt"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const (
	// replicaPage is how many records are read at a time.
	replicaPage = wire.MaxBatchRecords
	// replicaSkip is how many cursors may pass without a record for this peer
	// before it is told, so that it need not begin so far back next time.
	replicaSkip = 512
	// replicaPause gathers what comes in quick succession into one message. Nobody
	// looks into two browsers at once and sees it.
	replicaPause = 50 * time.Millisecond
)

// replicate sends what others recorded, as it comes, with at most the window's
// number of messages that are not yet stored on the other side.
func (p *Peer) replicate() {
	cursor, told := p.hello.Cursor, p.hello.Cursor
	var waiting []int64 // cursors of messages without an answer
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
		case next-told >= replicaSkip || next < told:
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
			told = page.cursor
		}
		cursor = next
		if len(recs) == replicaPage {
			continue
		}
		p.noteSent(cursor, told)
		select {
		case <-changed:
		case <-p.ctx.Done():
			return
		}
		// More is likely to follow at once: it goes into the same message.
		select {
		case <-time.After(replicaPause):
		case <-p.hurry:
		case <-p.ctx.Done():
			return
		}
	}
}

// awaitRoom takes answers until the window has room. It returns nil, and never
// an empty slice, when the link has ended.
func (p *Peer) awaitRoom(waiting []int64) []int64 {
	for {
		if len(waiting) < wire.Window {
			select {
			case at := <-p.acked:
				waiting = settle(waiting, at)
				continue
			default:
				return append(make([]int64, 0, wire.Window), waiting...)
			}
		}
		select {
		case at := <-p.acked:
			waiting = settle(waiting, at)
		case <-p.ctx.Done():
			return nil
		}
	}
}

// settle takes out the messages that are stored up to a cursor.
func settle(waiting []int64, at int64) []int64 {
	for len(waiting) > 0 && waiting[0] <= at {
		waiting = waiting[1:]
	}
	return waiting
}

// page is one message's records.
type page struct {
	cursor  int64 // after the last one
	records []wire.Encoded
}

// parts are the message in pieces. The records in it are shared with other
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

// paginate cuts records into messages that fit. Each goes on from its last
// record's cursor, the last one from next.
func paginate(recs []wire.Encoded, next int64) ([]page, error) {
	var pages []page
	size := 0
	for _, r := range recs {
		if err := fit(&r); err != nil {
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

// fit replaces a record that no message can carry by the word that it is
// missing.
func fit(r *wire.Encoded) (err error) {
	if len(r.Text) <= maxReplica {
		return nil
	}
	gap := wire.Gap{Count: 1, Reason: fmt.Sprintf("a record of %d bytes does not fit into a message", len(r.Text))}
	*r, err = wire.Encode(wire.Record{Seq: r.Seq, Gap: &gap})
	return err
}
