package team

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"cairn/companion/team/batch"
)

// ReasonSnapshot counts snapshots that were not used, or left something out (T13).
const ReasonSnapshot = "snapshot"

// maxMerged bounds the records of a snapshot that are stored at once.
const maxMerged = 1024

// snapshot is a site's snapshot, whose batches are verified.
type snapshot struct {
	batch.Snapshot
	batches []opened
	has     map[uint64]string // signatures by sequence
	closed  map[string]bool   // authors of batches under a key that is not known here
}

// opened is a verified batch.
type opened struct {
	batch.Stored
	header batch.Header
	lines  [][]byte
}

// readSnapshot accepts the batches of a site's snapshot, and returns the sequence up to which it reaches; 0 if
// there is no valid one. Reading a site out of a large stream is slow. take takes a message of the
// log: authors of which the log has more than the snapshot and its later messages are read from there.
func (c *Client) readSnapshot(ctx context.Context, l Log, site string, take func(Stored) error) (uint64, error) {
	snap, err := c.loadSnapshot(ctx, l, site)
	if snap == nil || err != nil {
		return 0, err
	}
	stream := batch.StreamOfSite(site, c.member.Partitions)
	state, err := l.State(ctx, stream, batch.SiteSubjects(c.member.Team, site))
	if err != nil || snap.Through > state.Last {
		return 0, err
	}
	counted := map[string]uint64{}
	sigs := map[string]bool{}
	count := func(s Stored) error {
		if !sigs[s.Sig] {
			sigs[s.Sig] = true
			counted[s.Subject]++
		}
		return nil
	}
	for _, one := range snap.batches {
		_ = count(one.Stored) // it has no error
	}
	if _, err := l.Read(ctx, stream, batch.SiteSubjects(c.member.Team, site), snap.Through, count); err != nil {
		return 0, err
	}
	apart := snap.floods()
	maps.Copy(apart, snap.closed)
	for subject, n := range state.Counts {
		if n > counted[subject] {
			apart[subject[strings.LastIndexByte(subject, '.')+1:]] = true
		}
	}
	if !c.member.Fleet() {
		delete(apart, c.member.Member)
	}
	if err := c.acceptSnapshot(ctx, site, snap, apart); err != nil {
		return 0, err
	}
	for author := range apart {
		left := false
		_, err := l.Read(ctx, stream, batch.Subject(c.member.Team, site, author), 0, func(s Stored) error {
			left = left || s.Seq <= snap.Through && snap.has[s.Seq] != s.Sig && c.signed(author, s)
			return take(s)
		})
		if err != nil {
			return 0, err
		}
		if left {
			c.log.Printf("team: a snapshot by %s left out batches of %s; they were read from the log", snap.Keeper, author)
			c.refuse("", ReasonSnapshot)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.report.Snapshots++
	return snap.Through, nil
}

// loadSnapshot returns the site's newest snapshot, nil if there is none, or none that is valid.
func (c *Client) loadSnapshot(ctx context.Context, l Log, site string) (*snapshot, error) {
	tried := ""
	for {
		var manifest *batch.Snapshot
		err := l.Last(ctx, batch.SnapshotStream, batch.SnapshotSubject(c.member.Team, site), func(s Stored) {
			one, err := batch.OpenManifest(s.Message, c.keeperKey)
			if manifest = &one; err != nil || one.Site != site {
				manifest = &batch.Snapshot{} // it has no object, which is not valid
			}
		})
		if err != nil && ctx.Err() == nil && !errors.Is(err, context.DeadlineExceeded) { // a busy server would have more to do with the log
			c.log.Printf("team: read snapshot: %v", err) // a server without snapshots; the log has all
			return nil, nil
		}
		if manifest == nil || err != nil {
			return nil, err
		}
		c.mu.Lock()
		created := c.state.Created[batch.StreamOfSite(site, c.member.Partitions)].UnixNano()
		c.mu.Unlock()
		if manifest.Object != "" && manifest.Created != created {
			return nil, nil // of streams that are no more
		}
		if manifest.Object == tried {
			c.log.Printf("team: a snapshot by %s is not valid; the log is read", manifest.Keeper)
			c.refuse("", ReasonSnapshot)
			return nil, nil
		}
		snap, err := c.openSnapshot(ctx, l, *manifest)
		if snap != nil || err != nil {
			return snap, err
		}
		tried = manifest.Object // the keeper may have replaced it meanwhile
	}
}

// keeperKey returns the key with which a keeper signs snapshots, nil for one who is none.
func (c *Client) keeperKey(keeper string) ed25519.PublicKey {
	if keeper == batch.ServerMember {
		return c.member.Root
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.people.entries[keeper]; e.Role == batch.RoleKeeper && e.Revoked == nil {
		return e.Key
	}
	return nil
}

// openSnapshot reads and verifies a snapshot, each batch with its author's key. It returns nil if
// anything is wrong.
func (c *Client) openSnapshot(ctx context.Context, l Log, manifest batch.Snapshot) (*snapshot, error) {
	var chunks [][]byte
	if manifest.Object == "" {
		return nil, nil
	}
	_, err := l.Read(ctx, batch.ObjectStream, batch.ObjectSubject(manifest.Team, manifest.Site, manifest.Object), 0, func(s Stored) error {
		if chunks = append(chunks, s.Data); len(chunks) > manifest.Chunks {
			return errManyChunks
		}
		return nil
	})
	if err != nil && !errors.Is(err, errManyChunks) {
		return nil, err
	}
	all, err := manifest.Open(chunks)
	if err != nil {
		return nil, nil //nolint:nilerr // the caller counts it
	}
	snap := &snapshot{Snapshot: manifest, has: make(map[uint64]string, len(all)), closed: map[string]bool{}}
	for _, s := range all {
		one := opened{Stored: s}
		author, err := c.authorOf(ctx, l, sender(s))
		if err != nil {
			return nil, err
		}
		if author == nil {
			return nil, nil
		}
		one.header, one.lines, err = c.open(author, s.Message)
		switch {
		case err == nil:
		case errors.Is(err, batch.ErrKey):
			snap.closed[one.header.Author] = true
		case one.header.Key != "" && !errors.Is(err, batch.ErrUnsigned): // the keeper cannot look into it
			c.refuse(one.header.Author, reasonOf(err))
		default:
			return nil, nil //nolint:nilerr // the caller counts it
		}
		snap.batches, snap.has[s.Seq] = append(snap.batches, one), s.Sig
	}
	return snap, nil
}

var errManyChunks = errors.New("the snapshot has more data than its manifest says")

// floods returns the authors who sent too much in an hour (T11). Their messages are read from the log,
// which holds them back.
func (s *snapshot) floods() map[string]bool {
	out, sent := map[string]bool{}, map[string]int{}
	for _, one := range s.batches {
		hour := fmt.Sprint(one.header.Author, one.At.Truncate(time.Hour).Unix())
		if sent[hour]++; sent[hour] > maxBatches {
			out[one.header.Author] = true
		}
	}
	return out
}

// signed reports whether an author signed a message.
func (c *Client) signed(author string, s Stored) bool {
	c.mu.Lock()
	e, ok := c.people.entries[author]
	c.mu.Unlock()
	if !ok {
		return false
	}
	_, _, err := batch.OpenEncrypted(e.Key, s.Message, c.teamKey)
	return err == nil || errors.Is(err, batch.ErrKey)
}

// chained are batches that continue each other.
type chained struct {
	header  batch.Header // of the first
	end     chainEnd
	batches [][][]byte
}

// acceptSnapshot stores the batches of others, except those of authors who are read from the log.
// Batches that continue each other are stored at once, because each time waits for the disk.
func (c *Client) acceptSnapshot(ctx context.Context, site string, snap *snapshot, apart map[string]bool) error {
	pending := map[string]*chained{} // by author
	flush := func(author string) error {
		one := pending[author]
		if delete(pending, author); one == nil {
			return nil
		}
		return c.accept(ctx, site, one.header, one.batches...)
	}
	for _, one := range snap.batches {
		h := one.header
		if c.own(h) || apart[h.Author] || one.lines == nil {
			continue
		}
		c.mu.Lock()
		author := c.people.entries[h.Author]
		c.mu.Unlock()
		if why := c.unfit(&author, h, one.Stored); why != "" {
			c.refuse(h.Author, why)
			continue
		}
		before := pending[h.Author]
		if before == nil || before.header.Run != h.Run || before.end.next != h.First || before.end.sum != h.Prev || h.First-before.header.First > maxMerged {
			if err := flush(h.Author); err != nil {
				return err
			}
			before = &chained{header: h, end: chainEnd{h.First, h.Prev}}
			pending[h.Author] = before
		}
		before.batches, before.end = append(before.batches, one.lines), before.end.after(h, one.lines)
	}
	for author := range pending {
		if err := flush(author); err != nil {
			return err
		}
	}
	return nil
}
