package teamserver

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"cairn/companion/atomicfile"
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
			err = s.erased(ctx, types.Tombstone{Author: e.Member, All: true})
		}
	}
	if err != nil && ctx.Err() == nil {
		s.log.Printf("keeper: %v", err)
	}
}

// erased carries out a deletion request on the files, and requests new snapshots of the sites whose snapshots held its records.
func (s *Server) erased(ctx context.Context, order types.Tombstone) error {
	err := s.keeper.Erase(ctx, order)
	s.lookAgain()
	return err
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
		order, err := s.verified(batch.Message{Subject: m.Subject(), Sig: m.Headers().Get(batch.SigHeader), Data: m.Data()})
		if err == nil {
			if err := s.erased(ctx, order); err != nil {
				return err
			}
		}
		if at.Control = meta.Sequence.Stream; errors.Is(err, batch.ErrNewer) && at.Newer == 0 {
			at.Newer = at.Control
		}
		if err := s.confirm(ctx, stream, at.understood()); err != nil {
			return err
		}
		if err := atomicfile.ReplaceJSON(path, at); err != nil {
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
