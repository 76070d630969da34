package teamserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// The limits of the streams (team.md 5).
const (
	recordAge       = 90 * 24 * time.Hour
	recordBytes     = 10 << 30
	duplicateWindow = 10 * time.Minute
	rosterHistory   = 64
)

// Times of making a stream.
const (
	streamTime  = 3 * time.Second
	streamPause = time.Second
)

// noRoom holds the codes by which JetStream refuses a stream: the account's or the server's storage is too small.
var noRoom = []jetstream.ErrorCode{10002, 10047}

// noFiles is the code of a stream whose files could not be made.
const noFiles jetstream.ErrorCode = 10077

// otherStreams is the number of streams beside those of records, and some for later.
const otherStreams = 9

// makeStreams makes the team's streams, or gives existing ones these settings. Nothing
// else ever makes one: a reader that did would hide a loss.
func (s *Server) makeStreams(ctx context.Context, copies int) error {
	subjects := "cairn." + s.team.ID + "."
	config, err := s.team.Config()
	if err != nil {
		return err
	}
	var all []jetstream.StreamConfig
	records := batch.RecordStreams(config.Partitions)
	s.records = records
	for i, name := range records {
		all = append(all, jetstream.StreamConfig{Name: name, Subjects: batch.StreamSubjects(s.team.ID, i, len(records)), MaxAge: recordAge, MaxBytes: recordBytes / int64(len(records)), MaxMsgSize: maxPayload,
			Duplicates: duplicateWindow, Compression: jetstream.S2Compression, RePublish: &jetstream.RePublish{Source: subjects + "r.*.*.*", Destination: subjects + "live.{{wildcard(1)}}.{{wildcard(2)}}.{{wildcard(3)}}"}})
	}
	if config.Encrypt {
		all = append(all, jetstream.StreamConfig{Name: batch.KeyStream, Subjects: []string{subjects + "k.*"}, MaxMsgSize: maxControl, Duplicates: duplicateWindow,
			RePublish: &jetstream.RePublish{Source: subjects + "k.*", Destination: subjects + "live.k.{{wildcard(1)}}"}})
	}
	for _, c := range append(all, []jetstream.StreamConfig{
		{Name: batch.ControlStream, Subjects: []string{subjects + "c.*"}, MaxMsgSize: maxControl, Duplicates: duplicateWindow,
			RePublish: &jetstream.RePublish{Source: subjects + "c.*", Destination: subjects + "live.c.{{wildcard(1)}}"}},
		{Name: batch.RosterStream, Subjects: []string{subjects + "m.*"}, MaxMsgSize: maxControl, MaxMsgsPerSubject: rosterHistory,
			RePublish: &jetstream.RePublish{Source: subjects + "m.*", Destination: subjects + "live.m.{{wildcard(1)}}"}},
		{Name: batch.DoneStream, Subjects: []string{subjects + "d.*"}, MaxMsgSize: maxControl, MaxMsgsPerSubject: 1,
			RePublish: &jetstream.RePublish{Source: subjects + "d.*", Destination: subjects + "live.d.{{wildcard(1)}}"}},
		{Name: batch.SnapshotStream, Subjects: []string{subjects + "s.*"}, MaxMsgSize: maxControl, Duplicates: duplicateWindow},
		{Name: batch.ObjectStream, Subjects: []string{subjects + "o.*.*"}, MaxMsgSize: maxPayload, Duplicates: duplicateWindow},
	}...) {
		c.Storage, c.Retention, c.Discard = jetstream.FileStorage, jetstream.LimitsPolicy, jetstream.DiscardOld
		c.AllowDirect, c.DenyPurge, c.Replicas = true, c.Name != batch.ObjectStream, copies
		if c.Name == batch.RosterStream {
			if err := s.takeOver(ctx); err != nil {
				return err
			}
		}
		err := s.makeStream(ctx, c)
		if refused := (*jetstream.APIError)(nil); errors.As(err, &refused) && slices.Contains(noRoom, refused.ErrorCode) {
			return types.Fault(types.CodeTeamServer, fmt.Sprintf("the NATS has no room for the stream %s: %s", c.Name, refused.Description),
				fmt.Sprintf("A team needs %d GiB for its records, for each copy. Ask the operator for it, or free space on the servers' disks.", recordBytes>>30))
		}
		if err != nil {
			return fmt.Errorf("make stream %s: %w", c.Name, err)
		}
	}
	return nil
}

// makeStream makes a stream. Several servers can do so once they have found each other, which takes
// seconds; a single one is tried again once.
func (s *Server) makeStream(ctx context.Context, c jetstream.StreamConfig) error {
	if s.external != nil {
		if had, err := s.streams.Stream(ctx, c.Name); err == nil {
			if err := s.notOthers(had); err != nil {
				return err
			}
		}
	}
	for tries, end := 1, time.Now().Add(startTime); ; tries++ {
		try, cancel := context.WithTimeout(ctx, streamTime)
		_, err := s.streams.CreateOrUpdateStream(try, c)
		cancel()
		// nats-server removes an account's empty directory as it starts, which may be that of the first stream.
		refused := (*jetstream.APIError)(nil)
		removed := tries == 1 && errors.As(err, &refused) && refused.ErrorCode == noFiles
		if err == nil || c.Replicas == 1 && !removed || s.external != nil || ctx.Err() != nil || time.Now().After(end) {
			return err
		}
		s.log.Printf("make stream %s again: %v", c.Name, err)
		select {
		case <-ctx.Done():
		case <-time.After(streamPause):
		}
	}
}

// publishRoster publishes each signed entry, and the settings, that the roster has in another form or
// lacks.
func (s *Server) publishRoster(ctx context.Context) error {
	stream, err := s.streams.Stream(ctx, batch.RosterStream)
	if err != nil {
		return fmt.Errorf("find roster: %w", err)
	}
	members, err := s.team.Members()
	if err != nil {
		return err
	}
	files := map[string]string{batch.ConfigMember: filepath.Join(s.team.dir, configFile)}
	for _, m := range members {
		files[m.Member] = s.team.memberPath(m.Member)
	}
	for member, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("read roster: %w", err)
		}
		subject := batch.RosterSubject(s.team.ID, member)
		last, err := stream.GetLastMsgForSubject(ctx, subject)
		if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
			return fmt.Errorf("read roster: %w", err)
		}
		if err == nil && bytes.Equal(last.Data, data) {
			continue
		}
		if _, err := s.streams.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data}); err != nil {
			return fmt.Errorf("publish roster: %w", err)
		}
	}
	return nil
}
