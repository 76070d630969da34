package store

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/tidwall/buntdb"
)

// salvageSkip exceeds the number of changes that damage at the end of a file can
// remove without a trace: those of a few groups.
const salvageSkip = 4 * groupChanges

// loader builds the index from the file. It walks the changes from the newest
// to the oldest, so that a deletion is known before the changes that it covers.
type loader struct {
	x           *index
	vault       *vault
	present     map[ref]int64          // stored blobs, with their size in the file
	numbers     map[ref][]sourceNumber // of each source
	deletions   deletions              // of the changes read so far
	undeleted   []string               // keys that an interrupted deletion left
	tombstones  bool                   // there are tombstones, so older bytes of their keys may still be in the file
	quarantined int
}

// sourceNumber is a stored number of a source.
type sourceNumber struct {
	seq    int64
	digest uint64
}

// buildIndex reads every change's head. Payloads stay packed.
func (s *Store) buildIndex() error {
	l := &loader{x: s.x, vault: s.vault, present: map[ref]int64{}, numbers: map[ref][]sourceNumber{}, deletions: newDeletions()}
	err := s.db.View(func(tx *buntdb.Tx) error {
		if err := ascend(tx, keyBlob, l.blob); err != nil {
			return err
		}
		if err := ascend(tx, keyFloor, l.floor); err != nil {
			return err
		}
		keys, err := tx.Len()
		if err != nil {
			return err
		}
		s.x.steps, s.x.blobs = make(map[string]int64, max(0, keys-len(l.present))), make(map[ref]int, len(l.present))
		return descend(tx, keyChange, l.change)
	})
	if err != nil {
		return fmt.Errorf("read store: %w", err)
	}
	l.count()
	if s.stats.DamagedFile != "" {
		// The newest changes may be lost: their cursors, which replicas may know,
		// must not be assigned again.
		s.x.cursor += salvageSkip
	}
	s.stats.Quarantined += l.quarantined
	for r, size := range l.present {
		if s.x.blobs[r] > 0 {
			s.x.liveBytes += size
		}
	}
	s.wantCompact = l.tombstones
	return s.finishDeletions(l)
}

func (l *loader) blob(key, value string) error {
	r, err := l.vault.refOf(key, keyBlob)
	if err != nil {
		l.quarantined++
		return nil
	}
	if len(value) == sealBytes {
		l.tombstones = true
		return nil
	}
	l.present[r] = setSize(key, len(value))
	return nil
}

func (l *loader) floor(key, value string) error {
	r, err := l.vault.refOf(key, keyFloor)
	if err != nil {
		l.quarantined++
		return nil
	}
	body, err := l.vault.unseal(key, []byte(value))
	if err != nil {
		l.quarantined++
		return nil
	}
	hwm, n := binary.Uvarint(body)
	if n <= 0 || hwm > maxSeq {
		l.quarantined++
		return nil
	}
	src := l.x.source(r)
	src.hwm, src.floor = int64(hwm), int64(hwm)
	l.x.liveBytes += setSize(key, len(value))
	return nil
}

func (l *loader) change(key, value string) error {
	cursor, err := cursorOf(key)
	if err != nil {
		l.quarantined++
		return nil
	}
	l.x.cursor = max(l.x.cursor, cursor) // tombstones count: a cursor is never assigned twice
	body, err := l.vault.unseal(key, []byte(value))
	if err != nil {
		l.quarantined++
		return nil
	}
	if len(body) == 0 {
		l.tombstones = true
		return nil
	}
	c, err := decodeChange(body)
	if err != nil {
		l.quarantined++
		return nil
	}
	if c.kind == kindDeletion {
		if err := l.deletions.addChange(cursor, c); err != nil {
			l.quarantined++
			return nil
		}
	}
	l.add(key, cursor, c, setSize(key, len(value)))
	return nil
}

// add indexes a change unless it was deleted or superseded by a newer one.
func (l *loader) add(key string, cursor int64, c *change, size int64) {
	complete := l.dropMissingRefs(c)
	if c.source != (ref{}) && (complete || c.seq <= l.x.source(c.source).floor) {
		l.numbers[c.source] = append(l.numbers[c.source], sourceNumber{c.seq, c.digest})
	}
	if l.deletions.covers(cursor, c) {
		l.undeleted = append(l.undeleted, key)
		return
	}
	if c.kind == kindStep {
		if _, newer := l.x.steps[c.id]; newer {
			return
		}
		if !complete {
			l.x.partial[c.id] = cursor
		}
	}
	l.x.add(cursor, c, size)
}

// dropMissingRefs clears the refs of c whose blob is missing, and reports whether all
// were present.
func (l *loader) dropMissingRefs(c *change) bool {
	complete := true
	for _, r := range []*ref{&c.session, &c.observation} {
		if _, ok := l.present[*r]; *r != (ref{}) && !ok {
			*r, complete = ref{}, false
		}
	}
	return complete
}

// count finds each source's high-water mark: the last number after its floor that
// is reached without a gap.
func (l *loader) count() {
	for r, all := range l.numbers {
		// Of changes with one number, the oldest counts. It was read last.
		slices.Reverse(all)
		slices.SortStableFunc(all, func(a, b sourceNumber) int { return cmp.Compare(a.seq, b.seq) })
		all = slices.CompactFunc(all, func(a, b sourceNumber) bool { return a.seq == b.seq })
		src := l.x.source(r)
		from, _ := slices.BinarySearchFunc(all, src.hwm+1, func(n sourceNumber, seq int64) int { return cmp.Compare(n.seq, seq) })
		src.first = src.hwm + 1
		for from > 0 && all[from-1].seq == src.first-1 {
			src.first, from = src.first-1, from-1
		}
		for i, n := range all[from:] {
			if n.seq != src.first+int64(i) {
				break
			}
			src.digests = append(src.digests, n.digest)
			src.hwm = max(src.hwm, n.seq)
		}
	}
}

// dueFloors returns the sealed floors of the sources whose mark is at least ahead
// beyond its last floor.
func (s *Store) dueFloors(ahead int64) map[string]string {
	floors := map[string]string{}
	for r, src := range s.x.sources {
		if src.hwm-src.floor >= ahead {
			key := s.vault.floorKey(r)
			floors[key] = s.vault.sealFloor(key, src.hwm)
		}
	}
	return floors
}

// sealFloor returns the value to store under a floor's key.
func (v *vault) sealFloor(key string, hwm int64) string {
	return v.seal(key, binary.AppendUvarint(nil, uint64(hwm)))
}

func (x *index) wroteFloors(v *vault, floors map[string]string) {
	if len(floors) == 0 {
		return
	}
	for r, src := range x.sources {
		if floors[v.floorKey(r)] != "" {
			src.floor = src.hwm
		}
	}
}

// ascend calls fn for every key with the prefix, in order.
func ascend(tx *buntdb.Tx, prefix string, fn func(key, value string) error) error {
	return iterateUntilError(fn, func(it func(key, value string) bool) error {
		return tx.AscendRange("", prefix, prefixEnd(prefix), it)
	})
}

// descend calls fn for every key with the prefix, in reverse order.
func descend(tx *buntdb.Tx, prefix string, fn func(key, value string) error) error {
	return iterateUntilError(fn, func(it func(key, value string) bool) error {
		return tx.DescendRange("", prefixEnd(prefix), prefix, it)
	})
}

func iterateUntilError(fn func(key, value string) error, iterate func(func(key, value string) bool) error) error {
	var failed error
	err := iterate(func(key, value string) bool {
		failed = fn(key, value)
		return failed == nil
	})
	if failed != nil {
		return failed
	}
	return err
}

// prefixEnd returns the first key after all keys with the prefix.
func prefixEnd(prefix string) string {
	return prefix[:len(prefix)-1] + string(prefix[len(prefix)-1]+1)
}
