package teamserver

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// keeperPause is the wait before the keeper tries again after an error.
const keeperPause = 5 * time.Second

// progress is how far the keeper has carried out the deletion requests.
type progress struct {
	Control uint64 `json:"control"` // the last sequence
	// V is the newest version of messages that could be read, and Newer the first request of a later one (T14).
	V     int    `json:"v"`
	Newer uint64 `json:"newer,omitempty"`
}

// understood returns the sequence up to which all requests were carried out: those of a later version are not.
func (p *progress) understood() uint64 {
	if p.Newer > 0 {
		return min(p.Control, p.Newer-1)
	}
	return p.Control
}

// readProgress reads the keeper's file. Without one, all requests are carried out again, to no effect; a newer version
// of Cairn carries out those that the one before could not read.
func (t *Team) readProgress() (at progress) {
	_ = readJSON(filepath.Join(t.dir, keeperFile), &at)
	if at.V < batch.Version {
		at = progress{Control: at.understood(), V: batch.Version}
	}
	return at
}

// keep carries out the members' deletion requests on the server's files, until ctx ends.
func (s *Server) keep(ctx context.Context) {
	s.eraseForgotten(ctx)
	for ctx.Err() == nil {
		if err := s.erase(ctx); err != nil && ctx.Err() == nil {
			s.log.Printf("keeper: %v", err)
			select {
			case <-ctx.Done():
			case <-time.After(keeperPause):
			}
		}
	}
}

// eraseForgotten erases the records of removed members that must go, also those that an ended server had left.
func (s *Server) eraseForgotten(ctx context.Context) {
	members, err := s.team.Members()
	for _, e := range members {
		if e.Revoked != nil && e.Revoked.Forget && err == nil {
			err = s.carryOut(ctx, types.Tombstone{Author: e.Member, All: true})
		}
	}
	if err != nil && ctx.Err() == nil {
		s.log.Printf("keeper: %v", err)
	}
}

// erase reads the control stream from where it stood, and waits for more.
func (s *Server) erase(ctx context.Context) error {
	path := filepath.Join(s.team.dir, keeperFile)
	at := s.team.readProgress()
	stream, err := s.streams.Stream(ctx, batch.ControlStream)
	if err != nil {
		return fmt.Errorf("find deletion requests: %w", err)
	}
	if state := stream.CachedInfo().State; state.LastSeq < at.Control { // the streams were made again
		at.Control, at.Newer = 0, 0
	}
	orders, err := s.streams.OrderedConsumer(ctx, batch.ControlStream, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: at.Control + 1})
	if err != nil {
		return fmt.Errorf("read deletion requests: %w", err)
	}
	messages, err := orders.Messages()
	if err != nil {
		return fmt.Errorf("read deletion requests: %w", err)
	}
	defer messages.Stop()
	for {
		m, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return fmt.Errorf("read deletion requests: %w", err)
		}
		meta, err := m.Metadata()
		if err != nil {
			return fmt.Errorf("read deletion requests: %w", err)
		}
		order, err := s.verified(batch.Message{Subject: m.Subject(), ID: m.Headers().Get(batch.IDHeader), Sig: m.Headers().Get(batch.SigHeader), Data: m.Data()})
		if err == nil {
			if err := s.carryOut(ctx, order); err != nil {
				return err
			}
		}
		if at.Control = meta.Sequence.Stream; errors.Is(err, batch.ErrNewer) && at.Newer == 0 {
			at.Newer = at.Control
		}
		if err := s.confirm(ctx, stream, at.understood()); err != nil {
			return err
		}
		if err := writeJSON(path, at); err != nil {
			return err
		}
	}
}

// confirm says up to where the deletion requests were carried out on the server's files.
func (s *Server) confirm(ctx context.Context, control jetstream.Stream, seq uint64) error {
	m, err := batch.SealDone(ed25519.NewKeyFromSeed(s.team.keys.Root), batch.Done{Team: s.team.ID, Member: batch.ServerMember, Control: seq, Created: control.CachedInfo().Created.UnixNano(), Version: s.version, At: types.At(time.Now())})
	if err != nil {
		return err
	}
	if _, err := s.streams.PublishMsg(ctx, &nats.Msg{Subject: m.Subject, Data: m.Data, Header: nats.Header{batch.SigHeader: {m.Sig}}}); err != nil {
		return fmt.Errorf("confirm deletions: %w", err)
	}
	return nil
}

// verified returns the deletion request in a message if its author signed it, on whichever subject. A revoked member's
// is carried out too: it can only remove its author's records.
func (s *Server) verified(sent batch.Message) (types.Tombstone, error) {
	members, err := s.team.Members()
	var order types.Tombstone
	if err == nil {
		order, err = batch.PeekTombstone(sent, s.team.ID)
	}
	if err == nil {
		var key ed25519.PublicKey
		for _, e := range members {
			if e.Member == order.Author {
				key = e.Key
			}
		}
		order, err = batch.OpenTombstone(key, sent, s.team.ID)
	}
	if err != nil {
		s.log.Printf("keeper: deletion request on %s is not carried out: %v", sent.Subject, err)
	}
	return order, err
}

// carryOut erases each message that holds one of the places, or all of the author's. Only secure
// deletion overwrites the bytes: purging and plain deletion leave them on disk (research/team.md 4).
func (s *Server) carryOut(ctx context.Context, order types.Tombstone) error {
	s.snapshots.making.Lock()
	defer s.snapshots.making.Unlock()
	// Snapshots first: after an end in between, the messages no longer say which sites they were of.
	sites, err := s.sitesOf(ctx, order)
	if err == nil {
		err = s.shredSites(ctx, sites)
	}
	if err != nil {
		return err
	}
	if order.All {
		return s.eraseCovered(ctx, batch.OwnSubjects(s.team.ID, order.Author), order)
	}
	for site := range sites {
		if err := s.eraseCovered(ctx, batch.Subject(s.team.ID, site, order.Author), order); err != nil {
			return err
		}
	}
	return nil
}

// sitesOf returns the sites of which a deletion request covers batches.
func (s *Server) sitesOf(ctx context.Context, order types.Tombstone) (map[string]bool, error) {
	sites := batch.CoveredSites(order)
	if !order.All {
		return sites, nil
	}
	counts, err := s.subjectCounts(ctx, batch.OwnSubjects(s.team.ID, order.Author))
	for subject := range counts {
		part := strings.Split(subject, ".")
		sites[part[len(part)-2]] = true
	}
	return sites, err
}

// eraseCovered erases the covered messages on a subject.
func (s *Server) eraseCovered(ctx context.Context, subject string, order types.Tombstone) error {
	return s.messages(ctx, subject, func(m *jetstream.RawStreamMsg) error {
		// One that cannot be read has no places; only an order for all of the author's covers it.
		if h, err := batch.Peek(batch.Message{Subject: m.Subject, Data: m.Data}); !order.All && (err != nil || !batch.Covers(order, h)) {
			return nil
		}
		stream, err := s.streams.Stream(ctx, s.streamOf(m.Subject))
		if err != nil {
			return fmt.Errorf("find records: %w", err)
		}
		if err := stream.SecureDeleteMsg(ctx, m.Sequence); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
			return fmt.Errorf("erase message %d: %w", m.Sequence, err)
		}
		return nil
	})
}

// messages visits the stored records on a subject, in order.
func (s *Server) messages(ctx context.Context, subject string, visit func(*jetstream.RawStreamMsg) error) error {
	for _, stream := range s.streamsOf(subject) {
		if err := s.messagesOf(ctx, stream, subject, visit); err != nil {
			return err
		}
	}
	return nil
}

func (s *Server) streamOf(subject string) string { return batch.StreamOf(subject, len(s.records)) }

// streamsOf returns the streams that can hold records on subjects.
func (s *Server) streamsOf(subject string) []string {
	if one := s.streamOf(subject); one != "" {
		return []string{one}
	}
	return s.records
}

// messagesOf visits a stream's messages on a subject, in order. It asks the stream's leader: another
// server may be behind, and a message that it does not have yet would not be erased.
func (s *Server) messagesOf(ctx context.Context, name, subject string, visit func(*jetstream.RawStreamMsg) error) error {
	for seq := uint64(1); ; {
		m, err := s.nextMessage(ctx, name, subject, seq)
		if err != nil {
			return fmt.Errorf("read stream %s: %w", name, err)
		}
		if m == nil {
			return nil
		}
		if err := visit(m); err != nil {
			return err
		}
		seq = m.Sequence + 1
	}
}

// nextMessage returns the first message on a subject from a sequence on, nil if there is none.
func (s *Server) nextMessage(ctx context.Context, name, subject string, seq uint64) (*jetstream.RawStreamMsg, error) {
	ask, err := json.Marshal(map[string]any{"seq": seq, "next_by_subj": subject})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	answer, err := s.conn.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+name, ask)
	if err != nil {
		return nil, err
	}
	var r struct {
		Error   *jetstream.APIError
		Message struct {
			Subject    string
			Seq        uint64
			Hdrs, Data []byte
			Time       time.Time
		}
	}
	if err := json.Unmarshal(answer.Data, &r); err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	if r.Error != nil {
		if r.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound {
			return nil, nil
		}
		return nil, r.Error
	}
	m := &jetstream.RawStreamMsg{Subject: r.Message.Subject, Sequence: r.Message.Seq, Data: r.Message.Data, Time: r.Message.Time}
	if len(r.Message.Hdrs) > 0 {
		m.Header, err = nats.DecodeHeadersMsg(r.Message.Hdrs)
	}
	return m, err
}
