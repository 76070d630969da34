package store

import (
	"errors"
	"fmt"
	"time"

	"github.com/tidwall/buntdb"

	"cairn/shared/types"
)

// Bounds of a group of requests that share one fsync.
const (
	groupChanges = 512     // keeps buntdb's lock short for readers
	groupBytes   = 1 << 20 // a disk writes so much in about the time of its fsync
	queueLength  = 256     // requests that wait; more block their callers
)

// floorEvery bounds the lead of a high-water mark over the floor on disk.
// A floor costs about 60 bytes; without any, damage to one old record would
// take its source's mark back to before it.
const floorEvery = 64

// freeCheckEvery spares a system call per commit.
const freeCheckEvery = 5 * time.Second

// request is one task for the writer.
type request struct {
	changes []*prepared
	erase   *erasure    // set when changes holds one deletion request
	instead []*prepared // with erase: replacements of deleted records
	compact bool
	backup  bool
	rewrite *rewriting
	// noteRewriting increments the count of rewritings.
	noteRewriting bool

	name    string  // of the backup, set before done receives nil
	cursors []int64 // set before done receives nil
	done    chan error
}

// run is the writer goroutine: the only one that changes file and index.
func (s *Store) run() {
	defer close(s.done)
	for {
		s.compactDeleted()
		select {
		case req := <-s.queue:
			s.serve(req)
		case <-s.closing:
			for {
				select {
				case req := <-s.queue:
					s.serve(req)
				default:
					return
				}
			}
		}
	}
}

// serve does req and, if it is a write, the writes that wait behind it.
func (s *Store) serve(req *request) {
	for req != nil {
		var next *request
		switch {
		case req.compact:
			req.done <- s.compact()
		case req.backup:
			name, err := s.backUp()
			req.name = name
			req.done <- err
		case req.rewrite != nil:
			req.done <- s.commitRewrite(req.rewrite)
		case req.noteRewriting:
			req.done <- s.noteRewriting()
		case req.erase != nil:
			req.done <- s.commitErasure(req)
		default:
			var group []*request
			group, next = s.gather(req)
			s.commitGroup(group)
			s.compactIfDue()
		}
		req = next
	}
}

// gather takes further writes off the queue up to the bounds of a group. A request
// that does not fit, or is no write, is returned as next.
func (s *Store) gather(first *request) (group []*request, next *request) {
	group = append(group, first)
	changes, size := len(first.changes), first.size()
	for {
		select {
		case req := <-s.queue:
			changes += len(req.changes)
			size += req.size()
			if !req.isWrite() || changes > groupChanges || size > groupBytes {
				return group, req
			}
			group = append(group, req)
		default:
			return group, nil
		}
	}
}

// isWrite reports whether the request only adds changes, and may share its fsync.
func (r *request) isWrite() bool {
	return !r.compact && !r.backup && !r.noteRewriting && r.rewrite == nil && r.erase == nil
}

func (r *request) size() int {
	n := 0
	for _, p := range r.changes {
		n += len(p.payload)
		for _, b := range p.blobs {
			n += len(b.packed)
		}
	}
	return n
}

func (s *Store) commitGroup(group []*request) {
	b := s.newBatch()
	accepted := group[:0:0]
	for _, req := range group {
		if err := b.add(req); err != nil {
			req.done <- err
			continue
		}
		accepted = append(accepted, req)
	}
	err := s.commit(b)
	for _, req := range accepted {
		req.done <- err
	}
	if s.fault == FaultEarlyAck {
		_ = s.flush() // too late: the requests were answered
	}
}

// commit makes a batch durable and then visible.
func (s *Store) commit(b *batch) error {
	if err := s.refusal(); err != nil {
		return err
	}
	if len(b.items) == 0 {
		return nil // all were duplicates
	}
	if err := s.checkSpace(); err != nil {
		return err
	}
	// Blobs first: after a crash that tears the end of the file off, the remaining
	// changes still find their blobs.
	floors := s.dueFloors(floorEvery)
	if s.fault == FaultStoredMark {
		for source, a := range b.sources {
			key := s.vault.floorKey(source)
			floors[key] = s.vault.sealFloor(key, a.hwm)
		}
	}
	if err := s.set(floors, b.blobValues()); err != nil {
		return err
	}
	if err := s.set(b.changeValues()); err != nil {
		return err
	}
	if s.fault != FaultEarlyAck {
		if err := s.flush(); err != nil {
			return err
		}
	}
	s.publish(func(x *index) {
		x.wroteFloors(s.vault, floors)
		b.apply(x)
	})
	return nil
}

// publish changes the index and wakes the goroutines that wait for changes.
func (s *Store) publish(change func(*index)) {
	s.mu.Lock()
	change(s.x)
	changed := s.changed
	s.changed = make(chan struct{})
	s.mu.Unlock()
	close(changed)
}

// set writes sealed values in one transaction of buntdb.
func (s *Store) set(groups ...map[string]string) error {
	err := s.db.Update(func(tx *buntdb.Tx) error {
		for _, values := range groups {
			for key, value := range values {
				if _, _, err := tx.Set(key, value, nil); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if isFull(err) {
		return fullFault(err.Error())
	}
	if err != nil {
		return fmt.Errorf("write store: %w", err)
	}
	return nil
}

// The least free space for recording: a full disk makes everything else on the machine
// fail too. The share only matters on small disks.
const (
	minFree      = 256 << 20
	minFreeShare = 20 // 1/20 is 5 %
)

// minFreeOf returns the free space that a disk of that size must keep.
func minFreeOf(size int64) int64 { return min(minFree, size/minFreeShare) }

func (s *Store) checkSpace() error {
	now := s.now()
	if now.Sub(s.spaceAt).Abs() < freeCheckEvery {
		return nil
	}
	free, size, err := s.space(s.file)
	if err != nil {
		return fmt.Errorf("free space: %w", err)
	}
	if free < minFreeOf(size) {
		return fullFault(fmt.Sprintf("%d MiB are free", free>>20))
	}
	s.spaceAt = now
	return nil
}

func fullFault(why string) error {
	return types.Fault(types.CodeStoreFull, "the disk is nearly full: "+why,
		"Recording has stopped, reading goes on. Free some space; recording then goes on by itself.")
}

var errClosed = errors.New("store is closed")
