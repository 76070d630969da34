package team

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"cairn/companion/team/batch"
	"cairn/shared/types"
)

// Keeper works on the files of a team's servers: it erases deleted records and makes the sites' snapshots. The team's first
// server is one, and so is each member of that role. Several can work at the same time, because the stream of manifests is
// their lock: a keeper that makes a snapshot first stores a lease there, and the server takes the manifest only directly after
// that lease. Who erases stores a message, too, so a snapshot that was begun before is not finished. No clock has a part in this.
type Keeper struct {
	Log        Log
	Team       string
	Partitions int
	Name       string             // in manifests: batch.ServerMember, or the member
	Key        ed25519.PrivateKey // signs them: root's, or the member's
	// Authors returns the keys of the team's members.
	Authors func() (map[string]ed25519.PublicKey, error)
	// After is the number of new batches of a site after which its snapshot is made, and Patience the time that other keepers have for it.
	After    int
	Patience time.Duration
	Now      func() time.Time
	Logf     func(format string, v ...any)
	// Waiting is the most new batches of a site for which the last look made no snapshot, because they are fewer than After.
	Waiting int

	working sync.Mutex
	held    uint64    // the sequence of this keeper's lease
	heldAt  time.Time // when it was stored
	seen    uint64    // likewise, of another keeper's
	seenAt  time.Time
	sites   map[string]*keptSite
	read    uint64 // the sequence up to which manifests were read
}

// keptSite holds a keeper's knowledge of a site.
type keptSite struct {
	batches int       // that the newest snapshot's keeper counted
	at      time.Time // of that, or when the site was first seen
	large   bool      // too many batches for one
	again   bool      // this keeper erased it, so it is to be made at once
	due     time.Time // since when another is to be made; zero for not
}

// SnapshotAfter and snapshotAge bound the age of a site's snapshot in batches, and in time if there is a new one.
const (
	SnapshotAfter = 256
	snapshotAge   = 24 * time.Hour
)

// Look makes the snapshots that are due.
func (k *Keeper) Look(ctx context.Context) error {
	k.working.Lock()
	defer k.working.Unlock()
	counts, err := k.counts(ctx, batch.OwnSubjects(k.Team, "*"))
	if err != nil {
		return err
	}
	made, err := k.readManifests(ctx)
	if err != nil {
		return err
	}
	k.Waiting = 0
	for site, n := range counts {
		if !k.due(site, n, made[batch.SnapshotSubject(k.Team, site)] > 0) {
			continue
		}
		if err := k.makeSnapshot(ctx, site, n); err != nil {
			return fmt.Errorf("make a snapshot: %w", err) // of ErrHeld and ErrMoved the next look shows whether it is still due
		}
	}
	return nil
}

// counts returns the number of batches on subjects, by site.
func (k *Keeper) counts(ctx context.Context, subjects string) (map[string]int, error) {
	sites := map[string]int{}
	for _, stream := range batch.RecordStreams(k.Partitions) {
		s, err := k.Log.State(ctx, stream, subjects)
		if err != nil {
			return nil, err
		}
		for subject, n := range s.Counts {
			part := strings.Split(subject, ".")
			sites[part[len(part)-2]] += int(n)
		}
	}
	return sites, nil
}

// readManifests notes the new manifests, and returns the number of those that are there, by subject.
func (k *Keeper) readManifests(ctx context.Context) (map[string]uint64, error) {
	all := batch.SnapshotSubject(k.Team, "*")
	s, err := k.Log.State(ctx, batch.SnapshotStream, all)
	if err != nil {
		return nil, err
	}
	if s.Last < k.read { // the streams were made again
		k.sites, k.read = nil, 0
	}
	err = k.Log.Walk(ctx, batch.SnapshotStream, all, k.read+1, func(m Stored) error {
		k.read = m.Seq
		if one, err := batch.PeekManifest(m.Message); err == nil {
			*k.site(one.Site) = keptSite{batches: max(one.Batches, one.Of), at: m.At}
		}
		return nil
	})
	return s.Counts, err
}

// site returns the entry of a site.
func (k *Keeper) site(site string) *keptSite {
	if k.sites == nil {
		k.sites = map[string]*keptSite{}
	}
	if k.sites[site] == nil {
		k.sites[site] = &keptSite{at: k.Now()}
	}
	return k.sites[site]
}

// due reports whether a site's snapshot is to be made by now. n is the number of its batches.
func (k *Keeper) due(site string, n int, made bool) bool {
	s, now := k.site(site), k.Now()
	if !made && !s.large {
		s.batches = 0
	}
	fresh := n - s.batches // fewer than before if the oldest went for their age
	switch {
	case s.again:
		return true
	case fresh < k.After && (fresh == 0 || now.Sub(s.at) < snapshotAge):
		s.due, k.Waiting = time.Time{}, max(k.Waiting, fresh)
		return false
	case s.due.IsZero():
		s.due = now
	}
	return now.Sub(s.due) >= k.Patience
}

// makeSnapshot makes a site's snapshot, and erases the one before. The manifest comes last.
func (k *Keeper) makeSnapshot(ctx context.Context, site string, n int) error {
	if err := k.take(ctx); err != nil {
		return err
	}
	defer k.release(ctx)
	objects, err := k.Log.State(ctx, batch.ObjectStream, "none")
	if err != nil {
		return err
	}
	done := keptSite{batches: n, at: k.Now()}
	end := k.held + 1 // of the manifests to erase
	all, snap, err := k.batches(ctx, site)
	switch {
	case errors.Is(err, batch.ErrLimit):
		k.Logf("keeper: a site has too many batches for a snapshot; members read it from the log")
		done.large = true
	case err != nil:
		return err
	case len(all) > 0:
		snap.Of = n
		manifest, chunks, err := batch.SealSnapshot(k.Key, snap, all)
		if err != nil {
			return err
		}
		for _, m := range chunks {
			if _, err := k.Log.Store(ctx, m, Anywhere); err != nil {
				return err
			}
			if err := k.renew(ctx); err != nil {
				return err
			}
		}
		if end, err = k.Log.Store(ctx, manifest, k.held); err != nil {
			return err
		}
	}
	if err := k.remove(ctx, site, end, objects.Last+1); err != nil {
		return err
	}
	*k.site(site) = done
	return nil
}

// batches returns the batches of a site that their authors signed, in order. Others cost their author that members read all
// of theirs from the log.
func (k *Keeper) batches(ctx context.Context, site string) (all []batch.Stored, snap batch.Snapshot, err error) {
	keys, err := k.Authors()
	if err != nil {
		return nil, snap, err
	}
	stream := batch.StreamOfSite(site, k.Partitions)
	s, err := k.Log.State(ctx, stream, "none")
	if err != nil {
		return nil, snap, err
	}
	snap = batch.Snapshot{Team: k.Team, Site: site, Keeper: k.Name, Created: s.Created.UnixNano(), Through: s.Last, At: types.At(k.Now())}
	size := 0
	err = k.Log.Walk(ctx, stream, batch.SiteSubjects(k.Team, site), 1, func(one Stored) error {
		if size += len(one.Data); size > batch.MaxSnapshot {
			return batch.ErrLimit
		}
		h, err := batch.Peek(one.Message)
		if err != nil || one.Seq > snap.Through || keys[h.Author] == nil {
			return nil
		}
		if _, _, err := batch.Open(keys[h.Author], one.Message); err == nil || errors.Is(err, batch.ErrKey) { // of encrypted ones the signature is all that it can check
			all = append(all, one)
		}
		return k.renew(ctx)
	})
	return all, snap, err
}

// Erase overwrites the messages that hold a tombstone's records, and then the snapshots of their sites. A snapshot that
// another keeper begins later cannot hold them, and one that was begun before is not finished.
func (k *Keeper) Erase(ctx context.Context, t types.Tombstone) error {
	k.working.Lock()
	defer k.working.Unlock()
	sites := batch.CoveredSites(t)
	if t.All {
		counts, err := k.counts(ctx, batch.OwnSubjects(k.Team, t.Author))
		if err != nil {
			return err
		}
		for site := range counts {
			sites[site] = true
		}
		// Now, too: after an end in between, the messages no longer say of which sites they were.
		if err := k.shred(ctx, sites); err != nil {
			return err
		}
	}
	for site := range sites {
		stream := batch.StreamOfSite(site, k.Partitions)
		if err := k.Log.Walk(ctx, stream, batch.Subject(k.Team, site, t.Author), 1, func(m Stored) error {
			// One that cannot be read has no places; only a tombstone for all of the author's covers it.
			if h, err := batch.Peek(m.Message); !t.All && (err != nil || !batch.Covers(t, h)) {
				return nil
			}
			return k.Log.Erase(ctx, stream, m.Seq)
		}); err != nil {
			return err
		}
	}
	return k.shred(ctx, sites)
}

// shred erases the snapshots of sites: those that are there, and, by a message before, those that are being made.
func (k *Keeper) shred(ctx context.Context, sites map[string]bool) error {
	if len(sites) == 0 {
		return nil
	}
	objects, err := k.Log.State(ctx, batch.ObjectStream, "none")
	if err != nil {
		return err
	}
	fence, err := k.Log.Store(ctx, batch.Message{Subject: k.lease(), Data: []byte(k.Name)}, Anywhere)
	switch {
	case types.HasCode(err, types.CodeTeamRefused): // this keeper joined before keepers made snapshots
		fence = Anywhere - 1
	case err != nil:
		return err
	default:
		if err := k.Log.Erase(ctx, batch.SnapshotStream, fence); err != nil {
			return err
		}
	}
	for site := range maps.Keys(sites) {
		if err := k.remove(ctx, site, fence, objects.Last+1); err != nil {
			return err
		}
	}
	return nil
}

// remove erases a site's manifests before a sequence, and with each the key of its snapshot. Then the data under these keys
// go, whose bytes say nothing any more.
func (k *Keeper) remove(ctx context.Context, site string, before, objects uint64) error {
	had := false
	if err := k.Log.Walk(ctx, batch.SnapshotStream, batch.SnapshotSubject(k.Team, site), 1, func(m Stored) error {
		if m.Seq >= before {
			return nil
		}
		had = true
		return k.Log.Erase(ctx, batch.SnapshotStream, m.Seq)
	}); err != nil {
		return err
	}
	if had {
		k.site(site).again = true
	}
	return k.Log.Purge(ctx, batch.ObjectStream, batch.ObjectSubject(k.Team, site, "*"), objects)
}
