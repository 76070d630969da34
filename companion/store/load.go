package store

import (
	"encoding/binary"
	"fmt"

	"github.com/tidwall/buntdb"
)

// salvageSkip is more than the changes of a few groups, of which damage at the
// end of a file could leave no trace.
const salvageSkip = 4 * groupChanges

// loader builds the index from the file. It walks the changes from the newest
// to the oldest, so that a forgetting is known before what it covers.
type loader struct {
	x           *index
	vault       *vault
	present     map[ref]int64            // blobs that are there, with what they cost
	marks       map[ref]map[int64]uint64 // numbers that are there, with their digests
	gone        forgotten                // what the forgettings so far cover
	left        []string                 // keys that a forgetting did not get to
	buried      bool                     // tombstones: what they stand for may still be in the file
	quarantined int
}

// buildIndex reads every change's head. Payloads stay packed.
func (s *Store) buildIndex() error {
	l := &loader{x: s.x, vault: s.vault, present: map[ref]int64{}, marks: map[ref]map[int64]uint64{}, gone: newForgotten()}
	err := s.db.View(func(tx *buntdb.Tx) error {
		if err := ascend(tx, keyBlob, l.blob); err != nil {
			return err
		}
		if err := ascend(tx, keyFloor, l.floor); err != nil {
			return err
		}
		return descend(tx, keyChange, l.change)
	})
	if err != nil {
		return fmt.Errorf("read store: %w", err)
	}
	l.count()
	if s.stats.DamagedFile != "" {
		// The newest changes may be among what was lost: their cursors, which
		// replicas may have seen, must not be given again.
		s.x.cursor += salvageSkip
	}
	s.stats.Quarantined += l.quarantined
	for r, size := range l.present {
		if s.x.blobs[r] > 0 {
			s.x.live += size
		}
	}
	s.wantCompact = l.buried
	return s.finishForgettings(l)
}

func (l *loader) blob(key, value string) error {
	r, err := l.vault.refOf(key, keyBlob)
	if err != nil {
		l.quarantined++
		return nil
	}
	if len(value) == sealBytes {
		l.buried = true
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
	l.x.live += setSize(key, len(value))
	return nil
}

func (l *loader) change(key, value string) error {
	cursor, err := cursorOf(key)
	if err != nil {
		l.quarantined++
		return nil
	}
	l.x.cursor = max(l.x.cursor, cursor) // tombstones count: cursors are never given twice
	body, err := l.vault.unseal(key, []byte(value))
	if err != nil {
		l.quarantined++
		return nil
	}
	if len(body) == 0 {
		l.buried = true
		return nil
	}
	c, err := decodeChange(body)
	if err != nil {
		l.quarantined++
		return nil
	}
	if c.kind == kindForget {
		if err := l.gone.learn(cursor, c); err != nil {
			l.quarantined++
			return nil
		}
	}
	l.enter(key, cursor, c, setSize(key, len(value)))
	return nil
}

// enter holds a change, unless it was forgotten or a newer one stands for it.
func (l *loader) enter(key string, cursor int64, c *change, size int64) {
	whole := l.whole(c)
	if c.source != (ref{}) && (whole || c.seq <= l.x.source(c.source).floor) {
		m := l.marks[c.source]
		if m == nil {
			m = map[int64]uint64{}
			l.marks[c.source] = m
		}
		m[c.seq] = c.digest
	}
	if l.gone.covers(cursor, c) {
		l.left = append(l.left, key)
		return
	}
	if c.kind == kindStep {
		if _, newer := l.x.steps[c.id]; newer {
			return
		}
		if !whole {
			l.x.partial[c.id] = cursor
		}
	}
	l.x.hold(cursor, c, size)
}

// whole takes away what c refers to and is not there, and reports whether all
// was.
func (l *loader) whole(c *change) bool {
	whole := true
	for _, r := range []*ref{&c.session, &c.seen} {
		if _, ok := l.present[*r]; *r != (ref{}) && !ok {
			*r, whole = ref{}, false
		}
	}
	return whole
}

// count finds each source's high-water mark: its floor, and from there on as
// far as its numbers go without a hole.
func (l *loader) count() {
	for r, m := range l.marks {
		src := l.x.source(r)
		src.first = src.hwm + 1
		for have := true; have && src.first > 1; {
			if _, have = m[src.first-1]; have {
				src.first--
			}
		}
		for seq := src.first; ; seq++ {
			digest, ok := m[seq]
			if !ok {
				break
			}
			src.digests = append(src.digests, digest)
			src.hwm = max(src.hwm, seq)
		}
	}
}

// dueFloors are the marks that lie at least ahead before their floors, sealed.
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

// sealFloor is the value under a floor's key.
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
	return walk(fn, func(it func(key, value string) bool) error {
		return tx.AscendRange("", prefix, after(prefix), it)
	})
}

// descend calls fn for every key with the prefix, in reverse order.
func descend(tx *buntdb.Tx, prefix string, fn func(key, value string) error) error {
	return walk(fn, func(it func(key, value string) bool) error {
		return tx.DescendRange("", after(prefix), prefix, it)
	})
}

func walk(fn func(key, value string) error, iterate func(func(key, value string) bool) error) error {
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

// after is the first key behind all those with the prefix.
func after(prefix string) string {
	return prefix[:len(prefix)-1] + string(prefix[len(prefix)-1]+1)
}
