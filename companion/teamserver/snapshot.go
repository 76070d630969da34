package teamserver

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// A site's snapshot is made after snapshotAfter new batches, or after a day with at least one.
const (
	snapshotAfter = 256
	snapshotAge   = 24 * time.Hour
	snapshotCheck = time.Hour // how often ages are looked at
)

// snapshots is the keeper's work on snapshots.
type snapshots struct {
	after int           // see Options.SnapshotAfter
	wake  chan struct{} // a site has enough new batches

	making sync.Mutex // held while a snapshot is made, and while batches are erased

	mu    sync.Mutex
	fresh map[string]int       // batches since the snapshot, by site
	since map[string]time.Time // the age of the snapshot, or of the knowledge that there is none
}

// note counts new batches of a site.
func (k *snapshots) note(site string, n int) {
	k.mu.Lock()
	k.fresh[site] += n
	if k.since[site].IsZero() {
		k.since[site] = time.Now()
	}
	due := k.fresh[site] >= k.after
	k.mu.Unlock()
	if due {
		select {
		case k.wake <- struct{}{}:
		default: // it is awake
		}
	}
}

// due returns the sites whose snapshots are to be made.
func (k *snapshots) due(now time.Time) (sites []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for site, n := range k.fresh {
		if n >= k.after || n > 0 && now.Sub(k.since[site]) >= snapshotAge {
			sites = append(sites, site)
		}
	}
	return sites
}

// keepSnapshots makes the sites' snapshots, until ctx ends.
func (s *Server) keepSnapshots(ctx context.Context) {
	check := time.NewTicker(snapshotCheck)
	defer check.Stop()
	for counted := false; ctx.Err() == nil; {
		err := error(nil)
		if !counted {
			err = s.countBatches(ctx)
			counted = err == nil
		}
		for _, site := range s.snapshots.due(time.Now()) {
			if err == nil {
				err = s.makeSnapshot(ctx, site)
			}
		}
		var again <-chan time.Time
		if err != nil && ctx.Err() == nil {
			s.log.Printf("keeper: %v", err)
			again = time.After(keeperPause)
		}
		select {
		case <-ctx.Done():
		case <-s.snapshots.wake:
		case <-check.C:
		case <-again:
		}
	}
}

// countBatches follows the records from now on, and compares those that are there with the snapshots.
func (s *Server) countBatches(ctx context.Context) error {
	live := batch.LiveSubjects(s.team.ID)
	follow, err := s.conn.Subscribe(strings.TrimSuffix(live, ">")+"*.*.*", func(m *nats.Msg) {
		if h, err := batch.Peek(batch.Message{Subject: m.Subject, Data: m.Data}); err == nil {
			s.snapshots.note(h.Site, 1)
		}
	})
	if err != nil {
		return fmt.Errorf("follow records: %w", err)
	}
	counts, err := s.subjectCounts(ctx, batch.OwnSubjects(s.team.ID, "*"))
	if err != nil {
		_ = follow.Unsubscribe() // the next try subscribes again
		return err
	}
	sites := map[string]int{}
	for subject, n := range counts {
		part := strings.Split(subject, ".")
		sites[part[len(part)-2]] += int(n)
	}
	for site, n := range sites {
		manifests, err := s.manifests(ctx, site)
		if err != nil {
			_ = follow.Unsubscribe()
			return err
		}
		if len(manifests) > 0 {
			last := manifests[len(manifests)-1]
			if one, err := batch.OpenManifest(s.team.rootKey(), stored(last)); err == nil {
				n -= one.Batches
			}
			s.snapshots.mu.Lock()
			s.snapshots.since[site] = last.Time
			s.snapshots.mu.Unlock()
		}
		s.snapshots.note(site, max(n, 0))
	}
	return nil
}

func (s *Server) makeSnapshot(ctx context.Context, site string) error {
	k := &s.snapshots
	k.making.Lock()
	defer k.making.Unlock()
	k.mu.Lock()
	n := k.fresh[site]
	k.mu.Unlock()
	old, err := s.manifests(ctx, site)
	if err != nil {
		return fmt.Errorf("make snapshot: %w", err)
	}
	switch err := s.storeSnapshot(ctx, site); {
	case errors.Is(err, batch.ErrLimit):
		s.log.Printf("keeper: a site has too many batches for a snapshot; members read it from the log")
	case err != nil:
		return fmt.Errorf("make snapshot: %w", err)
	}
	if err := s.shred(ctx, old); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.fresh[site] -= n
	k.since[site] = time.Now()
	return nil
}

// storeSnapshot stores a snapshot of a site's batches, if there are any. The manifest comes last.
func (s *Server) storeSnapshot(ctx context.Context, site string) error {
	all, snap, err := s.siteBatches(ctx, site)
	if err != nil || len(all) == 0 {
		return err
	}
	manifest, chunks, err := batch.SealSnapshot(s.team.root, snap, all)
	if err != nil {
		return err
	}
	for _, m := range append(chunks, manifest) {
		sent := &nats.Msg{Subject: m.Subject, Data: m.Data, Header: nats.Header{batch.IDHeader: {m.ID}, batch.SigHeader: {m.Sig}}}
		if _, err := s.streams.PublishMsg(ctx, sent); err != nil {
			return fmt.Errorf("store snapshot: %w", err)
		}
	}
	return nil
}

// siteBatches returns the batches of a site that their authors signed, in order. Others cost their
// author that members read all of theirs from the log.
func (s *Server) siteBatches(ctx context.Context, site string) (all []batch.Stored, snap batch.Snapshot, err error) {
	stream, err := s.streams.Stream(ctx, batch.StreamOfSite(site, len(s.records)))
	if err != nil {
		return nil, snap, fmt.Errorf("find records: %w", err)
	}
	members, err := s.team.Members()
	if err != nil {
		return nil, snap, err
	}
	keys := map[string][]byte{}
	for _, m := range members {
		keys[m.Member] = m.Key
	}
	info := stream.CachedInfo() // read by Stream
	snap = batch.Snapshot{Team: s.team.ID, Site: site, Created: info.Created.UnixNano(), Through: info.State.LastSeq, At: types.At(time.Now())}
	size := 0
	err = s.messages(ctx, batch.SiteSubjects(s.team.ID, site), func(m *jetstream.RawStreamMsg) error {
		if size += len(m.Data); size > batch.MaxSnapshot {
			return batch.ErrLimit
		}
		one := stored(m)
		h, err := batch.Peek(one)
		if err != nil || m.Sequence > snap.Through || keys[h.Author] == nil {
			return nil
		}
		if _, _, err := batch.Open(keys[h.Author], one); err == nil || errors.Is(err, batch.ErrKey) { // of encrypted ones the signature is all that it can check
			all = append(all, batch.Stored{Message: one, Seq: m.Sequence, At: m.Time})
		}
		return nil
	})
	return all, snap, err
}

// manifests returns the manifests of a site's snapshots, oldest first.
func (s *Server) manifests(ctx context.Context, site string) (all []*jetstream.RawStreamMsg, err error) {
	err = s.messagesOf(ctx, batch.SnapshotStream, batch.SnapshotSubject(s.team.ID, site), func(m *jetstream.RawStreamMsg) error {
		all = append(all, m)
		return nil
	})
	return all, err
}

// shred erases manifests, and with each the key of its snapshot. Data under that key can go at leisure.
func (s *Server) shred(ctx context.Context, manifests []*jetstream.RawStreamMsg) error {
	stream, err := s.streams.Stream(ctx, batch.SnapshotStream)
	if err != nil {
		return fmt.Errorf("find snapshots: %w", err)
	}
	objects, err := s.streams.Stream(ctx, batch.ObjectStream)
	if err != nil {
		return fmt.Errorf("find snapshots: %w", err)
	}
	for _, m := range manifests {
		if err := stream.SecureDeleteMsg(ctx, m.Sequence); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
			return fmt.Errorf("erase snapshot: %w", err)
		}
		one, err := batch.OpenManifest(s.team.rootKey(), stored(m))
		if err != nil {
			continue // not this keeper's
		}
		if err := objects.Purge(ctx, jetstream.WithPurgeSubject(batch.ObjectSubject(one.Team, one.Site, one.Object))); err != nil {
			return fmt.Errorf("erase snapshot: %w", err)
		}
	}
	return nil
}

// shredSites erases the snapshots of sites, and has them made again.
func (s *Server) shredSites(ctx context.Context, sites map[string]bool) error {
	for site := range sites {
		manifests, err := s.manifests(ctx, site)
		if err == nil {
			err = s.shred(ctx, manifests)
		}
		if err != nil {
			return err
		}
		if len(manifests) > 0 {
			s.snapshots.note(site, s.snapshots.after)
		}
	}
	return nil
}

func (s *Server) subjectCounts(ctx context.Context, subjects string) (map[string]uint64, error) {
	all := map[string]uint64{}
	for _, stream := range s.streamsOf(subjects) {
		one, err := s.streams.Stream(ctx, stream)
		if err != nil {
			return nil, fmt.Errorf("count batches: %w", err)
		}
		info, err := one.Info(ctx, jetstream.WithSubjectFilter(subjects))
		if err != nil {
			return nil, fmt.Errorf("count batches: %w", err)
		}
		maps.Copy(all, info.State.Subjects)
	}
	return all, nil
}

func stored(m *jetstream.RawStreamMsg) batch.Message {
	return batch.Message{Subject: m.Subject, ID: m.Header.Get(batch.IDHeader), Sig: m.Header.Get(batch.SigHeader), Data: m.Data}
}
