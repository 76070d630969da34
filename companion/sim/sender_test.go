package sim

import (
	"sync"
	"time"

	"cairn/shared/wire"
)

// sender sends the outbox over an open link, as sender.js does.
type sender struct {
	l        *link
	underWay []int64 // the last number of each batch under way
	sent     int64
	acked    int64
	window   int
	limit    int
	refusals int
	invalid  int

	mu       sync.Mutex // for who looks after the time
	waiting  bool
	answerAt time.Time
}

// invalidMax is how often a single record may be called invalid; then it is
// given up.
const invalidMax = 5

func newSender(l *link, hwm int64) *sender {
	return &sender{l: l, sent: hwm, acked: hwm, window: wire.Window, limit: wire.MaxBatchRecords, answerAt: time.Now()}
}

// run takes acknowledgements and sends, one after the other.
func (s *sender) run() {
	for {
		var err error
		select {
		case msg := <-s.l.acks:
			if isInvalid(msg) {
				s.invalid++
			}
			if msg.Ack != nil {
				err = s.take(msg.Ack)
			}
		case <-s.l.d.pokes:
			err = s.fill()
		case <-s.l.ctx.Done():
			return
		}
		if err != nil {
			return
		}
		s.mu.Lock()
		s.waiting = len(s.underWay) > 0 && s.window > 0
		s.mu.Unlock()
	}
}

func (s *sender) waits() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.waiting
}

func (s *sender) answered() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answerAt
}

func (s *sender) fill() error {
	for len(s.underWay) < s.window {
		var recs []wire.Record
		if err := s.l.d.read(func(t *tables) { recs = t.batch(s.sent+1, s.limit) }); err != nil {
			return err
		}
		if len(recs) == 0 {
			return nil
		}
		first := s.sent + 1
		s.sent += int64(len(recs))
		s.underWay = append(s.underWay, s.sent)
		if err := s.l.sayBatch(&wire.Batch{First: first, Records: recs}); err != nil {
			return err
		}
		if s.l.d.p.w.planted == deleteOnSend {
			if err := s.l.d.write(func(t *tables) { t.acknowledge(s.sent) }); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *sender) take(ack *wire.Ack) error {
	s.mu.Lock()
	s.answerAt = time.Now()
	s.mu.Unlock()
	if ack.Conflict {
		if err := s.l.d.newEpoch(); err != nil {
			return err
		}
		return errApart
	}
	if ack.HWM < 0 || ack.HWM > s.sent {
		return nil
	}
	s.window = min(ack.Window, wire.Window)
	if ack.HWM > s.acked {
		if err := s.progress(ack.HWM); err != nil {
			return err
		}
	} else if len(s.underWay) > 0 && s.window > 0 {
		if err := s.refused(); err != nil {
			return err
		}
	}
	return s.fill()
}

func (s *sender) progress(hwm int64) error {
	if err := s.l.d.write(func(t *tables) { t.acknowledge(hwm) }); err != nil {
		return err
	}
	s.acked = hwm
	left := s.underWay[:0:0]
	for _, last := range s.underWay {
		if last > hwm {
			left = append(left, last)
		}
	}
	s.underWay, s.refusals, s.invalid, s.limit = left, 0, 0, wire.MaxBatchRecords
	return nil
}

func (s *sender) refused() error {
	if s.limit == 1 && s.invalid >= invalidMax {
		if err := s.l.d.write(func(t *tables) { t.giveUp(s.acked + 1) }); err != nil {
			return err
		}
		s.invalid = 0
	}
	if s.refusals > 0 {
		s.limit = 1
	}
	pause := min(again<<min(s.refusals, 16), againMax)
	s.refusals++
	s.underWay, s.sent = nil, s.acked
	if !sleepFor(s.l.ctx, pause) {
		return errDead
	}
	return nil
}
