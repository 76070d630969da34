package teamserver

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"cairn/companion/team"
	"cairn/companion/team/batch"
)

// leave notes that other servers take the place of the single one that ran here, whose log is to be copied.
func (t *Team) leave() error {
	single, err := t.Single()
	if err != nil || !single {
		return err
	}
	return writeFile(filepath.Join(t.dir, copyFile), nil)
}

// Single reports whether the team's log is in a single server's files here.
func (t *Team) Single() (bool, error) {
	e, err := t.external()
	if err != nil || e != nil {
		return false, err
	}
	c, err := t.Config()
	return len(c.Servers) == 0, err
}

// takeOver copies the log of the single server that ran here to the servers that take its place, and removes it
// here. Else the records of ended runners would be lost, members that were away would miss deletion requests, and the
// files would keep records that are deleted later. Members wait meanwhile: there is no roster yet. After an end in between,
// the next start copies the rest.
func (s *Server) takeOver(ctx context.Context) error {
	note, dir, copied := filepath.Join(s.team.dir, copyFile), filepath.Join(s.team.dir, streamsDir), filepath.Join(s.team.dir, copiedDir)
	if err := os.RemoveAll(copied); err != nil {
		return fmt.Errorf("remove the copied log: %w", err)
	}
	if _, err := os.Stat(note); err != nil {
		return nil // there is nothing to copy
	}
	if _, err := os.Stat(filepath.Join(dir, server.JetStreamStoreDir)); err == nil { // a server ran
		if err := s.copyLog(ctx); err != nil {
			return fmt.Errorf("copy the log: %w", err)
		}
		if err := os.Rename(dir, copied); err != nil {
			return fmt.Errorf("remove the copied log: %w", err)
		}
	}
	// Deletion requests have other places in the new log.
	for _, path := range []string{filepath.Join(s.team.dir, keeperFile), note, copied} {
		if err := os.RemoveAll(path); err != nil {
			return fmt.Errorf("remove the copied log: %w", err)
		}
	}
	return nil
}

func (s *Server) copyLog(ctx context.Context) error {
	i, err := s.team.identityOf(nil)
	if err != nil {
		return err
	}
	old := newServer(s.team, Options{})
	old.log = s.log
	defer old.Close()
	if err := old.start(i, ""); err != nil {
		return err
	}
	if err := old.connect(); err != nil {
		return err
	}
	if old.streams, err = jetstream.New(old.conn); err != nil {
		return err
	}
	old.records = s.records
	old.keeper = old.newKeeper()
	if err := old.eraseRest(ctx); err != nil {
		return err
	}
	return s.copyFrom(ctx, old)
}

// eraseRest carries out the deletion requests that an ended server had left: covered messages are not copied.
func (s *Server) eraseRest(ctx context.Context) error {
	at := s.team.readProgress()
	return s.keeper.Log.Walk(ctx, batch.ControlStream, ">", at.Control+1, func(m team.Stored) error {
		order, err := s.verified(m.Message)
		if err != nil {
			return nil //nolint:nilerr // verified has logged it
		}
		return s.keeper.Erase(ctx, order)
	})
}

// copyFrom copies the deletion requests, and then the batches that count, with their signatures.
func (s *Server) copyFrom(ctx context.Context, old *Server) error {
	members, err := s.team.Members()
	if err != nil {
		return err
	}
	authors := map[string]batch.Entry{}
	for _, e := range members {
		authors[e.Member] = e
	}
	made := map[string]int64{} // when the old streams were, by name
	for _, name := range append([]string{batch.ControlStream}, s.records...) {
		stream, err := old.streams.Stream(ctx, name)
		if err != nil {
			return fmt.Errorf("find %s: %w", name, err)
		}
		at := batch.StreamEnd{Stream: name, Created: stream.CachedInfo().Created.UnixNano()}
		made[name] = at.Created
		n, err := s.copyStream(ctx, old, name, func(m team.Stored) bool {
			if name == batch.ControlStream {
				return true
			}
			h, err := batch.Peek(m.Message)
			e, known := authors[h.Author]
			at.Seq = m.Seq
			return err == nil && known && (e.Revoked == nil || !e.Revoked.Forget) && e.Counts(h.Run, h.Site, h.First+int64(h.Count)-1, at)
		})
		if err != nil {
			return err
		}
		s.log.Printf("%d messages of %s are copied", n, name)
	}
	return s.moveEnds(ctx, authors, made)
}

// copyStream copies a stream's messages that match, in order, except those that are there already. They get no id: a
// member could have given one that suppresses another's message.
func (s *Server) copyStream(ctx context.Context, old *Server, name string, match func(team.Stored) bool) (n int, err error) {
	sum := func(m team.Stored) [sha256.Size]byte {
		return sha256.Sum256(append([]byte(m.Subject+"\x00"+m.Sig+"\x00"), m.Data...))
	}
	had := map[[sha256.Size]byte]bool{}
	if err = team.NewLog(s.conn, 0).Walk(ctx, name, ">", 1, func(m team.Stored) error {
		had[sum(m)] = true
		return nil
	}); err != nil {
		return 0, err
	}
	return n, old.keeper.Log.Walk(ctx, name, ">", 1, func(m team.Stored) error {
		if had[sum(m)] || !match(m) {
			return nil
		}
		if _, err := s.streams.PublishMsg(ctx, &nats.Msg{Subject: m.Subject, Data: m.Data, Header: nats.Header{batch.SigHeader: {m.Sig}}}); err != nil {
			return fmt.Errorf("copy message %d of %s: %w", m.Seq, name, err)
		}
		n++
		return nil
	})
}

// moveEnds has the batches of removed fleets count up to the ends of the new streams: only those that count were
// copied.
func (s *Server) moveEnds(ctx context.Context, authors map[string]batch.Entry, made map[string]int64) error {
	ends, err := s.ends(ctx)
	if err != nil {
		return err
	}
	for _, e := range authors {
		if e.Revoked == nil || len(e.Revoked.Ends) == 0 || e.Revoked.Ends[0].Created != made[e.Revoked.Ends[0].Stream] {
			continue
		}
		e.Revoked.Ends = ends
		e.N++
		if _, err := s.team.writeMember(e); err != nil {
			return err
		}
	}
	return nil
}
