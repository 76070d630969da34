package sim

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"cairn/companion/memory"
	"cairn/shared/wire"
)

// bug is a mistake that is planted to see whether it is found.
type bug string

const (
	// ackBeforeFsync: the disk's sync says yes at once (disk_test.go).
	ackBeforeFsync bug = "acknowledged before fsync"
	// markBeside: the high-water mark is stored beside the records, in a
	// transaction that a power cut may tear, and the extension deletes by it
	// when it connects. (One that begins a new epoch instead, as ours does,
	// survives even that.)
	markBeside bug = "mark in the same transaction"
	// deleteOnSend: the extension deletes what it has sent (sender_test.go).
	deleteOnSend bug = "deleted on send"
	// memoryOnly: what was had already is known in memory alone.
	memoryOnly bug = "deduplicated in memory alone"
	// numbersReused: an outbox that finds itself behind the companion counts
	// on, with no new epoch (link_test.go).
	numbersReused bug = "numbers reused with no new epoch"
	// gapsAccepted: records are taken after a hole, and the highest number is
	// acknowledged.
	gapsAccepted bug = "gaps accepted"
)

var bugs = []bug{ackBeforeFsync, markBeside, deleteOnSend, memoryOnly, numbersReused, gapsAccepted}

// plantInStore puts the bug, when it is one of the store's, before the store.
func (w *world) plantInStore(s memory.Store) memory.Store {
	switch w.planted {
	case markBeside:
		return &besideStore{s, &w.marks}
	case memoryOnly:
		return &forgetfulStore{Store: s, had: map[string]int64{}, life: w.lives}
	}
	return s
}

// besideStore trusts a mark of its own.
type besideStore struct {
	memory.Store
	marks *marks
}

// marks are high-water marks on the disk: synced ones, and those that were
// written and not synced.
type marks struct {
	mu              sync.Mutex
	synced, written map[string]int64
}

func (s *besideStore) HWM(install, epoch string) int64 {
	s.marks.mu.Lock()
	defer s.marks.mu.Unlock()
	return max(s.Store.HWM(install, epoch), s.marks.synced[install+"/"+epoch])
}

func (s *besideStore) Put(ctx context.Context, install, epoch string, recs []wire.Record, digests []uint64) ([]bool, error) {
	source := install + "/" + epoch
	if install != "" {
		s.marks.set(s.marks.written, source, recs[len(recs)-1].Seq)
	}
	fresh, err := s.Store.Put(ctx, install, epoch, recs, digests)
	if err == nil && install != "" {
		s.marks.set(s.marks.synced, source, s.Store.HWM(install, epoch))
	}
	return fresh, err
}

func (m *marks) set(in map[string]int64, source string, seq int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	in[source] = max(in[source], seq)
}

// cutMarks is what a death leaves of them: a power cut takes some of what was
// not synced, whatever it does to the records beside it.
func (w *world) cutMarks(power bool) {
	w.marks.mu.Lock()
	defer w.marks.mu.Unlock()
	for source, seq := range w.marks.written {
		if !power || w.rnd.IntN(2) == 0 {
			w.marks.synced[source] = max(w.marks.synced[source], seq)
		}
	}
	clear(w.marks.written)
}

// forgetfulStore knows what it had from the life of its process alone. It gives
// records names of their own, or the store below would know them again.
type forgetfulStore struct {
	memory.Store
	life int

	mu  sync.Mutex
	had map[string]int64
}

func (s *forgetfulStore) HWM(install, epoch string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.had[install+"/"+epoch]
}

func (s *forgetfulStore) Put(ctx context.Context, install, epoch string, recs []wire.Record, digests []uint64) ([]bool, error) {
	if install == "" {
		return s.Store.Put(ctx, install, epoch, recs, digests)
	}
	hwm := s.HWM(install, epoch)
	fresh := make([]bool, len(recs))
	var put []wire.Record
	for _, rec := range recs {
		if rec.Seq <= hwm || rec.Step == nil {
			continue
		}
		step := *rec.Step
		step.StepID += fmt.Sprintf("%s%d.%d", twin, s.life, rec.Seq)
		put = append(put, wire.Record{Session: rec.Session, Step: &step})
	}
	if _, err := s.Store.Put(ctx, "", "", put, nil); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.had[install+"/"+epoch] = max(hwm, recs[len(recs)-1].Seq)
	return fresh, nil
}

// twin stands between a step's id and what makes a second one of it.
const twin = "--"

// plain is the id that a step was recorded under.
func plain(id string) string {
	id, _, _ = strings.Cut(id, twin)
	return id
}

// gapless stands before a companion and makes it one that accepts gaps: what
// arrives is numbered without holes, and the highest number that came is
// acknowledged. nil changes nothing.
type gapless struct {
	mu    sync.Mutex
	taken []int64 // the extension's number of each record, as the companion counts
}

func (w *world) gapless(source string) *gapless {
	if w.planted != gapsAccepted {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	g := w.gaps[source]
	if g == nil {
		g = &gapless{}
		w.gaps[source] = g
	}
	return g
}

// ready is the mark after an opening, when nothing is under way.
func (g *gapless) ready(hwm int64) int64 {
	if g == nil {
		return hwm
	}
	g.mu.Lock()
	g.taken = g.taken[:min(hwm, int64(len(g.taken)))]
	g.mu.Unlock()
	return g.ack(hwm)
}

func (g *gapless) ack(hwm int64) int64 {
	if g == nil {
		return hwm
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if hwm < 1 || hwm > int64(len(g.taken)) {
		return hwm
	}
	return g.taken[hwm-1]
}

// batch is the message that carries b.
func (g *gapless) batch(b *wire.Batch) *wire.Envelope {
	msg := &wire.Envelope{Kind: wire.KindBatch, Batch: b}
	if g == nil {
		return msg
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	msg.Batch = &wire.Batch{Records: []wire.Record{}}
	for _, rec := range b.Records {
		at := slices.Index(g.taken, rec.Seq)
		if at < 0 {
			if len(g.taken) > 0 && rec.Seq < g.taken[len(g.taken)-1] {
				continue // before the highest: counts as had
			}
			at = len(g.taken)
			g.taken = append(g.taken, rec.Seq)
		}
		rec.Seq = int64(at + 1)
		if len(msg.Batch.Records) == 0 {
			msg.Batch.First = rec.Seq
		}
		msg.Batch.Records = append(msg.Batch.Records, rec)
	}
	return msg
}
