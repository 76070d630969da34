package teamserver

import (
	"context"
	"crypto/ed25519"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"cairn/companion/team"
	"cairn/companion/team/batch"
)

// snapshotCheck is how often the ages of snapshots are looked at.
const snapshotCheck = time.Hour

// newKeeper returns the keeper of this process, which signs with the root key.
func (s *Server) newKeeper() *team.Keeper {
	return &team.Keeper{Log: team.NewLog(s.conn, len(s.records)), Team: s.team.ID, Partitions: len(s.records), Name: batch.ServerMember, Key: s.team.root, After: s.snapshotAfter, Now: time.Now, Logf: s.log.Printf,
		Authors: func() (map[string]ed25519.PublicKey, error) {
			members, err := s.team.Members()
			keys := map[string]ed25519.PublicKey{}
			for _, m := range members {
				keys[m.Member] = m.Key
			}
			return keys, err
		}}
}

// keepSnapshots makes the sites' snapshots, until ctx ends. It looks for those that are due after as many new batches as a
// site needs for one.
func (s *Server) keepSnapshots(ctx context.Context) {
	check := time.NewTicker(snapshotCheck)
	defer check.Stop()
	var fresh atomic.Int64
	_, err := s.conn.Subscribe(strings.TrimSuffix(batch.LiveSubjects(s.team.ID), ">")+"*.*.*", func(*nats.Msg) {
		if fresh.Add(1) >= int64(s.snapshotAfter) {
			s.lookAgain()
		}
	})
	if err != nil {
		s.log.Printf("keeper: follow records: %v", err) // the connection is closed
	}
	for ctx.Err() == nil {
		fresh.Store(0)
		var again <-chan time.Time
		if err := s.keeper.Look(ctx); err != nil && ctx.Err() == nil {
			s.log.Printf("keeper: %v", err)
			again = time.After(keeperPause)
		}
		if fresh.Add(int64(s.keeper.Waiting)) >= int64(s.snapshotAfter) { // those of a site that it saw count, too
			s.lookAgain()
		}
		select {
		case <-ctx.Done():
		case <-s.look:
		case <-check.C:
		case <-again:
		}
	}
}

// lookAgain makes keepSnapshots look at once, or after its present work.
func (s *Server) lookAgain() {
	select {
	case s.look <- struct{}{}:
	default: // it is about to
	}
}
