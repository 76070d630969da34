package bridge

import (
	"encoding/json"
	"fmt"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const (
	// replicaPage is how many records are read at a time.
	replicaPage = wire.MaxBatchRecords
	// replicaSkip is how many cursors may pass without a record for this peer
	// before it is told, so that it need not begin so far back next time.
	replicaSkip = 512
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
		var pages []*wire.Replica
		switch {
		case len(recs) > 0:
			pages = paginate(recs, next)
		case next-told >= replicaSkip || next < told:
			pages = []*wire.Replica{{Cursor: next, Records: []wire.Record{}}}
		}
		for _, page := range pages {
			if waiting = p.awaitRoom(waiting); waiting == nil {
				return
			}
			if !p.send(wire.Envelope{Kind: wire.KindReplica, Replica: page}) {
				return
			}
			waiting = append(waiting, page.Cursor)
			told = page.Cursor
		}
		cursor = next
		if len(recs) == replicaPage {
			continue
		}
		select {
		case <-changed:
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

// paginate cuts records into messages that fit. Each goes on from its last
// record's cursor, the last one from next.
func paginate(recs []wire.Record, next int64) []*wire.Replica {
	var pages []*wire.Replica
	var page *wire.Replica
	size := 0
	for _, r := range recs {
		r, n := fitting(r)
		if page == nil || size+n > wire.MaxBatchBytes {
			page, size = &wire.Replica{}, 0
			pages = append(pages, page)
		}
		page.Records = append(page.Records, r)
		page.Cursor = r.Seq
		size += n
	}
	page.Cursor = max(page.Cursor, next)
	return pages
}

// maxReplica leaves room for the message around a single large record.
const maxReplica = wire.MaxFrame - 1<<10

// fitting returns a record with its size. One that no message can carry is
// replaced by the word that it is missing.
func fitting(r wire.Record) (wire.Record, int) {
	text, err := json.Marshal(r)
	if err == nil && len(text) <= maxReplica {
		return r, len(text)
	}
	why := fmt.Sprintf("a record of %d bytes does not fit into a message", len(text))
	if err != nil {
		why = err.Error()
	}
	return wire.Record{Seq: r.Seq, Gap: &wire.Gap{Count: 1, Reason: why}}, len(why)
}
